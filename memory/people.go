package memory

import "time"

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
	// Degraded names what does not work now; empty when all is well.
	Degraded []string `json:"degraded,omitempty"`
	// LastMaintenance is the last finished run since the engine was made; nil before the first.
	LastMaintenance *MaintainReport `json:"last_maintenance,omitempty"`
	// NextMaintenance is when the schedule runs it next.
	NextMaintenance time.Time `json:"next_maintenance,omitzero"`
}
