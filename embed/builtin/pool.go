package builtin

import (
	"context"

	"github.com/rearview-dev/rearview/memory"
)

// batchPool lends a fixed number of batches, which bounds how many computations run at a time and how much
// memory they need.
type batchPool struct{ free chan *batch }

func newBatchPool(size int, yields bool) *batchPool {
	p := &batchPool{free: make(chan *batch, size)}
	for range size {
		p.free <- &batch{yields: yields}
	}
	return p
}

func (p *batchPool) size() int { return cap(p.free) }

// take waits for a batch. The caller puts it back.
func (p *batchPool) take(ctx context.Context) (*batch, error) {
	select {
	case b, ok := <-p.free:
		if !ok {
			return nil, memory.Errorf(memory.KindUnavailable, "the embedder is closed")
		}
		return b, nil
	case <-ctx.Done():
		return nil, stopped(ctx.Err())
	}
}

// put gives a batch back, empty.
func (p *batchPool) put(b *batch) {
	b.reset()
	p.free <- b
}

// close waits until every batch is back and lends none from then on.
func (p *batchPool) close() {
	for range cap(p.free) {
		<-p.free
	}
	close(p.free)
}
