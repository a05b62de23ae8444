package manifests

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

var update = flag.Bool("update", false, "write the golden files anew")

func ptr[T any](v T) *T { return &v }

// minimal takes every default.
func minimal(t *testing.T) Source {
	return source(t, v1alpha1.MemoryNamespaceSpec{
		Agents: []v1alpha1.Agent{{Name: "planner"}},
	}, v1alpha1.MemoryClassSpec{Type: v1alpha1.ClassTypeEmbedded})
}

// full sets everything.
func full(t *testing.T) Source {
	return source(t, v1alpha1.MemoryNamespaceSpec{
		Policy: v1alpha1.Policy{
			Importance: v1alpha1.Importance{ThresholdPercent: ptr[int32](40), Judge: v1alpha1.JudgeRules},
			Duplicates: v1alpha1.Duplicates{MergeSimilarityPercent: ptr[int32](95)},
			Rules:      v1alpha1.Rules{Keep: []v1alpha1.Rule{{Name: "ticket", Pattern: `\bOPS-\d+`}}},
			Sensitive:  v1alpha1.SensitiveRedact,
		},
		Agents: []v1alpha1.Agent{
			{Name: "planner", Policy: &v1alpha1.PolicyOverride{
				Importance: &v1alpha1.ImportanceOverride{ThresholdPercent: ptr[int32](50), Judge: v1alpha1.JudgeAuto},
				Rules:      &v1alpha1.Rules{Drop: []v1alpha1.Rule{{Name: "heartbeat", Pattern: "^heartbeat"}}},
			}},
			{Name: "coder"},
		},
		DeletionPolicy: v1alpha1.DeletionPolicyDelete,
	}, v1alpha1.MemoryClassSpec{
		Type: v1alpha1.ClassTypeEmbedded,
		Embedded: &v1alpha1.EmbeddedStorage{
			Storage:          ptr(resource.MustParse("10Gi")),
			StorageClassName: ptr("fast"),
		},
		Embedding: v1alpha1.Embedding{
			Type: v1alpha1.EmbeddingOpenAICompatible,
			OpenAICompatible: &v1alpha1.OpenAICompatible{
				URL: "http://tei.models.svc:8080/v1", Model: "bge-m3", Dimension: 1024,
				APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "tei", Key: "apiKey"},
			},
		},
		Model: &v1alpha1.Model{
			URL: "http://ollama.models.svc:11434/v1", Name: "qwen2.5:7b",
			APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "ollama", Key: "apiKey"},
		},
		Server: v1alpha1.Server{Resources: &corev1.ResourceRequirements{
			Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("250m"), corev1.ResourceMemory: resource.MustParse("256Mi")},
			Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("1Gi")},
		}},
	})
}

func source(t *testing.T, spec v1alpha1.MemoryNamespaceSpec, class v1alpha1.MemoryClassSpec) Source {
	t.Helper()
	ns := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "support", Namespace: "agents", UID: "6c4ee55d-6b2c-4d39-9f4f-6a3f1b8b0a11", Generation: 3},
		Spec:       spec,
	}
	effective, err := resolve.Resolve(ns, &v1alpha1.MemoryClass{Spec: class})
	if err != nil {
		t.Fatal(err)
	}
	return Source{Effective: effective, Class: &class, DeletionPolicy: spec.DeletionPolicy}
}

func TestGolden(t *testing.T) {
	for name, build := range map[string]func(*testing.T) Source{"minimal": minimal, "full": full} {
		t.Run(name, func(t *testing.T) {
			got := render(t, build(t))
			file := filepath.Join("testdata", name+".yaml")
			if *update {
				if err := os.WriteFile(file, got, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s (-want +got; -update writes it anew):\n%s", file, diff)
			}
			if again := render(t, build(t)); !bytes.Equal(got, again) {
				t.Error("the same source gave other objects")
			}
		})
	}
}

// render writes every object of a namespace, one YAML document each.
func render(t *testing.T, s Source) []byte {
	t.Helper()
	server := Server{Image: "registry.example/rearview:1.0.0", Keys: Keys{}}
	objects := []any{s.ServiceAccount(), must(s.Config()), s.Service(), must(s.NetworkPolicy()), s.VolumeClaim(nil)}
	tokens := map[string]string{}
	for _, agent := range s.Effective.Agents {
		tokens[agent.Name] = "rv_" + agent.Name
		objects = append(objects, s.TokenSecret(agent.Name, tokens[agent.Name]))
	}
	objects = append(objects, must(s.DigestsSecret(tokens)))
	for _, of := range Endpoints {
		if s.needsAPIKey(of) {
			server.Keys[of] = []byte("sk-" + of)
			objects = append(objects, s.APIKeySecret(of, server.Keys[of]))
		}
	}
	objects = append(objects, must(s.StatefulSet(server)))

	var out bytes.Buffer
	for _, object := range objects {
		data, err := yaml.Marshal(object)
		if err != nil {
			t.Fatal(err)
		}
		out.WriteString("---\n")
		out.Write(data)
	}
	return out.Bytes()
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
