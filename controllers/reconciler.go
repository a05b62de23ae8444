package controllers

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

// lookAgain is how often a namespace is looked at without an event. It is what notices a token Secret that
// was deleted, or a foreign object that went out of the way: watching those would need the permission to
// list every Secret of the cluster. Looking reads a few objects by name and writes nothing.
const lookAgain = time.Minute

type reconciler struct {
	// client reads from the cache, but Secrets from the API server.
	client client.Client
	// live reads everything from the API server.
	live      client.Reader
	recorder  events.EventRecorder
	options   Options
	lookAgain time.Duration
}

func newReconciler(mgr ctrl.Manager, options Options) *reconciler {
	return &reconciler{
		client:    mgr.GetClient(),
		live:      mgr.GetAPIReader(),
		recorder:  mgr.GetEventRecorder(FieldOwner),
		options:   options,
		lookAgain: lookAgain,
	}
}

// Reconcile makes the objects of one MemoryNamespace as it declares.
func (r *reconciler) Reconcile(ctx context.Context, req ctrl.Request) (result ctrl.Result, err error) {
	ns := &v1alpha1.MemoryNamespace{}
	if err := r.client.Get(ctx, req.NamespacedName, ns); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	if deleting(ns) {
		return ctrl.Result{}, nil
	}
	before := ns.DeepCopy()
	defer func() { err = errors.Join(err, r.patchStatus(ctx, before, ns)) }()

	done, failure := r.phases(ctx, ns)
	switch {
	case apierrors.IsConflict(failure):
		// the cache was behind; nothing is wrong that anyone should read about
		return ctrl.Result{RequeueAfter: time.Second}, nil
	case apierrors.HasStatusCause(failure, corev1.NamespaceTerminatingCause):
		// the Kubernetes namespace is being deleted, and so will this object be
		return ctrl.Result{}, nil
	}
	server, err := r.observeServer(ctx, ns, done)
	if err != nil {
		return ctrl.Result{}, errors.Join(failure, err)
	}
	report(ns, failure, server)

	if stalled, ok := errors.AsType[*stalledError](failure); ok {
		log.FromContext(ctx).Info("stalled", "reason", stalled.reason, "message", stalled.message)
		failure = nil
	}
	if failure != nil {
		return ctrl.Result{}, failure
	}
	return ctrl.Result{RequeueAfter: wait.Jitter(r.lookAgain, 0.2)}, nil
}

// progress says what a reconcile did.
type progress struct {
	// serverChanged means that the StatefulSet was written, so that what the cache says of it is old.
	serverChanged bool
}

// phases runs until the first that fails.
func (r *reconciler) phases(ctx context.Context, ns *v1alpha1.MemoryNamespace) (progress, error) {
	var done progress
	if ns.Spec.Suspend {
		return done, nil
	}
	class, err := r.findClass(ctx, ns)
	if err != nil {
		return done, err
	}
	effective, err := resolve.Resolve(ns, class)
	if err != nil {
		return done, stalled(ReasonInvalidSpec, "%v", err)
	}
	source := manifests.Source{Effective: effective, Class: &class.Spec, DeletionPolicy: ns.Spec.DeletionPolicy}
	if err := r.applyTokens(ctx, ns, source); err != nil {
		return done, err
	}
	keys, err := r.applyAPIKeys(ctx, ns, source)
	if err != nil {
		return done, err
	}
	done.serverChanged, err = r.applyServer(ctx, ns, source, keys)
	if err != nil {
		return done, err
	}
	return done, r.removeUnusedAPIKeys(ctx, ns, source)
}
