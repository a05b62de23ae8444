package builtin

import "math"

// portableKernels run on every machine. Each product is converted to float32 before it is added, so that no
// compiler fuses the two steps and the results equal those of the assembly.
func portableKernels() kernels {
	return kernels{
		name:     "portable",
		multiply: multiplyPortable,
		quantize: quantizePortable,
		combine:  combinePortable,
		softmax:  softmaxPortable,
		gelu:     geluPortable,
		addNorm:  addNormPortable,
	}
}

// multiplyPortable treats four rows at a time, in the 16-bit lanes of one integer: adding w × a for whole lanes
// adds it for each of them, once what a negative lane borrowed from its neighbour is given back. Half a block
// fits into a lane: its sum is at most 16 × 15 × 127.
func multiplyPortable(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32) {
	const rows = 4
	for row := 0; row < tileRows; row += rows {
		var sums [tileTokens][rows]float32
		for t := range sums {
			copy(sums[t][:], bias[row:])
		}
		for b := range w {
			low, high := spreadWeights(&w[b], row)
			for t := range sums {
				values := &x[b].values[t]
				var lows, highs int64
				for i := range low {
					lows += low[i] * int64(values[i])
					highs += high[i] * int64(values[i+blockSize/2])
				}
				for r := range rows {
					dot := x[b].offsets[t] + int32(int16(lows)) + int32(int16(highs))
					lows = (lows - int64(int16(lows))) >> 16
					highs = (highs - int64(int16(highs))) >> 16
					scale := w[b].scales[row+r] * x[b].scales[t]
					sums[t][r] += float32(scale * float32(dot))
				}
			}
		}
		for t := range sums {
			copy(out[t*stride+row:], sums[t][:])
		}
	}
}

// spreadWeights returns the first and the second half of the weights of four rows, a row in each 16-bit lane.
func spreadWeights(w *weightBlock, row int) (low, high [blockSize / 2]int64) {
	for g := range w.nibbles {
		for i := range 4 {
			for r := range 4 {
				nibbles := int64(w.nibbles[g][row+r][i])
				low[4*g+i] |= nibbles & 15 << (16 * r)
				high[4*g+i] |= nibbles >> 4 << (16 * r)
			}
		}
	}
	return low, high
}

// smallestScale is where a block of activations begins to count as zero, so that no inverse is infinite.
const smallestScale = 1e-30

func quantizePortable(dst []activationBlock, t int, x []float32) {
	for b := range dst {
		block := x[b*blockSize:][:blockSize]
		largest := float32(0)
		for _, v := range block {
			largest = max(largest, float32(math.Abs(float64(v))))
		}
		scale, inverse := largest/127, float32(0)
		if scale >= smallestScale {
			inverse = 1 / scale
		} else {
			scale = 0
		}
		sum := int32(0)
		for i, v := range block {
			q := int32(math.RoundToEven(float64(v * inverse)))
			dst[b].values[t][i] = int8(q)
			sum += q
		}
		dst[b].scales[t] = scale
		dst[b].offsets[t] = -8 * sum
	}
}

func combinePortable(out, a, b []float32, stride int) {
	clear(out)
	for i, factor := range a {
		row := b[i*stride:][:len(out)]
		for j, v := range row {
			out[j] += float32(factor * v)
		}
	}
}

func softmaxPortable(x []float32) {
	largest := x[0]
	for _, v := range x {
		largest = max(largest, v)
	}
	var sums [lanes]float32
	for i, v := range x {
		x[i] = exp32(v - largest)
		sums[i%lanes] += x[i]
	}
	inverse := 1 / sumLanes(&sums)
	for i := range x {
		x[i] *= inverse
	}
}

// geluPortable computes max(x, 0) - |x|/2 × erfc(|x|/√2), with erfc by formula 7.1.26 of Abramowitz and
// Stegun, whose error is below 1.5e-7.
func geluPortable(x []float32) {
	for i, v := range x {
		size := float32(math.Abs(float64(v)))
		z := size * (1 / math.Sqrt2)
		t := 1 / (1 + float32(erfP*z))
		p := float32(erfA5*t) + erfA4
		p = float32(p*t) + erfA3
		p = float32(p*t) + erfA2
		p = float32(p*t) + erfA1
		erfc := float32(p*t) * exp32(-float32(z*z))
		x[i] = max(v, 0) - float32(float32(size*0.5)*erfc)
	}
}

// The constants of Abramowitz and Stegun, formula 7.1.26.
const (
	erfP  = 0.3275911
	erfA1 = 0.254829592
	erfA2 = -0.284496736
	erfA3 = 1.421413741
	erfA4 = -1.453152027
	erfA5 = 1.061405429
)

func addNormPortable(x, y, weight, bias []float32, epsilon float32) {
	n := float32(len(x))
	var sums, squares [lanes]float32
	for i := range x {
		x[i] += y[i]
		sums[i%lanes] += x[i]
	}
	mean := sumLanes(&sums) / n
	for i := range x {
		x[i] -= mean
		squares[i%lanes] += float32(x[i] * x[i])
	}
	variance := sumLanes(&squares) / n
	inverse := 1 / float32(math.Sqrt(float64(variance+epsilon)))
	for i := range x {
		x[i] = float32(float32(x[i]*inverse)*weight[i]) + bias[i]
	}
}

// sumLanes adds in the order in which a register is folded in halves.
func sumLanes(v *[lanes]float32) float32 {
	return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]))
}

// exp32 is e to the x, for x ≤ 0: 2ⁿ × e^r with r = x - n ln 2 and the polynomial of expf in Moshier's Cephes
// library. Its relative error is below 2e-7. Below -87 it stays at e⁻⁸⁷.
func exp32(x float32) float32 {
	x = max(x, expLowest)
	n := float32(math.RoundToEven(float64(x * math.Log2E)))
	x -= float32(n * expLn2High)
	x -= float32(n * expLn2Low)
	p := float32(expC0*x) + expC1
	p = float32(p*x) + expC2
	p = float32(p*x) + expC3
	p = float32(p*x) + expC4
	p = float32(p*x) + expC5
	p = float32(p*float32(x*x)) + x
	return (p + 1) * math.Float32frombits(uint32(int32(n)+127)<<23)
}

// The constants of Cephes' expf. Ln 2 is split in two, so that n × its high part is exact.
const (
	expLowest  = -87
	expLn2High = 0.693359375
	expLn2Low  = -2.12194440e-4
	expC0      = 1.9875691500e-4
	expC1      = 1.3981999507e-3
	expC2      = 8.3334519073e-3
	expC3      = 4.1665795894e-2
	expC4      = 1.6666665459e-1
	expC5      = 5.0000001201e-1
)
