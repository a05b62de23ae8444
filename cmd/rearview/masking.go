package main

import (
	"context"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/sensitive"
	"github.com/rearview-dev/rearview/server/admin"
)

// masking shows what a service says without keys, passwords and personal data, which a screen, a log or a
// colleague would see.
type masking struct{ admin.Service }

func (s masking) Search(ctx context.Context, v memory.Visibility, r memory.RecallRequest) (memory.RecallResult, error) {
	found, err := s.Service.Search(ctx, v, r)
	for i := range found.Memories {
		h := &found.Memories[i]
		mask(&h.Memory)
		if h.BestPart != nil {
			h.BestPart.Text, _ = sensitive.Redact(h.BestPart.Text)
		}
	}
	return found, err
}

func (s masking) Show(ctx context.Context, id string) (memory.Shown, error) {
	shown, err := s.Service.Show(ctx, id)
	mask(&shown.Memory)
	return shown, err
}

func (s masking) History(ctx context.Context, id string) (memory.Story, error) {
	story, err := s.Service.History(ctx, id)
	for _, chain := range [][]memory.Memory{story.Replaced, story.ReplacedBy} {
		for i := range chain {
			mask(&chain[i])
		}
	}
	return story, err
}

func (s masking) Restore(ctx context.Context, id string) (memory.Memory, error) {
	m, err := s.Service.Restore(ctx, id)
	mask(&m)
	return m, err
}

func mask(m *memory.Memory) {
	for _, s := range []*string{&m.Content, &m.Summary, &m.Task, &m.Session, &m.Topic} {
		*s, _ = sensitive.Redact(*s)
	}
	for key, value := range m.Metadata {
		m.Metadata[key], _ = sensitive.RedactLabel(key, value)
	}
}
