package controllers

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
	"github.com/rearview-dev/rearview/namespace"
)

func TestCreate(t *testing.T) {
	w := newWorld(t)
	ns := w.declare("support", "planner", "coder")

	w.await(ns, v1alpha1.ConditionReady, metav1.ConditionFalse, ReasonServerUnavailable)
	w.await(ns, v1alpha1.ConditionReconciling, metav1.ConditionTrue, ReasonServerUnavailable)
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionFalse, ReasonServerUnavailable)

	ns = w.awaitReady(ns)
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable)
	claim := manifests.VolumeClaimName("support", string(ns.UID))
	want := v1alpha1.MemoryNamespaceStatus{
		ObservedGeneration: 1,
		ClassName:          w.class,
		Agents:             2,
		VolumeClaimName:    claim,
		Endpoint: &v1alpha1.Endpoint{
			URL: "http://support." + w.namespace + ".svc:8080/mcp",
			Agents: []v1alpha1.AgentEndpoint{
				{Name: "coder", TokenSecretName: manifests.TokenSecretName("support", "coder")},
				{Name: "planner", TokenSecretName: manifests.TokenSecretName("support", "planner")},
			},
		},
	}
	if diff := cmp.Diff(want, ns.Status, cmpopts.IgnoreFields(v1alpha1.MemoryNamespaceStatus{}, "Conditions")); diff != "" {
		t.Errorf("status (-want +got):\n%s", diff)
	}
	if len(ns.Status.Conditions) != 2 {
		t.Errorf("a ready namespace has Ready and ServerAvailable only: %+v", ns.Status.Conditions)
	}

	config := get(w, "support", &corev1.ConfigMap{})
	effective, ignored, err := namespace.Decode([]byte(config.Data["namespace.json"]))
	if err != nil || len(ignored) > 0 {
		t.Fatalf("the server could not read its configuration: %v %v", err, ignored)
	}
	if !effective.HasAgent("planner") || effective.UID != string(ns.UID) {
		t.Errorf("effective namespace %+v", effective)
	}
	get(w, "support", &corev1.Service{})
	get(w, "support", &corev1.ServiceAccount{})
	get(w, "support", &networkingv1.NetworkPolicy{})
	get(w, claim, &corev1.PersistentVolumeClaim{})
	// the pod was made by the real StatefulSet controller, past the admission of the restricted standard
	pod := get(w, "support-0", &corev1.Pod{})
	if pod.Spec.Containers[0].Image != firstImage {
		t.Errorf("image %s", pod.Spec.Containers[0].Image)
	}
	w.awaitEvent(ns, ReasonServerAvailable, corev1.EventTypeNormal)
	w.awaitEvent(ns, EventTokenIssued, corev1.EventTypeNormal)
}

func (w *world) awaitEvent(ns *v1alpha1.MemoryNamespace, reason, kind string) {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		var list eventsv1.EventList
		if err := admin.List(ctx, &list, client.InNamespace(w.namespace)); err != nil {
			return err
		}
		for _, event := range list.Items {
			if event.Regarding.UID == ns.UID && event.Reason == reason && event.Type == kind {
				return nil
			}
		}
		return fmt.Errorf("no event %s among %d", reason, len(list.Items))
	})
}

func TestSecondReconcileWritesNothing(t *testing.T) {
	w := newWorld(t)
	change(w, &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: w.class}}, func(class *v1alpha1.MemoryClass) {
		class.Spec.Server.Resources = someResources()
	})
	ns := w.awaitReady(w.declare("support", "planner", "coder"))
	w.reconcile(ns)

	versions, writes := w.versions(), operator.writes.Load()
	if len(versions) < 10 {
		t.Fatalf("only %v", versions)
	}
	for range 3 {
		w.reconcile(ns)
	}
	if diff := cmp.Diff(versions, w.versions()); diff != "" {
		t.Errorf("resourceVersions (-before +after):\n%s", diff)
	}
	if more := operator.writes.Load() - writes; more != 0 {
		t.Errorf("%d writes were sent to the API server", more)
	}
}

