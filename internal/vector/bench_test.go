package vector

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

const benchDimension = 384

func BenchmarkDot(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	x, y := random(r, benchDimension), random(r, benchDimension)
	for _, kernel := range kernels() {
		b.Run(kernel.name, func(b *testing.B) {
			for b.Loop() {
				kernel.dot(x, y)
			}
		})
	}
}

func BenchmarkNearest(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rows := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			matrix, query := random(r, rows*benchDimension), random(r, benchDimension)
			for b.Loop() {
				Nearest(matrix, query, 15)
			}
		})
	}
}
