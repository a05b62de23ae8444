package controllers

import (
	"context"
	"fmt"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// awaitOwned polls until the volume has an owner, or none.
func (w *world) awaitOwned(claim string, owned bool) {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		volume := &corev1.PersistentVolumeClaim{}
		if err := admin.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: claim}, volume); err != nil {
			return err
		}
		if has := len(volume.OwnerReferences) > 0; has != owned {
			return fmt.Errorf("owned %t, want %t", has, owned)
		}
		return nil
	})
}

func (w *world) volume(claim string) *corev1.PersistentVolumeClaim {
	return &corev1.PersistentVolumeClaim{ObjectMeta: metav1.ObjectMeta{Name: claim, Namespace: w.namespace}}
}

// awaitCollected polls until the garbage collector has taken what a namespace was made of, without its volume.
func (w *world) awaitCollected(name string, agents ...string) {
	w.Helper()
	meta := func(name string) metav1.ObjectMeta { return metav1.ObjectMeta{Name: name, Namespace: w.namespace} }
	objects := []client.Object{
		&appsv1.StatefulSet{ObjectMeta: meta(name)}, &corev1.Pod{ObjectMeta: meta(name + "-0")},
		&corev1.Service{ObjectMeta: meta(name)}, &corev1.ConfigMap{ObjectMeta: meta(name)},
		&corev1.ServiceAccount{ObjectMeta: meta(name)}, &corev1.Secret{ObjectMeta: meta(name + "-token-digests")},
	}
	for _, agent := range agents {
		objects = append(objects, &corev1.Secret{ObjectMeta: meta(manifests.TokenSecretName(name, agent))})
	}
	for _, object := range objects {
		w.gone(object)
	}
}

func TestDeleteRetainsTheVolume(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	claim := ns.Status.VolumeClaimName
	w.delete(ns)
	w.awaitCollected("support", "planner")
	volume := get(w, claim, &corev1.PersistentVolumeClaim{})
	if volume.DeletionTimestamp != nil || volume.Labels[manifests.LabelNamespace] != "support" || volume.Labels[manifests.LabelUID] != string(ns.UID) {
		t.Errorf("the volume does not say whose it was: %+v", volume.ObjectMeta)
	}

	// one that is made again starts empty
	again := w.awaitReady(w.declare("support", "planner"))
	if again.Status.VolumeClaimName == claim {
		t.Error("a new namespace took over old memory")
	}
	if now := get(w, claim, &corev1.PersistentVolumeClaim{}); now.ResourceVersion != volume.ResourceVersion {
		t.Error("the retained volume was touched")
	}
}

func TestDeleteWithTheVolume(t *testing.T) {
	w := newWorld(t)
	ns := w.declare("support", "planner")
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.DeletionPolicy = v1alpha1.DeletionPolicyDelete })
	ns = w.awaitReady(ns)
	claim := ns.Status.VolumeClaimName
	w.awaitOwned(claim, true)
	w.delete(ns)
	w.awaitCollected("support", "planner")
	w.gone(w.volume(claim))
}

func TestDeletionPolicyCanChange(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	claim := ns.Status.VolumeClaimName
	set := func(policy v1alpha1.DeletionPolicy) {
		change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.DeletionPolicy = policy })
	}
	w.awaitOwned(claim, false)
	set(v1alpha1.DeletionPolicyDelete)
	w.awaitOwned(claim, true)
	set(v1alpha1.DeletionPolicyRetain)
	w.awaitOwned(claim, false)
	w.delete(ns)
	w.awaitCollected("support", "planner")
	get(w, claim, &corev1.PersistentVolumeClaim{})
}

func TestNamespaceCanBeMadeAgainAtOnce(t *testing.T) {
	w := newWorld(t)
	first := w.awaitReady(w.declare("support", "planner"))
	token := w.token("support", "planner")
	w.delete(first)
	second := w.declare("support", "planner")
	w.awaitReady(second)
	if w.token("support", "planner") == token {
		t.Error("the new namespace took over an old token")
	}
	if second.Status.VolumeClaimName == first.Status.VolumeClaimName {
		t.Error("the new namespace took over old memory")
	}
}

func TestForegroundDeletionEnds(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	w.delete(ns, client.PropagationPolicy(metav1.DeletePropagationForeground))
	w.gone(ns)
	w.awaitCollected("support", "planner")
}

func TestNothingIsMendedWhileDeleting(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	const finalizer = "test.rearview.dev/hold"
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Finalizers = []string{finalizer} })
	w.delete(ns)
	w.delete(get(w, "support", &corev1.Service{}))
	w.eventually(func(ctx context.Context) error { // the operator has seen both
		if err := operator.reconciler.client.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil {
			return err
		}
		if ns.DeletionTimestamp == nil {
			return fmt.Errorf("the operator has not seen the deletion")
		}
		return nil
	})
	w.reconcile(ns)
	if w.exists("support", &corev1.Service{}) {
		t.Error("a Service was made for a namespace that goes")
	}
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Finalizers = nil })
	w.gone(ns)
}

func TestKubernetesNamespaceCanBeDeleted(t *testing.T) {
	w := newWorld(t)
	w.awaitReady(w.declare("support", "planner"))
	w.declare("other", "planner")
	namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: w.namespace}}
	w.delete(namespace)
	w.gone(namespace)
}