func TestDeletedObjectsComeBack(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	claim := ns.Status.VolumeClaimName
	for _, object := range []client.Object{
		&corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "support"}},
		&corev1.Service{ObjectMeta: metav1.ObjectMeta{Name: "support"}},
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: "support"}},
		&networkingv1.NetworkPolicy{ObjectMeta: metav1.ObjectMeta{Name: "support"}},
		&appsv1.StatefulSet{ObjectMeta: metav1.ObjectMeta{Name: "support"}},
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "support-token-digests"}},
		&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: manifests.TokenSecretName("support", "planner")}},
	} {
		w.run(fmt.Sprintf("%T %s", object, object.GetName()), func(w *world) {
			object := get(w, object.GetName(), object)
			uid := object.GetUID()
			w.delete(object)
			w.eventually(func(ctx context.Context) error {
				if err := admin.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
					return err
				}
				if object.GetUID() == uid {
					return fmt.Errorf("not deleted yet")
				}
				return nil
			})
		})
	}
	w.awaitReady(ns)
	if ns.Status.VolumeClaimName != claim {
		t.Errorf("volume %s, was %s", ns.Status.VolumeClaimName, claim)
	}
}

func TestEditedObjectsAreMended(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	data := get(w, "support", &corev1.ConfigMap{}).Data["namespace.json"]

	config := change(w, get(w, "support", &corev1.ConfigMap{}), func(c *corev1.ConfigMap) {
		c.Data["namespace.json"] = "{}"
		c.Data["mine"] = "kept"
	})
	service := change(w, get(w, "support", &corev1.Service{}), func(s *corev1.Service) {
		s.Spec.Selector[manifests.LabelInstance] = "other"
	})
	policy := change(w, get(w, "support", &networkingv1.NetworkPolicy{}), func(p *networkingv1.NetworkPolicy) {
		p.Spec.Ingress = nil
	})
	account := change(w, get(w, "support", &corev1.ServiceAccount{}), func(a *corev1.ServiceAccount) {
		a.Labels = nil // out of the operator's cache
	})
	set := change(w, get(w, "support", &appsv1.StatefulSet{}), func(s *appsv1.StatefulSet) {
		s.Spec.Replicas = ptr.To[int32](3)
	})

	w.eventually(func(ctx context.Context) error {
		for _, object := range []client.Object{config, service, policy, account, set} {
			if err := admin.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
				return err
			}
		}
		switch {
		case config.Data["namespace.json"] != data:
			return fmt.Errorf("configuration %v", config.Data)
		case service.Spec.Selector[manifests.LabelInstance] != "support":
			return fmt.Errorf("selector %v", service.Spec.Selector)
		case len(policy.Spec.Ingress) != 1:
			return fmt.Errorf("ingress %v", policy.Spec.Ingress)
		case account.Labels[manifests.LabelManagedBy] != manifests.ManagedBy:
			return fmt.Errorf("labels %v", account.Labels)
		case *set.Spec.Replicas != 1:
			return fmt.Errorf("replicas %d", *set.Spec.Replicas)
		}
		return nil
	})
	if config.Data["mine"] != "kept" {
		t.Error("what somebody else added is none of the operator's business")
	}
	w.awaitReady(ns)
}

func TestWipedStatusIsWrittenAnew(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	want := ns.Status.DeepCopy()
	ns.Status = v1alpha1.MemoryNamespaceStatus{}
	if err := admin.Status().Update(t.Context(), ns); err != nil {
		t.Fatal(err)
	}
	w.awaitReady(ns)
	if diff := cmp.Diff(*want, ns.Status, cmpopts.IgnoreFields(metav1.Condition{}, "LastTransitionTime"),
		cmpopts.SortSlices(func(a, b metav1.Condition) bool { return a.Type < b.Type })); diff != "" {
		t.Errorf("status (-before +after):\n%s", diff)
	}
}

func TestPolicyReachesTheServerWithoutRestart(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	pod, set := get(w, "support-0", &corev1.Pod{}), get(w, "support", &appsv1.StatefulSet{})

	change(w, ns, func(ns *v1alpha1.MemoryNamespace) {
		ns.Spec.Policy.Importance.ThresholdPercent = ptr.To[int32](77)
		ns.Spec.Maintenance.TimeZone = "Asia/Shanghai"
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{Name: "coder"})
	})
	ns = w.awaitReady(ns)

	effective, _, err := namespace.Decode([]byte(get(w, "support", &corev1.ConfigMap{}).Data["namespace.json"]))
	if err != nil {
		t.Fatal(err)
	}
	if effective.Policy.Importance.ThresholdPercent != 77 || effective.Generation != ns.Generation {
		t.Errorf("the policy did not arrive: %+v", effective)
	}
	if now := get(w, "support", &appsv1.StatefulSet{}); now.Generation != set.Generation {
		t.Errorf("the StatefulSet changed: generation %d, was %d", now.Generation, set.Generation)
	}
	if now := get(w, "support-0", &corev1.Pod{}); now.UID != pod.UID {
		t.Error("the pod was restarted")
	}
}

