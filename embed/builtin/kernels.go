package builtin

// lanes is how many floats the float kernels treat at a time; their lengths are multiples of it.
const lanes = 8

// activationBlock holds one block of 32 activations of each of 4 neighbouring tokens, as 8-bit integers.
type activationBlock struct {
	values [tileTokens][blockSize]int8
	// scales turn the integers back into floats.
	scales [tileTokens]float32
	// offsets are -8 × the sum of the integers: what the weights' excess of 8 must be corrected by.
	offsets [tileTokens]int32
}

// kernels are the inner loops, in one of several implementations that give the same results to the last bit.
type kernels struct {
	name string
	// multiply computes a tile of 16 rows × 4 tokens of y = Wx + b. Row r of token t goes to out[t*stride+r].
	multiply func(out []float32, stride int, w []weightBlock, x []activationBlock, bias []float32)
	// quantize writes a token's activations, whose number is 32 × len(dst), to place t of each block.
	quantize func(dst []activationBlock, t int, x []float32)
	// combine computes out[j] = Σ a[i] × b[i*stride+j].
	combine func(out, a, b []float32, stride int)
	// softmax replaces x by exp(x) over its sum.
	softmax func(x []float32)
	// gelu replaces each x by x × Φ(x), Φ being the normal distribution.
	gelu func(x []float32)
	// addNorm replaces x by the layer normalisation of x + y.
	addNorm func(x, y, weight, bias []float32, epsilon float32)
}

// apply computes y = Wx + b for the tokens of x, whose number is 4 × len(x)/blocks.
func (k *kernels) apply(y []float32, l *linear, x []activationBlock) {
	blocks := l.blocks()
	for row := 0; row < l.rows; row += tileRows {
		weights := l.weights[row/tileRows*blocks:][:blocks]
		bias := l.bias[row:][:tileRows]
		for tile := range len(x) / blocks {
			out := y[tile*tileTokens*l.rows+row:]
			k.multiply(out, l.rows, weights, x[tile*blocks:][:blocks], bias)
		}
	}
}

// fastestKernels picks the best implementation for this processor; availableKernels lists it last.
func fastestKernels() kernels {
	available := availableKernels()
	return available[len(available)-1]
}
