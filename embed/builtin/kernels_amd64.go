package builtin

import (
	"math"

	"golang.org/x/sys/cpu"
)

// availableKernels lists the implementations that this processor can run, the fastest last.
func availableKernels() []kernels {
	available := []kernels{portableKernels()}
	if !cpu.X86.HasAVX2 {
		return available
	}
	avx2 := kernels{
		name:     "AVX2",
		multiply: multiplyAVX2,
		quantize: quantizeAVX2,
		combine:  combineAVX2,
		softmax:  softmaxAVX2,
		gelu:     geluAVX2,
		addNorm:  addNormAVX2,
	}
	available = append(available, avx2)
	if !cpu.X86.HasAVX512BW || !cpu.X86.HasAVX512VNNI {
		return available
	}
	avx512 := avx2
	avx512.name = "AVX-512 VNNI"
	avx512.multiply = multiplyAVX512
	return append(available, avx512)
}

// The assembly does what the portable functions of these names do, with as many elements as the first slice
// has. It checks no lengths.

//go:noescape
func multiplyAVX512(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32)

//go:noescape
func multiplyAVX2(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32)

//go:noescape
func quantizeAVX2(dst []activationBlock, t int, x []float32)

//go:noescape
func combineAVX2(out, a, b []float32, stride int)

//go:noescape
func softmaxAVX2(x []float32)

//go:noescape
func geluAVX2(x []float32)

//go:noescape
func addNormAVX2(x, y, weight, bias []float32, epsilon float32)

// constants are those that the assembly needs; it knows their places.
//
//nolint:unused // the assembly reads it
var constants = [...]float32{
	1, 127, smallestScale, // 0, 4, 8
	expLowest, math.Log2E, expLn2High, expLn2Low, // 12, 16, 20, 24
	expC0, expC1, expC2, expC3, expC4, expC5, // 28, 32, 36, 40, 44, 48
	erfP, erfA1, erfA2, erfA3, erfA4, erfA5, // 52, 56, 60, 64, 68, 72
	1 / math.Sqrt2, 0.5, // 76, 80
}
