package builtin

import (
	"math"
	"math/rand/v2"
	"slices"
	"sync"

	"github.com/rearview-dev/rearview/memory"
)

const (
	epochs     = 60
	batchLines = 64
	// A share of the inputs and of the hidden units is left out at random in each step, so that the network
	// relies on none. (Srivastava et al.: Dropout, JMLR 2014.)
	dropInput  = 0.2
	dropHidden = 0.5
	rate       = 1e-3
	decay      = 1e-4
)

// trainer fits one network to lines: whether to keep by all of them, type and layer by those that are kept.
type trainer struct {
	rng  *rand.Rand
	net  network
	x    [][]float32
	want [][]float32
	// known says which outputs of a line are known.
	known [][]bool

	grad, first, second network
	steps               float64
}

// trainAll fits networks that differ in their random numbers.
func trainAll(lines []line, n int) []network {
	x, fold := standardised(lines)
	networks := make([]network, n)
	var all sync.WaitGroup
	for i := range networks {
		all.Go(func() {
			t := newTrainer(lines, x, uint64(i))
			for range epochs {
				t.epoch()
			}
			networks[i] = fold(t.net)
		})
	}
	all.Wait()
	return networks
}

func newTrainer(lines []line, x [][]float32, seed uint64) *trainer {
	t := &trainer{rng: rand.New(rand.NewPCG(seed, 1)), x: x}
	size := len(x[0])
	empty := func() network {
		return network{matrix(appraisalHidden, size+1), matrix(appraisalOutputs, appraisalHidden+1)}
	}
	t.net, t.grad, t.first, t.second = empty(), empty(), empty(), empty()
	// He et al.: Delving Deep into Rectifiers, ICCV 2015.
	fill := func(rows [][]float32, deviation float64) {
		for _, row := range rows {
			for i := range row[:len(row)-1] {
				row[i] = float32(t.rng.NormFloat64() * deviation)
			}
		}
	}
	fill(t.net.hidden, math.Sqrt(2/float64(size)))
	fill(t.net.outputs, math.Sqrt(1/float64(appraisalHidden)))
	for _, l := range lines {
		want, known := make([]float32, appraisalOutputs), make([]bool, appraisalOutputs)
		known[0] = true
		if l.Expect == "keep" {
			for i := range known {
				known[i] = true
			}
			want[0] = 1
			want[1+slices.Index(appraisedTypes, typeOf(l.Kind))] = 1
			want[1+len(appraisedTypes)+slices.Index(appraisedPlaces, memory.Layer(l.Layer))] = 1
		}
		t.want, t.known = append(t.want, want), append(t.known, known)
	}
	return t
}

func matrix(rows, columns int) [][]float32 {
	m := make([][]float32, rows)
	for i := range m {
		m[i] = make([]float32, columns)
	}
	return m
}

// standardised returns the states with mean 0 and deviation 1, and what turns a network for these into one for the
// states themselves.
func standardised(lines []line) (x [][]float32, fold func(network) network) {
	size := len(lines[0].states)
	mu, sigma := make([]float64, size), make([]float64, size)
	for _, l := range lines {
		for i, v := range l.states {
			mu[i] += float64(v) / float64(len(lines))
		}
	}
	for _, l := range lines {
		for i, v := range l.states {
			sigma[i] += (float64(v) - mu[i]) * (float64(v) - mu[i]) / float64(len(lines))
		}
	}
	for i := range sigma {
		sigma[i] = math.Sqrt(sigma[i])
	}
	for _, l := range lines {
		row := make([]float32, size)
		for i, v := range l.states {
			row[i] = float32((float64(v) - mu[i]) / sigma[i])
		}
		x = append(x, row)
	}
	return x, func(n network) network {
		for _, row := range n.hidden {
			bias := float64(row[size])
			for i := range sigma {
				bias -= float64(row[i]) * mu[i] / sigma[i]
				row[i] = float32(float64(row[i]) / sigma[i])
			}
			row[size] = float32(bias)
		}
		return n
	}
}

func (t *trainer) epoch() {
	order := t.rng.Perm(len(t.x))
	for batch := range slices.Chunk(order, batchLines) {
		for _, line := range batch {
			t.backpropagate(line, 1/float32(len(batch)))
		}
		t.step()
	}
}

// backpropagate adds a line's share to the gradient of the cross entropies.
func (t *trainer) backpropagate(line int, weight float32) {
	x := slices.Clone(t.x[line])
	t.drop(x, dropInput)
	hidden := make([]float32, appraisalHidden)
	for i, row := range t.net.hidden {
		hidden[i] = max(0, weigh(row, x))
	}
	t.drop(hidden, dropHidden)
	miss := t.misses(line, hidden)
	back := make([]float32, appraisalHidden)
	for o, m := range miss {
		if m == 0 {
			continue
		}
		m *= weight
		addScaled(t.grad.outputs[o], hidden, m)
		for i := range back {
			back[i] += m * t.net.outputs[o][i]
		}
	}
	for i, g := range back {
		if hidden[i] > 0 {
			addScaled(t.grad.hidden[i], x, g/(1-dropHidden))
		}
	}
}

// misses are by how much the chances of the outputs are off: one of its own, and two groups of which one holds.
func (t *trainer) misses(line int, hidden []float32) []float32 {
	chances := make([]float64, appraisalOutputs)
	for o, row := range t.net.outputs {
		chances[o] = float64(weigh(row, hidden))
	}
	chances[0] = logistic(chances[0])
	for _, group := range [][]float64{chances[1:][:len(appraisedTypes)], chances[1+len(appraisedTypes):]} {
		top, sum := slices.Max(group), 0.0
		for i := range group {
			group[i] = math.Exp(group[i] - top)
			sum += group[i]
		}
		for i := range group {
			group[i] /= sum
		}
	}
	miss := make([]float32, appraisalOutputs)
	for o := range miss {
		if t.known[line][o] {
			miss[o] = float32(chances[o]) - t.want[line][o]
		}
	}
	return miss
}

// drop sets a share of the values to 0 and raises the others as much.
func (t *trainer) drop(values []float32, share float64) {
	for i := range values {
		if t.rng.Float64() < share {
			values[i] = 0
		} else {
			values[i] /= float32(1 - share)
		}
	}
}

// addScaled adds scale · x to a row, and scale to its bias.
func addScaled(row, x []float32, scale float32) {
	for i, v := range x {
		row[i] += scale * v
	}
	row[len(x)] += scale
}

// step takes one step against the gradient. (Loshchilov, Hutter: Decoupled Weight Decay Regularization, ICLR 2019.)
func (t *trainer) step() {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	t.steps++
	c1, c2 := 1-math.Pow(beta1, t.steps), 1-math.Pow(beta2, t.steps)
	move := func(w, grad, first, second [][]float32) {
		for r := range w {
			for i, g := range grad[r] {
				first[r][i] = beta1*first[r][i] + (1-beta1)*g
				second[r][i] = beta2*second[r][i] + (1-beta2)*g*g
				by := float64(first[r][i]) / c1 / (math.Sqrt(float64(second[r][i])/c2) + epsilon)
				w[r][i] -= rate*float32(by) + decay*rate*w[r][i]
				grad[r][i] = 0
			}
		}
	}
	move(t.net.hidden, t.grad.hidden, t.first.hidden, t.second.hidden)
	move(t.net.outputs, t.grad.outputs, t.first.outputs, t.second.outputs)
}
