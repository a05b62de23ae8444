package controllers

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilyaml "k8s.io/apimachinery/pkg/util/yaml"
	"k8s.io/client-go/rest"
	"k8s.io/utils/ptr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/test/cluster"
)

// The tests run against a real API server and a real controller-manager. The operator is no administrator
// there: it has what config/rbac/role.yaml gives it, so that a missing permission fails a test.

const (
	operatorNamespace = "rearview-system"
	firstImage        = "registry.example/rearview:1.0.0"
)

var (
	control  *cluster.Cluster
	admin    client.Client
	operator *runningOperator
)

func TestMain(m *testing.M) {
	ctrl.SetLogger(logr.FromSlogHandler(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn})))
	os.Exit(run(m))
}

func run(m *testing.M) (code int) {
	var err error
	if control, err = cluster.Start(); err == nil {
		defer func() {
			if err := control.Stop(); err != nil {
				fmt.Fprintln(os.Stderr, err)
				code = 1
			}
		}()
		err = prepare()
	}
	if err == nil {
		operator, err = startOperator(firstImage)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	code = m.Run()
	if err := operator.stop(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return code
}

// prepare makes what the chart makes on a cluster: the operator's namespace, its roles and their bindings.
func prepare() (err error) {
	if admin, err = client.New(control.Config, client.Options{Scheme: ManagerOptions(operatorNamespace).Scheme}); err != nil {
		return err
	}
	ctx := context.Background()
	if err := admin.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: operatorNamespace}}); err != nil {
		return err
	}
	clusterRole, role, err := generatedRoles()
	if err != nil {
		return err
	}
	subjects := []rbacv1.Subject{{Kind: rbacv1.ServiceAccountKind, Name: FieldOwner, Namespace: operatorNamespace}}
	for _, object := range []client.Object{
		clusterRole,
		role,
		&rbacv1.ClusterRoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: FieldOwner},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "ClusterRole", Name: clusterRole.Name},
			Subjects:   subjects,
		},
		&rbacv1.RoleBinding{
			ObjectMeta: metav1.ObjectMeta{Name: FieldOwner, Namespace: operatorNamespace},
			RoleRef:    rbacv1.RoleRef{APIGroup: rbacv1.GroupName, Kind: "Role", Name: role.Name},
			Subjects:   subjects,
		},
	} {
		if err := admin.Create(ctx, object); err != nil {
			return err
		}
	}
	return nil
}

func generatedRoles() (*rbacv1.ClusterRole, *rbacv1.Role, error) {
	file, err := os.Open("../config/rbac/role.yaml")
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	documents := utilyaml.NewDocumentDecoder(file)
	decode := func(into any) error {
		buffer := make([]byte, 64<<10)
		n, err := documents.Read(buffer)
		return errors.Join(err, yaml.UnmarshalStrict(buffer[:n], into))
	}
	clusterRole, role := &rbacv1.ClusterRole{}, &rbacv1.Role{}
	return clusterRole, role, errors.Join(decode(clusterRole), decode(role))
}

// runningOperator is the operator as its main function runs it, in this process.
type runningOperator struct {
	// reconciler shares the manager's client, for reconciling at will.
	reconciler *reconciler
	// writes counts the changes that it asked the API server for, without leases and events.
	writes *atomic.Int64
	cancel context.CancelFunc
	done   chan error
}

func startOperator(image string) (*runningOperator, error) {
	o := &runningOperator{writes: &atomic.Int64{}, done: make(chan error, 1)}
	config := rest.CopyConfig(control.Config)
	config.Impersonate = rest.ImpersonationConfig{
		UserName: "system:serviceaccount:" + operatorNamespace + ":" + FieldOwner,
		Groups:   []string{"system:serviceaccounts", "system:serviceaccounts:" + operatorNamespace, "system:authenticated"},
	}
	config.Wrap(func(next http.RoundTripper) http.RoundTripper { return countWrites{next, o.writes} })

	options := ManagerOptions(operatorNamespace)
	options.Metrics = metricsserver.Options{BindAddress: "0"}
	options.LeaderElection = true
	options.LeaderElectionID = LeaderElectionID
	options.LeaderElectionNamespace = operatorNamespace
	options.LeaderElectionReleaseOnCancel = true
	options.Controller.SkipNameValidation = ptr.To(true) // a second operator follows in this process
	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return nil, err
	}
	o.reconciler = newReconciler(mgr, Options{Namespace: operatorNamespace, ServerImage: image, Random: rand.Reader})
	o.reconciler.lookAgain = time.Second
	if err := o.reconciler.watch(mgr); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(context.Background())
	o.cancel = cancel
	go func() { o.done <- mgr.Start(ctx) }()
	return o, nil
}

func (o *runningOperator) stop() error {
	o.cancel()
	return <-o.done
}

type countWrites struct {
	next   http.RoundTripper
	writes *atomic.Int64
}

func (c countWrites) RoundTrip(request *http.Request) (*http.Response, error) {
	leases, events := strings.Contains(request.URL.Path, "/leases"), strings.Contains(request.URL.Path, "/events")
	if request.Method != http.MethodGet && !leases && !events {
		c.writes.Add(1)
	}
	return c.next.RoundTrip(request)
}