func TestClassChangesRestartTheServer(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	before := get(w, "support-0", &corev1.Pod{}).UID

	change(w, &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: w.class}}, func(class *v1alpha1.MemoryClass) {
		class.Spec.Server.Image = "registry.example/rearview:special"
		class.Spec.Server.Resources = someResources()
	})
	w.eventually(func(ctx context.Context) error {
		pod := &corev1.Pod{}
		if err := admin.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: "support-0"}, pod); err != nil {
			return err
		}
		if pod.UID == before || pod.Spec.Containers[0].Image != "registry.example/rearview:special" {
			return fmt.Errorf("pod %s runs %s", pod.UID, pod.Spec.Containers[0].Image)
		}
		if pod.Spec.Containers[0].Resources.Limits.Memory().String() != "512Mi" {
			return fmt.Errorf("resources %v", pod.Spec.Containers[0].Resources)
		}
		return nil
	})
	w.await(ns, v1alpha1.ConditionReady, metav1.ConditionFalse, ReasonServerUnavailable)
	w.awaitReady(ns)
}

func TestNewOperatorRestartsNobody(t *testing.T) {
	const secondImage = "registry.example/rearview:2.0.0"
	w := newWorld(t)
	old := w.awaitReady(w.declare("old", "planner"))
	versions := w.versions()

	if err := operator.stop(); err != nil {
		t.Fatal(err)
	}
	restart := func(image string) {
		var err error
		if operator, err = startOperator(image); err != nil {
			t.Fatal(err)
		}
	}
	restart(secondImage)
	defer func() {
		if err := operator.stop(); err != nil {
			t.Error(err)
		}
		restart(firstImage)
	}()

	other := newWorld(t)
	other.awaitReady(other.declare("new", "planner")) // so the new operator works
	w.reconcile(old)
	if diff := cmp.Diff(versions, w.versions()); diff != "" {
		t.Errorf("the new operator changed an old namespace (-before +after):\n%s", diff)
	}
	if image := get(other, "new-0", &corev1.Pod{}).Spec.Containers[0].Image; image != secondImage {
		t.Errorf("a new namespace runs %s", image)
	}

	// a restart that is due anyway takes the new image along
	change(w, &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: w.class}}, func(class *v1alpha1.MemoryClass) {
		class.Spec.Server.Resources = someResources()
	})
	w.eventually(func(ctx context.Context) error {
		set := &appsv1.StatefulSet{}
		if err := admin.Get(ctx, client.ObjectKeyFromObject(old), set); err != nil {
			return err
		}
		if image := set.Spec.Template.Spec.Containers[0].Image; image != secondImage {
			return fmt.Errorf("image %s", image)
		}
		return nil
	})
}

func TestSuspend(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Suspend = true })
	ns = w.await(ns, v1alpha1.ConditionReady, metav1.ConditionUnknown, ReasonSuspended)
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable)

	service := get(w, "support", &corev1.Service{})
	w.delete(service)
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) {
		ns.Spec.Agents = append(ns.Spec.Agents, v1alpha1.Agent{Name: "coder"})
	})
	w.await(ns, v1alpha1.ConditionReady, metav1.ConditionUnknown, ReasonSuspended)
	w.reconcile(ns)
	if w.exists("support", &corev1.Service{}) || w.exists(manifests.TokenSecretName("support", "coder"), &corev1.Secret{}) {
		t.Error("a suspended namespace was changed")
	}

	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Suspend = false })
	w.awaitReady(ns)
	get(w, "support", &corev1.Service{})
	get(w, manifests.TokenSecretName("support", "coder"), &corev1.Secret{})
	if stalled := meta.FindStatusCondition(ns.Status.Conditions, v1alpha1.ConditionStalled); stalled != nil {
		t.Errorf("stalled: %+v", stalled)
	}
}
