package cluster

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/discovery"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/clientcmd"
)

func TestMissingBinariesSayWhatToDo(t *testing.T) {
	t.Setenv(BinariesEnv, t.TempDir())
	t.Setenv("TMPDIR", t.TempDir())
	_, err := Start()
	if err == nil {
		t.Fatal("Start succeeded without binaries")
	}
	for _, want := range []string{"etcd", "make k8s", BinariesEnv} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("error %q does not say %q", err, want)
		}
	}
}

func TestFailedStartLeavesNothing(t *testing.T) {
	bin, err := findBinaries()
	if err != nil {
		t.Fatal(err)
	}
	dir, tmp := t.TempDir(), t.TempDir()
	for _, path := range []string{bin.etcd, bin.apiServer} {
		if err := os.Symlink(path, filepath.Join(dir, filepath.Base(path))); err != nil {
			t.Fatal(err)
		}
	}
	broken := "#!/bin/sh\necho out of order >&2\nexit 3\n"
	if err := os.WriteFile(filepath.Join(dir, "kube-controller-manager"), []byte(broken), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv(BinariesEnv, dir)
	t.Setenv("TMPDIR", tmp)

	_, err = Start(WithoutCRDs())
	if err == nil || !strings.Contains(err.Error(), "out of order") {
		t.Fatalf("error %v does not show what the controller-manager said", err)
	}
	if left, _ := filepath.Glob(filepath.Join(tmp, "*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	if left := childrenOf(t, dir); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}

// childrenOf returns the command lines of processes whose binary was started from dir.
func childrenOf(t *testing.T, dir string) (running []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			continue // it ended meanwhile
		}
		if line := strings.ReplaceAll(string(raw), "\x00", " "); strings.HasPrefix(line, dir) {
			running = append(running, line)
		}
	}
	return running
}

func TestCluster(t *testing.T) {
	c, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Stop(); err != nil {
			t.Error(err)
		}
	})
	client := kubernetes.NewForConfigOrDie(c.Config)

	t.Run("the kubeconfig works", func(t *testing.T) {
		config, err := clientcmd.BuildConfigFromFlags("", c.Kubeconfig)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := kubernetes.NewForConfigOrDie(config).CoreV1().Nodes().List(t.Context(), metav1.ListOptions{}); err != nil {
			t.Error(err)
		}
	})
	t.Run("our kinds are served", func(t *testing.T) {
		found, err := discovery.NewDiscoveryClientForConfigOrDie(c.Config).ServerResourcesForGroupVersion("memory.rearview.dev/v1alpha1")
		if err != nil {
			t.Fatal(err)
		}
		if len(found.APIResources) < 2 {
			t.Errorf("only %v", found.APIResources)
		}
	})
	t.Run("what lost its owner is collected", func(t *testing.T) {
		testGarbageCollection(t, client)
	})
}

func testGarbageCollection(t *testing.T, client kubernetes.Interface) {
	maps := client.CoreV1().ConfigMaps(metav1.NamespaceDefault)
	owner, err := maps.Create(t.Context(), &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "owner"}}, metav1.CreateOptions{})
	if err != nil {
		t.Fatal(err)
	}
	owned := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "owned", OwnerReferences: []metav1.OwnerReference{
		{APIVersion: "v1", Kind: "ConfigMap", Name: owner.Name, UID: owner.UID},
	}}}
	if _, err := maps.Create(t.Context(), owned, metav1.CreateOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := maps.Delete(t.Context(), owner.Name, metav1.DeleteOptions{}); err != nil {
		t.Fatal(err)
	}
	err = wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(ctx context.Context) (bool, error) {
		_, err := maps.Get(ctx, owned.Name, metav1.GetOptions{})
		return apierrors.IsNotFound(err), nil
	})
	if err != nil {
		t.Errorf("the owned ConfigMap is still there: %v", err)
	}
}
