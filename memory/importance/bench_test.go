package importance_test

import (
	"testing"

	"github.com/rearview-dev/rearview/memory/importance"
)

func BenchmarkWeigh(b *testing.B) {
	for name, content := range map[string]string{
		"acknowledgement": "好的，收到，谢谢",
		"constraint":      "好的，但是别用MySQL",
		"unsure":          "The customer on the third floor waits in the small room with the others.",
		"long":            string(make([]byte, 0)) + longText,
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				importance.Weigh(content, importance.Opinion{})
			}
		})
	}
}
