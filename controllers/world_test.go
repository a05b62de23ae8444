package controllers

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/wait"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// world is a Kubernetes namespace and a class of a test's own.
type world struct {
	*testing.T
	namespace string
	class     string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	ns := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		GenerateName: "test-",
		// what every memory server must satisfy
		Labels: map[string]string{"pod-security.kubernetes.io/enforce": "restricted"},
	}}
	if err := admin.Create(t.Context(), ns); err != nil {
		t.Fatal(err)
	}
	w := &world{T: t, namespace: ns.Name, class: ns.Name}
	w.create(&v1alpha1.MemoryClass{
		ObjectMeta: metav1.ObjectMeta{Name: w.class},
		Spec:       v1alpha1.MemoryClassSpec{Type: v1alpha1.ClassTypeEmbedded, Embedded: &v1alpha1.EmbeddedStorage{}},
	})
	return w
}

// run is a part of a test in the same world.
func (w *world) run(name string, part func(*world)) {
	w.Run(name, func(t *testing.T) {
		part(&world{T: t, namespace: w.namespace, class: w.class})
	})
}

// eventually polls until check finds nothing wrong.
func (w *world) eventually(check func(context.Context) error) {
	w.Helper()
	last := errors.New("never checked")
	err := wait.PollUntilContextTimeout(w.Context(), 25*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		last = check(ctx)
		return last == nil, nil
	})
	if err != nil {
		w.Fatalf("%v; at last: %v", err, last)
	}
}

func (w *world) create(object client.Object) {
	w.Helper()
	if err := admin.Create(w.Context(), object); err != nil {
		w.Fatal(err)
	}
}

func (w *world) delete(object client.Object, options ...client.DeleteOption) {
	w.Helper()
	if err := admin.Delete(w.Context(), object, options...); err != nil {
		w.Fatal(err)
	}
}

// get reads an object of the test's namespace by name, and fails without it.
func get[T client.Object](w *world, name string, object T) T {
	w.Helper()
	if err := admin.Get(w.Context(), client.ObjectKey{Namespace: w.namespace, Name: name}, object); err != nil {
		w.Fatal(err)
	}
	return object
}

func (w *world) exists(name string, object client.Object) bool {
	w.Helper()
	err := admin.Get(w.Context(), client.ObjectKey{Namespace: w.namespace, Name: name}, object)
	if err != nil && !apierrors.IsNotFound(err) {
		w.Fatal(err)
	}
	return err == nil
}

// gone polls until an object is no longer there.
func (w *world) gone(object client.Object) {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		err := admin.Get(ctx, client.ObjectKeyFromObject(object), object)
		if err == nil {
			return fmt.Errorf("%T %s is still there", object, object.GetName())
		}
		return client.IgnoreNotFound(err)
	})
}

// change edits an object as a person would, with kubectl.
func change[T client.Object](w *world, object T, edit func(T)) T {
	w.Helper()
	key := client.ObjectKeyFromObject(object)
	w.eventually(func(ctx context.Context) error {
		if err := admin.Get(ctx, key, object); err != nil {
			return err
		}
		edit(object)
		return admin.Update(ctx, object, client.FieldOwner("kubectl-edit"))
	})
	return object
}

// declare creates a MemoryNamespace of the test's class.
func (w *world) declare(name string, agents ...string) *v1alpha1.MemoryNamespace {
	w.Helper()
	ns := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: w.namespace},
		Spec:       v1alpha1.MemoryNamespaceSpec{ClassName: w.class},
	}
	for _, agent := range agents {
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{Name: agent})
	}
	w.create(ns)
	return ns
}

// await polls until the operator has seen the newest declaration and one condition is as wanted, and returns
// the namespace then.
func (w *world) await(ns *v1alpha1.MemoryNamespace, condition string, status metav1.ConditionStatus, reason string) *v1alpha1.MemoryNamespace {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		if err := admin.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil {
			return err
		}
		c := meta.FindStatusCondition(ns.Status.Conditions, condition)
		if c == nil || c.Status != status || c.Reason != reason || c.ObservedGeneration != ns.Generation {
			return fmt.Errorf("%s is not %s %s at generation %d: %+v", condition, status, reason, ns.Generation, ns.Status.Conditions)
		}
		return nil
	})
	return ns
}

func (w *world) awaitStalled(ns *v1alpha1.MemoryNamespace, reason string) *v1alpha1.MemoryNamespace {
	w.Helper()
	w.await(ns, v1alpha1.ConditionReady, metav1.ConditionFalse, reason)
	return w.await(ns, v1alpha1.ConditionStalled, metav1.ConditionTrue, reason)
}

// awaitReady waits until the namespace is ready. No kubelet runs here, so its pod's status is set by hand;
// all above the pod is the work of the real controllers.
func (w *world) awaitReady(ns *v1alpha1.MemoryNamespace) *v1alpha1.MemoryNamespace {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		if err := w.runPod(ctx, ns.Name); err != nil {
			return err
		}
		if err := admin.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil {
			return err
		}
		c := meta.FindStatusCondition(ns.Status.Conditions, v1alpha1.ConditionReady)
		if c == nil || c.Status != metav1.ConditionTrue || c.ObservedGeneration != ns.Generation {
			return fmt.Errorf("not ready: %+v", ns.Status.Conditions)
		}
		return nil
	})
	return ns
}

// runPod does what the kubelet would.
func (w *world) runPod(ctx context.Context, name string) error {
	pod := &corev1.Pod{}
	if err := admin.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: name + "-0"}, pod); err != nil {
		return err
	}
	if pod.Status.Phase == corev1.PodRunning {
		return nil
	}
	pod.Status.Phase = corev1.PodRunning
	pod.Status.Conditions = []corev1.PodCondition{{Type: corev1.PodReady, Status: corev1.ConditionTrue, LastTransitionTime: metav1.Now()}}
	return admin.Status().Update(ctx, pod)
}

// reconcile runs one reconcile now and returns when it has ended.
func (w *world) reconcile(ns *v1alpha1.MemoryNamespace) {
	w.Helper()
	if _, err := operator.reconciler.Reconcile(w.Context(), ctrl.Request{NamespacedName: client.ObjectKeyFromObject(ns)}); err != nil {
		w.Fatal(err)
	}
}

// versions returns the resourceVersion of every object of the namespace, whatever made it, and of the
// MemoryNamespaces.
func (w *world) versions() map[string]string {
	w.Helper()
	versions := map[string]string{}
	for _, list := range []client.ObjectList{
		&v1alpha1.MemoryNamespaceList{}, &appsv1.StatefulSetList{}, &corev1.ConfigMapList{}, &corev1.ServiceList{},
		&corev1.ServiceAccountList{}, &corev1.SecretList{}, &corev1.PersistentVolumeClaimList{},
		&networkingv1.NetworkPolicyList{}, &corev1.PodList{}, &appsv1.ControllerRevisionList{},
	} {
		if err := admin.List(w.Context(), list, client.InNamespace(w.namespace)); err != nil {
			w.Fatal(err)
		}
		err := meta.EachListItem(list, func(object runtime.Object) error {
			o := object.(client.Object)
			versions[fmt.Sprintf("%T %s", o, o.GetName())] = o.GetResourceVersion()
			return nil
		})
		if err != nil {
			w.Fatal(err)
		}
	}
	return versions
}

// token reads an agent's token.
func (w *world) token(ns, agent string) string {
	w.Helper()
	return string(get(w, manifests.TokenSecretName(ns, agent), &corev1.Secret{}).Data[manifests.TokenKey])
}
