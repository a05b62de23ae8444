package resolve_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

// sparse is what a client in Go makes: only what it cares about, and no markers ran.
func sparse() *v1alpha1.MemoryNamespace {
	return &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "support", Namespace: "agents", UID: "u", Generation: 3},
		Spec:       v1alpha1.MemoryNamespaceSpec{Agents: []v1alpha1.Agent{{Name: "coder"}}},
	}
}

func TestResolve(t *testing.T) {
	type change func(*v1alpha1.MemoryNamespace, *v1alpha1.MemoryClass)
	cases := []struct {
		name   string
		change change
		want   func(*namespace.Effective)
	}{
		{
			name:   "everything by default",
			change: func(*v1alpha1.MemoryNamespace, *v1alpha1.MemoryClass) {},
			want:   func(*namespace.Effective) {},
		},
		{
			name: "the namespace's policy reaches every agent",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Policy.Importance.ThresholdPercent = new(int32(0))
				ns.Spec.Policy.Recall.TopK = new(int32(9))
			},
			want: func(e *namespace.Effective) {
				for _, p := range []*namespace.Policy{&e.Policy, &e.Agents[0].Policy} {
					p.Importance.ThresholdPercent = 0
					p.Recall.TopK = 9
				}
			},
		},
		{
			name: "an agent's override changes its own fields only",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Policy.Working.MaxEntries = new(int32(7))
				ns.Spec.Agents[0].Policy = &v1alpha1.PolicyOverride{
					Working: &v1alpha1.WorkingOverride{TTLSeconds: new(int32(60))},
					Recall: &v1alpha1.RecallOverride{Weights: &v1alpha1.WeightsOverride{
						Vector: new(int32(100)), Keyword: new(int32(0)), Recency: new(int32(0)), Task: new(int32(0)),
					}},
				}
			},
			want: func(e *namespace.Effective) {
				e.Policy.Working.MaxEntries = 7
				p := &e.Agents[0].Policy
				p.Working = namespace.Working{TTLSeconds: 60, MaxEntries: 7}
				p.Recall.Weights = namespace.Weights{Vector: 100}
			},
		},
		{
			name: "agents are sorted",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Agents = []v1alpha1.Agent{{Name: "z"}, {Name: "a"}, {Name: "m"}}
			},
			want: func(e *namespace.Effective) {
				e.Agents = []namespace.Agent{{Name: "a", Policy: namespace.DefaultPolicy()}, {Name: "m", Policy: namespace.DefaultPolicy()}, {Name: "z", Policy: namespace.DefaultPolicy()}}
			},
		},
		{
			name: "an endpoint with a key",
			change: func(_ *v1alpha1.MemoryNamespace, class *v1alpha1.MemoryClass) {
				class.Spec.Embedding = v1alpha1.Embedding{
					Type: v1alpha1.EmbeddingOpenAICompatible,
					OpenAICompatible: &v1alpha1.OpenAICompatible{
						URL: "http://ollama:11434/v1", Model: "bge-m3", Dimension: 1024,
						APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "k", Key: "apiKey"},
					},
				}
			},
			want: func(e *namespace.Effective) {
				e.Embedding = namespace.Embedding{
					Type: namespace.EmbeddingOpenAICompatible,
					OpenAICompatible: &namespace.OpenAICompatible{
						URL: "http://ollama:11434/v1", Model: "bge-m3", Dimension: 1024, APIKeyFile: resolve.EmbeddingKeyFile,
					},
				}
			},
		},
		{
			name: "judge, duplicates and sensitive, with an agent's own",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Policy.Importance.Judge = v1alpha1.JudgeRules
				ns.Spec.Policy.Duplicates.MergeSimilarityPercent = new(int32(95))
				ns.Spec.Policy.Sensitive = v1alpha1.SensitiveRedact
				ns.Spec.Agents[0].Policy = &v1alpha1.PolicyOverride{
					Importance: &v1alpha1.ImportanceOverride{Judge: v1alpha1.JudgeAuto},
					Duplicates: &v1alpha1.DuplicatesOverride{MergeSimilarityPercent: new(int32(100))},
					Sensitive:  v1alpha1.SensitiveRefuse,
				}
			},
			want: func(e *namespace.Effective) {
				e.Policy.Importance.Judge, e.Policy.Sensitive = namespace.JudgeRules, namespace.SensitiveRedact
				e.Policy.Duplicates.MergeSimilarityPercent = 95
				p := &e.Agents[0].Policy
				p.Sensitive, p.Duplicates.MergeSimilarityPercent = namespace.SensitiveRefuse, 100
			},
		},
		{
			name: "rules of the namespace and of an agent",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Policy.Rules.Keep = []v1alpha1.Rule{{Name: "ticket", Pattern: `\bOPS-\d+`}}
				ns.Spec.Agents[0].Policy = &v1alpha1.PolicyOverride{Rules: &v1alpha1.Rules{
					Drop: []v1alpha1.Rule{{Name: "heartbeat", Pattern: "(?i)^heartbeat"}},
				}}
			},
			want: func(e *namespace.Effective) {
				e.Rules.Keep = []namespace.Rule{{Name: "ticket", Pattern: `\bOPS-\d+`}}
				e.Agents[0].Rules.Drop = []namespace.Rule{{Name: "heartbeat", Pattern: "(?i)^heartbeat"}}
			},
		},
		{
			name: "a model",
			change: func(_ *v1alpha1.MemoryNamespace, class *v1alpha1.MemoryClass) {
				class.Spec.Model = &v1alpha1.Model{URL: "http://ollama:11434/v1", Name: "qwen2.5:7b"}
			},
			want: func(e *namespace.Effective) {
				e.Model = &namespace.Model{URL: "http://ollama:11434/v1", Name: "qwen2.5:7b", TimeoutSeconds: 30}
			},
		},
		{
			name: "a model with a key",
			change: func(_ *v1alpha1.MemoryNamespace, class *v1alpha1.MemoryClass) {
				class.Spec.Model = &v1alpha1.Model{
					URL: "https://m/v1", Name: "m", TimeoutSeconds: new(int32(5)), APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "k"},
				}
			},
			want: func(e *namespace.Effective) {
				e.Model = &namespace.Model{URL: "https://m/v1", Name: "m", TimeoutSeconds: 5, APIKeyFile: resolve.ModelKeyFile}
			},
		},
		{
			name: "a schedule on the 29 February, elsewhere",
			change: func(ns *v1alpha1.MemoryNamespace, _ *v1alpha1.MemoryClass) {
				ns.Spec.Maintenance = v1alpha1.Maintenance{Schedule: "30 */2 29 FEB *", TimeZone: "America/Argentina/Buenos_Aires"}
			},
			want: func(e *namespace.Effective) {
				e.Maintenance = namespace.Maintenance{Schedule: "30 */2 29 FEB *", TimeZone: "America/Argentina/Buenos_Aires"}
			},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ns, class := sparse(), &v1alpha1.MemoryClass{}
			c.change(ns, class)
			want := &namespace.Effective{
				Name: "support", Namespace: "agents", UID: "u", Generation: 3,
				Policy:      namespace.DefaultPolicy(),
				Maintenance: namespace.Maintenance{Schedule: "0 3 * * *", TimeZone: "UTC"},
				Agents:      []namespace.Agent{{Name: "coder", Policy: namespace.DefaultPolicy()}},
				Embedding:   namespace.Embedding{Type: namespace.EmbeddingBuiltIn},
			}
			c.want(want)

			nsBefore, classBefore := ns.DeepCopy(), class.DeepCopy()
			got, err := resolve.Resolve(ns, class)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("want (-), got (+):\n%s", diff)
			}
			if diff := cmp.Diff([]any{nsBefore, classBefore}, []any{ns, class}); diff != "" {
				t.Errorf("the input changed:\n%s", diff)
			}
			if err := resolve.Check(got); err != nil {
				t.Errorf("Check refuses what Resolve made: %v", err)
			}
		})
	}
}

