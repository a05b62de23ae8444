package controllers

import (
	"context"
	"fmt"
	"reflect"

	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// configuration is what the generated apply configurations have in common.
type configuration[A any] interface {
	runtime.ApplyConfiguration
	GetName() *string
	WithUID(types.UID) A
	WithResourceVersion(string) A
}

// observe reads the object of a name into live and returns what the operator applied to it last, as far as
// that still stands: a field that somebody else changed since is not in it. It returns nil when there is no
// such object, and is stalled when there is one that is not the namespace's.
func observe[T client.Object, A any](
	ctx context.Context, r *reconciler, ns *v1alpha1.MemoryNamespace, name string,
	live T, extract func(T, string) (*A, error),
) (*A, error) {
	key := client.ObjectKey{Namespace: ns.Namespace, Name: name}
	err := r.client.Get(ctx, key, live)
	if apierrors.IsNotFound(err) {
		// the cache holds only what carries our label, so what it lacks may still be somebody else's
		err = r.live.Get(ctx, key, live)
	}
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if !owns(ns, live) {
		return nil, notOwned(ns, live)
	}
	return extract(live, FieldOwner)
}

// apply makes the object as desired, and says whether it had to: when all that the operator applied still
// stands and is what it would apply now, there is nothing to do. It fails with a conflict when live, the
// object as observed, has changed since or given way to another.
func apply[A any, P interface {
	*A
	configuration[*A]
}](ctx context.Context, r *reconciler, live metav1.Object, applied, desired *A) (changed bool, err error) {
	if applied != nil {
		if equality.Semantic.DeepEqual(applied, desired) {
			return false, nil
		}
		P(desired).WithUID(live.GetUID())
		P(desired).WithResourceVersion(live.GetResourceVersion())
	}
	name := *P(desired).GetName()
	if err := r.client.Apply(ctx, P(desired), client.FieldOwner(FieldOwner), client.ForceOwnership); err != nil {
		return false, applyError(name, err)
	}
	return true, nil
}

// applyError tells what the API server says is invalid, which no retry mends, from all else.
func applyError(name string, err error) error {
	if !apierrors.IsInvalid(err) {
		return err
	}
	return stalled(ReasonRefused, "the API server refuses %s: %v", name, err)
}

// owns says whether an object belongs to the namespace: by its controller, or, when it has none as a
// retained volume has none, by its label.
func owns(ns *v1alpha1.MemoryNamespace, object metav1.Object) bool {
	if controller := metav1.GetControllerOf(object); controller != nil {
		return controller.UID == ns.UID
	}
	return object.GetLabels()[manifests.LabelUID] == string(ns.UID)
}

// notOwned names an object that stands where the namespace's own should be. It is left alone. When it
// belonged to a namespace of the same name that was deleted a moment ago, it will go by itself.
func notOwned(ns *v1alpha1.MemoryNamespace, object client.Object) error {
	kind := reflect.TypeOf(object).Elem().Name()
	of := "nobody that the operator knows"
	if controller := metav1.GetControllerOf(object); controller != nil {
		of = controller.Kind + " " + controller.Name
		if controller.Kind == "MemoryNamespace" && controller.Name == ns.Name {
			return fmt.Errorf("%s %q is still that of the deleted MemoryNamespace of this name", kind, object.GetName())
		}
	}
	return stalled(ReasonNotOwned+kind,
		"%s %q exists already and belongs to %s: delete or rename it, or choose another name for this MemoryNamespace or its agent",
		kind, object.GetName(), of)
}
