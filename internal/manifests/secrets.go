package manifests

import (
	corev1 "k8s.io/api/core/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/internal/token"
)

const (
	// TokenKey is the key of a token Secret.
	TokenKey = "token"

	digestsKey = "tokens.json"
	apiKeyKey  = "apiKey"
)

// TokenSecret holds one agent's bearer token, for the agent's pod to mount.
func (s Source) TokenSecret(agent, bearer string) *corev1ac.SecretApplyConfiguration {
	return s.secret(TokenSecretName(s.Effective.Name, agent), TokenKey, []byte(bearer)).
		WithLabels(map[string]string{LabelAgent: agent})
}

// DigestsSecret holds the digests of the agents' tokens, by agent, in the form that the server reads. The
// server never sees a token that it is not called with.
func (s Source) DigestsSecret(tokens map[string]string) (*corev1ac.SecretApplyConfiguration, error) {
	digests := make(map[string][]token.Digest, len(tokens))
	for agent, plain := range tokens {
		digests[agent] = []token.Digest{token.DigestOf(plain)}
	}
	data, err := token.FormatDigests(digests)
	if err != nil {
		return nil, err
	}
	return s.secret(DigestsSecretName(s.Effective.Name), digestsKey, data), nil
}

// AgentsWithDigest returns the agents that a digests Secret lets in.
func AgentsWithDigest(digests *corev1.Secret) []string {
	return token.AgentsIn(digests.Data[digestsKey])
}

func (s Source) secret(name, key string, value []byte) *corev1ac.SecretApplyConfiguration {
	return corev1ac.Secret(name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithType(corev1.SecretTypeOpaque).
		WithData(map[string][]byte{key: value})
}
