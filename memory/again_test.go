package memory_test

import (
	"testing"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// Somebody changes a thing and then changes it back: what was said last holds, although it is word for word
// what was said first, and although the worker comes to the change late.
func TestWhatIsSaidAgainIsNew(t *testing.T) {
	const mysql, postgres = "The orders project uses MySQL.", "The orders project switched to PostgreSQL."
	fact := func(content string) memory.RememberRequest {
		return memory.RememberRequest{Content: content, Type: memory.TypeFact}
	}
	for _, c := range []struct {
		name                string
		first, second, last bool // indexed after each
		again               string
	}{
		{"nothing indexed", false, false, false, mysql},
		{"the first indexed", true, false, false, mysql},
		{"the first two indexed", true, true, false, mysql},
		{"all indexed", true, true, true, mysql},
		{"indexed at the end", false, false, true, mysql},
		{"the first, and then the rest", true, false, true, mysql},
		{"in other words", true, false, true, "The orders project uses MySQL!"},
		{"in other words, not indexed", false, false, false, "The orders project uses MySQL!"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, nil)
			say := func(content string, index bool) {
				w.remembers(alice, fact(content))
				w.clock.advance(time.Hour)
				if index {
					w.index()
				}
			}
			say(mysql, c.first)
			say(postgres, c.second)
			say(c.again, c.last)
			got := contents(w.recalls(alice, memory.RecallRequest{Query: "orders project"}))
			t.Log(got)
			for _, content := range got {
				if content == mysql || content == c.again {
					return
				}
			}
			t.Errorf("what was said last is not found: %q", got)
		})
	}
}
