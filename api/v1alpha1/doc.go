// Package v1alpha1 is version v1alpha1 of the memory.rearview.dev API: MemoryNamespace declares how agents
// remember, MemoryClass where memory is kept.
//
// +kubebuilder:object:generate=true
// +kubebuilder:ac:generate=true
// +kubebuilder:ac:output:package=applyconfiguration
// +groupName=memory.rearview.dev
package v1alpha1
