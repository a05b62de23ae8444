package chart

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestLint(t *testing.T) {
	output(t, "helm", "lint", "--strict", chartDir)
	output(t, "helm", "lint", "--strict", chartDir, "--values", "testdata/everything.values.yaml")
}

func TestRender(t *testing.T) {
	tests := []struct {
		name string
		args []string
	}{
		{"defaults", nil},
		{"everything", []string{"--values", "testdata/everything.values.yaml"}},
		{"nothing-optional", []string{"--values", "testdata/nothing-optional.values.yaml"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			golden(t, tt.name+".golden.yaml", render(t, tt.args...))
		})
	}
}

func TestNames(t *testing.T) {
	tests := []struct{ release, operator string }{
		{"rearview", "rearview-operator"},
		{"my-rearview", "my-rearview-operator"},
		{"memory", "memory-rearview-operator"},
		{strings.Repeat("a", 53), strings.Repeat("a", 53) + "-operator"},
	}
	for _, tt := range tests {
		t.Run(tt.release, func(t *testing.T) {
			list := objects(t, output(t, "helm", "template", tt.release, chartDir, "--namespace", namespace))
			if got := find(t, list, "Deployment").GetName(); got != tt.operator {
				t.Errorf("Deployment %s, want %s", got, tt.operator)
			}
		})
	}
}

func TestRefusedValues(t *testing.T) {
	tests := []struct{ name, set, want string }{
		{"unknown", "replicaCount=2", "replicaCount"},
		{"unknown inside", "image.tga=x", "tga"},
		{"a number for a name", "defaultClass.name=7", "/defaultClass/name"},
		{"no size", "defaultClass.storage=big", "/defaultClass/storage"},
		{"a word for a number", "replicas=two", "/replicas"},
		{"no such policy", "image.pullPolicy=Sometimes", "/image/pullPolicy"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, stderr, err := try(t, "helm", "template", release, chartDir, "--set", tt.set)
			if err == nil {
				t.Fatal("helm accepted it")
			}
			if !strings.Contains(stderr, tt.want) {
				t.Errorf("helm does not name %s:\n%s", tt.want, stderr)
			}
		})
	}
}

// An upgrade applies the CRDs that an install takes from crds/, and hooks must never delete them.
func TestUpgradeRendersTheCRDs(t *testing.T) {
	if crds := ofKind(objects(t, render(t)), "CustomResourceDefinition"); len(crds) > 0 {
		t.Errorf("an install renders %d CRDs besides those in crds/", len(crds))
	}
	if crds := ofKind(objects(t, render(t, "--is-upgrade", "--set", "crds.upgrade=false")), "CustomResourceDefinition"); len(crds) > 0 {
		t.Errorf("crds.upgrade=false renders %d CRDs", len(crds))
	}
	var want []*unstructured.Unstructured
	for _, path := range glob(t, filepath.Join(root, "config/crd/bases/*.yaml")) {
		want = append(want, objects(t, read(t, path))...)
	}
	got := ofKind(objects(t, render(t, "--is-upgrade")), "CustomResourceDefinition")
	for _, crd := range got {
		annotations := crd.GetAnnotations()
		if annotations["helm.sh/hook"] != "pre-upgrade" {
			t.Errorf("%s is no hook before the upgrade", crd.GetName())
		}
		if policy := annotations["helm.sh/hook-delete-policy"]; policy != "hook-failed" {
			t.Errorf("%s has hook-delete-policy %q; without one, hooks are deleted before they are made", crd.GetName(), policy)
		}
		for _, key := range []string{"helm.sh/hook", "helm.sh/hook-delete-policy", "helm.sh/resource-policy"} {
			delete(annotations, key)
		}
		crd.SetAnnotations(annotations)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("not the CRDs of config/crd (-want +got):\n%s", diff)
	}
}

func TestDescriptionsOfValues(t *testing.T) {
	readme := read(t, filepath.Join(chartDir, "README.md"))
	for _, line := range strings.Split(readme, "\n") {
		cells := strings.Split(line, "|")
		if len(cells) == 6 && strings.TrimSpace(cells[4]) == "" {
			t.Errorf("a value without a description: %s", line)
		}
	}
}

func glob(t *testing.T, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Fatalf("nothing matches %s (%v)", pattern, err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
