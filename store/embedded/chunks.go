package embedded

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

// cloneChunks copies the chunks of a record, and refuses those that cannot be searched or shown.
func cloneChunks(r *memory.Record, dimension int) ([]memory.Chunk, error) {
	if len(r.Chunks) == 0 {
		return nil, nil
	}
	chunks := slices.Clone(r.Chunks)
	for i, c := range chunks {
		if c.Start < 0 || c.Start > c.End || c.End > len(r.Content) {
			return nil, memory.Errorf(memory.KindInvalid, "memory %s cannot be stored: its chunk %d..%d does not lie within the %d bytes of its content",
				r.ID, c.Start, c.End, len(r.Content))
		}
		if err := checkVector(c.Vector, dimension); err != nil {
			return nil, err
		}
		chunks[i].Vector = slices.Clone(c.Vector)
	}
	return chunks, nil
}

// encodeChunks packs chunks: their offsets as numbers separated by spaces, the start and the end of each, and
// their vectors as little-endian float32 values, one vector behind the other.
func encodeChunks(chunks []memory.Chunk) (spans string, vectors []byte) {
	var text []byte
	for i, c := range chunks {
		if i > 0 {
			text = append(text, ' ')
		}
		text = strconv.AppendInt(text, int64(c.Start), 10)
		text = append(text, ' ')
		text = strconv.AppendInt(text, int64(c.End), 10)
		vectors = slices.Grow(vectors, 4*len(c.Vector)*(len(chunks)-i))
		for _, x := range c.Vector {
			vectors = binary.LittleEndian.AppendUint32(vectors, math.Float32bits(x))
		}
	}
	return string(text), vectors
}

var errSpans = errors.New("the stored offsets of a memory's chunks are damaged")

// chunkDecoder undoes encodeChunks. What it returns is good until the next time.
type chunkDecoder struct {
	dimension int
	chunks    []memory.Chunk
	values    []float32
}

func (d *chunkDecoder) decode(spans string, vectors []byte) ([]memory.Chunk, error) {
	size := 4 * d.dimension
	if len(vectors) == 0 || len(vectors)%size != 0 {
		return nil, fmt.Errorf("stored vectors have %d bytes instead of %d each", len(vectors), size)
	}
	d.chunks, d.values = d.chunks[:0], d.values[:0]
	for i := 0; i < len(vectors); i += 4 {
		d.values = append(d.values, math.Float32frombits(binary.LittleEndian.Uint32(vectors[i:])))
	}
	for i := 0; i < len(d.values); i += d.dimension {
		c := memory.Chunk{Vector: d.values[i : i+d.dimension : i+d.dimension]}
		for _, offset := range []*int{&c.Start, &c.End} {
			var number string
			number, spans, _ = strings.Cut(spans, " ")
			var err error
			if *offset, err = strconv.Atoi(number); err != nil || *offset < 0 {
				return nil, errSpans
			}
		}
		d.chunks = append(d.chunks, c)
	}
	if spans != "" {
		return nil, errSpans
	}
	return d.chunks, nil
}
