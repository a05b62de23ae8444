// Command rearview-operator runs the controllers that make what MemoryNamespaces declare.
package main

import (
	"context"
	"crypto/rand"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"

	"github.com/go-logr/logr"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/rearview-dev/rearview/controllers"
)

// version is set when the binary is built.
var version = "dev"

type settings struct {
	controllers.Options
	metricsAddress string
	probeAddress   string
	leaderElection bool
}

func main() {
	s, err := parse(os.Args[1:], os.Getenv, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return
	case err != nil:
		os.Exit(2)
	}
	handler := slog.NewJSONHandler(os.Stderr, nil)
	slog.SetDefault(slog.New(handler))
	ctrl.SetLogger(logr.FromSlogHandler(handler))
	if err := run(ctrl.SetupSignalHandler(), s); err != nil {
		slog.Error("the operator ends", "error", err)
		os.Exit(1)
	}
}

// parse reads the command line over the environment. It writes what is wrong, or the usage, to output.
func parse(args []string, getenv func(string) string, output io.Writer) (settings, error) {
	s := settings{Options: controllers.Options{Random: rand.Reader}}
	flags := flag.NewFlagSet("rearview-operator "+version, flag.ContinueOnError)
	flags.SetOutput(output)
	flags.StringVar(&s.ServerImage, "server-image", getenv("REARVIEW_SERVER_IMAGE"),
		"`image` of the memory server, for classes that name none (env REARVIEW_SERVER_IMAGE)")
	flags.StringVar(&s.Namespace, "operator-namespace", getenv("POD_NAMESPACE"),
		"`namespace` that the operator runs in, where the Secrets are that classes name (env POD_NAMESPACE)")
	flags.StringVar(&s.metricsAddress, "metrics-bind-address", ":8080",
		"`address` of Prometheus metrics, which say nothing of any namespace; 0 for none")
	flags.StringVar(&s.probeAddress, "health-probe-bind-address", ":8081", "`address` of /healthz and /readyz")
	flags.BoolVar(&s.leaderElection, "leader-elect", true, "work only while holding the Lease, so that two operators can run")
	if err := flags.Parse(args); err != nil {
		return s, err
	}
	var err error
	switch {
	case flags.NArg() > 0:
		err = fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case s.ServerImage == "":
		err = errors.New("give --server-image, or set REARVIEW_SERVER_IMAGE")
	case s.Namespace == "":
		err = errors.New("give --operator-namespace, or set POD_NAMESPACE")
	}
	if err != nil {
		fmt.Fprintln(output, err)
	}
	return s, err
}

func run(ctx context.Context, s settings) error {
	config, err := ctrl.GetConfig()
	if err != nil {
		return fmt.Errorf("find the Kubernetes API server: %w", err)
	}
	options := controllers.ManagerOptions(s.Namespace)
	options.Metrics = metricsserver.Options{BindAddress: s.metricsAddress}
	options.HealthProbeBindAddress = s.probeAddress
	options.LeaderElection = s.leaderElection
	options.LeaderElectionID = controllers.LeaderElectionID
	options.LeaderElectionNamespace = s.Namespace
	// the process ends right after, so the Lease may be given up at once
	options.LeaderElectionReleaseOnCancel = true

	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return err
	}
	if err := controllers.Setup(mgr, s.Options); err != nil {
		return err
	}
	if err := mgr.AddHealthzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	if err := mgr.AddReadyzCheck("ping", healthz.Ping); err != nil {
		return err
	}
	slog.Info("starting", "version", version, "serverImage", s.ServerImage, "namespace", s.Namespace)
	return mgr.Start(ctx)
}
