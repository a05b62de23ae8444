package resolve

import (
	"regexp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/namespace"
)

// specPath is where the parts of an effective namespace stand in a manifest.
var specPath = field.NewPath("spec")

var agentName = regexp.MustCompile(`^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$`)

// Check says whether a server can obey an effective namespace that it read from a file. The error
// aggregates one *field.Error a fault.
func Check(e *namespace.Effective) error {
	return check(e, nil).ToAggregate()
}

func check(e *namespace.Effective, root *field.Path) field.ErrorList {
	errs := checkPolicy(e.Policy, root.Child("policy"))
	errs = append(errs, checkMaintenance(e.Maintenance, root.Child("maintenance"))...)
	errs = append(errs, checkEmbedding(e.Embedding, root.Child("embedding"))...)

	path := root.Child("agents")
	if len(e.Agents) == 0 {
		errs = append(errs, field.Required(path, "a namespace needs at least one agent"))
	}
	seen := map[string]bool{}
	for _, a := range e.Agents {
		path := path.Key(a.Name)
		if !agentName.MatchString(a.Name) {
			errs = append(errs, field.Invalid(path.Child("name"), a.Name, "must be at most 63 lower-case letters, digits and hyphens"))
		}
		if seen[a.Name] {
			errs = append(errs, field.Duplicate(path, a.Name))
		}
		seen[a.Name] = true
		// what is wrong with an inherited policy was said above
		if a.Policy != e.Policy {
			errs = append(errs, checkPolicy(a.Policy, path.Child("policy"))...)
		}
	}
	return errs
}

// checkPolicy holds the bounds of the API's markers.
func checkPolicy(p namespace.Policy, path *field.Path) field.ErrorList {
	var errs field.ErrorList
	bound := func(path *field.Path, value, low, high int32) {
		switch {
		case value < low:
			errs = append(errs, field.Invalid(path, value, "must be at least "+itoa(low)))
		case value > high:
			errs = append(errs, field.Invalid(path, value, "must be at most "+itoa(high)))
		}
	}
	bound(path.Child("importance", "thresholdPercent"), p.Importance.ThresholdPercent, 0, 100)
	bound(path.Child("working", "ttlSeconds"), p.Working.TTLSeconds, 1, 2_592_000)
	bound(path.Child("working", "maxEntries"), p.Working.MaxEntries, 1, 10_000)
	bound(path.Child("episodic", "archiveAfterDays"), p.Episodic.ArchiveAfterDays, 1, 36_500)
	bound(path.Child("episodic", "maxEntries"), p.Episodic.MaxEntries, 1, 10_000_000)
	bound(path.Child("semantic", "maxEntries"), p.Semantic.MaxEntries, 1, 10_000_000)
	bound(path.Child("recall", "recencyDecayPerDayPermille"), p.Recall.RecencyDecayPerDayPermille, 0, 1000)
	bound(path.Child("recall", "topK"), p.Recall.TopK, 1, 100)

	w, at := p.Recall.Weights, path.Child("recall", "weights")
	bound(at.Child("vector"), w.Vector, 0, 100)
	bound(at.Child("keyword"), w.Keyword, 0, 100)
	bound(at.Child("recency"), w.Recency, 0, 100)
	bound(at.Child("task"), w.Task, 0, 100)
	if sum := int64(w.Vector) + int64(w.Keyword) + int64(w.Recency) + int64(w.Task); sum != 100 {
		errs = append(errs, field.Invalid(at, sum, "weights must sum to 100"))
	}
	return errs
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
		if o.Dimension < 1 || o.Dimension > 8192 {
			errs = append(errs, field.Invalid(at.Child("dimension"), o.Dimension, "must be between 1 and 8192"))
		}
	default:
		errs = append(errs, field.NotSupported(path.Child("type"), e.Type,
			[]namespace.EmbeddingType{namespace.EmbeddingBuiltIn, namespace.EmbeddingOpenAICompatible}))
	}
	return errs
}
