package v1alpha1

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// DefaultClassAnnotation marks, with "true", the class that namespaces use when they name none.
const DefaultClassAnnotation = "memoryclass.memory.rearview.dev/is-default-class"

// ClassType says where memory is kept.
// +kubebuilder:validation:Enum=Embedded
type ClassType string

// ClassTypeEmbedded keeps memory in one file on a volume of the server's own.
const ClassTypeEmbedded ClassType = "Embedded"

// MemoryClassSpec says where memory is kept. It is the platform team's.
// +kubebuilder:validation:XValidation:rule="self.type == 'Embedded' ? has(self.embedded) : !has(self.embedded)",message="embedded is required for type Embedded, and only allowed for it"
type MemoryClassSpec struct {
	// type of the class: Embedded keeps the memory of each namespace in files on a volume of its own. It cannot
	// be changed, because memory does not move by itself.
	// +required
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="type is immutable"
	Type ClassType `json:"type,omitempty"`

	// embedded holds the settings of type Embedded. It is required for that type and only allowed for it; {}
	// takes every default.
	// +optional
	Embedded *EmbeddedStorage `json:"embedded,omitempty"`

	// embedding says which model turns text into vectors. What decides whether vectors compare (type, model,
	// dimension) cannot be changed; make another class instead.
	// +optional
	// +kubebuilder:default={type: BuiltIn}
	Embedding Embedding `json:"embedding,omitzero"`

	// model is a chat model that judges what no rule decides and writes summaries. Without one, rules do both.
	// +optional
	Model *Model `json:"model,omitempty"`

	// server says how memory servers run.
	// +optional
	// +kubebuilder:default={}
	Server Server `json:"server,omitzero"`
}

// EmbeddedStorage is a volume per namespace.
type EmbeddedStorage struct {
	// storage is the size of each namespace's volume, at least 64Mi.
	// +optional
	// +kubebuilder:default="1Gi"
	// +kubebuilder:validation:XValidation:rule="quantity(string(self)).compareTo(quantity('64Mi')) >= 0",message="storage must be at least 64Mi"
	Storage *resource.Quantity `json:"storage,omitempty"`

	// storageClassName of the volumes; omitted for the cluster's default.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	StorageClassName *string `json:"storageClassName,omitempty"`
}

// EmbeddingType names a way of embedding.
// +kubebuilder:validation:Enum=BuiltIn;OpenAICompatible
type EmbeddingType string

// The ways of embedding.
const (
	EmbeddingBuiltIn          EmbeddingType = "BuiltIn"
	EmbeddingOpenAICompatible EmbeddingType = "OpenAICompatible"
)

// Embedding says which model turns text into vectors.
// +kubebuilder:validation:XValidation:rule="self.type == 'OpenAICompatible' ? has(self.openAICompatible) : !has(self.openAICompatible)",message="openAICompatible is required for type OpenAICompatible, and only allowed for it"
type Embedding struct {
	// type of embedding: BuiltIn runs inside the memory server and needs no service; OpenAICompatible calls an
	// endpoint. It cannot be changed: vectors of different models do not compare.
	// +optional
	// +kubebuilder:default=BuiltIn
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="type is immutable"
	Type EmbeddingType `json:"type,omitempty"`

	// openAICompatible is the endpoint to call. It is required for that type and only allowed for it.
	// +optional
	OpenAICompatible *OpenAICompatible `json:"openAICompatible,omitempty"`
}

// OpenAICompatible is an endpoint that speaks the OpenAI embeddings API, such as Ollama, vLLM or TEI.
type OpenAICompatible struct {
	// url of the API, without /embeddings, as in http://ollama:11434/v1.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	// +kubebuilder:validation:Pattern=`^https?://[^\s]+$`
	URL string `json:"url,omitempty"`

	// model is the name that the endpoint knows the model by. It cannot be changed: vectors of different models
	// do not compare, also when they have the same length.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="model is immutable"
	Model string `json:"model,omitempty"`

	// dimension is the length of the model's vectors, such as 1024 for bge-m3; an answer of another length is
	// an error. It cannot be changed: vectors of different lengths do not compare.
	// +required
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=8192
	// +kubebuilder:validation:XValidation:rule="self == oldSelf",message="dimension is immutable"
	Dimension int32 `json:"dimension,omitempty"`

	// apiKeySecretRef names the Secret key, in the operator's namespace, that holds the API key; omitted when
	// the endpoint asks for none.
	// +optional
	APIKeySecretRef *SecretKeyRef `json:"apiKeySecretRef,omitempty"`
}

