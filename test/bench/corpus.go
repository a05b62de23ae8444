package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"github.com/rearview-dev/rearview/memory"
)

const (
	dimension      = 384
	wordsPerMemory = 30
	wordsPerQuery  = 8
	agentName      = "bench"
)

// corpus makes memories and queries that are like real ones in size: words of a vocabulary in which a few
// are common and most are rare. It makes the same in every run.
type corpus struct {
	r    *rand.Rand
	zipf *rand.Zipf
	n    uint64
	at   time.Time
}

func newCorpus() *corpus {
	r := rand.New(rand.NewPCG(1, 2))
	return &corpus{r: r, zipf: rand.NewZipf(r, 1.1, 20, 60_000), at: time.Now().Add(-30 * 24 * time.Hour).UTC()}
}

func (c *corpus) text(words int) string {
	var b strings.Builder
	for i := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "w%x", c.zipf.Uint64()*2654435761%1e9)
	}
	return b.String()
}

// vector returns one of unit length and dimension values.
func (c *corpus) vector() []float32 {
	v := make([]float32, dimension)
	var sum float64
	for i := range v {
		v[i] = float32(c.r.NormFloat64())
		sum += float64(v[i]) * float64(v[i])
	}
	norm := float32(math.Sqrt(sum))
	for i := range v {
		v[i] /= norm
	}
	return v
}

// record makes one episodic memory with its vector. One in twenty belongs to the task "bench".
func (c *corpus) record() memory.Record {
	c.n++
	at := c.at.Add(time.Duration(c.n) * time.Second)
	m := memory.Memory{
		ID: c.id(at), Agent: agentName, Scope: memory.ScopePrivate, Layer: memory.LayerEpisodic,
		Type: memory.TypeEvent, Status: memory.StatusActive, Importance: 0.5, Content: c.text(wordsPerMemory),
		CreatedAt: at, OccurredAt: at, AccessedAt: at,
	}
	if c.n%20 == 0 {
		m.Task = "bench"
	}
	return memory.Embedded(m, c.vector())
}

func (c *corpus) id(at time.Time) string {
	var id ulid.ULID
	_ = id.SetTime(uint64(at.UnixMilli()))
	for i := 6; i < len(id); i++ {
		id[i] = byte(c.r.Uint32())
	}
	return id.String()
}
