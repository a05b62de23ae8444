package controllers

import (
	"context"
	"errors"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	appsv1ac "k8s.io/client-go/applyconfigurations/apps/v1"
	corev1ac "k8s.io/client-go/applyconfigurations/core/v1"
	networkingv1ac "k8s.io/client-go/applyconfigurations/networking/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// applyServer makes the memory server and all that it needs, the StatefulSet last, so that its pod finds
// everything. It says whether it wrote the StatefulSet.
func (r *reconciler) applyServer(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source, keys manifests.Keys) (bool, error) {
	for _, phase := range []func(context.Context, *v1alpha1.MemoryNamespace, manifests.Source) error{
		r.applyServiceAccount, r.applyConfig, r.applyService, r.applyNetworkPolicy,
	} {
		if err := phase(ctx, ns, source); err != nil {
			return false, err
		}
	}
	exists, refused := r.applyVolume(ctx, ns, source)
	if !exists {
		return false, refused
	}
	// a volume that cannot grow must not hold up a new image
	changed, err := r.applyStatefulSet(ctx, ns, source, keys)
	return changed, errors.Join(refused, err)
}

func (r *reconciler) applyServiceAccount(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	live := &corev1.ServiceAccount{}
	applied, err := observe(ctx, r, ns, ns.Name, live, corev1ac.ExtractServiceAccount)
	if err != nil {
		return err
	}
	_, err = apply(ctx, r, live, applied, source.ServiceAccount())
	return err
}

func (r *reconciler) applyConfig(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	live := &corev1.ConfigMap{}
	applied, err := observe(ctx, r, ns, ns.Name, live, corev1ac.ExtractConfigMap)
	if err != nil {
		return err
	}
	desired, err := source.Config()
	if err != nil {
		return stalled(ReasonInvalidSpec, "%v", err)
	}
	_, err = apply(ctx, r, live, applied, desired)
	return err
}

func (r *reconciler) applyService(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	live := &corev1.Service{}
	applied, err := observe(ctx, r, ns, ns.Name, live, corev1ac.ExtractService)
	if err != nil {
		return err
	}
	_, err = apply(ctx, r, live, applied, source.Service())
	return err
}

func (r *reconciler) applyNetworkPolicy(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) error {
	live := &networkingv1.NetworkPolicy{}
	applied, err := observe(ctx, r, ns, ns.Name, live, networkingv1ac.ExtractNetworkPolicy)
	if err != nil {
		return err
	}
	desired, err := source.NetworkPolicy()
	if err != nil {
		return stalled(ReasonInvalidSpec, "an endpoint's URL in MemoryClass %s: %v", ns.Status.ClassName, err)
	}
	_, err = apply(ctx, r, live, applied, desired)
	return err
}

// applyVolume says whether there is a volume, also when it could not be made as it should be.
func (r *reconciler) applyVolume(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source) (exists bool, err error) {
	live := &corev1.PersistentVolumeClaim{}
	name := manifests.VolumeClaimName(ns.Name, string(ns.UID))
	applied, err := observe(ctx, r, ns, name, live, corev1ac.ExtractPersistentVolumeClaim)
	if err != nil {
		return false, err
	}
	if _, err := apply(ctx, r, live, applied, source.VolumeClaim(applied)); err != nil {
		return applied != nil, err
	}
	ns.Status.VolumeClaimName = name
	return true, nil
}

func (r *reconciler) applyStatefulSet(ctx context.Context, ns *v1alpha1.MemoryNamespace, source manifests.Source, keys manifests.Keys) (bool, error) {
	live := &appsv1.StatefulSet{}
	applied, err := observe(ctx, r, ns, ns.Name, live, appsv1ac.ExtractStatefulSet)
	if err != nil {
		return false, err
	}
	desired, err := r.desiredStatefulSet(source, keys, applied)
	if err != nil {
		return false, err
	}
	return apply(ctx, r, live, applied, desired)
}

// desiredStatefulSet chooses the image. A class that names one has its way. Otherwise the operator's own
// default is used for a new server, and for one that has to restart for another reason; a server that is
// well goes on with the image that it has. So a new operator, whose default is newer, restarts nobody.
func (r *reconciler) desiredStatefulSet(source manifests.Source, keys manifests.Keys, applied *appsv1ac.StatefulSetApplyConfiguration) (*appsv1ac.StatefulSetApplyConfiguration, error) {
	server := manifests.Server{Image: source.Class.Server.Image, Keys: keys}
	if server.Image != "" {
		return source.StatefulSet(server)
	}
	if server.Image = imageOf(applied); server.Image != "" {
		desired, err := source.StatefulSet(server)
		if err != nil || equality.Semantic.DeepEqual(applied.Spec.Template, desired.Spec.Template) {
			return desired, err
		}
	}
	server.Image = r.options.ServerImage
	return source.StatefulSet(server)
}

func imageOf(set *appsv1ac.StatefulSetApplyConfiguration) string {
	if set == nil || set.Spec == nil || set.Spec.Template == nil || set.Spec.Template.Spec == nil {
		return ""
	}
	for _, container := range set.Spec.Template.Spec.Containers {
		if container.Image != nil {
			return *container.Image
		}
	}
	return ""
}

// serverState is what the StatefulSet says of the memory server.
type serverState struct {
	exists    bool
	available bool
	// current means that the pod is of the newest template.
	current bool
}

// observeServer reads the state of the server, of which nothing is known just after a change.
func (r *reconciler) observeServer(ctx context.Context, ns *v1alpha1.MemoryNamespace, done progress) (serverState, error) {
	set := &appsv1.StatefulSet{}
	err := r.client.Get(ctx, client.ObjectKeyFromObject(ns), set)
	if apierrors.IsNotFound(err) || err == nil && !owns(ns, set) {
		return serverState{exists: done.serverChanged}, nil
	}
	if err != nil {
		return serverState{}, err
	}
	return serverState{
		exists:    true,
		available: set.Status.AvailableReplicas > 0,
		current: !done.serverChanged && set.Status.ObservedGeneration >= set.Generation &&
			set.Status.UpdatedReplicas > 0 && set.Status.CurrentRevision == set.Status.UpdateRevision,
	}, nil
}