// Model is a chat model behind an endpoint that speaks the OpenAI chat API, such as Ollama or vLLM. It reads what
// agents remember, so choose an endpoint that may: a small model near by, not the agents' own.
type Model struct {
	// url of the API, without /chat/completions, as in http://ollama:11434/v1.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	// +kubebuilder:validation:Pattern=`^https?://[^\s]+$`
	URL string `json:"url,omitempty"`

	// name that the endpoint knows the model by, such as qwen2.5:7b.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	Name string `json:"name,omitempty"`

	// timeoutSeconds bounds one call of the model, in seconds; then rules decide.
	// +optional
	// +kubebuilder:default=30
	// +kubebuilder:validation:Minimum=1
	// +kubebuilder:validation:Maximum=300
	TimeoutSeconds *int32 `json:"timeoutSeconds,omitempty"`

	// apiKeySecretRef names the Secret key, in the operator's namespace, that holds the API key; omitted when
	// the endpoint asks for none.
	// +optional
	APIKeySecretRef *SecretKeyRef `json:"apiKeySecretRef,omitempty"`
}

// SecretKeyRef is one key of a Secret.
type SecretKeyRef struct {
	// name of the Secret.
	// +required
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$`
	Name string `json:"name,omitempty"`

	// key in the Secret.
	// +optional
	// +kubebuilder:default=apiKey
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	// +kubebuilder:validation:Pattern=`^[-._a-zA-Z0-9]+$`
	Key string `json:"key,omitempty"`
}

// Server says how memory servers run.
type Server struct {
	// image of the memory server. When omitted, a server starts with the one that belongs to the operator's
	// version, and keeps it when a newer operator comes, until it has to restart for another reason.
	// +optional
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=512
	// +kubebuilder:validation:Pattern=`^\S+$`
	Image string `json:"image,omitempty"`

	// resources of the memory server's container; omitted for no requests and no limits. Claims are not supported.
	// +optional
	// +kubebuilder:validation:XValidation:rule="!has(self.claims)",message="claims are not supported"
	Resources *corev1.ResourceRequirements `json:"resources,omitempty"`
}

// MemoryClass says where memory is kept. It is cluster-scoped; namespaces name it. The API keys of its embedding and
// its model are copied beside each server that needs them, so whoever may read Secrets in such a namespace can read
// them.
// +kubebuilder:object:root=true
// +kubebuilder:resource:path=memoryclasses,scope=Cluster,shortName=mclass,categories=rearview
// +kubebuilder:printcolumn:name="Type",type=string,JSONPath=`.spec.type`
// +kubebuilder:printcolumn:name="Embedding",type=string,JSONPath=`.spec.embedding.type`
// +kubebuilder:printcolumn:name="Default",type=string,JSONPath=`.metadata.annotations.memoryclass\.memory\.rearview\.dev/is-default-class`
// +kubebuilder:printcolumn:name="Age",type=date,JSONPath=`.metadata.creationTimestamp`
type MemoryClass struct {
	metav1.TypeMeta `json:",inline"`

	// metadata is standard object metadata.
	// +optional
	metav1.ObjectMeta `json:"metadata,omitzero"`

	// spec says where memory is kept.
	// +required
	Spec MemoryClassSpec `json:"spec,omitzero"`
}

// MemoryClassList is a list of MemoryClasses.
// +kubebuilder:object:root=true
type MemoryClassList struct {
	metav1.TypeMeta `json:",inline"`
	metav1.ListMeta `json:"metadata,omitzero"`
	Items           []MemoryClass `json:"items"`
}
