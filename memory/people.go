package memory

import (
	"context"
	"time"
)

// Place is where a memory lies.
type Place string

// The places.
const (
	PlaceWorking  Place = "working"
	PlaceLongTerm Place = "long_term"
	PlaceCold     Place = "cold"
)

// Shown is a memory and where it lies.
type Shown struct {
	Memory Memory `json:"memory"`
	Place  Place  `json:"place"`
	// Segment names the segment in cold storage; empty elsewhere.
	Segment string `json:"segment,omitempty"`
}

// Stats says how the memory is doing. Writes and Skipped count since the engine was made.
type Stats struct {
	Counts Counts     `json:"counts"`
	Queue  QueueDepth `json:"queue"`
	// Written and Skipped count answered calls of remember.
	Written int64 `json:"written"`
	Skipped int64 `json:"skipped"`
	// Judge says what the judge did; nil when there is none.
	Judge *JudgeStats `json:"judge,omitempty"`
	// Degraded names what does not work now; empty when all is well.
	Degraded []string `json:"degraded,omitempty"`
	// LastMaintenance is the last finished run since the engine was made; nil before the first.
	LastMaintenance *MaintainReport `json:"last_maintenance,omitempty"`
	// NextMaintenance is when the schedule runs it next.
	NextMaintenance time.Time `json:"next_maintenance,omitzero"`
}

// Show returns one memory, wherever it lies. Kind not_found when there is none.
func (e *Engine) Show(ctx context.Context, id string) (Shown, error) {
	lying, err := e.locate(ctx, Everything(), []string{id})
	if err != nil {
		return Shown{}, err
	}
	l := lying[0]
	if l.place != PlaceCold {
		return Shown{Memory: l.Memory, Place: l.place}, nil
	}
	m, err := e.thaw(ctx, l)
	return Shown{Memory: m, Place: l.place, Segment: l.segment}, err
}

// Stats says how the memory is doing.
func (e *Engine) Stats(ctx context.Context) (Stats, error) {
	counts, err := e.longTerm.Counts(ctx)
	if err != nil {
		return Stats{}, err
	}
	depth, err := e.queue.Depth(ctx)
	if err != nil {
		return Stats{}, err
	}
	s := Stats{
		Counts:          counts,
		Queue:           depth,
		Written:         e.counters.written.Load(),
		Skipped:         e.counters.skipped.Load(),
		LastMaintenance: e.lastMaintenance.Load(),
		NextMaintenance: e.obeyed.Load().schedule.next(e.now()),
	}
	if e.embedder == nil {
		s.Degraded = append(s.Degraded, noEmbedder)
	} else if e.health.down() {
		s.Degraded = append(s.Degraded, embedderAway)
	}
	if judge := e.obeyed.Load().judge; judge != nil {
		stats, trouble := e.judging.stats(judge.Model())
		s.Judge = &stats
		if trouble != "" {
			s.Degraded = append(s.Degraded, trouble)
		}
	}
	return s, nil
}
