package manifest_test

import (
	"os"
	"testing"

	"github.com/rearview-dev/rearview/test/cluster"
)

var control *cluster.Cluster

func TestMain(m *testing.M) {
	os.Exit(cluster.Main(m, func(c *cluster.Cluster) { control = c }))
}
