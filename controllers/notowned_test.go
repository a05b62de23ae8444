package controllers

import (
	"fmt"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

func TestForeignObjectsAreLeftAlone(t *testing.T) {
	selector := map[string]string{"app": "theirs"}
	for _, c := range []struct {
		object client.Object
		reason string
	}{
		{&corev1.ServiceAccount{}, "NotOwnedServiceAccount"},
		{&corev1.ConfigMap{Data: map[string]string{"theirs": "yes"}}, "NotOwnedConfigMap"},
		{&corev1.Service{Spec: corev1.ServiceSpec{Selector: selector, Ports: []corev1.ServicePort{{Port: 80}}}}, "NotOwnedService"},
		{&networkingv1.NetworkPolicy{}, "NotOwnedNetworkPolicy"},
		{&appsv1.StatefulSet{Spec: appsv1.StatefulSetSpec{
			Selector: &metav1.LabelSelector{MatchLabels: selector},
			Template: corev1.PodTemplateSpec{
				ObjectMeta: metav1.ObjectMeta{Labels: selector},
				Spec:       corev1.PodSpec{Containers: []corev1.Container{{Name: "theirs", Image: "theirs"}}},
			},
		}}, "NotOwnedStatefulSet"},
		{&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: manifests.TokenSecretName("support", "planner")}, Data: map[string][]byte{"token": []byte("theirs")}}, "NotOwnedSecret"},
		{&corev1.Secret{ObjectMeta: metav1.ObjectMeta{Name: "support-token-digests"}}, "NotOwnedSecret"},
	} {
		t.Run(fmt.Sprintf("%T %s", c.object, c.object.GetName()), func(t *testing.T) {
			w := newWorld(t)
			c.object.SetNamespace(w.namespace)
			if c.object.GetName() == "" {
				c.object.SetName("support")
			}
			w.create(c.object)
			ns := w.awaitStalled(w.declare("support", "planner"), c.reason)
			if !strings.Contains(message(ns), c.object.GetName()) {
				t.Errorf("message %q does not name it", message(ns))
			}
			version := get(w, c.object.GetName(), c.object).GetGeneration()
			fields := c.object.GetManagedFields()
			for _, entry := range fields {
				if entry.Manager == FieldOwner {
					t.Errorf("the operator wrote it: generation %d, %+v", version, entry)
				}
			}
			w.delete(c.object)
			w.awaitReady(ns)
		})
	}
}

// support's agent "a-b" and support-a's agent "b" have the same words in their names.
func TestNamespacesHaveTheirOwnSecrets(t *testing.T) {
	w := newWorld(t)
	first := w.awaitReady(w.declare("support", "a-b"))
	token := w.token("support", "a-b")
	second := w.awaitReady(w.declare("support-a", "b"))
	if w.token("support-a", "b") == token {
		t.Error("two agents have one token")
	}
	w.delete(second)
	w.gone(second)
	w.awaitReady(first)
	if w.token("support", "a-b") != token {
		t.Error("the token was taken along")
	}
	w.await(first, v1alpha1.ConditionReady, metav1.ConditionTrue, ReasonServerAvailable)
}

func TestSecretOfAnotherNamespaceIsLeftAlone(t *testing.T) {
	w := newWorld(t)
	first := w.awaitReady(w.declare("support", "planner"))
	theirs := &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{
			Name: manifests.TokenSecretName("other", "coder"), Namespace: w.namespace,
			OwnerReferences: []metav1.OwnerReference{*metav1.NewControllerRef(first, v1alpha1.GroupVersion.WithKind("MemoryNamespace"))},
		},
		Data: map[string][]byte{"token": []byte("theirs")},
	}
	w.create(theirs)
	second := w.awaitStalled(w.declare("other", "coder"), "NotOwnedSecret")
	if !strings.Contains(message(second), "MemoryNamespace support:") {
		t.Errorf("message %q does not say whose it is", message(second))
	}
	if w.token("other", "coder") != "theirs" {
		t.Error("the token was taken over")
	}
}
