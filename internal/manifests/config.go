package manifests

import (
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/namespace"
)

const configKey = "namespace.json"

// Config holds the effective namespace, as the server reads it.
func (s Source) Config() (*corev1ac.ConfigMapApplyConfiguration, error) {
	data, err := namespace.Encode(s.Effective)
	if err != nil {
		return nil, err
	}
	return corev1ac.ConfigMap(s.Effective.Name, s.Effective.Namespace).
		WithLabels(s.labels()).
		WithOwnerReferences(s.owner()).
		WithData(map[string]string{configKey: string(data)}), nil
}
