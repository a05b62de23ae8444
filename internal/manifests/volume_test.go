package manifests

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

func TestVolumeClaimOfChangedClass(t *testing.T) {
	size := func(s string) *resource.Quantity { return ptr(resource.MustParse(s)) }
	for name, c := range map[string]struct {
		was, is     v1alpha1.EmbeddedStorage
		wantStorage string
		wantClass   string
	}{
		"grows":               {v1alpha1.EmbeddedStorage{Storage: size("1Gi")}, v1alpha1.EmbeddedStorage{Storage: size("2Gi")}, "2Gi", ""},
		"does not shrink":     {v1alpha1.EmbeddedStorage{Storage: size("2Gi")}, v1alpha1.EmbeddedStorage{Storage: size("1Gi")}, "2Gi", ""},
		"keeps its class":     {v1alpha1.EmbeddedStorage{StorageClassName: ptr("a")}, v1alpha1.EmbeddedStorage{StorageClassName: ptr("b")}, "1Gi", "a"},
		"keeps the default":   {v1alpha1.EmbeddedStorage{}, v1alpha1.EmbeddedStorage{StorageClassName: ptr("b")}, "1Gi", ""},
		"keeps a named class": {v1alpha1.EmbeddedStorage{StorageClassName: ptr("a")}, v1alpha1.EmbeddedStorage{}, "1Gi", "a"},
	} {
		t.Run(name, func(t *testing.T) {
			s := minimal(t)
			s.Class.Embedded = &c.was
			applied := s.VolumeClaim(nil)
			s.Class.Embedded = &c.is
			spec := s.VolumeClaim(applied).Spec
			if got := (*spec.Resources.Requests)[corev1.ResourceStorage]; got.Cmp(resource.MustParse(c.wantStorage)) != 0 {
				t.Errorf("storage %s, want %s", got.String(), c.wantStorage)
			}
			class := ""
			if spec.StorageClassName != nil {
				class = *spec.StorageClassName
			}
			if class != c.wantClass {
				t.Errorf("storage class %q, want %q", class, c.wantClass)
			}
		})
	}
}

func TestVolumeClaimOwner(t *testing.T) {
	s := minimal(t)
	for policy, owned := range map[v1alpha1.DeletionPolicy]bool{
		v1alpha1.DeletionPolicyRetain: false,
		v1alpha1.DeletionPolicyDelete: true,
		"":                            false, // when in doubt, memory is kept
	} {
		s.DeletionPolicy = policy
		claim := s.VolumeClaim(nil)
		if got := len(claim.OwnerReferences) > 0; got != owned {
			t.Errorf("%q: owned %t, want %t", policy, got, owned)
		}
		if claim.Labels[LabelUID] != s.Effective.UID {
			t.Errorf("%q: the label does not say whose it is", policy)
		}
	}
}
