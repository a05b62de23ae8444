package resolve_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

// optional is a bounded value that may be missing.
func optional(low, high int32) *rapid.Generator[*int32] {
	return rapid.Ptr(rapid.Int32Range(low, high), true)
}

func weights(t *rapid.T) [4]*int32 {
	vector := rapid.Int32Range(0, 100).Draw(t, "vector")
	keyword := rapid.Int32Range(0, 100-vector).Draw(t, "keyword")
	recency := rapid.Int32Range(0, 100-vector-keyword).Draw(t, "recency")
	return [4]*int32{new(vector), new(keyword), new(recency), new(100 - vector - keyword - recency)}
}

// drawRules has few names, so that agents and their namespace share some.
func drawRules(t *rapid.T) []v1alpha1.Rule {
	var rules []v1alpha1.Rule
	for _, name := range rapid.SliceOfNDistinct(rapid.StringMatching(`[a-d]`), 0, 3, rapid.ID[string]).Draw(t, "rules") {
		rules = append(rules, v1alpha1.Rule{Name: name, Pattern: rapid.StringMatching(`[a-z]{1,4}[+*?]?`).Draw(t, "pattern")})
	}
	return rules
}

func drawPolicy(t *rapid.T) v1alpha1.Policy {
	p := v1alpha1.Policy{
		Importance: v1alpha1.Importance{
			ThresholdPercent: optional(0, 100).Draw(t, "threshold"),
			Judge:            rapid.SampledFrom([]v1alpha1.Judge{"", v1alpha1.JudgeAuto, v1alpha1.JudgeRules}).Draw(t, "judge"),
		},
		Working:    v1alpha1.Working{TTLSeconds: optional(1, 2592000).Draw(t, "ttl"), MaxEntries: optional(1, 10000).Draw(t, "entries")},
		Episodic:   v1alpha1.Episodic{ArchiveAfterDays: optional(1, 36500).Draw(t, "days"), MaxEntries: optional(1, 10000000).Draw(t, "episodic")},
		Semantic:   v1alpha1.Semantic{MaxEntries: optional(1, 10000000).Draw(t, "semantic")},
		Recall:     v1alpha1.Recall{RecencyDecayPerDayPermille: optional(0, 1000).Draw(t, "decay"), TopK: optional(1, 100).Draw(t, "topK")},
		Duplicates: v1alpha1.Duplicates{MergeSimilarityPercent: optional(50, 100).Draw(t, "similarity")},
		Rules:      v1alpha1.Rules{Keep: drawRules(t), Drop: drawRules(t)},
		Sensitive: rapid.SampledFrom([]v1alpha1.Sensitive{
			"", v1alpha1.SensitiveKeep, v1alpha1.SensitiveRedact, v1alpha1.SensitiveRefuse,
		}).Draw(t, "sensitive"),
	}
	if rapid.Bool().Draw(t, "has weights") {
		w := weights(t)
		p.Recall.Weights = v1alpha1.Weights{Vector: w[0], Keyword: w[1], Recency: w[2], Task: w[3]}
	}
	return p
}

func drawOverride(t *rapid.T) *v1alpha1.PolicyOverride {
	if !rapid.Bool().Draw(t, "overrides") {
		return nil
	}
	p := drawPolicy(t)
	o := &v1alpha1.PolicyOverride{}
	if rapid.Bool().Draw(t, "overrides importance") {
		o.Importance = &v1alpha1.ImportanceOverride{ThresholdPercent: p.Importance.ThresholdPercent, Judge: p.Importance.Judge}
	}
	if rapid.Bool().Draw(t, "overrides working") {
		o.Working = &v1alpha1.WorkingOverride{TTLSeconds: p.Working.TTLSeconds, MaxEntries: p.Working.MaxEntries}
	}
	if rapid.Bool().Draw(t, "overrides episodic") {
		o.Episodic = &v1alpha1.EpisodicOverride{ArchiveAfterDays: p.Episodic.ArchiveAfterDays, MaxEntries: p.Episodic.MaxEntries}
	}
	if rapid.Bool().Draw(t, "overrides semantic") {
		o.Semantic = &v1alpha1.SemanticOverride{MaxEntries: p.Semantic.MaxEntries}
	}
	if rapid.Bool().Draw(t, "overrides recall") {
		o.Recall = &v1alpha1.RecallOverride{RecencyDecayPerDayPermille: p.Recall.RecencyDecayPerDayPermille, TopK: p.Recall.TopK}
		if w := p.Recall.Weights; w.Vector != nil {
			o.Recall.Weights = &v1alpha1.WeightsOverride{Vector: w.Vector, Keyword: w.Keyword, Recency: w.Recency, Task: w.Task}
		}
	}
	if rapid.Bool().Draw(t, "overrides duplicates") {
		o.Duplicates = &v1alpha1.DuplicatesOverride{MergeSimilarityPercent: p.Duplicates.MergeSimilarityPercent}
	}
	if rapid.Bool().Draw(t, "adds rules") {
		o.Rules = &p.Rules
	}
	o.Sensitive = p.Sensitive
	return o
}

func drawNamespace(t *rapid.T) *v1alpha1.MemoryNamespace {
	ns := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "n", Namespace: "ns"},
		Spec:       v1alpha1.MemoryNamespaceSpec{Policy: drawPolicy(t)},
	}
	name := rapid.StringMatching(`[a-z0-9]([-a-z0-9]{0,8}[a-z0-9])?`)
	for _, n := range rapid.SliceOfNDistinct(name, 1, 8, rapid.ID[string]).Draw(t, "agents") {
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{Name: n, Policy: drawOverride(t)})
	}
	return ns
}

