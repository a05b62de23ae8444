package manifest

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

// BuiltInClass is the class of a manifest that declares none: the embedded store and the built-in embedder.
func BuiltInClass() *v1alpha1.MemoryClass {
	return &v1alpha1.MemoryClass{
		TypeMeta:   metav1.TypeMeta{APIVersion: v1alpha1.GroupVersion.String(), Kind: kindClass},
		ObjectMeta: metav1.ObjectMeta{Name: "embedded"},
		Spec: v1alpha1.MemoryClassSpec{
			Type:      v1alpha1.ClassTypeEmbedded,
			Embedded:  &v1alpha1.EmbeddedStorage{},
			Embedding: v1alpha1.Embedding{Type: v1alpha1.EmbeddingBuiltIn},
		},
	}
}
