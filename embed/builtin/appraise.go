package builtin

import (
	"context"
	_ "embed"
	"encoding/binary"
	"math"

	"github.com/rearview-dev/rearview/memory"
)

// appraisedLayers are after how many layers the mean of the states is looked at. What a text is for, such as to
// thank or to demand, shows in the middle of the model; the last layers are trained for what it is about.
// (Tenney, Das, Pavlick: BERT Rediscovers the Classical NLP Pipeline, ACL 2019.)
var appraisedLayers = []int{4, 8, 12}

// What the appraisal chooses from.
var (
	appraisedTypes = []memory.Type{
		memory.TypePreference, memory.TypeConstraint, memory.TypeFact, memory.TypeDecision, memory.TypeResult,
		memory.TypeError, memory.TypeFeedback,
	}
	appraisedPlaces = []memory.Layer{memory.LayerWorking, memory.LayerEpisodic, memory.LayerSemantic}
)

// appraisalFile holds the networks, as the upper halves of little-endian float32. TestFitAppraisal makes it.
//
//go:embed appraisal.bin
var appraisalFile []byte

const (
	// appraisers is how many networks are averaged.
	appraisers = 4
	// appraisalHidden is how many hidden units each has.
	appraisalHidden = 48
	// appraisalOutputs are the logit of being worth keeping, then one for each type and each layer.
	appraisalOutputs = 1 + 7 + 3
)

// network has one hidden layer of rectified linear units. Each row of weights ends with its bias.
type network struct{ hidden, outputs [][]float32 }

var _ memory.Appraiser = (*Embedder)(nil)

// readAppraisal returns the networks; none for a model of another shape.
func readAppraisal(s shape) []network {
	if s.hidden != Dimension || s.layers != appraisedLayers[len(appraisedLayers)-1] {
		return nil
	}
	rest := appraisalFile
	rows := func(n, size int) [][]float32 {
		m := make([][]float32, n)
		for r := range m {
			m[r] = make([]float32, size)
			for i := range m[r] {
				m[r][i] = math.Float32frombits(uint32(binary.LittleEndian.Uint16(rest)) << 16)
				rest = rest[2:]
			}
		}
		return m
	}
	networks := make([]network, appraisers)
	for i := range networks {
		networks[i] = network{rows(appraisalHidden, len(appraisedLayers)*s.hidden+1), rows(appraisalOutputs, appraisalHidden+1)}
	}
	return networks
}

// Appraise says how much texts are worth keeping and what they are, by small networks over the states that the
// transformer has after some of its layers. It reads the first 510 tokens of a text.
func (e *Embedder) Appraise(ctx context.Context, texts []string) ([]memory.Appraisal, error) {
	if e.appraisal == nil {
		return nil, memory.Errorf(memory.KindInternal, "this embedding model has no appraisal")
	}
	all := make([]memory.Appraisal, len(texts))
	for i, text := range texts {
		states, err := e.meanStates(ctx, text)
		if err != nil {
			return nil, err
		}
		all[i] = appraise(e.appraisal, states)
	}
	return all, nil
}

// meanStates returns the mean states of the text's beginning after each of appraisedLayers, one after the other.
func (e *Embedder) meanStates(ctx context.Context, text string) ([]float32, error) {
	b, err := e.passages.take(ctx)
	if err != nil {
		return nil, err
	}
	defer e.passages.put(b)
	if err := ctx.Err(); err != nil {
		return nil, stopped(err)
	}
	m := e.model
	m.addWindow(b, passagePrefix, text)
	m.embed(b)
	states := make([]float32, len(appraisedLayers)*m.hidden)
	done := 0
	for i, until := range appraisedLayers {
		for ; done < until; done++ {
			m.encode(b, &m.layers[done])
		}
		mean(states[i*m.hidden:][:m.hidden], b.states)
	}
	return states, nil
}

// addWindow puts the first window of a text into an empty batch.
func (m *model) addWindow(b *batch, prefix, text string) {
	b.stream.reset(m.tokenizer, prefix, text)
	b.window = b.stream.next(b.window[:0], m.positions-2)
	b.tokens = append(append(append(b.tokens, m.tokenizer.bos), b.window...), m.tokenizer.eos)
	b.windows = append(b.windows, window{end: len(b.tokens)})
}

// mean adds to dst the mean of states, which hold len(dst) values a token.
func mean(dst, states []float32) {
	tokens := len(states) / len(dst)
	for t := range tokens {
		for i, v := range states[t*len(dst):][:len(dst)] {
			dst[i] += v / float32(tokens)
		}
	}
}

// appraise averages what the networks say.
func appraise(networks []network, states []float32) memory.Appraisal {
	logits := make([]float64, appraisalOutputs)
	hidden := make([]float32, appraisalHidden)
	for _, n := range networks {
		for i, row := range n.hidden {
			hidden[i] = max(0, weigh(row, states))
		}
		for i, row := range n.outputs {
			logits[i] += float64(weigh(row, hidden)) / float64(len(networks))
		}
	}
	types, places := logits[1:][:len(appraisedTypes)], logits[1+len(appraisedTypes):]
	place := highest(places)
	sum := 0.0
	for _, l := range places {
		sum += math.Exp(l - places[place])
	}
	return memory.Appraisal{
		Importance:  1 / (1 + math.Exp(-logits[0])),
		Type:        appraisedTypes[highest(types)],
		Layer:       appraisedPlaces[place],
		LayerChance: 1 / sum,
	}
}

// weigh is the weighted sum of x, and the bias.
func weigh(row, x []float32) float32 {
	sum := row[len(x)]
	for i, v := range x {
		sum += row[i] * v
	}
	return sum
}

func highest(values []float64) int {
	at := 0
	for i, v := range values {
		if v > values[at] {
			at = i
		}
	}
	return at
}