func TestResolveRefuses(t *testing.T) {
	cases := []struct {
		name   string
		change func(*v1alpha1.MemoryNamespaceSpec)
		want   []string
	}{
		{"no agents", func(s *v1alpha1.MemoryNamespaceSpec) { s.Agents = nil }, []string{"spec.agents: Required value"}},
		{"an agent twice", func(s *v1alpha1.MemoryNamespaceSpec) { s.Agents = append(s.Agents, s.Agents[0]) }, []string{`spec.agents[coder]: Duplicate value: "coder"`}},
		{"an agent's name", func(s *v1alpha1.MemoryNamespaceSpec) { s.Agents[0].Name = "../x" }, []string{"spec.agents[../x].name: Invalid value"}},
		{"weights", func(s *v1alpha1.MemoryNamespaceSpec) { s.Policy.Recall.Weights.Vector = new(int32(60)) }, []string{"spec.policy.recall.weights: Invalid value: 110"}},
		{"weights that overflow", func(s *v1alpha1.MemoryNamespaceSpec) {
			w := &s.Policy.Recall.Weights
			w.Vector, w.Keyword = new(int32(1<<31-1)), new(int32(1<<31-1))
			w.Recency, w.Task = new(int32(100)), new(int32(2))
		}, []string{"spec.policy.recall.weights.vector", "spec.policy.recall.weights.keyword", "spec.policy.recall.weights: Invalid value: 4294967396"}},
		{"a negative TTL of an agent", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Agents[0].Policy = &v1alpha1.PolicyOverride{Working: &v1alpha1.WorkingOverride{TTLSeconds: new(int32(-1))}}
		}, []string{"spec.agents[coder].policy.working.ttlSeconds: Invalid value: -1: must be at least 1"}},
		{"a judge", func(s *v1alpha1.MemoryNamespaceSpec) { s.Policy.Importance.Judge = "Oracle" }, []string{`spec.policy.importance.judge: Unsupported value: "Oracle"`}},
		{"sensitive of an agent", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Agents[0].Policy = &v1alpha1.PolicyOverride{Sensitive: "Hide"}
		}, []string{`spec.agents[coder].policy.sensitive: Unsupported value: "Hide"`}},
		{"similarity", func(s *v1alpha1.MemoryNamespaceSpec) { s.Policy.Duplicates.MergeSimilarityPercent = new(int32(49)) }, []string{"spec.policy.duplicates.mergeSimilarityPercent: Invalid value: 49: must be at least 50"}},
		{"patterns", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Policy.Rules.Keep = []v1alpha1.Rule{{Name: "a", Pattern: "("}, {Name: "b", Pattern: "fine"}, {Name: "c", Pattern: `(?=x)`}}
			s.Policy.Rules.Drop = []v1alpha1.Rule{{Name: "a", Pattern: `(x{9}){999}`}, {Name: "b"}, {Name: "c", Pattern: strings.Repeat("数", 513)}}
		}, []string{
			"spec.policy.rules.keep[0].pattern: Invalid value: \"(\": not a regular expression of RE2: error parsing regexp: missing closing ): `(`",
			`spec.policy.rules.keep[2].pattern: Invalid value: "(?=x)": not a regular expression of RE2`,
			`spec.policy.rules.drop[0].pattern: Invalid value: "(x{9}){999}": not a regular expression of RE2: error parsing regexp: invalid repeat count`,
			"spec.policy.rules.drop[1].pattern: Required value",
			"spec.policy.rules.drop[2].pattern: Too long: may not be more than 512",
		}},
		{"a pattern that is slow", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Agents[0].Policy = &v1alpha1.PolicyOverride{Rules: &v1alpha1.Rules{Drop: []v1alpha1.Rule{{Name: "a", Pattern: `x{999}y{999}`}}}}
		}, []string{"spec.agents[coder].policy.rules.drop[0].pattern: Invalid value: \"x{999}y{999}\": takes too long to match"}},
		{"a rule twice, and one of no name", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Policy.Rules.Keep = []v1alpha1.Rule{{Name: "a", Pattern: "x"}, {Name: "a", Pattern: "y"}, {Name: "A b", Pattern: "z"}}
		}, []string{`spec.policy.rules.keep[1].name: Duplicate value: "a"`, `spec.policy.rules.keep[2].name: Invalid value: "A b"`}},
		{"too many rules", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Policy.Rules.Drop = make([]v1alpha1.Rule, 65)
		}, []string{"spec.policy.rules.drop: Too many: 65: must have at most 64 items"}},
		{"more than a server reads", func(s *v1alpha1.MemoryNamespaceSpec) {
			var rules []v1alpha1.Rule
			for i := range 64 {
				rules = append(rules, v1alpha1.Rule{Name: fmt.Sprintf("r%d", i), Pattern: strings.Repeat("数", 512)})
			}
			s.Agents = nil
			for i := range 20 {
				s.Agents = append(s.Agents, v1alpha1.Agent{
					Name: fmt.Sprintf("a%d", i), Policy: &v1alpha1.PolicyOverride{Rules: &v1alpha1.Rules{Keep: rules}},
				})
			}
		}, []string{"spec: Invalid value: the effective namespace is", "declare fewer or shorter rules"}},
		{"several at once", func(s *v1alpha1.MemoryNamespaceSpec) {
			s.Maintenance = v1alpha1.Maintenance{Schedule: "x", TimeZone: "Mars/Phobos"}
			s.Policy.Recall.TopK = new(int32(101))
		}, []string{"spec.policy.recall.topK", "spec.maintenance.schedule", "spec.maintenance.timeZone"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			ns := sparse()
			c.change(&ns.Spec)
			_, err := resolve.Resolve(ns, &v1alpha1.MemoryClass{})
			if err == nil {
				t.Fatal("accepted")
			}
			for _, want := range c.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("want %q in: %v", want, err)
				}
			}
		})
	}
}

