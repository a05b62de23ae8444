package builtin

import (
	"testing"

	"github.com/rearview-dev/rearview/embed/embedtest"
	"github.com/rearview-dev/rearview/memory"
)

func TestConformance(t *testing.T) {
	embedtest.Run(t, func(t *testing.T) memory.Embedder { return testEmbedder(t) })
}
