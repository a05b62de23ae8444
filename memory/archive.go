package memory

import (
	"context"
	"fmt"
	"maps"
	"slices"
)

// toCold moves memories to cold storage: first the segment, then the entries that point to it, which take
// the memories out of the hot store in the same step. A crash in between leaves a segment that nothing
// points to, and the memories where they were.
func (m *maintenance) toCold(ctx context.Context, ms []Memory, why func(Memory) string) error {
	if len(ms) == 0 {
		return nil
	}
	segment := fmt.Sprintf("%s-%s", m.started.UTC().Format("20060102"), m.newID())
	frozen := make([]Memory, len(ms))
	entries := make([]ColdEntry, len(ms))
	reasons := map[string][]string{}
	for i, memory := range ms {
		frozen[i] = m.frozen(memory, why(memory))
		entries[i] = coldEntry(frozen[i], segment)
		reasons[frozen[i].StatusReason] = append(reasons[frozen[i].StatusReason], memory.ID)
	}
	if err := m.cold.Write(ctx, segment, frozen); err != nil {
		return err
	}
	if err := m.longTerm.MoveToCold(ctx, entries...); err != nil {
		return err
	}
	m.pending.settle(idsOf(ms)...)
	m.report.Segments = append(m.report.Segments, segment)
	for _, reason := range slices.Sorted(maps.Keys(reasons)) {
		m.report.Archived[reason] += int64(len(reasons[reason]))
		m.record(ctx, AuditEntry{Verb: "archive", MemoryIDs: reasons[reason], Outcome: "cold", Reason: reason})
	}
	return nil
}

// frozen is a memory as cold storage keeps it. One that was archived or replaced before keeps its own reason.
func (m *maintenance) frozen(memory Memory, reason string) Memory {
	switch memory.Status {
	case StatusActive:
		memory.Status, memory.StatusReason, memory.StatusAt = StatusArchived, reason, m.started
	case StatusDeprecated:
		memory.Status, memory.StatusAt = StatusArchived, m.started
	}
	return memory
}

func coldEntry(m Memory, segment string) ColdEntry {
	return ColdEntry{
		ID:           m.ID,
		Agent:        m.Agent,
		Scope:        m.Scope,
		Layer:        m.Layer,
		Task:         m.Task,
		SupersededBy: m.SupersededBy,
		Segment:      segment,
		Reason:       m.StatusReason,
		At:           m.StatusAt,
	}
}
