package chart

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/wait"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

const (
	operatorName    = "rearview-operator"
	nextDescription = "As the next version says."
)

var crdNames = []string{"memoryclasses.memory.rearview.dev", "memorynamespaces.memory.rearview.dev"}

// TestLifecycle installs, upgrades, uninstalls and installs again on a real API server. The steps build on
// each other.
func TestLifecycle(t *testing.T) {
	c := newClient(t)
	// what the chart installs must be admitted where only restricted pods are
	create(t, c, restrictedNamespace(namespace))

	helm(t, "install", release, chartDir, "--namespace", namespace)
	crds := uidsOfCRDs(t, c)
	var class v1alpha1.MemoryClass
	get(t, c, client.ObjectKey{Name: "embedded"}, &class)
	if class.Annotations[v1alpha1.DefaultClassAnnotation] != "true" {
		t.Errorf("the class is not the default: annotations %v", class.Annotations)
	}
	waitForOperatorPod(t, c)
	t.Run("operator", func(t *testing.T) { tryOperator(t, c) })

	memory := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "kept", Namespace: metav1.NamespaceDefault},
		Spec:       v1alpha1.MemoryNamespaceSpec{Agents: []v1alpha1.Agent{{Name: "planner"}}, Suspend: true},
	}
	create(t, c, memory)
	kept := func(step string) {
		t.Helper()
		for name, uid := range uidsOfCRDs(t, c) {
			if uid != crds[name] {
				t.Errorf("%s replaced the CRD %s", step, name)
			}
		}
		var now v1alpha1.MemoryNamespace
		if get(t, c, client.ObjectKeyFromObject(memory), &now); now.UID != memory.UID || now.DeletionTimestamp != nil {
			t.Errorf("%s deleted the MemoryNamespace", step)
		}
		var sameClass v1alpha1.MemoryClass
		if get(t, c, client.ObjectKeyFromObject(&class), &sameClass); sameClass.UID != class.UID || sameClass.DeletionTimestamp != nil {
			t.Errorf("%s deleted the MemoryClass", step)
		}
	}

	helm(t, "upgrade", release, nextVersion(t), "--namespace", namespace)
	kept("the upgrade")
	for _, name := range crdNames {
		var crd apiextensionsv1.CustomResourceDefinition
		if get(t, c, client.ObjectKey{Name: name}, &crd); crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Description != nextDescription {
			t.Errorf("the upgrade left the CRD %s as it was", name)
		}
	}

	helm(t, "rollback", release, "1", "--namespace", namespace)
	kept("the rollback")

	helm(t, "uninstall", release, "--namespace", namespace)
	kept("the uninstall")
	for _, o := range []client.Object{
		&appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: operatorName, Namespace: namespace}},
		&corev1.ServiceAccount{ObjectMeta: metav1.ObjectMeta{Name: operatorName, Namespace: namespace}},
		&rbacv1.ClusterRole{ObjectMeta: metav1.ObjectMeta{Name: operatorName}},
		&rbacv1.ClusterRoleBinding{ObjectMeta: metav1.ObjectMeta{Name: operatorName}},
	} {
		waitUntilGone(t, c, o)
	}

	helm(t, "install", release, chartDir, "--namespace", namespace)
	kept("the second install")
	helm(t, "uninstall", release, "--namespace", namespace)
}

// helm runs helm against the test cluster. It does not wait for pods, which never run there.
func helm(t *testing.T, args ...string) {
	t.Helper()
	if out := output(t, "helm", append(args, "--kubeconfig", control.Kubeconfig)...); testing.Verbose() {
		t.Log(out)
	}
}

// nextVersion is the chart as a later version would be, with changed CRDs.
func nextVersion(t *testing.T) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "rearview")
	if err := os.CopyFS(dir, os.DirFS(chartDir)); err != nil {
		t.Fatal(err)
	}
	for _, path := range glob(t, filepath.Join(dir, "crds", "*.yaml")) {
		changeCRD(t, path)
	}
	path := filepath.Join(dir, "Chart.yaml")
	write(t, path, strings.ReplaceAll(read(t, path), "ersion: 0.1.0", "ersion: 0.2.0"))
	return dir
}

func changeCRD(t *testing.T, path string) {
	t.Helper()
	var crd apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict([]byte(read(t, path)), &crd); err != nil {
		t.Fatal(err)
	}
	crd.Spec.Versions[0].Schema.OpenAPIV3Schema.Description = nextDescription
	text, err := yaml.Marshal(crd)
	if err != nil {
		t.Fatal(err)
	}
	write(t, path, string(text))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func uidsOfCRDs(t *testing.T, c client.Client) map[string]types.UID {
	t.Helper()
	uids := map[string]types.UID{}
	for _, name := range crdNames {
		var crd apiextensionsv1.CustomResourceDefinition
		get(t, c, client.ObjectKey{Name: name}, &crd)
		uids[name] = crd.UID
	}
	return uids
}

// waitForOperatorPod shows that the API server admits the operator's pods.
func waitForOperatorPod(t *testing.T, c client.Client) {
	t.Helper()
	eventually(t, "a pod of the operator", func(ctx context.Context) (bool, error) {
		var pods corev1.PodList
		err := c.List(ctx, &pods, client.InNamespace(namespace), client.MatchingLabels{"app.kubernetes.io/component": "operator"})
		return len(pods.Items) > 0, err
	})
}

func waitUntilGone(t *testing.T, c client.Client, o client.Object) {
	t.Helper()
	eventually(t, o.GetName()+" to be gone", func(ctx context.Context) (bool, error) {
		err := c.Get(ctx, client.ObjectKeyFromObject(o), o)
		return apierrors.IsNotFound(err), client.IgnoreNotFound(err)
	})
}

func eventually(t *testing.T, what string, condition wait.ConditionWithContextFunc) {
	t.Helper()
	if err := wait.PollUntilContextTimeout(t.Context(), 100*time.Millisecond, 2*time.Minute, true, condition); err != nil {
		t.Fatalf("waiting for %s: %v", what, err)
	}
}

func create(t *testing.T, c client.Client, o client.Object) {
	t.Helper()
	if err := c.Create(t.Context(), o); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, c client.Client, key client.ObjectKey, o client.Object) {
	t.Helper()
	if err := c.Get(t.Context(), key, o); err != nil {
		t.Fatal(err)
	}
}
