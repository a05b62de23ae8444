package v1alpha1_test

import (
	"os"
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/test/cluster"
)

// api is a real API server.
var api client.Client

func TestMain(m *testing.M) {
	os.Exit(cluster.Main(m, func(c *cluster.Cluster) {
		scheme := runtime.NewScheme()
		if err := v1alpha1.AddToScheme(scheme); err != nil {
			panic(err)
		}
		var err error
		if api, err = client.New(c.Config, client.Options{Scheme: scheme}); err != nil {
			panic(err)
		}
	}))
}
