package importance_test

import (
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/importance"
)

func BenchmarkWeigh(b *testing.B) {
	for _, c := range []struct{ name, content string }{
		{"acknowledgement", "好的，收到，谢谢"},
		{"constraint", "好的，但是别用MySQL"},
		{"unsure", "The customer on the third floor waits in the small room with the others."},
		{"64KiB", strings.Repeat("The customer on the third floor sits in the small room. ", 1170)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				importance.Weigh(c.content, importance.Opinion{})
			}
		})
	}
}
