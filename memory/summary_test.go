package memory_test

import (
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model/modeltest"
)

func TestModelSummarizesLongMemories(t *testing.T) {
	t.Parallel()
	long := "Decision: the bridge is painted. " + strings.Repeat("It is wide and long, and stands in the rain. ", 40)
	for says, want := range map[string]string{
		"The bridge gets paint.": "The bridge gets paint.", "": "", "I'm sorry, I can't.": "", strings.Repeat("long ", 900): "",
	} {
		server := modeltest.New(t)
		server.Summary = func(string) string { return says }
		w := newJudgedWorld(t, server, nil)
		w.run()
		id := w.remembers(alice, memory.RememberRequest{Content: long}).ID
		short := w.remembers(alice, memory.RememberRequest{Content: "Decision: the tower is painted."}).ID
		before := w.shows(id).Memory.Summary
		w.drain()
		m := w.shows(id).Memory
		if want == "" {
			want = before
		}
		if m.Summary != want || m.Content != long || before == "" {
			t.Errorf("summary %q of %q, wanted %q", m.Summary, m.Content[:20], want)
		}
		if m := w.shows(short).Memory; m.Summary != "" || len(server.Requests()) != 1 {
			t.Errorf("%d requests, summary %q", len(server.Requests()), m.Summary)
		}
	}
}
