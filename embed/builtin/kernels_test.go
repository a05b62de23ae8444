package builtin

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The assembly must give what the portable functions give, to the last bit.

func TestMultiplyEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		blocks, stride := 1+rng.IntN(50), tileRows+rng.IntN(20)
		weights, activations := randomWeights(rng, blocks), randomActivations(rng, blocks)
		bias := randomFloats(rng, tileRows, 1)
		got := make([]float32, stride*tileTokens)
		want := make([]float32, stride*tileTokens)
		k.multiply(got, stride, weights, activations, bias)
		multiplyPortable(want, stride, weights, activations, bias)
		requireEqual(t, want, got)
	})
}

// The largest weights and activations must not overflow the 16-bit sums.
func TestMultiplyExtremes(t *testing.T) {
	for _, value := range []int8{127, -127} {
		weights, activations := make([]weightBlock, 3), make([]activationBlock, 3)
		for b := range weights {
			for r := range tileRows {
				weights[b].scales[r] = 1
				for g := range weights[b].nibbles {
					weights[b].nibbles[g][r] = [4]byte{0xff, 0xff, 0xff, 0xff}
				}
			}
			for i := range tileTokens {
				activations[b].scales[i] = 1
				activations[b].offsets[i] = -8 * blockSize * int32(value)
				for j := range activations[b].values[i] {
					activations[b].values[i][j] = value
				}
			}
		}
		want := make([]float32, tileRows*tileTokens)
		for i := range want {
			want[i] = 3 * blockSize * 7 * float32(value)
		}
		for _, k := range availableKernels() {
			got := make([]float32, tileRows*tileTokens)
			k.multiply(got, tileRows, weights, activations, make([]float32, tileRows))
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s with %d: %s", k.name, value, diff)
			}
		}
	}
}

func TestQuantizeEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		blocks := 1 + rng.IntN(50)
		x := randomFloats(rng, blocks*blockSize, math.Pow(10, float64(rng.IntN(76)-40)))
		clear(x[:blockSize*rng.IntN(blocks)])
		got, want := randomActivations(rng, blocks), make([]activationBlock, blocks)
		copy(want, got)
		token := rng.IntN(tileTokens)
		k.quantize(got, token, x)
		quantizePortable(want, token, x)
		requireEqual(t, want, got)
	})
}

func TestQuantizeRestores(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := randomFloats(rng, 12*blockSize, 3)
	blocks := make([]activationBlock, 12)
	fastestKernels().quantize(blocks, 2, x)
	for b := range blocks {
		sum := int32(0)
		for i, v := range blocks[b].values[2] {
			sum += int32(v)
			restored := float32(v) * blocks[b].scales[2]
			if off := math.Abs(float64(restored - x[b*blockSize+i])); off > float64(blocks[b].scales[2])*0.5001 {
				t.Fatalf("block %d value %d: %g became %g", b, i, x[b*blockSize+i], restored)
			}
		}
		if blocks[b].offsets[2] != -8*sum {
			t.Fatalf("block %d: offset %d for a sum of %d", b, blocks[b].offsets[2], sum)
		}
	}
}

func TestCombineEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		n, m := lanes*(1+rng.IntN(14)), 1+rng.IntN(70)
		stride := n + rng.IntN(50)
		a, b := randomFloats(rng, m, 1), randomFloats(rng, m*stride, 1)
		got, want := randomFloats(rng, n, 1), randomFloats(rng, n, 1)
		k.combine(got, a, b, stride)
		combinePortable(want, a, b, stride)
		requireEqual(t, want, got)
	})
}

func TestSoftmaxEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		got := randomFloats(rng, lanes*(1+rng.IntN(64)), math.Pow(10, float64(rng.IntN(5)-2)))
		for i := len(got) - rng.IntN(lanes); i < len(got); i++ {
			got[i] = float32(math.Inf(-1))
		}
		want := append([]float32(nil), got...)
		k.softmax(got)
		softmaxPortable(want)
		requireEqual(t, want, got)
	})
}

func TestGELUEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		got := randomFloats(rng, lanes*(1+rng.IntN(64)), math.Pow(10, float64(rng.IntN(8)-4)))
		got[0] = 0
		want := append([]float32(nil), got...)
		k.gelu(got)
		geluPortable(want)
		requireEqual(t, want, got)
	})
}

func TestAddNormEqualsPortable(t *testing.T) {
	forEachKernel(t, func(t *testing.T, k kernels, rng *rand.Rand) {
		n := lanes * (1 + rng.IntN(64))
		got, y := randomFloats(rng, n, 2), randomFloats(rng, n, 1)
		weight, bias := randomFloats(rng, n, 1), randomFloats(rng, n, 1)
		want := append([]float32(nil), got...)
		k.addNorm(got, y, weight, bias, 1e-12)
		addNormPortable(want, y, weight, bias, 1e-12)
		requireEqual(t, want, got)
	})
}

func TestExpIsAccurate(t *testing.T) {
	for x := 0.0; x > expLowest; x -= 0.0137 {
		got, want := float64(exp32(float32(x))), math.Exp(float64(float32(x)))
		if off := math.Abs(got-want) / want; off > 2e-7 {
			t.Fatalf("e to the %g: %g instead of %g, off by %g", x, got, want, off)
		}
	}
}

func TestGELUIsAccurate(t *testing.T) {
	for x := -12.0; x < 12; x += 0.0113 {
		got := []float32{float32(x)}
		geluPortable(got)
		want := x * 0.5 * math.Erfc(-x/math.Sqrt2)
		if off := math.Abs(float64(got[0]) - want); off > 1e-6 {
			t.Fatalf("gelu of %g: %g instead of %g", x, got[0], want)
		}
	}
}

// forEachKernel runs a check many times, with other random numbers each time, for each kind of assembly that
// this processor can run.
func forEachKernel(t *testing.T, check func(*testing.T, kernels, *rand.Rand)) {
	t.Helper()
	for _, k := range availableKernels()[1:] {
		t.Run(k.name, func(t *testing.T) {
			for seed := range uint64(200) {
				check(t, k, rand.New(rand.NewPCG(seed, 7)))
			}
		})
	}
}

func requireEqual[T comparable](t *testing.T, want, got []T) {
	t.Helper()
	if slices.Equal(want, got) {
		return
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(activationBlock{})); diff != "" {
		t.Fatalf("differs from portable (-portable +assembly):\n%s", diff)
	}
}

func randomFloats(rng *rand.Rand, n int, scale float64) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = float32(rng.NormFloat64() * scale)
	}
	return x
}

func randomWeights(rng *rand.Rand, n int) []weightBlock {
	w := make([]weightBlock, n)
	for b := range w {
		copy(w[b].scales[:], randomFloats(rng, tileRows, 0.1))
		for g := range w[b].nibbles {
			for r := range w[b].nibbles[g] {
				for i := range w[b].nibbles[g][r] {
					w[b].nibbles[g][r][i] = byte(rng.Uint32())
				}
			}
		}
	}
	return w
}

func randomActivations(rng *rand.Rand, n int) []activationBlock {
	x := make([]activationBlock, n)
	for i := range tileTokens {
		quantizePortable(x, i, randomFloats(rng, n*blockSize, 1))
	}
	return x
}
