package builtin

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/memory/importance"
)

var fit = flag.Bool("fit", false, "fit the appraisal to the labelled lines, cross-validate it, and write appraisal.bin")

const (
	folds = 5
	// keptShare of the lines to keep that no rule decides shall have an importance of keptFrom.
	keptShare = 0.97
	keptFrom  = 0.3
)

// line is a labelled line, and what the model and the rules say of it.
type line struct {
	Content string `json:"content"`
	Expect  string `json:"expect"`
	Kind    string `json:"kind"`
	Layer   string `json:"layer"`

	states []float32
	unsure bool
	fold   int
}

// typeOf maps the kinds of the labels to types of memories.
func typeOf(kind string) memory.Type {
	switch kind {
	case "tool_result":
		return memory.TypeResult
	case "secret":
		return memory.TypeFact
	default:
		return memory.Type(kind)
	}
}

// labelledLines reads lines with their states. Repeats are left out, for they show only in context.
func labelledLines(t *testing.T, pattern string) (lines []line) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("..", "..", "memory", "importance", "testdata", pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("%q, %v", files, err)
	}
	e := testEmbedder(t)
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for in := bufio.NewScanner(f); in.Scan(); {
			var l line
			if err := json.Unmarshal(in.Bytes(), &l); err != nil {
				t.Fatalf("%s: %v", file, err)
			}
			if l.Kind == "repeat" {
				continue
			}
			if l.states, err = e.meanStates(context.Background(), l.Content); err != nil {
				t.Fatal(err)
			}
			h := fnv.New32a()
			_, _ = h.Write([]byte(l.Content))
			l.fold = int(h.Sum32() % folds)
			l.unsure = importance.Weigh(l.Content, importance.Opinion{}).Rule == importance.RuleUnsure
			lines = append(lines, l)
		}
	}
	return lines
}

// TestFitAppraisal makes the networks, and says how well a network made without a fifth of the lines judges that
// fifth.
func TestFitAppraisal(t *testing.T) {
	if !*fit {
		t.Skip("run with -fit to fit the appraisal")
	}
	lines := labelledLines(t, "lines-*.jsonl")
	var held []line
	var judged []memory.Appraisal
	for k := range folds {
		train := slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return l.fold == k })
		networks := trainAll(train, 1)
		for _, l := range lines {
			if l.fold == k {
				held, judged = append(held, l), append(judged, appraise(networks, l.states))
			}
		}
	}
	shift := shiftOf(held, judged)
	for i := range judged {
		judged[i].Importance = logistic(logit(judged[i].Importance) + shift)
	}
	t.Logf("cross-validated on %d lines, shift %.2f: %s", len(lines), shift, score(held, judged))

	networks := trainAll(lines, appraisers)
	var data []byte
	for _, n := range networks {
		n.outputs[0][appraisalHidden] += float32(shift)
		for _, row := range append(n.hidden, n.outputs...) {
			for _, w := range row {
				data = binary.LittleEndian.AppendUint16(data, uint16((math.Float32bits(w)+1<<15)>>16))
			}
		}
	}
	if err := os.WriteFile("appraisal.bin", data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// shiftOf is what to add to the logit of being worth keeping, so that keptShare of the lines to keep pass.
func shiftOf(lines []line, judged []memory.Appraisal) float64 {
	var logits []float64
	for i, l := range lines {
		if l.unsure && l.Expect == "keep" {
			logits = append(logits, logit(judged[i].Importance))
		}
	}
	slices.Sort(logits)
	return logit(keptFrom) - logits[int((1-keptShare)*float64(len(logits)))]
}

func logit(p float64) float64    { return math.Log(p / (1 - p)) }
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// tally counts what an appraisal got right.
type tally struct{ keep, kept, drop, dropped, types, layers int }

func (n tally) String() string {
	percent := func(a, b int) float64 { return 100 * float64(a) / float64(max(b, 1)) }
	return fmt.Sprintf("kept %.1f %% of %d, dropped %.1f %% of %d, types %.1f %%, layers %.1f %%", percent(n.kept, n.keep), n.keep,
		percent(n.dropped, n.drop), n.drop, percent(n.types, n.keep), percent(n.layers, n.keep))
}

// score counts among the lines that no rule decides.
func score(lines []line, judged []memory.Appraisal) (n tally) {
	for i, l := range lines {
		a := judged[i]
		switch {
		case !l.unsure:
		case l.Expect == "keep":
			n.keep++
			n.kept += count(a.Importance >= keptFrom)
			n.types += count(a.Type == typeOf(l.Kind))
			n.layers += count(string(a.Layer) == l.Layer)
		default:
			n.drop++
			n.dropped += count(a.Importance < keptFrom)
		}
	}
	return n
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}
