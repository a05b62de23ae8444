package manifests

import (
	"k8s.io/apimachinery/pkg/types"
	metav1ac "k8s.io/client-go/applyconfigurations/meta/v1"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

// Labels of everything that the operator makes. None names a version: labels that change with the operator
// would rewrite every object on an upgrade, and a selector cannot change at all.
const (
	LabelName      = "app.kubernetes.io/name"
	LabelInstance  = "app.kubernetes.io/instance"
	LabelComponent = "app.kubernetes.io/component"
	LabelPartOf    = "app.kubernetes.io/part-of"
	LabelManagedBy = "app.kubernetes.io/managed-by"

	// LabelNamespace is the name of the MemoryNamespace that an object belongs to.
	LabelNamespace = "memory.rearview.dev/namespace"
	// LabelUID is the UID of the MemoryNamespace that a volume belongs to. A volume that is retained has no
	// owner reference, so this says whose it is.
	LabelUID = "memory.rearview.dev/namespace-uid"
	// LabelAgent is the agent that a token belongs to.
	LabelAgent = "memory.rearview.dev/agent"

	// ManagedBy is the value of LabelManagedBy.
	ManagedBy = "rearview-operator"

	appName   = "rearview"
	component = "memory-server"
)

// selector is what finds a namespace's pod. It must never change.
func (s Source) selector() map[string]string {
	return map[string]string{LabelName: appName, LabelComponent: component, LabelInstance: s.Effective.Name}
}

func (s Source) labels() map[string]string {
	labels := s.selector()
	labels[LabelPartOf] = appName
	labels[LabelManagedBy] = ManagedBy
	labels[LabelNamespace] = s.Effective.Name
	return labels
}

func (s Source) labelsWith(key, value string) map[string]string {
	labels := s.labels()
	labels[key] = value
	return labels
}

// owner makes the garbage collector delete an object with its MemoryNamespace. It does not block the
// owner's deletion: that must never wait for anything.
func (s Source) owner() *metav1ac.OwnerReferenceApplyConfiguration {
	return metav1ac.OwnerReference().
		WithAPIVersion(v1alpha1.GroupVersion.String()).
		WithKind("MemoryNamespace").
		WithName(s.Effective.Name).
		WithUID(types.UID(s.Effective.UID)).
		WithController(true)
}
