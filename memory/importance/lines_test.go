package importance_test

import (
	"path/filepath"
	"testing"

	"github.com/rearview-dev/rearview/memory/importance"
)

// TestOwnLines asks whether what must be kept is kept on our own lines, also on those that nobody wrote rules
// for. Repeats are left out: they show only in context. How much is dropped is told, and not asserted: the
// rules leave to others what they do not know.
func TestOwnLines(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jsonl")
	if err != nil || len(files) < 3 {
		t.Fatalf("%q, %v", files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			var keep, kept, drop, dropped int
			for _, l := range readLines(t, file) {
				v := importance.Weigh(l.Content, importance.Opinion{})
				is := v.Keep || v.Importance >= threshold
				switch {
				case l.Kind == "repeat":
				case l.Expect == "keep":
					if keep++; is {
						kept++
					}
				default:
					if drop++; !is {
						dropped++
					}
				}
			}
			t.Logf("kept %d of %d, dropped %d of %d", kept, keep, dropped, drop)
			if 100*kept < 97*keep {
				t.Errorf("kept %d of %d that must be kept", kept, keep)
			}
		})
	}
}
