package controllers

import (
	"context"
	"slices"
	"strings"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// findClass returns the class that the namespace names, or the one that it already uses, or else the
// default, and notes it in the status. A later change of the default moves nobody: memory does not move
// between classes by itself.
func (r *reconciler) findClass(ctx context.Context, ns *v1alpha1.MemoryNamespace) (*v1alpha1.MemoryClass, error) {
	name := classInUse(ns)
	if name == "" {
		class, err := r.defaultClass(ctx)
		if err != nil {
			return nil, err
		}
		ns.Status.ClassName = class.Name
		return class, nil
	}
	class := &v1alpha1.MemoryClass{}
	err := r.client.Get(ctx, client.ObjectKey{Name: name}, class)
	if apierrors.IsNotFound(err) {
		return nil, stalled(ReasonClassNotFound, "MemoryClass %q does not exist: create it, or see `kubectl get mclass` for those that do", name)
	}
	if err != nil {
		return nil, err
	}
	ns.Status.ClassName = name
	return class, nil
}

func classInUse(ns *v1alpha1.MemoryNamespace) string {
	if ns.Spec.ClassName != "" {
		return ns.Spec.ClassName
	}
	return ns.Status.ClassName
}

func (r *reconciler) defaultClass(ctx context.Context) (*v1alpha1.MemoryClass, error) {
	var classes v1alpha1.MemoryClassList
	if err := r.client.List(ctx, &classes); err != nil {
		return nil, err
	}
	class := pickDefault(classes.Items)
	if class == nil {
		return nil, stalled(ReasonNoDefaultClass, "spec.className is empty and no MemoryClass is the default: set spec.className, or annotate a class with %s=true", v1alpha1.DefaultClassAnnotation)
	}
	return class, nil
}

// pickDefault takes the newest of the default classes, and of equally old ones the first by name, as
// Kubernetes does for StorageClasses. It returns nil when there is none.
func pickDefault(classes []v1alpha1.MemoryClass) *v1alpha1.MemoryClass {
	var best *v1alpha1.MemoryClass
	for i := range classes {
		class := &classes[i]
		if class.Annotations[v1alpha1.DefaultClassAnnotation] != "true" {
			continue
		}
		if best == nil || isBefore(class, best) {
			best = class
		}
	}
	return best
}

func isBefore(a, b *v1alpha1.MemoryClass) bool {
	if !a.CreationTimestamp.Equal(&b.CreationTimestamp) {
		return b.CreationTimestamp.Before(&a.CreationTimestamp)
	}
	return strings.Compare(a.Name, b.Name) < 0
}

// namespacesOfClass are those that use a class, and those that have none yet, for which it may be the
// default.
func (r *reconciler) namespacesOfClass(ctx context.Context, class client.Object) []ctrl.Request {
	var namespaces v1alpha1.MemoryNamespaceList
	if err := r.client.List(ctx, &namespaces); err != nil {
		log.FromContext(ctx).Error(err, "list the namespaces of a class", "class", class.GetName())
		return nil
	}
	var requests []ctrl.Request
	for i := range namespaces.Items {
		ns := &namespaces.Items[i]
		if used := classInUse(ns); used == "" || used == class.GetName() {
			requests = append(requests, ctrl.Request{NamespacedName: client.ObjectKeyFromObject(ns)})
		}
	}
	return requests
}

// namespacesOfSecret are those whose class names a Secret of the operator's namespace.
func (r *reconciler) namespacesOfSecret(ctx context.Context, secret client.Object) []ctrl.Request {
	var classes v1alpha1.MemoryClassList
	if err := r.client.List(ctx, &classes); err != nil {
		log.FromContext(ctx).Error(err, "list the classes of a Secret", "secret", secret.GetName())
		return nil
	}
	var requests []ctrl.Request
	for i := range classes.Items {
		if namesSecret(&classes.Items[i].Spec, secret.GetName()) {
			requests = append(requests, r.namespacesOfClass(ctx, &classes.Items[i])...)
		}
	}
	return requests
}

// namesSecret says whether a class takes an API key from a Secret.
func namesSecret(class *v1alpha1.MemoryClassSpec, name string) bool {
	return slices.ContainsFunc(manifests.Endpoints, func(of manifests.Endpoint) bool {
		ref := apiKeyRef(class, of)
		return ref != nil && ref.Name == name
	})
}