func TestMaintenance(t *testing.T) {
	cases := []struct {
		schedule, zone string
		// want is part of the error; empty for none
		want string
	}{
		{"0 3 * * *", "UTC", ""},
		{"*/15 0-6,22-23 * * MON-FRI", "Asia/Shanghai", ""},
		{"0 3 ? * 0", "Etc/GMT+3", ""},
		{"0 3 * *", "UTC", "five fields"},
		{"0 0 3 * * *", "UTC", "five fields"},
		{"@daily", "UTC", "five fields"},
		{"@every 1s 1 1 1", "UTC", "not a cron expression"},
		{"TZ=UTC 0 3 * *", "UTC", "five fields"},
		{"CRON_TZ=x", "UTC", "five fields"},
		{"60 3 * * *", "UTC", "above maximum (59)"},
		{"0 3 0 * *", "UTC", "below minimum (1)"},
		{"0 3 5-1 * *", "UTC", "beyond end of range"},
		{"*/0 3 * * *", "UTC", "step"},
		{"0 3 31 2 *", "UTC", "never comes"},
		{", 3 * * *", "UTC", "never comes"},
		{"0 3 * * *", "Local", "unknown time zone"},
		{"0 3 * * *", "Mars/Phobos", "unknown time zone"},
		{"0 3 * * *", "../../etc/passwd", "unknown time zone"},
		{"0 3 * * *", "utc+8", "unknown time zone"},
	}
	for _, c := range cases {
		t.Run(c.schedule+" "+c.zone, func(t *testing.T) {
			ns := sparse()
			ns.Spec.Maintenance = v1alpha1.Maintenance{Schedule: c.schedule, TimeZone: c.zone}
			_, err := resolve.Resolve(ns, &v1alpha1.MemoryClass{})
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("want %q in: %v", c.want, err)
			}
		})
	}
}

