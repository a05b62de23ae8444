package cluster

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
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
	if left := running(t, tmp+"/"); len(left) > 0 {
		t.Errorf("still running: %v", left)
	}
}

// running returns the command lines that hold a text.
func running(t *testing.T, text string) (found []string) {
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
		if line := strings.ReplaceAll(string(raw), "\x00", " "); strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// orphanEnv tells the test binary to start a cluster and to wait for its death.
const orphanEnv = "REARVIEW_TEST_ORPHAN"

func TestMain(m *testing.M) {
	if os.Getenv(orphanEnv) == "" {
		os.Exit(m.Run())
	}
	c, err := Start(WithoutCRDs())
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println(c.dir)
	select {}
}

func TestDeadTestsLeaveNothing(t *testing.T) {
	tests := exec.Command(os.Args[0])
	tests.Env = append(os.Environ(), orphanEnv+"=1")
	out, err := tests.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := tests.Start(); err != nil {
		t.Fatal(err)
	}
	dir, err := bufio.NewReader(out).ReadString('\n')
	dir = strings.TrimSpace(dir)
	if err := errors.Join(err, tests.Process.Kill()); err != nil {
		t.Fatalf("%v: %s", err, dir)
	}
	_ = tests.Wait() // it was killed
	err = wait.PollUntilContextTimeout(t.Context(), 50*time.Millisecond, time.Minute, true, func(context.Context) (bool, error) {
		_, err := os.Stat(dir)
		return os.IsNotExist(err) && len(running(t, "="+dir+"/")) == 0, nil
	})
	if err != nil {
		t.Errorf("%s or its servers are still there: %v", dir, running(t, "="+dir+"/"))
	}
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
