// Package chart tests what installs Rearview: the Helm chart, the kustomization in config/default, and the
// Dockerfile. It runs the real helm and kustomize, and installs on a real Kubernetes API server.
package chart

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"
)

var update = flag.Bool("update", false, "rewrite the golden files")

const (
	root      = "../.."
	chartDir  = root + "/charts/rearview"
	release   = "rearview"
	namespace = "rearview-system"
)

// tool is the path of a program that `make tools` installs.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join(root, ".cache", "bin", name))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%s is missing: run `make tools`", path)
	}
	return path
}

// output is what a program writes to stdout. It fails the test when the program fails.
func output(t *testing.T, name string, args ...string) string {
	t.Helper()
	stdout, stderr, err := try(t, name, args...)
	if err != nil {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, stdout, stderr)
	}
	return stdout
}

// try runs a program with a home of its own, so that nothing of the person's configuration takes part.
func try(t *testing.T, name string, args ...string) (stdout, stderr string, err error) {
	t.Helper()
	home := t.TempDir()
	cmd := exec.CommandContext(t.Context(), tool(t, name), args...)
	cmd.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TMPDIR=" + home}
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// render is the chart as helm renders it.
func render(t *testing.T, args ...string) string {
	t.Helper()
	return output(t, "helm", append([]string{"template", release, chartDir, "--namespace", namespace}, args...)...)
}

// objects parses a stream of YAML documents.
func objects(t *testing.T, stream string) []*unstructured.Unstructured {
	t.Helper()
	var list []*unstructured.Unstructured
	for _, document := range strings.Split("\n"+stream, "\n---") {
		o := &unstructured.Unstructured{}
		if err := yaml.UnmarshalStrict([]byte(document), &o.Object); err != nil {
			t.Fatalf("not YAML: %v\n%s", err, document)
		}
		if len(o.Object) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// find is the only object of a kind.
func find(t *testing.T, list []*unstructured.Unstructured, kind string) *unstructured.Unstructured {
	t.Helper()
	found := ofKind(list, kind)
	if len(found) != 1 {
		t.Fatalf("%d objects of kind %s, want 1", len(found), kind)
	}
	return found[0]
}

func ofKind(list []*unstructured.Unstructured, kind string) (found []*unstructured.Unstructured) {
	for _, o := range list {
		if o.GetKind() == kind {
			found = append(found, o)
		}
	}
	return found
}

// golden compares with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got); if that is meant, run: go test ./test/chart -update\n%s", path, diff)
	}
}
