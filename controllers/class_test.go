package controllers

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
	"github.com/rearview-dev/rearview/namespace"
)

func someResources() *corev1.ResourceRequirements {
	return &corev1.ResourceRequirements{
		Requests: corev1.ResourceList{corev1.ResourceCPU: resource.MustParse("0.1")}, // not in canonical form
		Limits:   corev1.ResourceList{corev1.ResourceMemory: resource.MustParse("512Mi")},
	}
}

func embeddedClass(name string, isDefault bool) *v1alpha1.MemoryClass {
	class := &v1alpha1.MemoryClass{
		ObjectMeta: metav1.ObjectMeta{Name: name},
		Spec:       v1alpha1.MemoryClassSpec{Type: v1alpha1.ClassTypeEmbedded, Embedded: &v1alpha1.EmbeddedStorage{}},
	}
	if isDefault {
		class.Annotations = map[string]string{v1alpha1.DefaultClassAnnotation: "true"}
	}
	return class
}

func message(ns *v1alpha1.MemoryNamespace) string {
	return meta.FindStatusCondition(ns.Status.Conditions, v1alpha1.ConditionReady).Message
}

func TestMissingClass(t *testing.T) {
	w := newWorld(t)
	late := w.class + "-late"
	w.class = late
	ns := w.awaitStalled(w.declare("support", "planner"), ReasonClassNotFound)
	if !strings.Contains(message(ns), late) || !strings.Contains(message(ns), "create it") {
		t.Errorf("message %q", message(ns))
	}
	w.awaitEvent(ns, ReasonClassNotFound, corev1.EventTypeWarning)

	class := embeddedClass(late, false)
	w.create(class)
	ns = w.awaitReady(ns)
	if meta.FindStatusCondition(ns.Status.Conditions, v1alpha1.ConditionStalled) != nil {
		t.Errorf("still stalled: %+v", ns.Status.Conditions)
	}

	// a class that goes away takes nothing with it
	w.delete(class)
	ns = w.awaitStalled(ns, ReasonClassNotFound)
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable)
	w.create(embeddedClass(late, false))
	w.awaitReady(ns)
}

// No volume is ever bound here, and the API server refuses to grow one that is not bound.
func TestVolumeThatCannotGrowHoldsNothingUp(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	class := change(w, &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: w.class}}, func(class *v1alpha1.MemoryClass) {
		class.Spec.Embedded.Storage = ptr.To(resource.MustParse("2Gi"))
		class.Spec.Server.Image = "registry.example/rearview:special"
	})
	ns = w.awaitStalled(ns, ReasonRefused)
	if !strings.Contains(message(ns), ns.Status.VolumeClaimName) {
		t.Errorf("message %q does not name the volume", message(ns))
	}
	if image := get(w, "support", &appsv1.StatefulSet{}).Spec.Template.Spec.Containers[0].Image; image != class.Spec.Server.Image {
		t.Errorf("image %s", image)
	}
	change(w, class, func(class *v1alpha1.MemoryClass) { class.Spec.Embedded.Storage = nil })
	w.awaitReady(ns)
}

func TestDefaultClass(t *testing.T) {
	w := newWorld(t)
	first, second := embeddedClass(w.class+"-a", true), embeddedClass(w.class+"-b", true)
	w.class = ""
	ns := w.awaitStalled(w.declare("support", "planner"), ReasonNoDefaultClass)
	if !strings.Contains(message(ns), v1alpha1.DefaultClassAnnotation) {
		t.Errorf("message %q does not say what to do", message(ns))
	}

	w.create(first)
	ns = w.awaitReady(ns)
	if ns.Status.ClassName != first.Name {
		t.Fatalf("class %q, want %s", ns.Status.ClassName, first.Name)
	}

	// another default moves nobody
	w.create(second)
	w.delete(first)
	w.awaitStalled(ns, ReasonClassNotFound)
	other := w.awaitReady(w.declare("other", "planner"))
	if other.Status.ClassName != second.Name {
		t.Errorf("class %q, want %s", other.Status.ClassName, second.Name)
	}
	w.delete(second)
}

func TestPickDefault(t *testing.T) {
	class := func(name string, age time.Duration, annotation string) v1alpha1.MemoryClass {
		return v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{
			Name:              name,
			CreationTimestamp: metav1.NewTime(time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC).Add(-age)),
			Annotations:       map[string]string{v1alpha1.DefaultClassAnnotation: annotation},
		}}
	}
	for name, c := range map[string]struct {
		classes []v1alpha1.MemoryClass
		want    string
	}{
		"none":        {nil, ""},
		"no default":  {[]v1alpha1.MemoryClass{class("a", 0, "false"), class("b", 0, "")}, ""},
		"one":         {[]v1alpha1.MemoryClass{class("a", 0, ""), class("b", time.Hour, "true")}, "b"},
		"newest":      {[]v1alpha1.MemoryClass{class("a", time.Hour, "true"), class("b", time.Minute, "true"), class("c", 2*time.Hour, "true")}, "b"},
		"same moment": {[]v1alpha1.MemoryClass{class("b", 0, "true"), class("a", 0, "true")}, "a"},
	} {
		t.Run(name, func(t *testing.T) {
			got := ""
			if picked := pickDefault(c.classes); picked != nil {
				got = picked.Name
			}
			if got != c.want {
				t.Errorf("picked %q, want %q", got, c.want)
			}
		})
	}
}

func TestInvalidSchedule(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Maintenance.Schedule = "0 99 * * *" })
	ns = w.awaitStalled(ns, ReasonInvalidSpec)
	if !strings.Contains(message(ns), "spec.maintenance.schedule") {
		t.Errorf("message %q does not say where", message(ns))
	}
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable)
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Maintenance.Schedule = "0 4 * * *" })
	w.awaitReady(ns)
}

