package v1alpha1_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

func newNamespace(className string) *v1alpha1.MemoryNamespace {
	return &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "m-", Namespace: "default"},
		Spec:       v1alpha1.MemoryNamespaceSpec{ClassName: className, Agents: []v1alpha1.Agent{{Name: "a"}}},
	}
}

func newClass(e v1alpha1.Embedding) *v1alpha1.MemoryClass {
	return &v1alpha1.MemoryClass{
		ObjectMeta: metav1.ObjectMeta{GenerateName: "c-"},
		Spec:       v1alpha1.MemoryClassSpec{Type: v1alpha1.ClassTypeEmbedded, Embedded: &v1alpha1.EmbeddedStorage{}, Embedding: e},
	}
}

func endpoint() v1alpha1.Embedding {
	return v1alpha1.Embedding{
		Type:             v1alpha1.EmbeddingOpenAICompatible,
		OpenAICompatible: &v1alpha1.OpenAICompatible{URL: "http://o/v1", Model: "m", Dimension: 8},
	}
}

func create[T client.Object](t *testing.T, object T) T {
	t.Helper()
	if err := api.Create(t.Context(), object); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := api.Delete(context.WithoutCancel(t.Context()), object); err != nil {
			t.Error(err)
		}
	})
	return object
}

// refused wants an update to be refused with words, or accepted when there are none.
func refused(t *testing.T, object client.Object, words string) {
	t.Helper()
	err := api.Update(t.Context(), object)
	switch {
	case words == "" && err != nil:
		t.Errorf("refused: %v", err)
	case words != "" && (err == nil || !strings.Contains(err.Error(), words)):
		t.Errorf("want %q, got %v", words, err)
	}
}

func TestClassNameStays(t *testing.T) {
	cases := []struct {
		name, before, inUse, after, want string
	}{
		{"the same", "x", "", "x", ""},
		{"changed", "x", "", "y", "spec.className: Invalid value: \"y\": className is immutable"},
		{"removed", "x", "", "", "className cannot be removed once set"},
		{"added before a class is in use", "", "", "x", ""},
		{"added as the class in use", "", "x", "x", ""},
		{"added as another class", "", "x", "y", "className can be added only with the class in use"},
		{"left to the default", "", "x", "", ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ns := create(t, newNamespace(c.before))
			if c.inUse != "" {
				ns.Status.ClassName = c.inUse
				if err := api.Status().Update(t.Context(), ns); err != nil {
					t.Fatal(err)
				}
			}
			ns.Spec.ClassName = c.after
			refused(t, ns, c.want)
		})
	}
}

func TestWhatDecidesVectorsStays(t *testing.T) {
	cases := []struct {
		name   string
		before v1alpha1.Embedding
		change func(*v1alpha1.Embedding)
		want   string
	}{
		{"another URL", endpoint(), func(e *v1alpha1.Embedding) { e.OpenAICompatible.URL = "https://p/v1" }, ""},
		{"a key", endpoint(), func(e *v1alpha1.Embedding) { e.OpenAICompatible.APIKeySecretRef = &v1alpha1.SecretKeyRef{Name: "k"} }, ""},
		{"another dimension", endpoint(), func(e *v1alpha1.Embedding) { e.OpenAICompatible.Dimension = 9 }, "dimension is immutable"},
		{"another model", endpoint(), func(e *v1alpha1.Embedding) { e.OpenAICompatible.Model = "n" }, "model is immutable"},
		{"the endpoint removed", endpoint(), func(e *v1alpha1.Embedding) { e.OpenAICompatible = nil }, "openAICompatible is required"},
		{"everything removed", endpoint(), func(e *v1alpha1.Embedding) { *e = v1alpha1.Embedding{} }, "type is immutable"},
		{"built in after an endpoint", endpoint(), func(e *v1alpha1.Embedding) { *e = v1alpha1.Embedding{Type: v1alpha1.EmbeddingBuiltIn} }, "type is immutable"},
		{"an endpoint after built in", v1alpha1.Embedding{}, func(e *v1alpha1.Embedding) { *e = endpoint() }, "type is immutable"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			class := create(t, newClass(c.before))
			c.change(&class.Spec.Embedding)
			refused(t, class, c.want)
		})
	}
}

func TestStorage(t *testing.T) {
	class := create(t, newClass(v1alpha1.Embedding{}))
	if got := class.Spec.Embedded.Storage; got == nil || got.String() != "1Gi" {
		t.Errorf("by default %v", got)
	}
	for size, want := range map[string]string{"64Mi": "", "2Gi": "", "1": "storage must be at least 64Mi", "67108863": "at least 64Mi"} {
		quantity := resource.MustParse(size)
		class.Spec.Embedded.Storage = &quantity
		refused(t, class, want)
	}
}

