package manifests

import (
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{TokenSecretName("support", "planner"), "support-planner-9ac183f188-token"},
		{DigestsSecretName("support"), "support-token-digests"},
		{APIKeySecretName("support", Embedding), "support-embedding-key"},
		{APIKeySecretName("support", Model), "support-model-key"},
		{VolumeClaimName("support", "uid-1"), "support-4a49acf8a6"},
		{EndpointURL("support", "agents"), "http://support.agents.svc:8080/mcp"},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	if VolumeClaimName("support", "uid-1") == VolumeClaimName("support", "uid-2") {
		t.Error("a namespace that is made again would take over old memory")
	}
}

func TestNamesAreValidAndDistinct(t *testing.T) {
	name := rapid.StringMatching(`[a-z]([-a-z0-9]{0,50}[a-z0-9])?`)
	agent := rapid.StringMatching(`[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?`)
	rapid.Check(t, func(t *rapid.T) {
		n, a, b := name.Draw(t, "name"), agent.Draw(t, "agent"), agent.Draw(t, "other agent")
		for _, made := range []string{TokenSecretName(n, a), DigestsSecretName(n), APIKeySecretName(n, Embedding), APIKeySecretName(n, Model), VolumeClaimName(n, a)} {
			if faults := validation.IsDNS1123Label(made); len(faults) > 0 {
				t.Fatalf("%q: %s", made, strings.Join(faults, ", "))
			}
		}
		if a != b && TokenSecretName(n, a) == TokenSecretName(n, b) {
			t.Fatalf("agents %s and %s share a Secret", a, b)
		}
		for _, other := range []string{DigestsSecretName(n), APIKeySecretName(n, Embedding), APIKeySecretName(n, Model)} {
			if TokenSecretName(n, a) == other {
				t.Fatalf("agent %s takes the name %s", a, other)
			}
		}
	})
}

// TestNamesOfNamespacesAreDistinct splits one text at its hyphens in different ways.
func TestNamesOfNamespacesAreDistinct(t *testing.T) {
	word := rapid.StringMatching(`[a-z][a-z0-9]{0,5}`)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(word, 2, 6).Draw(t, "words")
		made := map[string]string{}
		for i := 1; i < len(words); i++ {
			name, agent := strings.Join(words[:i], "-"), strings.Join(words[i:], "-")
			secrets := []string{TokenSecretName(name, agent), DigestsSecretName(name), APIKeySecretName(name, Embedding), APIKeySecretName(name, Model)}
			for _, secret := range secrets {
				if other, taken := made[secret]; taken {
					t.Fatalf("agent %s of namespace %s and %s want the name %s", agent, name, other, secret)
				}
				made[secret] = name + "/" + agent
			}
		}
	})
}

func TestAgentsWithDigest(t *testing.T) {
	s := minimal(t)
	secret := must(s.DigestsSecret(map[string]string{"b": "rv_b", "a": "rv_a"}))
	if got := AgentsWithDigest(&corev1.Secret{Data: secret.Data}); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %v", got)
	}
}