func TestCheckEmbedding(t *testing.T) {
	valid := func() *namespace.OpenAICompatible {
		return &namespace.OpenAICompatible{URL: "http://o/v1", Model: "m", Dimension: 8}
	}
	cases := []struct {
		name      string
		embedding namespace.Embedding
		want      string
	}{
		{"built in", namespace.Embedding{Type: namespace.EmbeddingBuiltIn}, ""},
		{"endpoint", namespace.Embedding{Type: namespace.EmbeddingOpenAICompatible, OpenAICompatible: valid()}, ""},
		{"no type", namespace.Embedding{}, "embedding.type: Unsupported value"},
		{"endpoint for built in", namespace.Embedding{Type: namespace.EmbeddingBuiltIn, OpenAICompatible: valid()}, "embedding.openAICompatible: Forbidden"},
		{"endpoint missing", namespace.Embedding{Type: namespace.EmbeddingOpenAICompatible}, "embedding.openAICompatible: Required"},
		{"endpoint empty", namespace.Embedding{Type: namespace.EmbeddingOpenAICompatible, OpenAICompatible: &namespace.OpenAICompatible{}}, "embedding.openAICompatible.dimension: Invalid value: 0"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, err := resolve.Resolve(sparse(), &v1alpha1.MemoryClass{})
			if err != nil {
				t.Fatal(err)
			}
			e.Embedding = c.embedding
			err = resolve.Check(e)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("want %q in: %v", c.want, err)
			}
		})
	}
}

func TestCheckModel(t *testing.T) {
	cases := []struct {
		name  string
		model *namespace.Model
		want  string
	}{
		{"none", nil, ""},
		{"one", &namespace.Model{URL: "http://o/v1", Name: "m", TimeoutSeconds: 1}, ""},
		{"no URL", &namespace.Model{Name: "m", TimeoutSeconds: 1}, "model.url: Required"},
		{"no name", &namespace.Model{URL: "http://o/v1", TimeoutSeconds: 1}, "model.name: Required"},
		{"no time", &namespace.Model{URL: "http://o/v1", Name: "m"}, "model.timeoutSeconds: Invalid value: 0: must be between 1 and 300"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			e, err := resolve.Resolve(sparse(), &v1alpha1.MemoryClass{})
			if err != nil {
				t.Fatal(err)
			}
			e.Model = c.model
			err = resolve.Check(e)
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
				t.Errorf("want %q in: %v", c.want, err)
			}
		})
	}
}
