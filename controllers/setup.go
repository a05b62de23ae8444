// Package controllers makes what MemoryNamespaces declare: it applies the objects of each namespace, keeps
// them so, and reports how it goes. It knows Kubernetes and nothing of remembering.
//
// A reconcile runs its phases in order (deletion, suspension, class, credentials, server) and writes the
// status once, at its end, and only if it changed. The phases are in one file each.
//
// It uses no finalizer: nothing of an embedded namespace lives outside Kubernetes, so the garbage collector
// does what is to be done, also when the operator is gone.
package controllers

import (
	"context"
	"errors"
	"io"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// FieldOwner is the operator's name in server-side apply.
const FieldOwner = "rearview-operator"

// LeaderElectionID names the Lease that the working one of several operators holds.
const LeaderElectionID = "rearview-operator.memory.rearview.dev"

// concurrency lets a namespace whose API calls are slow not hold up the others.
const concurrency = 4

// The permissions, complete. Whatever is read by its name only has neither list nor watch, which for
// Secrets is the difference between one and all of a cluster. The verbs on what lives in tenants' namespaces
// have to be cluster-wide, because a MemoryNamespace may be anywhere.
//
// +kubebuilder:rbac:groups=memory.rearview.dev,resources=memorynamespaces;memoryclasses,verbs=get;list;watch
// +kubebuilder:rbac:groups=memory.rearview.dev,resources=memorynamespaces/status,verbs=patch
// +kubebuilder:rbac:groups=apps,resources=statefulsets,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=configmaps;services;serviceaccounts;persistentvolumeclaims,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=networking.k8s.io,resources=networkpolicies,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups="",resources=secrets,verbs=get;create;patch;delete
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch
//
// In the operator's own namespace: the Secrets that classes name, and leader election.
// +kubebuilder:rbac:groups="",resources=secrets,verbs=list;watch,namespace=rearview-system
// +kubebuilder:rbac:groups="",resources=events,verbs=create;patch,namespace=rearview-system
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,verbs=create,namespace=rearview-system
// +kubebuilder:rbac:groups=coordination.k8s.io,resources=leases,resourceNames=rearview-operator.memory.rearview.dev,verbs=get;update,namespace=rearview-system

// Options are the operator's settings.
type Options struct {
	// Namespace is the operator's own: where the Secrets are that MemoryClasses name.
	Namespace string
	// ServerImage is the memory server's image for classes that name none.
	ServerImage string
	// Random is where tokens come from; crypto/rand.Reader.
	Random io.Reader
}

// ManagerOptions has the scheme, the cache and the client that Setup needs; the caller adds the rest.
//
// The cache holds only what carries the operator's label, so that it does not grow with the cluster.
// Secrets are never cached: each is read by its name when it is needed.
func ManagerOptions(operatorNamespace string) ctrl.Options {
	scheme := runtime.NewScheme()
	utilruntime.Must(clientgoscheme.AddToScheme(scheme))
	utilruntime.Must(v1alpha1.AddToScheme(scheme))

	ours := cache.ByObject{Label: labels.SelectorFromSet(labels.Set{manifests.LabelManagedBy: manifests.ManagedBy})}
	return ctrl.Options{
		Scheme: scheme,
		Cache: cache.Options{ByObject: map[client.Object]cache.ByObject{
			&appsv1.StatefulSet{}:           ours,
			&corev1.ConfigMap{}:             ours,
			&corev1.Service{}:               ours,
			&corev1.ServiceAccount{}:        ours,
			&corev1.PersistentVolumeClaim{}: ours,
			&networkingv1.NetworkPolicy{}:   ours,
			// for a watch of their metadata
			&corev1.Secret{}: {Namespaces: map[string]cache.Config{operatorNamespace: {}}},
		}},
		Client: client.Options{Cache: &client.CacheOptions{DisableFor: []client.Object{&corev1.Secret{}}}},
	}
}

// Setup adds the controller to a manager made with ManagerOptions.
func Setup(mgr ctrl.Manager, options Options) error {
	switch {
	case options.Namespace == "":
		return errors.New("the operator's own namespace is not known")
	case options.ServerImage == "":
		return errors.New("the memory server's image is not known")
	}
	return newReconciler(mgr, options).watch(mgr)
}

func (r *reconciler) watch(mgr ctrl.Manager) error {
	return ctrl.NewControllerManagedBy(mgr).
		Named("memorynamespace").
		WithOptions(controller.Options{MaxConcurrentReconciles: concurrency}).
		For(&v1alpha1.MemoryNamespace{}).
		Owns(&appsv1.StatefulSet{}).
		Owns(&corev1.ConfigMap{}).
		Owns(&corev1.Service{}).
		Owns(&corev1.ServiceAccount{}).
		Owns(&networkingv1.NetworkPolicy{}).
		// a retained volume has no owner, so its label says whose it is
		Watches(&corev1.PersistentVolumeClaim{}, handler.EnqueueRequestsFromMapFunc(namespaceOfVolume)).
		Watches(&v1alpha1.MemoryClass{}, handler.EnqueueRequestsFromMapFunc(r.namespacesOfClass)).
		WatchesMetadata(&corev1.Secret{}, handler.EnqueueRequestsFromMapFunc(r.namespacesOfSecret),
			builder.WithPredicates(predicate.ResourceVersionChangedPredicate{})).
		Complete(r)
}

func namespaceOfVolume(_ context.Context, volume client.Object) []ctrl.Request {
	name := volume.GetLabels()[manifests.LabelNamespace]
	if name == "" {
		return nil
	}
	return []ctrl.Request{{NamespacedName: client.ObjectKey{Namespace: volume.GetNamespace(), Name: name}}}
}