func TestMarkersDefault(t *testing.T) {
	ns := create(t, newNamespace(""))
	want := v1alpha1.MemoryNamespaceSpec{
		Policy: v1alpha1.Policy{
			Importance: v1alpha1.Importance{ThresholdPercent: new(int32(30)), Judge: v1alpha1.JudgeAuto},
			Working:    v1alpha1.Working{TTLSeconds: new(int32(3600)), MaxEntries: new(int32(200))},
			Episodic:   v1alpha1.Episodic{ArchiveAfterDays: new(int32(30)), MaxEntries: new(int32(100000))},
			Semantic:   v1alpha1.Semantic{MaxEntries: new(int32(20000))},
			Recall: v1alpha1.Recall{
				Weights:                    v1alpha1.Weights{Vector: new(int32(50)), Keyword: new(int32(20)), Recency: new(int32(20)), Task: new(int32(10))},
				RecencyDecayPerDayPermille: new(int32(10)), TopK: new(int32(5)),
			},
			Duplicates: v1alpha1.Duplicates{MergeSimilarityPercent: new(int32(92))},
			Sensitive:  v1alpha1.SensitiveKeep,
		},
		Maintenance:    v1alpha1.Maintenance{Schedule: "0 3 * * *", TimeZone: "UTC"},
		Agents:         []v1alpha1.Agent{{Name: "a"}},
		DeletionPolicy: v1alpha1.DeletionPolicyRetain,
	}
	if diff := cmp.Diff(want, ns.Spec); diff != "" {
		t.Error(diff)
	}
	// an object that says everything is stored as it is, and stays so
	before := ns.ResourceVersion
	refused(t, ns, "")
	if ns.ResourceVersion != before {
		t.Error("an update that changes nothing changed something")
	}
}

func rules(n, patternLength int) []v1alpha1.Rule {
	rules := make([]v1alpha1.Rule, n)
	for i := range rules {
		rules[i] = v1alpha1.Rule{Name: fmt.Sprintf("r%d", i), Pattern: strings.Repeat("p", patternLength)}
	}
	return rules
}

func TestAModelMayChange(t *testing.T) {
	class := newClass(v1alpha1.Embedding{})
	class.Spec.Model = &v1alpha1.Model{URL: "http://o/v1", Name: "small"}
	class = create(t, class)
	if got := class.Spec.Model.TimeoutSeconds; got == nil || *got != 30 {
		t.Errorf("by default %v seconds", got)
	}
	class.Spec.Model = &v1alpha1.Model{URL: "https://p/v1", Name: "other", APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "k"}}
	refused(t, class, "")
	if got := class.Spec.Model.APIKeySecretRef.Key; got != "apiKey" {
		t.Errorf("by default the key is %q", got)
	}
	class.Spec.Model = nil
	refused(t, class, "")
}

// TestTheLargestNamespaceIsWithinTheBudget creates what takes the most of the rules' time.
func TestTheLargestNamespaceIsWithinTheBudget(t *testing.T) {
	ns := newNamespace(strings.Repeat("c", 253))
	ns.Name = strings.Repeat("m", 52)
	ns.Spec.Agents = nil
	for i := range 100 {
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{
			Name: fmt.Sprintf("%s%03d", strings.Repeat("a", 60), i),
			Policy: &v1alpha1.PolicyOverride{
				Importance: &v1alpha1.ImportanceOverride{ThresholdPercent: new(int32(1))},
				Working:    &v1alpha1.WorkingOverride{TTLSeconds: new(int32(1)), MaxEntries: new(int32(1))},
				Episodic:   &v1alpha1.EpisodicOverride{ArchiveAfterDays: new(int32(1)), MaxEntries: new(int32(1))},
				Semantic:   &v1alpha1.SemanticOverride{MaxEntries: new(int32(1))},
				Recall: &v1alpha1.RecallOverride{
					Weights:                    &v1alpha1.WeightsOverride{Vector: new(int32(25)), Keyword: new(int32(25)), Recency: new(int32(25)), Task: new(int32(25))},
					RecencyDecayPerDayPermille: new(int32(1)), TopK: new(int32(1)),
				},
				Duplicates: &v1alpha1.DuplicatesOverride{MergeSimilarityPercent: new(int32(50))},
				// as many as fit into what etcd takes
				Rules:     &v1alpha1.Rules{Keep: rules(64, 60), Drop: rules(64, 60)},
				Sensitive: v1alpha1.SensitiveRedact,
			},
		})
	}
	create(t, ns)
	ns.Spec.Suspend = true
	refused(t, ns, "")
}
