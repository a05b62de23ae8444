package builtin

import (
	"math"
	"runtime"
)

// batch is what the transformer works on: the tokens of one or more windows, end to end. It owns the buffers
// of the computation and is reused, so that nothing is allocated once they have grown.
type batch struct {
	stream tokenStream
	tokens []int32
	// window holds the tokens of the next window until there is room for it.
	window  []int32
	windows []window

	// states holds hidden values for each token; so do mixed and residual.
	states, mixed, residual []float32
	// queryKeyValue holds 3 × hidden values for each token.
	queryKeyValue []float32
	// inner holds feedForward values for each of at most batchTokens tokens.
	inner     []float32
	quantized []activationBlock
	// keys is one head's keys of a window, transposed: headSize rows, one column a token.
	keys, scores []float32
	mean         []float32

	// yields says to let others run between two layers: a query should not wait for many passages.
	yields bool
}

// window is a run of a batch's tokens that attend to each other, and the sum that its mean goes to.
type window struct {
	start, end int
	sum        []float32
}

func (b *batch) reset() {
	b.tokens = b.tokens[:0]
	clear(b.windows)
	b.windows = b.windows[:0]
}

// grown returns a slice of length n, made of s if it is large enough. What it holds is undefined.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

func roundUp(n, multiple int) int { return (n + multiple - 1) / multiple * multiple }

// run computes the batch's windows and adds to each window's sum its mean vector, weighted by its length.
func (m *model) run(b *batch) {
	m.embed(b)
	for i := range m.layers {
		if b.yields {
			runtime.Gosched()
		}
		m.encode(b, &m.layers[i])
	}
	for _, w := range b.windows {
		m.pool(b, w)
	}
}

// embed sets the states to the embeddings of the tokens and their positions.
func (m *model) embed(b *batch) {
	h := m.hidden
	b.states = grown(b.states, len(b.tokens)*h)
	for _, w := range b.windows {
		for t := w.start; t < w.end; t++ {
			state := b.states[t*h:][:h]
			m.word(state, b.tokens[t])
			m.kernels.addNorm(state, m.places[(t-w.start)*h:][:h], m.embedNorm.weight, m.embedNorm.bias, m.epsilon)
		}
	}
}

// encode runs the states through a layer.
func (m *model) encode(b *batch, l *layer) {
	b.mixed = grown(b.mixed, len(b.states))
	b.residual = grown(b.residual, padded(len(b.tokens))*m.hidden)
	b.queryKeyValue = grown(b.queryKeyValue, padded(len(b.tokens))*l.queryKeyValue.rows)

	m.multiply(b, b.queryKeyValue, &l.queryKeyValue, b.states)
	for _, w := range b.windows {
		m.attend(b, w)
	}
	m.multiply(b, b.residual, &l.attended, b.mixed)
	m.addNorms(b, l.attendedNorm)
	m.feedForwards(b, l)
	m.addNorms(b, l.outerNorm)
}

// feedForwards sets the residuals to W₂ gelu(W₁x), some tokens at a time, so that what lies between stays small.
func (m *model) feedForwards(b *batch, l *layer) {
	h := m.hidden
	for from := 0; from < len(b.tokens); from += batchTokens {
		n := min(batchTokens, len(b.tokens)-from)
		b.inner = grown(b.inner, padded(n)*m.feedForward)
		m.multiply(b, b.inner, &l.inner, b.states[from*h:][:n*h])
		inner := b.inner[:n*m.feedForward]
		m.kernels.gelu(inner)
		m.multiply(b, b.residual[from*h:], &l.outer, inner)
	}
}

// padded rounds a number of tokens up to whole tiles.
func padded(tokens int) int { return roundUp(tokens, tileTokens) }

// multiply computes y = Wx + b for every token of x. In y there is room for a padded number of tokens.
func (m *model) multiply(b *batch, y []float32, l *linear, x []float32) {
	blocks, tokens := l.blocks(), len(x)/l.columns
	b.quantized = grown(b.quantized, padded(tokens)/tileTokens*blocks)
	for t := range padded(tokens) {
		dst := b.quantized[t/tileTokens*blocks:][:blocks]
		if t < tokens {
			m.kernels.quantize(dst, t%tileTokens, x[t*l.columns:][:l.columns])
		} else {
			clearToken(dst, t%tileTokens)
		}
	}
	m.kernels.apply(y, l, b.quantized)
}

// clearToken writes zeros for a token that only fills a tile.
func clearToken(dst []activationBlock, t int) {
	for i := range dst {
		dst[i].values[t] = [blockSize]int8{}
		dst[i].scales[t] = 0
		dst[i].offsets[t] = 0
	}
}

// addNorms adds the residual to the states and normalises them.
func (m *model) addNorms(b *batch, n norm) {
	h := m.hidden
	for t := range b.tokens {
		m.kernels.addNorm(b.states[t*h:][:h], b.residual[t*h:][:h], n.weight, n.bias, m.epsilon)
	}
}

// attend mixes the values of a window's tokens, head by head: softmax(QKᵀ/√d)V.
func (m *model) attend(b *batch, w window) {
	h, size, stride := m.hidden, m.headSize(), 3*m.hidden
	n := w.end - w.start
	columns := roundUp(n, lanes)
	b.keys = grown(b.keys, size*columns)
	b.scores = grown(b.scores, columns)
	scale := float32(1 / math.Sqrt(float64(size)))
	rows := b.queryKeyValue[w.start*stride:]
	for head := range m.heads {
		at := head * size
		transpose(b.keys, rows[h+at:], stride, n, size, columns)
		for t := range n {
			query := rows[t*stride+at:][:size]
			for i := range query {
				query[i] *= scale
			}
			m.kernels.combine(b.scores, query, b.keys, columns)
			for i := n; i < columns; i++ {
				b.scores[i] = float32(math.Inf(-1))
			}
			m.kernels.softmax(b.scores)
			mixed := b.mixed[(w.start+t)*h+at:][:size]
			m.kernels.combine(mixed, b.scores[:n], rows[2*h+at:], stride)
		}
	}
}

// transpose writes n rows of the given size as columns of dst, and zeros in the columns left.
func transpose(dst, rows []float32, stride, n, size, columns int) {
	for i := range size {
		row := dst[i*columns:][:columns]
		for t := range n {
			row[t] = rows[t*stride+i]
		}
		clear(row[n:])
	}
}

// pool adds the window's mean state to its sum, weighted by the number of tokens between the first and the last.
func (m *model) pool(b *batch, w window) {
	h := m.hidden
	b.mean = grown(b.mean, h)
	clear(b.mean)
	for t := w.start; t < w.end; t++ {
		for i, v := range b.states[t*h:][:h] {
			b.mean[i] += v
		}
	}
	n := w.end - w.start
	weight := float32(max(n-2, 1)) / float32(n)
	for i, v := range b.mean {
		w.sum[i] += v * weight
	}
}
