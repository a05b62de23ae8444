package chart

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/internal/manifests"
)

// tryOperator runs the operator as the chart's ServiceAccount and lets it do everything that it needs a
// right for: make a namespace for each way of embedding, replace a token, let an agent go, and be deleted.
func tryOperator(t *testing.T, c client.Client) {
	log := startOperator(t, c)
	// memory servers too must be admitted where only restricted pods are
	create(t, c, restrictedNamespace("tenant"))
	create(t, c, &corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Name: "endpoint", Namespace: namespace},
		StringData: map[string]string{"apiKey": "sk-test"},
	})
	class := &v1alpha1.MemoryClass{ObjectMeta: metav1.ObjectMeta{Name: "endpoint"}, Spec: v1alpha1.MemoryClassSpec{
		Type:     v1alpha1.ClassTypeEmbedded,
		Embedded: &v1alpha1.EmbeddedStorage{},
		Embedding: v1alpha1.Embedding{Type: v1alpha1.EmbeddingOpenAICompatible, OpenAICompatible: &v1alpha1.OpenAICompatible{
			URL: "http://models.models.svc/v1", Model: "m", Dimension: 8, APIKeySecretRef: &v1alpha1.SecretKeyRef{Name: "endpoint"},
		}},
	}}
	create(t, c, class)

	t.Run("default class", func(t *testing.T) { tryMemoryNamespace(t, c, log, "builtin", "") })
	t.Run("endpoint class", func(t *testing.T) {
		tryMemoryNamespace(t, c, log, "remote", class.Name)
	})
	if text := read(t, log); strings.Contains(text, "forbidden") {
		t.Errorf("the chart grants too little:\n%s", text)
	}
	if err := c.Delete(t.Context(), class); err != nil {
		t.Fatal(err)
	}
}

func tryMemoryNamespace(t *testing.T, c client.Client, log, name, class string) {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the operator's log:\n%s", read(t, log))
		}
	})
	ns := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: name, Namespace: "tenant"},
		Spec: v1alpha1.MemoryNamespaceSpec{
			ClassName:      class,
			Agents:         []v1alpha1.Agent{{Name: "planner"}, {Name: "coder"}},
			DeletionPolicy: v1alpha1.DeletionPolicyDelete,
		},
	}
	create(t, c, ns)
	key := client.ObjectKeyFromObject(ns)
	token := client.ObjectKey{Namespace: key.Namespace, Name: manifests.TokenSecretName(name, "planner")}

	eventually(t, "the pod of the memory server", func(ctx context.Context) (bool, error) {
		return exists(ctx, c, client.ObjectKey{Namespace: key.Namespace, Name: name + "-0"}, &corev1.Pod{})
	})
	eventually(t, "the status", func(ctx context.Context) (bool, error) {
		err := c.Get(ctx, key, ns)
		return ns.Status.Endpoint != nil && len(ns.Status.Endpoint.Agents) == 2, err
	})
	if class != "" {
		get(t, c, client.ObjectKey{Namespace: key.Namespace, Name: name + "-embedding-key"}, &corev1.Secret{})
	}

	var first corev1.Secret
	get(t, c, token, &first)
	if err := c.Delete(t.Context(), &first); err != nil {
		t.Fatal(err)
	}
	// any change of the object makes the operator look at once
	change(t, c, ns, func() { ns.Annotations = map[string]string{"example.test/look": "now"} })
	eventually(t, "a new token", func(ctx context.Context) (bool, error) {
		return exists(ctx, c, token, &corev1.Secret{})
	})

	change(t, c, ns, func() { ns.Spec.Agents = ns.Spec.Agents[:1] })
	eventually(t, "the token of the agent that left to be gone", func(ctx context.Context) (bool, error) {
		there, err := exists(ctx, c, client.ObjectKey{Namespace: key.Namespace, Name: manifests.TokenSecretName(name, "coder")}, &corev1.Secret{})
		return !there, err
	})

	volume := client.ObjectKey{Namespace: key.Namespace, Name: ns.Status.VolumeClaimName}
	if err := c.Delete(t.Context(), ns); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the volume to be deleted", func(ctx context.Context) (bool, error) {
		var claim corev1.PersistentVolumeClaim
		there, err := exists(ctx, c, volume, &claim)
		// its protection ends with the pod, which nothing stops here
		return !there || claim.DeletionTimestamp != nil, err
	})
}

