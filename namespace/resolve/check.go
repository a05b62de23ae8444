package resolve

import (
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/namespace"
)

// specPath is where the parts of an effective namespace stand in a manifest.
var specPath = field.NewPath("spec")

// label is what names an agent or a rule.
var label = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)

const notALabel = "must be at most 63 lower-case letters, digits and hyphens"

// Check says whether a server can obey an effective namespace that it read from a file. The error
// aggregates one *field.Error a fault.
func Check(e *namespace.Effective) error {
	return check(e, nil).ToAggregate()
}

func check(e *namespace.Effective, root *field.Path) field.ErrorList {
	errs := checkPolicy(e.Policy, root.Child("policy"))
	errs = append(errs, checkRules(e.Rules, root.Child("policy", "rules"))...)
	errs = append(errs, checkMaintenance(e.Maintenance, root.Child("maintenance"))...)
	errs = append(errs, checkEmbedding(e.Embedding, root.Child("embedding"))...)
	errs = append(errs, checkModel(e.Model, root.Child("model"))...)

	path := root.Child("agents")
	if len(e.Agents) == 0 {
		errs = append(errs, field.Required(path, "a namespace needs at least one agent"))
	}
	seen := map[string]bool{}
	for _, a := range e.Agents {
		path := path.Key(a.Name)
		if !label.MatchString(a.Name) {
			errs = append(errs, field.Invalid(path.Child("name"), a.Name, notALabel))
		}
		if seen[a.Name] {
			errs = append(errs, field.Duplicate(path, a.Name))
		}
		seen[a.Name] = true
		// what is wrong with an inherited policy was said above
		if a.Policy != e.Policy {
			errs = append(errs, checkPolicy(a.Policy, path.Child("policy"))...)
		}
		errs = append(errs, checkRules(a.Rules, path.Child("policy", "rules"))...)
	}
	return errs
}

// The bounds of a class's endpoints, as the API's markers have them.
const (
	maxDimension      = 8192
	maxTimeoutSeconds = 300
)

// limit is what a number of a policy may be.
type limit struct {
	// path in the policy of a manifest, with dots.
	path      string
	low, high int32
	of        func(namespace.Policy) int32
}

// limits are the bounds of the API's markers.
var limits = []limit{
	{"importance.thresholdPercent", 0, 100, func(p namespace.Policy) int32 { return p.Importance.ThresholdPercent }},
	{"working.ttlSeconds", 1, 2_592_000, func(p namespace.Policy) int32 { return p.Working.TTLSeconds }},
	{"working.maxEntries", 1, 10_000, func(p namespace.Policy) int32 { return p.Working.MaxEntries }},
	{"episodic.archiveAfterDays", 1, 36_500, func(p namespace.Policy) int32 { return p.Episodic.ArchiveAfterDays }},
	{"episodic.maxEntries", 1, 10_000_000, func(p namespace.Policy) int32 { return p.Episodic.MaxEntries }},
	{"semantic.maxEntries", 1, 10_000_000, func(p namespace.Policy) int32 { return p.Semantic.MaxEntries }},
	{"recall.recencyDecayPerDayPermille", 0, 1000, func(p namespace.Policy) int32 { return p.Recall.RecencyDecayPerDayPermille }},
	{"recall.topK", 1, 100, func(p namespace.Policy) int32 { return p.Recall.TopK }},
	{"recall.weights.vector", 0, 100, func(p namespace.Policy) int32 { return p.Recall.Weights.Vector }},
	{"recall.weights.keyword", 0, 100, func(p namespace.Policy) int32 { return p.Recall.Weights.Keyword }},
	{"recall.weights.recency", 0, 100, func(p namespace.Policy) int32 { return p.Recall.Weights.Recency }},
	{"recall.weights.task", 0, 100, func(p namespace.Policy) int32 { return p.Recall.Weights.Task }},
	{"duplicates.mergeSimilarityPercent", 50, 100, func(p namespace.Policy) int32 { return p.Duplicates.MergeSimilarityPercent }},
}

// The names of the API's markers.
var (
	judges     = []namespace.Judge{namespace.JudgeAuto, namespace.JudgeRules}
	sensitives = []namespace.Sensitive{namespace.SensitiveKeep, namespace.SensitiveRedact, namespace.SensitiveRefuse}
)

func checkPolicy(p namespace.Policy, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	for _, l := range limits {
		errs = append(errs, l.check(l.of(p), path)...)
	}
	w := p.Recall.Weights
	if sum := int64(w.Vector) + int64(w.Keyword) + int64(w.Recency) + int64(w.Task); sum != 100 {
		errs = append(errs, field.Invalid(path.Child("recall", "weights"), sum, "weights must sum to 100"))
	}
	if judge := p.Importance.Judge; !slices.Contains(judges, judge) {
		errs = append(errs, field.NotSupported(path.Child("importance", "judge"), judge, judges))
	}
	if !slices.Contains(sensitives, p.Sensitive) {
		errs = append(errs, field.NotSupported(path.Child("sensitive"), p.Sensitive, sensitives))
	}
	return errs
}

func (l limit) check(value int32, policy *field.Path) field.ErrorList {
	for name := range strings.SplitSeq(l.path, ".") {
		policy = policy.Child(name)
	}
	switch {
	case value < l.low:
		return field.ErrorList{field.Invalid(policy, value, "must be at least "+itoa(l.low))}
	case value > l.high:
		return field.ErrorList{field.Invalid(policy, value, "must be at most "+itoa(l.high))}
	}
	return nil
}

func checkEmbedding(e namespace.Embedding, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	at, o := path.Child("openAICompatible"), e.OpenAICompatible
	switch e.Type {
	case namespace.EmbeddingBuiltIn:
		if o != nil {
			errs = append(errs, field.Forbidden(at, "only allowed for type OpenAICompatible"))
		}
	case namespace.EmbeddingOpenAICompatible:
		if o == nil {
			return append(errs, field.Required(at, "required for type OpenAICompatible"))
		}
		if o.URL == "" {
			errs = append(errs, field.Required(at.Child("url"), ""))
		}
		if o.Model == "" {
			errs = append(errs, field.Required(at.Child("model"), ""))
		}
		if o.Dimension < 1 || o.Dimension > maxDimension {
			errs = append(errs, field.Invalid(at.Child("dimension"), o.Dimension, "must be between 1 and "+itoa(maxDimension)))
		}
	default:
		errs = append(errs, field.NotSupported(path.Child("type"), e.Type,
			[]namespace.EmbeddingType{namespace.EmbeddingBuiltIn, namespace.EmbeddingOpenAICompatible}))
	}
	return errs
}

func checkModel(m *namespace.Model, path *field.Path) field.ErrorList {
	if m == nil {
		return nil
	}
	var errs field.ErrorList
	if m.URL == "" {
		errs = append(errs, field.Required(path.Child("url"), ""))
	}
	if m.Name == "" {
		errs = append(errs, field.Required(path.Child("name"), ""))
	}
	if m.TimeoutSeconds < 1 || m.TimeoutSeconds > maxTimeoutSeconds {
		errs = append(errs, field.Invalid(path.Child("timeoutSeconds"), m.TimeoutSeconds, "must be between 1 and "+itoa(maxTimeoutSeconds)))
	}
	return errs
}
