package memory

import (
	"slices"

	"github.com/rearview-dev/rearview/text"
)

const (
	// batchChunks is how many chunks are embedded together, when memories are long.
	batchChunks = 16
	// maxLong bounds the long memories that wait for their turn here, and with them the texts held. It is few
	// enough that all are done before their lease ends.
	maxLong = 32
)

// job is a memory to embed: claimed from the queue, or of the working layer.
type job struct {
	memory Memory
	// durable says that it was claimed from the queue.
	durable bool
	// spans are the chunks to embed now, and left those to embed later. done are those that are embedded.
	spans, left []Span
	done        []Chunk
}

func newJob(m Memory, durable bool) job {
	j := job{memory: m, durable: durable}
	for _, c := range text.Chunks(m.Content) {
		j.spans = append(j.spans, Span(c))
	}
	if j.spans == nil {
		j.spans = []Span{{}}
	}
	return j
}

// part is the job with its next n chunks to embed now.
func (j job) part(n int) job {
	n = min(n, len(j.spans))
	j.spans, j.left = j.spans[:n:n], j.spans[n:]
	return j
}

// portion chooses what to embed together: of the jobs as many as come to few chunks, and a part of a long memory,
// which so takes several turns and keeps none waiting that came after it. It returns the jobs for which there is
// no room at all.
func (w *worker) portion(jobs []job) (batch, excess []job) {
	chunks := 0
	for _, j := range jobs {
		switch at := w.longAt(j.memory.ID); {
		case at >= 0 && w.long[at].memory.Content == j.memory.Content:
			// Its lease ended meanwhile. What is done stays done.
		case at >= 0:
			w.long[at] = j
		case chunks+len(j.spans) <= batchChunks:
			batch = append(batch, j)
			chunks += len(j.spans)
		case len(w.long) < maxLong:
			w.long = append(w.long, j)
			w.pending.settle(j.memory.ID) // It will not have its vectors soon.
		default:
			excess = append(excess, j)
		}
	}
	if len(w.long) > 0 {
		batch = append(batch, w.long[0].part(max(batchChunks-chunks, batchChunks/2)))
	}
	return batch, excess
}

func (w *worker) longAt(id string) int {
	return slices.IndexFunc(w.long, func(j job) bool { return j.memory.ID == id })
}

// whole takes from what was embedded the jobs that are done. Of a long memory that is not, the next turn goes on.
func (w *worker) whole(good []embedded) []embedded {
	return slices.DeleteFunc(good, func(e embedded) bool {
		at := w.longAt(e.memory.ID)
		if len(e.left) > 0 {
			w.long[at].spans, w.long[at].done = e.left, e.chunks
			return true
		}
		if at >= 0 {
			w.long = slices.Delete(w.long, at, at+1)
		}
		return false
	})
}

// leave takes a memory from those that wait for their next turn.
func (w *worker) leave(id string) {
	w.long = slices.DeleteFunc(w.long, func(j job) bool { return j.memory.ID == id })
}

// workingLong counts the working memories that wait for their next turn.
func (w *worker) workingLong() (n int) {
	for _, j := range w.long {
		if !j.durable {
			n++
		}
	}
	return n
}
