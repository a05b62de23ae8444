package manifests

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	networkingv1 "k8s.io/api/networking/v1"

	"github.com/rearview-dev/rearview/namespace"
)

func TestEgress(t *testing.T) {
	const (
		dnsRule   = `{"ports":[{"protocol":"UDP","port":53},{"protocol":"TCP","port":53}]}`
		toAgents  = `{"to":[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"agents"}}}]}`
		toModels  = `{"to":[{"namespaceSelector":{"matchLabels":{"kubernetes.io/metadata.name":"models"}}}]}`
		port11434 = `{"ports":[{"protocol":"TCP","port":11434}]}`
	)
	for url, want := range map[string]string{
		"http://ollama:11434/v1":                           `[` + dnsRule + `,` + toAgents + `]`,
		"http://ollama.models:11434/v1":                    `[` + dnsRule + `,` + toModels + `,` + port11434 + `]`,
		"http://ollama.models.svc:11434/v1":                `[` + dnsRule + `,` + toModels + `]`,
		"http://ollama.models.svc.cluster.local.:11434/v1": `[` + dnsRule + `,` + toModels + `]`,
		"https://api.example.com/v1":                       `[` + dnsRule + `,{"ports":[{"protocol":"TCP","port":443}]}]`,
		"http://api.example.com/v1":                        `[` + dnsRule + `,{"ports":[{"protocol":"TCP","port":80}]}]`,
		"http://10.1.2.3:11434/v1":                         `[{"ports":[{"protocol":"TCP","port":11434}],"to":[{"ipBlock":{"cidr":"10.1.2.3/32"}}]}]`,
		"http://[fd00::1]:11434/v1":                        `[{"ports":[{"protocol":"TCP","port":11434}],"to":[{"ipBlock":{"cidr":"fd00::1/128"}}]}]`,
	} {
		t.Run(url, func(t *testing.T) {
			s := full(t)
			s.Effective.Model = nil
			s.Effective.Embedding.OpenAICompatible.URL = url
			got, err := json.Marshal(must(s.NetworkPolicy()).Spec.Egress)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestEgressToTheModel(t *testing.T) {
	s := full(t)
	same := must(s.NetworkPolicy()).Spec.Egress
	if len(same) != 2 {
		t.Errorf("both endpoints are in one Kubernetes namespace, which takes DNS and one rule: %v", same)
	}
	s.Effective.Embedding = namespace.Embedding{Type: namespace.EmbeddingBuiltIn}
	if diff := cmp.Diff(same, must(s.NetworkPolicy()).Spec.Egress); diff != "" {
		t.Errorf("the model alone:\n%s", diff)
	}
	s.Effective.Model.URL = "https://api.example.com/v1"
	if other := must(s.NetworkPolicy()).Spec.Egress; cmp.Equal(same, other) {
		t.Error("another URL gave the same rules")
	}
}

func TestEgressOfImpossibleURL(t *testing.T) {
	s := full(t)
	for _, url := range []string{"http://host:99999/v1", "http://%zz/v1"} {
		s.Effective.Embedding.OpenAICompatible.URL = url
		if _, err := s.NetworkPolicy(); err == nil {
			t.Errorf("embedding at %s: no error", url)
		}
		s := full(t)
		s.Effective.Model.URL = url
		if _, err := s.NetworkPolicy(); err == nil {
			t.Errorf("model at %s: no error", url)
		}
	}
}

func TestBuiltInEmbedderCallsNobody(t *testing.T) {
	spec := must(minimal(t).NetworkPolicy()).Spec
	if len(spec.Egress) != 0 {
		t.Errorf("egress %v", spec.Egress)
	}
	if diff := cmp.Diff([]networkingv1.PolicyType{"Ingress", "Egress"}, spec.PolicyTypes); diff != "" {
		t.Error(diff)
	}
}
