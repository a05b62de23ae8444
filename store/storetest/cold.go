package storetest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// ColdHarness is empty cold storage.
type ColdHarness struct {
	Cold memory.Cold
	// Reopen opens it again over the same data, as a restart does.
	Reopen func() memory.Cold
}

// Cold tests cold storage.
func Cold(t *testing.T, open func(t T) ColdHarness) {
	for _, test := range []struct {
		name string
		run  func(t *testing.T, h ColdHarness)
	}{
		{"a segment comes back as it was written", testSegment},
		{"read gives what was asked for, in that order", testSegmentOrder},
		{"a segment is never overwritten", testSegmentOnce},
		{"names lead nowhere else", testSegmentNames},
		{"what is not there", testSegmentMissing},
		{"large segments and long texts", testSegmentLarge},
		{"many writers of one name", testSegmentRace},
		{"a context that ended writes nothing", testSegmentContext},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

func segment(k *maker) []memory.Memory {
	var ms []memory.Memory
	for _, content := range awkward {
		m := k.memory(content, ofTask(content), expiring(k.at), func(m *memory.Memory) {
			m.Topic, m.Summary, m.StatusReason, m.StatusAt, m.AccessCount = content, content, content, m.CreatedAt, 3
			m.Metadata = map[string]string{"env": content}
		})
		ms = append(ms, m)
	}
	return ms
}

func testSegment(t *testing.T, h ColdHarness) {
	ms := segment(newMaker(NewClock()))
	noError(t, h.Cold.Write(t.Context(), "2026-03-14.0", ms))
	same(t, "memories", must(h.Cold.Read(t.Context(), "2026-03-14.0", idsOf(ms)...))(t), ms)
	same(t, "after a restart", must(h.Reopen().Read(t.Context(), "2026-03-14.0", idsOf(ms)...))(t), ms)
}

func testSegmentOrder(t *testing.T, h ColdHarness) {
	k := newMaker(NewClock())
	ms := segment(k)
	noError(t, h.Cold.Write(t.Context(), "s", ms))
	got := must(h.Cold.Read(t.Context(), "s", ms[3].ID, k.id(), ms[0].ID, ms[3].ID))(t)
	same(t, "memories", got, []memory.Memory{ms[3], ms[0]})
	same(t, "none asked for", must(h.Cold.Read(t.Context(), "s"))(t), []memory.Memory(nil))
}

func testSegmentOnce(t *testing.T, h ColdHarness) {
	k := newMaker(NewClock())
	first, second := segment(k), segment(k)
	noError(t, h.Cold.Write(t.Context(), "s", first))
	wantKind(t, h.Cold.Write(t.Context(), "s", second), memory.KindConflict)
	wantKind(t, h.Reopen().Write(t.Context(), "s", second), memory.KindConflict)
	same(t, "memories", must(h.Cold.Read(t.Context(), "s", idsOf(first)...))(t), first)
	wantKind(t, h.Cold.Write(t.Context(), "empty", nil), memory.KindInvalid)
}

func testSegmentNames(t *testing.T, h ColdHarness) {
	ms := segment(newMaker(NewClock()))
	for _, name := range []string{"", ".", "..", "../s", "a/b", `a\b`, "/etc/passwd", ".hidden", "a\x00b", "日", "a b", "s\n", strings.Repeat("s", 200)} {
		wantKind(t, h.Cold.Write(t.Context(), name, ms), memory.KindInvalid)
		_, err := h.Cold.Read(t.Context(), name, ms[0].ID)
		wantKind(t, err, memory.KindInvalid)
	}
}

func testSegmentMissing(t *testing.T, h ColdHarness) {
	_, err := h.Cold.Read(t.Context(), "never-written", newMaker(NewClock()).id())
	wantKind(t, err, memory.KindNotFound)
}

func testSegmentLarge(t *testing.T, h ColdHarness) {
	k := newMaker(NewClock())
	var ms []memory.Memory
	for i := range 2000 {
		ms = append(ms, k.memory(fmt.Sprintf("memory %d", i)))
	}
	ms[1000].Content = strings.Repeat("很长的文本 <&> ", 200_000)
	noError(t, h.Cold.Write(t.Context(), "s", ms))
	same(t, "memories", must(h.Cold.Read(t.Context(), "s", idsOf(ms)...))(t), ms)
}

func testSegmentRace(t *testing.T, h ColdHarness) {
	k := newMaker(NewClock())
	written := make(chan []memory.Memory, 8)
	parallel(cap(written), func(int) {
		ms := segment(k)
		if err := h.Cold.Write(context.Background(), "s", ms); err == nil {
			written <- ms
		} else {
			wantKind(t, err, memory.KindConflict)
		}
	})
	if len(written) != 1 {
		t.Fatalf("%d writers succeeded, want one", len(written))
	}
	ms := <-written
	same(t, "memories", must(h.Cold.Read(t.Context(), "s", idsOf(ms)...))(t), ms)
}

func testSegmentContext(t *testing.T, h ColdHarness) {
	ms := segment(newMaker(NewClock()))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	wantKind(t, h.Cold.Write(ctx, "s", ms), memory.KindUnavailable)
	_, err := h.Cold.Read(t.Context(), "s", ms[0].ID)
	wantKind(t, err, memory.KindNotFound)
}
