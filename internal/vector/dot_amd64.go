package vector

import "golang.org/x/sys/cpu"

var (
	hasAVX2   = cpu.X86.HasAVX2 && cpu.X86.HasFMA
	hasAVX512 = hasAVX2 && cpu.X86.HasAVX512F
)

func dot(a, b []float32) float32 {
	switch {
	case len(a) < 8:
		return dotPortable(a, b)
	case hasAVX512:
		return dotAVX512(a, b)
	case hasAVX2:
		return dotAVX2(a, b)
	}
	return dotPortable(a, b)
}

// dotAVX2 needs AVX2 and FMA. It reads len(a) values of each.
//
//go:noescape
func dotAVX2(a, b []float32) float32

// dotAVX512 needs AVX512F, AVX2 and FMA. It reads len(a) values of each.
//
//go:noescape
func dotAVX512(a, b []float32) float32