// change updates a MemoryNamespace, and again when somebody else was quicker.
func change(t *testing.T, c client.Client, ns *v1alpha1.MemoryNamespace, edit func()) {
	t.Helper()
	eventually(t, "an update of "+ns.Name, func(ctx context.Context) (bool, error) {
		if err := c.Get(ctx, client.ObjectKeyFromObject(ns), ns); err != nil {
			return false, err
		}
		edit()
		err := c.Update(ctx, ns)
		if apierrors.IsConflict(err) {
			return false, nil
		}
		return err == nil, err
	})
}

func exists(ctx context.Context, c client.Client, key client.ObjectKey, o client.Object) (bool, error) {
	err := c.Get(ctx, key, o)
	return err == nil, client.IgnoreNotFound(err)
}

// startOperator builds the operator, runs it with the arguments and the rights that the chart gives it, and
// returns the path of its log.
func startOperator(t *testing.T, c client.Client) string {
	t.Helper()
	dir := t.TempDir()
	binary := filepath.Join(dir, "rearview-operator")
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", binary, "./cmd/rearview-operator")
	build.Dir = root
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the operator: %v\n%s", err, out)
	}
	log, err := os.Create(filepath.Join(dir, "operator.log"))
	if err != nil {
		t.Fatal(err)
	}
	var deployment appsv1.Deployment
	get(t, c, client.ObjectKey{Namespace: namespace, Name: operatorName}, &deployment)
	// the last of each flag counts, and ports may be taken here
	arguments := slices.Concat(deployment.Spec.Template.Spec.Containers[0].Args, []string{
		"--metrics-bind-address=127.0.0.1:0", "--health-probe-bind-address=127.0.0.1:0",
	})
	operator := exec.Command(binary, arguments...)
	operator.Env = []string{"KUBECONFIG=" + kubeconfigOfOperator(t, c, dir), "HOME=" + dir, "POD_NAMESPACE=" + namespace}
	operator.Stdout, operator.Stderr = log, log
	if err := operator.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = operator.Process.Signal(os.Interrupt)
		_ = operator.Wait() // how it went is told by its log
		_ = log.Close()
	})
	return log.Name()
}

// kubeconfigOfOperator has a token of the chart's ServiceAccount.
func kubeconfigOfOperator(t *testing.T, c client.Client, dir string) string {
	t.Helper()
	var account corev1.ServiceAccount
	get(t, c, client.ObjectKey{Namespace: namespace, Name: operatorName}, &account)
	request := &authenticationv1.TokenRequest{}
	if err := c.SubResource("token").Create(t.Context(), &account, request); err != nil {
		t.Fatal(err)
	}
	config := clientcmdapi.NewConfig()
	config.Clusters["test"] = &clientcmdapi.Cluster{
		Server: control.Config.Host, CertificateAuthorityData: control.Config.CAData,
	}
	config.AuthInfos["operator"] = &clientcmdapi.AuthInfo{Token: request.Status.Token}
	config.Contexts["test"] = &clientcmdapi.Context{Cluster: "test", AuthInfo: "operator"}
	config.CurrentContext = "test"
	path := filepath.Join(dir, "kubeconfig")
	if err := clientcmd.WriteToFile(*config, path); err != nil {
		t.Fatal(err)
	}
	return path
}

func restrictedNamespace(name string) *corev1.Namespace {
	return &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{
		Name:   name,
		Labels: map[string]string{"pod-security.kubernetes.io/enforce": "restricted"},
	}}
}
