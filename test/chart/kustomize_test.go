package chart

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// What kustomize makes is what the chart makes with its defaults, but for the class, the Kubernetes
// namespace, and the labels and annotations of the objects.
func TestKustomizationIsTheChart(t *testing.T) {
	kustomized := objects(t, output(t, "kustomize", "build", filepath.Join(root, "config", "default")))
	charted := objects(t, render(t))
	for _, path := range glob(t, filepath.Join(chartDir, "crds", "*.yaml")) {
		charted = append(charted, objects(t, read(t, path))...)
	}
	want, got := comparableObjects(charted), comparableObjects(kustomized)
	delete(want, "MemoryClass/embedded")
	delete(got, "Namespace/"+namespace)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the kustomization differs from the chart (-chart +kustomization):\n%s", diff)
	}
}

// comparableObjects is the objects by kind and name, without what may differ.
func comparableObjects(list []*unstructured.Unstructured) map[string]map[string]any {
	byName := map[string]map[string]any{}
	for _, o := range list {
		o = o.DeepCopy()
		o.SetLabels(nil)
		o.SetAnnotations(nil)
		// the chart tells releases apart, a kustomization is there once
		for _, path := range [][]string{
			{"spec", "selector", "matchLabels"},
			{"spec", "template", "metadata", "labels"},
			{"spec", "podSelector", "matchLabels"},
			{"spec", "selector"},
		} {
			unstructured.RemoveNestedField(o.Object, append(path, "app.kubernetes.io/instance")...)
		}
		byName[o.GetKind()+"/"+o.GetName()] = o.Object
	}
	return byName
}

// The rules are generated once; whatever grants them grants exactly those.
func TestRules(t *testing.T) {
	generated := objects(t, read(t, filepath.Join(root, "config", "rbac", "role.yaml")))
	charted := objects(t, render(t))
	for _, kind := range []string{"ClusterRole", "Role"} {
		want, got := find(t, generated, kind), find(t, charted, kind)
		if diff := cmp.Diff(want.Object["rules"], got.Object["rules"]); diff != "" {
			t.Errorf("the chart's %s grants other rules than config/rbac (-config +chart):\n%s", kind, diff)
		}
	}
}
