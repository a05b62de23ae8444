package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
)

// readyTimeout is generous: a machine that builds and tests at once is slow.
const readyTimeout = 90 * time.Second

// startControllerManager runs kube-controller-manager without a port of its own and waits until its
// service-account controller has done its first work.
func (c *Cluster) startControllerManager(bin binaries) error {
	api := c.env.ControlPlane.GetAPIServer()
	rootCA := filepath.Join(c.dir, "root-ca.crt")
	if err := os.WriteFile(rootCA, api.CA, 0o600); err != nil {
		return err
	}
	p, err := startProcess(filepath.Join(c.dir, "kube-controller-manager.log"), bin.controllerManager,
		"--kubeconfig="+c.Kubeconfig,
		"--leader-elect=false",
		"--secure-port=0",
		"--use-service-account-credentials=true",
		"--root-ca-file="+rootCA,
		"--service-account-private-key-file="+filepath.Join(api.CertDir, "sa-signer.key"),
	)
	if err != nil {
		return fmt.Errorf("start kube-controller-manager: %w", err)
	}
	c.controller = p
	if err := c.awaitControllers(); err != nil {
		return fmt.Errorf("kube-controller-manager does not work: %w\n%s", err, tail(p.log))
	}
	return nil
}

func (c *Cluster) awaitControllers() error {
	client, err := kubernetes.NewForConfig(c.Config)
	if err != nil {
		return err
	}
	return wait.PollUntilContextTimeout(context.Background(), 50*time.Millisecond, readyTimeout, true,
		func(ctx context.Context) (bool, error) {
			if c.controller.exited() {
				return false, errors.New("it exited")
			}
			_, err := client.CoreV1().ServiceAccounts(metav1.NamespaceDefault).Get(ctx, "default", metav1.GetOptions{})
			return err == nil, nil
		})
}