func TestInvalidPattern(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	config := get(w, "support", &corev1.ConfigMap{}).Data["namespace.json"]
	rule := v1alpha1.Rule{Name: "ticket", Pattern: "(OPS"}
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Policy.Rules.Keep = []v1alpha1.Rule{rule} })
	ns = w.awaitStalled(ns, ReasonInvalidSpec)
	if !strings.Contains(message(ns), `spec.policy.rules.keep[0].pattern: Invalid value: "(OPS"`) {
		t.Errorf("message %q does not say what is wrong, and where", message(ns))
	}
	w.await(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable)
	if now := get(w, "support", &corev1.ConfigMap{}).Data["namespace.json"]; now != config {
		t.Error("the server is given a policy that it cannot obey")
	}
	change(w, ns, func(ns *v1alpha1.MemoryNamespace) { ns.Spec.Policy.Rules.Keep[0].Pattern = "OPS" })
	w.awaitReady(ns)
}

// A model without a key reaches the server as a policy does.
func TestModelReachesTheServerWithoutRestart(t *testing.T) {
	w := newWorld(t)
	ns := w.awaitReady(w.declare("support", "planner"))
	pod, policy := get(w, "support-0", &corev1.Pod{}), get(w, "support", &networkingv1.NetworkPolicy{})
	for _, name := range []string{"small", "large"} {
		change(w, &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: w.class}}, func(class *v1alpha1.MemoryClass) {
			class.Spec.Model = &v1alpha1.Model{URL: "http://ollama.models.svc:11434/v1", Name: name}
		})
		w.eventually(func(context.Context) error {
			effective, _, err := namespace.Decode([]byte(get(w, "support", &corev1.ConfigMap{}).Data["namespace.json"]))
			if err == nil && (effective.Model == nil || effective.Model.Name != name || effective.Model.TimeoutSeconds != 30) {
				err = fmt.Errorf("the model is %+v", effective.Model)
			}
			return err
		})
	}
	w.awaitReady(ns)
	if now := get(w, "support", &networkingv1.NetworkPolicy{}); len(now.Spec.Egress) == len(policy.Spec.Egress) {
		t.Error("the server may not call its model")
	}
	if now := get(w, "support-0", &corev1.Pod{}); now.UID != pod.UID {
		t.Error("the pod was restarted")
	}
}

func TestAPIKey(t *testing.T) {
	for of, ask := range map[manifests.Endpoint]func(*v1alpha1.MemoryClassSpec, *v1alpha1.SecretKeyRef){
		manifests.Embedding: func(class *v1alpha1.MemoryClassSpec, ref *v1alpha1.SecretKeyRef) {
			class.Embedding = v1alpha1.Embedding{
				Type: v1alpha1.EmbeddingOpenAICompatible,
				OpenAICompatible: &v1alpha1.OpenAICompatible{
					URL: "http://tei.models.svc/v1", Model: "bge-m3", Dimension: 1024, APIKeySecretRef: ref,
				},
			}
		},
		manifests.Model: func(class *v1alpha1.MemoryClassSpec, ref *v1alpha1.SecretKeyRef) {
			class.Model = &v1alpha1.Model{URL: "http://ollama.models.svc:11434/v1", Name: "qwen2.5:7b", APIKeySecretRef: ref}
		},
	} {
		t.Run(string(of), func(t *testing.T) { testAPIKey(newWorld(t), of, ask) })
	}
}

func testAPIKey(w *world, of manifests.Endpoint, ask func(*v1alpha1.MemoryClassSpec, *v1alpha1.SecretKeyRef)) {
	source := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: w.namespace, Namespace: operatorNamespace},
		Data:       map[string][]byte{"apiKey": []byte("sk-one\n")},
	}
	w.class += "-keyed"
	class := embeddedClass(w.class, false)
	ask(&class.Spec, &v1alpha1.SecretKeyRef{Name: source.Name})
	w.create(class)
	ns := w.awaitStalled(w.declare("support", "planner"), ReasonAPIKeyNotFound)
	if !strings.Contains(message(ns), source.Name) || !strings.Contains(message(ns), string(of)) {
		w.Errorf("message %q does not name the Secret and what it is for", message(ns))
	}

	copied := manifests.APIKeySecretName("support", of)
	w.create(source)
	w.awaitReady(ns)
	w.awaitKey(copied, "sk-one")
	before := get(w, "support-0", &corev1.Pod{}).UID

	change(w, source, func(s *corev1.Secret) { s.Data["apiKey"] = []byte("sk-two") })
	w.awaitKey(copied, "sk-two")
	w.eventually(func(ctx context.Context) error {
		pod := &corev1.Pod{}
		err := admin.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: "support-0"}, pod)
		if err == nil && pod.UID == before {
			err = fmt.Errorf("the pod still has the old key")
		}
		return err
	})

	change(w, class, func(class *v1alpha1.MemoryClass) { ask(&class.Spec, nil) })
	w.gone(&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: copied, Namespace: w.namespace}})
	w.awaitReady(ns)
	for _, volume := range get(w, "support", &appsv1.StatefulSet{}).Spec.Template.Spec.Volumes {
		if strings.HasSuffix(volume.Name, "-key") {
			w.Errorf("the pod still asks for %s", volume.Name)
		}
	}
}

func (w *world) awaitKey(copied, want string) {
	w.Helper()
	w.eventually(func(ctx context.Context) error {
		secret := &corev1.Secret{}
		err := admin.Get(ctx, client.ObjectKey{Namespace: w.namespace, Name: copied}, secret)
		if err == nil && string(secret.Data["apiKey"]) != want {
			err = fmt.Errorf("the namespace has another key")
		}
		return err
	})
}
