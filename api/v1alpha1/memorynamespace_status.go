package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Conditions of a MemoryNamespace. Ready is always there; Reconciling and Stalled only while true, as
// kstatus asks.
const (
	ConditionReady           = "Ready"
	ConditionReconciling     = "Reconciling"
	ConditionStalled         = "Stalled"
	ConditionServerAvailable = "ServerAvailable"
)

// MemoryNamespaceStatus is what the operator last observed.
type MemoryNamespaceStatus struct {
	// observedGeneration is the generation of the spec that this status is about.
	// +optional
	// +kubebuilder:validation:Minimum=0
	ObservedGeneration int64 `json:"observedGeneration,omitempty"`

	// conditions follow kstatus: Ready always; Reconciling and Stalled only while true; ServerAvailable.
	// +optional
	// +listType=map
	// +listMapKey=type
	// +kubebuilder:validation:MaxItems=16
	Conditions []metav1.Condition `json:"conditions,omitempty"`

	// className is the class in use, also when the spec left it to the default.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	ClassName string `json:"className,omitempty"`

	// agents is how many agents the namespace has.
	// +optional
	// +kubebuilder:validation:Minimum=0
	Agents int32 `json:"agents,omitempty"`

	// endpoint is where agents connect.
	// +optional
	Endpoint *Endpoint `json:"endpoint,omitempty"`

	// volumeClaimName names the volume that holds the memory.
	// +optional
	// +kubebuilder:validation:MaxLength=253
	VolumeClaimName string `json:"volumeClaimName,omitempty"`
}

// Endpoint is where agents connect.
type Endpoint struct {
	// url of the MCP endpoint, reachable inside the cluster.
	// +optional
	// +kubebuilder:validation:MaxLength=512
	URL string `json:"url,omitempty"`

	// agents and the Secrets that hold their tokens.
	// +optional
	// +listType=map
	// +listMapKey=name
	// +kubebuilder:validation:MaxItems=100
	Agents []AgentEndpoint `json:"agents,omitempty"`
}

// AgentEndpoint is how one agent proves who it is.
type AgentEndpoint struct {
	// name of the agent.
	// +required
	// +kubebuilder:validation:MaxLength=63
	Name string `json:"name,omitempty"`

	// tokenSecretName names the Secret whose key "token" holds the agent's bearer token.
	// +required
	// +kubebuilder:validation:MaxLength=253
	TokenSecretName string `json:"tokenSecretName,omitempty"`
}
