package manifests

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

// defaultStorage is the API's default.
var defaultStorage = resource.MustParse("1Gi")

// VolumeClaim holds the memory. With DeletionPolicy Delete it has an owner, so that the garbage collector
// deletes it with the MemoryNamespace; with Retain it has none and stays.
//
// applied is what was applied last, or nil for a new volume. A volume keeps the storage class that it was
// made with and never shrinks, since neither can change; it grows with its MemoryClass.
func (s Source) VolumeClaim(applied *corev1ac.PersistentVolumeClaimApplyConfiguration) *corev1ac.PersistentVolumeClaimApplyConfiguration {
	storage, storageClass := s.storage()
	if applied != nil && applied.Spec != nil {
		storageClass = applied.Spec.StorageClassName
		storage = larger(storage, applied.Spec.Resources)
	}
	spec := corev1ac.PersistentVolumeClaimSpec().
		WithAccessModes(corev1.ReadWriteOnce).
		WithResources(corev1ac.VolumeResourceRequirements().
			WithRequests(corev1.ResourceList{corev1.ResourceStorage: storage}))
	spec.StorageClassName = storageClass

	claim := corev1ac.PersistentVolumeClaim(VolumeClaimName(s.Effective.Name, s.Effective.UID), s.Effective.Namespace).
		WithLabels(s.labelsWith(LabelUID, s.Effective.UID)).
		WithSpec(spec)
	if s.DeletionPolicy == v1alpha1.DeletionPolicyDelete {
		claim.WithOwnerReferences(s.owner())
	}
	return claim
}

// storage is the size and the storage class that the MemoryClass asks for.
func (s Source) storage() (resource.Quantity, *string) {
	embedded := s.Class.Embedded
	if embedded == nil {
		return defaultStorage, nil
	}
	if embedded.Storage == nil {
		return defaultStorage, embedded.StorageClassName
	}
	return *embedded.Storage, embedded.StorageClassName
}

func larger(q resource.Quantity, applied *corev1ac.VolumeResourceRequirementsApplyConfiguration) resource.Quantity {
	if applied == nil || applied.Requests == nil {
		return q
	}
	if has, ok := (*applied.Requests)[corev1.ResourceStorage]; ok && has.Cmp(q) > 0 {
		return has
	}
	return q
}