func mustResolve(t *rapid.T, ns *v1alpha1.MemoryNamespace) *namespace.Effective {
	e, err := resolve.Resolve(ns, &v1alpha1.MemoryClass{})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// declared writes an effective namespace out as a manifest that leaves nothing to defaults.
func declared(e *namespace.Effective) *v1alpha1.MemoryNamespace {
	ns := &v1alpha1.MemoryNamespace{ObjectMeta: metav1.ObjectMeta{Name: e.Name, Namespace: e.Namespace}}
	p := e.Policy
	w := p.Recall.Weights
	ns.Spec.Policy = v1alpha1.Policy{
		Importance: v1alpha1.Importance{ThresholdPercent: new(p.Importance.ThresholdPercent), Judge: v1alpha1.Judge(p.Importance.Judge)},
		Working:    v1alpha1.Working{TTLSeconds: new(p.Working.TTLSeconds), MaxEntries: new(p.Working.MaxEntries)},
		Episodic:   v1alpha1.Episodic{ArchiveAfterDays: new(p.Episodic.ArchiveAfterDays), MaxEntries: new(p.Episodic.MaxEntries)},
		Semantic:   v1alpha1.Semantic{MaxEntries: new(p.Semantic.MaxEntries)},
		Recall: v1alpha1.Recall{
			Weights:                    v1alpha1.Weights{Vector: new(w.Vector), Keyword: new(w.Keyword), Recency: new(w.Recency), Task: new(w.Task)},
			RecencyDecayPerDayPermille: new(p.Recall.RecencyDecayPerDayPermille), TopK: new(p.Recall.TopK),
		},
		Duplicates: v1alpha1.Duplicates{MergeSimilarityPercent: new(p.Duplicates.MergeSimilarityPercent)},
		Rules:      declaredRules(e.Rules),
		Sensitive:  v1alpha1.Sensitive(p.Sensitive),
	}
	ns.Spec.Maintenance = v1alpha1.Maintenance{Schedule: e.Maintenance.Schedule, TimeZone: e.Maintenance.TimeZone}
	for _, a := range e.Agents {
		p, w := a.Policy, a.Policy.Recall.Weights
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{Name: a.Name, Policy: &v1alpha1.PolicyOverride{
			Importance: &v1alpha1.ImportanceOverride{ThresholdPercent: new(p.Importance.ThresholdPercent), Judge: v1alpha1.Judge(p.Importance.Judge)},
			Working:    &v1alpha1.WorkingOverride{TTLSeconds: new(p.Working.TTLSeconds), MaxEntries: new(p.Working.MaxEntries)},
			Episodic:   &v1alpha1.EpisodicOverride{ArchiveAfterDays: new(p.Episodic.ArchiveAfterDays), MaxEntries: new(p.Episodic.MaxEntries)},
			Semantic:   &v1alpha1.SemanticOverride{MaxEntries: new(p.Semantic.MaxEntries)},
			Recall: &v1alpha1.RecallOverride{
				Weights:                    &v1alpha1.WeightsOverride{Vector: new(w.Vector), Keyword: new(w.Keyword), Recency: new(w.Recency), Task: new(w.Task)},
				RecencyDecayPerDayPermille: new(p.Recall.RecencyDecayPerDayPermille), TopK: new(p.Recall.TopK),
			},
			Duplicates: &v1alpha1.DuplicatesOverride{MergeSimilarityPercent: new(p.Duplicates.MergeSimilarityPercent)},
			Rules:      new(declaredRules(a.Rules)),
			Sensitive:  v1alpha1.Sensitive(p.Sensitive),
		}})
	}
	return ns
}

func declaredRules(r namespace.Rules) v1alpha1.Rules {
	list := func(rules []namespace.Rule) (declared []v1alpha1.Rule) {
		for _, r := range rules {
			declared = append(declared, v1alpha1.Rule{Name: r.Name, Pattern: r.Pattern})
		}
		return declared
	}
	return v1alpha1.Rules{Keep: list(r.Keep), Drop: list(r.Drop)}
}

func TestResolvingAgainChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		once := mustResolve(t, drawNamespace(t))
		if diff := cmp.Diff(once, mustResolve(t, declared(once))); diff != "" {
			t.Fatalf("once (-), twice (+):\n%s", diff)
		}
	})
}

func TestTheOrderOfAgentsDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ns := drawNamespace(t)
		shuffled := ns.DeepCopy()
		shuffled.Spec.Agents = rapid.Permutation(shuffled.Spec.Agents).Draw(t, "order")
		if diff := cmp.Diff(mustResolve(t, ns), mustResolve(t, shuffled)); diff != "" {
			t.Fatal(diff)
		}
	})
}

func TestEncodeAndDecodeAreInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := mustResolve(t, drawNamespace(t))
		data, err := namespace.Encode(e)
		if err != nil {
			t.Fatal(err)
		}
		back, ignored, err := namespace.Decode(data)
		if err != nil || len(ignored) > 0 {
			t.Fatal(err, ignored)
		}
		if diff := cmp.Diff(e, back); diff != "" {
			t.Fatal(diff)
		}
	})
}
