package memory

import (
	"context"
	"slices"
	"time"

	"github.com/rearview-dev/rearview/memory/importance"
)

// Restore makes an archived or deprecated memory active again, wherever it lies; it stands beside what had
// replaced it from now on. A working memory comes back episodic.
// Restoring an active memory changes nothing. Kind not_found when there is none.
func (e *Engine) Restore(ctx context.Context, id string) (Memory, error) {
	m, restored, err := e.restore(ctx, id)
	if err != nil || !restored {
		return m, err
	}
	nudge(e.written)
	e.record(ctx, AuditEntry{Agent: m.Agent, Verb: "restore", MemoryIDs: []string{id}, Outcome: string(m.Status)})
	return m, nil
}

func (e *Engine) restore(ctx context.Context, id string) (m Memory, restored bool, err error) {
	e.lives.Lock()
	defer e.lives.Unlock()
	lying, err := e.locate(ctx, Everything(), []string{id})
	if err != nil {
		return Memory{}, false, err
	}
	l, now := lying[0], e.now()
	switch m = l.Memory; l.place {
	case PlaceCold:
		if m, err = e.thaw(ctx, l); err != nil {
			return Memory{}, false, err
		}
	case PlaceLongTerm:
		if m.Status == StatusActive {
			return m, false, nil
		}
	case PlaceWorking:
		if m.Status == StatusActive && now.Before(m.ExpiresAt) {
			return m, false, nil
		}
	}
	fromWorking := m.Layer == LayerWorking
	if fromWorking {
		m.Layer = LayerEpisodic
	}
	if m.KeptWith, err = e.standsBeside(ctx, m); err != nil {
		return Memory{}, false, err
	}
	m.SupersededBy, m.DeprecatedAt = "", time.Time{}
	if m.Rule == RuleUnjudged {
		m.Rule = importance.RuleUnsure // Whoever brings it back has judged.
	}
	m.Status, m.StatusReason, m.StatusAt = StatusActive, "", now
	// It counts as read now, or the next maintenance would archive it again.
	m.AccessedAt = now
	m.ExpiresAt = time.Time{}
	if err := e.queue.Add(ctx, m); err != nil {
		return Memory{}, false, err
	}
	if fromWorking {
		if err := e.working.Remove(ctx, id); err != nil {
			return Memory{}, false, err
		}
	}
	return m, true, nil
}

// maxKeptWith bounds how many memories one stands beside by a person's word; the latest count.
const maxKeptWith = 64

// standsBeside are the memories that a restored one holds beside: whoever brings it back says so of all that
// had replaced it.
func (e *Engine) standsBeside(ctx context.Context, m Memory) ([]string, error) {
	var story Story
	if err := e.successors(ctx, m, &story); err != nil {
		return nil, err
	}
	beside := slices.Clone(m.KeptWith)
	for _, id := range idsOf(story.ReplacedBy) {
		if !slices.Contains(beside, id) {
			beside = append(beside, id)
		}
	}
	return beside[max(0, len(beside)-maxKeptWith):], nil
}
