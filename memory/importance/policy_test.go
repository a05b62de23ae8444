package importance_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/rearview-dev/rearview/memory/importance"
)

// line is one line of write_policy.jsonl.
type line struct {
	ID, Lang, Content, Expect, Kind string
}

// TestWritePolicyData measures the rules against labelled lines. Repeats are left out: they show only in
// context, which the rules do not see.
func TestWritePolicyData(t *testing.T) {
	var keptRight, keptWrong, droppedRight, droppedWrong, kindRight int
	for _, l := range readPolicyData(t) {
		if l.Kind == "repeat" {
			continue
		}
		v := importance.Weigh(l.Content, importance.Opinion{})
		kept := v.Keep || v.Importance >= 0.3
		switch {
		case kept && l.Expect == "keep":
			keptRight++
			if v.Kind == kindOf(l.Kind) {
				kindRight++
			} else {
				t.Logf("kind: %s is %s, said %s (%s): %s", l.ID, l.Kind, v.Kind, v.Rule, l.Content)
			}
		case kept:
			keptWrong++
			t.Logf("kept: %s %s (%s %.2f): %s", l.ID, l.Kind, v.Rule, v.Importance, l.Content)
		case l.Expect == "drop":
			droppedRight++
		default:
			droppedWrong++
			t.Logf("dropped: %s %s (%s %.2f): %s", l.ID, l.Kind, v.Rule, v.Importance, l.Content)
		}
	}
	t.Logf("kept: %d rightly, %d wrongly; dropped: %d rightly, %d wrongly; kind right for %d of those kept rightly",
		keptRight, keptWrong, droppedRight, droppedWrong, kindRight)
	if wrong, all := keptWrong+droppedWrong, keptRight+keptWrong+droppedRight+droppedWrong; wrong*10 > all {
		t.Errorf("%d of %d lines are judged wrongly, more than a tenth", wrong, all)
	}
}

// kindOf translates the kinds of the data.
func kindOf(kind string) importance.Kind {
	switch kind {
	case "tool_result":
		return importance.Result
	case "secret":
		return importance.Fact
	default:
		return importance.Kind(kind)
	}
}

func readPolicyData(t *testing.T) []line {
	t.Helper()
	dir := os.Getenv("REARVIEW_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	path := filepath.Join(dir, "policy", "write_policy.jsonl")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		t.Skip("the data folder is not there; set REARVIEW_DATA")
	}
	return readLines(t, path)
}

func readLines(t *testing.T, path string) []line {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var lines []line
	for s := bufio.NewScanner(f); s.Scan(); {
		var l line
		if err := json.Unmarshal(s.Bytes(), &l); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, l)
	}
	return lines
}
