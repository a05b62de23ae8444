// Package resolve makes the effective namespace from the Kubernetes resources. It is pure: the same
// MemoryNamespace and MemoryClass always give the same answer, on a cluster and off it.
package resolve

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
)

// Where a memory server in a cluster finds the API keys of its class's endpoints, when the class names any.
const (
	EmbeddingKeyFile = "/etc/rearview-embedding/apiKey"
	ModelKeyFile     = "/etc/rearview-model/apiKey"
)

// defaultTimeoutSeconds of the class's model, as the API's marker has it.
const defaultTimeoutSeconds = 30

// Resolve applies every default, merges each agent's overrides over the namespace's policy field by field,
// sorts the agents by name and checks the result. It does not rely on the API server having applied
// defaults or validated anything. The error aggregates one *field.Error a fault, with paths in the manifest.
func Resolve(ns *v1alpha1.MemoryNamespace, class *v1alpha1.MemoryClass) (*namespace.Effective, error) {
	policy := namespace.DefaultPolicy()
	mergePolicy(&policy, &ns.Spec.Policy)
	e := &namespace.Effective{
		Name:        ns.Name,
		Namespace:   ns.Namespace,
		UID:         string(ns.UID),
		Generation:  ns.Generation,
		Policy:      policy,
		Rules:       rules(ns.Spec.Policy.Rules),
		Maintenance: maintenance(ns.Spec.Maintenance),
		Agents:      make([]namespace.Agent, 0, len(ns.Spec.Agents)),
		Embedding:   embedding(class.Spec.Embedding),
		Model:       model(class.Spec.Model),
	}
	for _, a := range ns.Spec.Agents {
		e.Agents = append(e.Agents, namespace.Agent{
			Name: a.Name, Policy: withOverride(policy, a.Policy), Rules: rulesOfOverride(a.Policy),
		})
	}
	slices.SortStableFunc(e.Agents, func(a, b namespace.Agent) int { return strings.Compare(a.Name, b.Name) })
	errs := check(e, specPath)
	if _, err := namespace.Encode(e); err != nil && len(errs) == 0 {
		errs = append(errs, field.Invalid(specPath, field.OmitValueType{}, err.Error()+": declare fewer or shorter rules"))
	}
	if err := errs.ToAggregate(); err != nil {
		return nil, err
	}
	return e, nil
}

func maintenance(m v1alpha1.Maintenance) namespace.Maintenance {
	e := namespace.Maintenance{Schedule: m.Schedule, TimeZone: m.TimeZone}
	if e.Schedule == "" {
		e.Schedule = DefaultSchedule
	}
	if e.TimeZone == "" {
		e.TimeZone = DefaultTimeZone
	}
	return e
}

func embedding(m v1alpha1.Embedding) namespace.Embedding {
	e := namespace.Embedding{Type: namespace.EmbeddingType(m.Type)}
	if e.Type == "" {
		e.Type = namespace.EmbeddingBuiltIn
	}
	if o := m.OpenAICompatible; o != nil {
		e.OpenAICompatible = &namespace.OpenAICompatible{URL: o.URL, Model: o.Model, Dimension: o.Dimension}
		if o.APIKeySecretRef != nil {
			e.OpenAICompatible.APIKeyFile = EmbeddingKeyFile
		}
	}
	return e
}

func model(m *v1alpha1.Model) *namespace.Model {
	if m == nil {
		return nil
	}
	e := &namespace.Model{URL: m.URL, Name: m.Name, TimeoutSeconds: defaultTimeoutSeconds}
	set(&e.TimeoutSeconds, m.TimeoutSeconds)
	if m.APIKeySecretRef != nil {
		e.APIKeyFile = ModelKeyFile
	}
	return e
}
