// Package cluster runs a real Kubernetes control plane for tests: etcd, kube-apiserver and
// kube-controller-manager on loopback, with the project's CustomResourceDefinitions installed.
//
// There is no scheduler and no kubelet. Controllers do their work (a StatefulSet gets its Pod, what has no
// owner left is garbage-collected, a deleted namespace empties), but a Pod stays Pending and no container
// runs. A test that needs a running server sets the status by hand and says so.
//
// Every cluster has its own ports and its own directory, so packages may run theirs side by side. Use one
// cluster for all tests of a package, from TestMain:
//
//	func TestMain(m *testing.M) { os.Exit(cluster.Main(m, func(c *cluster.Cluster) { control = c })) }
package cluster

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/config/crd"
)

// Cluster is a running control plane.
type Cluster struct {
	// Config is a cluster administrator's (group system:masters). Copy it before changing it.
	Config *rest.Config
	// Kubeconfig is the path of a file with the same rights, for programs such as helm and kubectl.
	Kubeconfig string

	dir        string
	guard      *guard
	env        *envtest.Environment
	controller *process
}

// Option changes how a cluster starts.
type Option func(*settings)

type settings struct {
	crds bool
}

// WithoutCRDs leaves out the project's CustomResourceDefinitions, for tests of what installs them.
func WithoutCRDs() Option {
	return func(s *settings) { s.crds = false }
}

// Start runs a cluster and returns when its controllers work. After an error nothing is left running and
// no file remains.
func Start(options ...Option) (*Cluster, error) {
	s := settings{crds: true}
	for _, option := range options {
		option(&s)
	}
	bin, err := findBinaries()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "rearview-cluster-")
	if err != nil {
		return nil, err
	}
	guard, err := startGuard(dir)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	c := &Cluster{dir: dir, guard: guard}
	if err := c.start(bin, s); err != nil {
		return nil, errors.Join(err, c.Stop())
	}
	return c, nil
}

// Main runs a package's tests against one cluster, which use receives before the first test, and returns
// the exit code for os.Exit.
func Main(m *testing.M, use func(*Cluster), options ...Option) int {
	c, err := Start(options...)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	use(c)
	code := m.Run()
	if err := c.Stop(); err != nil {
		fmt.Fprintln(os.Stderr, "stop the test cluster:", err)
		return max(code, 1)
	}
	return code
}

// Stop ends every process of the cluster and removes its files. It may be called more than once. When the
// tests die without it, the same is done for them.
func (c *Cluster) Stop() error {
	var errs []error
	if c.controller != nil {
		errs = append(errs, c.controller.stop())
		c.controller = nil
	}
	if c.env != nil {
		errs = append(errs, c.env.Stop())
		c.env = nil
	}
	if c.guard != nil {
		errs = append(errs, c.guard.stop())
		c.guard = nil
	}
	return errors.Join(errs...)
}

func (c *Cluster) start(bin binaries, s settings) error {
	if err := c.startAPIServer(bin, s); err != nil {
		return err
	}
	c.Kubeconfig = filepath.Join(c.dir, "kubeconfig")
	if err := os.WriteFile(c.Kubeconfig, c.env.KubeConfig, 0o600); err != nil {
		return err
	}
	return c.startControllerManager(bin)
}

// startAPIServer runs etcd and kube-apiserver. The CRDs are installed before the controller-manager
// starts, because its garbage collector looks for new kinds only twice a minute.
func (c *Cluster) startAPIServer(bin binaries, s settings) error {
	etcdDir, certDir := filepath.Join(c.dir, "etcd"), filepath.Join(c.dir, "certs")
	for _, d := range []string{etcdDir, certDir} {
		if err := os.Mkdir(d, 0o700); err != nil {
			return err
		}
	}
	log, err := os.Create(filepath.Join(c.dir, "kube-apiserver.log"))
	if err != nil {
		return err
	}
	defer log.Close()

	existing := false
	env := &envtest.Environment{UseExistingCluster: &existing}
	env.ControlPlane.Etcd = &envtest.Etcd{Path: bin.etcd, DataDir: etcdDir}
	api := env.ControlPlane.GetAPIServer()
	api.Path, api.CertDir = bin.apiServer, certDir
	api.Out, api.Err = log, log
	// the service-account controllers run here, so that this admission can too, as on a real cluster
	api.Configure().Disable("disable-admission-plugins")
	if s.crds {
		if env.CRDs, err = readCRDs(); err != nil {
			return err
		}
	}
	c.env = env // before Start, so that Stop ends what a failed Start leaves running
	if c.Config, err = env.Start(); err != nil {
		return fmt.Errorf("start etcd and kube-apiserver: %w\n%s", err, tail(log.Name()))
	}
	return nil
}

func readCRDs() ([]*apiextensionsv1.CustomResourceDefinition, error) {
	entries, err := crd.Bases.ReadDir("bases")
	if err != nil {
		return nil, err
	}
	var crds []*apiextensionsv1.CustomResourceDefinition
	for _, entry := range entries {
		raw, err := crd.Bases.ReadFile("bases/" + entry.Name())
		if err != nil {
			return nil, err
		}
		definition := &apiextensionsv1.CustomResourceDefinition{}
		if err := yaml.UnmarshalStrict(raw, definition); err != nil {
			return nil, fmt.Errorf("config/crd/bases/%s: %w", entry.Name(), err)
		}
		crds = append(crds, definition)
	}
	return crds, nil
}
