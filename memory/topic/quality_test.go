package topic_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/topic"
)

// confusion counts verdicts by what was expected.
type confusion map[string]map[topic.Relation]int

func (c confusion) add(expect string, got topic.Relation) {
	if c[expect] == nil {
		c[expect] = make(map[topic.Relation]int)
	}
	c[expect][got]++
}

// percent is the share of those expected that got one of the relations, in percent.
func (c confusion) percent(expect string, relations ...topic.Relation) float64 {
	hit, all := 0, 0
	for _, n := range c[expect] {
		all += n
	}
	for _, r := range relations {
		hit += c[expect][r]
	}
	return 100 * float64(hit) / float64(max(all, 1))
}

// precision of supersession, in percent.
func (c confusion) precision() float64 {
	all := 0
	for _, got := range c {
		all += got[topic.Supersedes]
	}
	return 100 * float64(c["supersede"][topic.Supersedes]) / float64(max(all, 1))
}

func (c confusion) String() string {
	var b strings.Builder
	for _, expect := range []string{"supersede", "keep_both", "duplicate"} {
		fmt.Fprintf(&b, "\n%-10s", expect)
		for _, r := range []topic.Relation{topic.Supersedes, topic.Compatible, topic.Unsure, topic.Unrelated, topic.Duplicate} {
			fmt.Fprintf(&b, " %s %d", r, c[expect][r])
		}
	}
	return b.String()
}

// expected is the label that a relation fulfils.
func expected(r topic.Relation) string {
	switch r {
	case topic.Supersedes:
		return "supersede"
	case topic.Duplicate:
		return "duplicate"
	}
	return "keep_both"
}

func judge(t *testing.T, v *vectors, pairs []labelledPair) confusion {
	t.Helper()
	c := make(confusion)
	for _, p := range pairs {
		got := topic.Compare(p.Old.statement(), p.New.statement(), v.near(p.Old.Content, p.New.Content))
		c.add(p.Expect, got.Relation)
		if expected(got.Relation) != p.Expect {
			t.Logf("%s: %s, not %s (%s): %s → %s", p.ID, p.Expect, got.Relation, got.Rule, p.Old.Content, p.New.Content)
		}
	}
	return c
}

func checkQuality(t *testing.T, c confusion) {
	t.Helper()
	t.Log(c)
	for _, check := range []struct {
		what     string
		got      float64
		at, most float64
	}{
		{"supersessions that are right", c.precision(), 95, 100},
		{"superseding pairs found", c.percent("supersede", topic.Supersedes), 75, 100},
		{"duplicates found", c.percent("duplicate", topic.Duplicate), 80, 100},
		{"pairs to keep that were merged or superseded", c.percent("keep_both", topic.Supersedes, topic.Duplicate), 0, 3},
		{"superseding pairs that were merged", c.percent("supersede", topic.Duplicate), 0, 3},
	} {
		t.Logf("%s: %.1f %%", check.what, check.got)
		if check.got < check.at || check.got > check.most {
			t.Errorf("%s: %.1f %%, not %g to %g", check.what, check.got, check.at, check.most)
		}
	}
}

// TestOwnPairs measures the rules on the pairs beside this test, on which they were made.
func TestOwnPairs(t *testing.T) {
	pairs := ownPairs(t)
	v := newVectors(t)
	v.embedPairs(t, pairs)
	checkQuality(t, judge(t, v, pairs))
}

// TestConflictsData measures them on the policy data.
func TestConflictsData(t *testing.T) {
	pairs := readLines[labelledPair](t, dataFile("conflicts.jsonl"))
	v := newVectors(t)
	v.embedPairs(t, pairs)
	checkQuality(t, judge(t, v, pairs))
}

// TestWithoutVectors checks that no vector means more doubt and no more mistakes.
func TestWithoutVectors(t *testing.T) {
	c := make(confusion)
	for _, p := range ownPairs(t) {
		c.add(p.Expect, topic.Compare(p.Old.statement(), p.New.statement(), topic.Nearness{Similarity: unknown}).Relation)
	}
	t.Log(c)
	if got := c.precision(); got < 95 {
		t.Errorf("supersessions that are right: %.1f %%", got)
	}
	if got := c.percent("keep_both", topic.Supersedes, topic.Duplicate); got > 3 {
		t.Errorf("pairs to keep that were merged or superseded: %.1f %%", got)
	}
}

// TestHistories compares every memory of a history with every later one: nearly all pairs must stay apart.
func TestHistories(t *testing.T) {
	histories := readLines[history](t, dataFile("scenarios.jsonl"))
	v := newVectors(t)
	for _, h := range histories {
		for _, m := range h.Memories {
			v.embed(t, m.Content)
		}
	}
	pairs, superseded, merged, rightly := 0, 0, 0, 0
	for _, h := range histories {
		for j, newer := range h.Memories {
			for _, older := range h.Memories[:j] {
				pairs++
				got := topic.Compare(older.statement(), newer.statement(), v.near(older.Content, newer.Content))
				label := h.ID + " " + older.ID + " " + newer.ID
				switch {
				case arguable[label]:
				case got.Relation == topic.Supersedes && !superseding[label]:
					superseded++
					t.Logf("%s superseded (%s): %s → %s", label, got.Rule, older.Content, newer.Content)
				case got.Relation == topic.Supersedes:
					rightly++
				case got.Relation == topic.Duplicate && !isDuplicate(h, older.ID, newer.ID):
					merged++
					t.Logf("%s merged (%s): %s → %s", label, got.Rule, older.Content, newer.Content)
				}
			}
		}
	}
	t.Logf("%d pairs: %d of %d superseded rightly, %d wrongly, %d merged wrongly", pairs, rightly, len(superseding), superseded, merged)
	if superseded*1000 > pairs || merged*1000 > pairs {
		t.Errorf("%d of %d pairs superseded and %d merged wrongly, more than one in a thousand", superseded, pairs, merged)
	}
	if rightly*100 < 75*len(superseding)*3/4 {
		t.Errorf("only %d of %d pairs superseded", rightly, len(superseding))
	}
}

func isDuplicate(h history, a, b string) bool {
	for _, d := range h.Duplicates {
		if d == [2]string{a, b} || d == [2]string{b, a} {
			return true
		}
	}
	return false
}

// TestHardPairs measures the rules on pairs of another author, many of which only say the same matter in other
// words: nobody made rules with them. What is found of them is told; what is hidden wrongly is bounded.
func TestHardPairs(t *testing.T) {
	pairs := readLines[labelledPair](t, filepath.Join("testdata", "hard.jsonl"))
	v := newVectors(t)
	v.embedPairs(t, pairs)
	c := make(confusion)
	for _, p := range pairs {
		c.add(p.Expect, topic.Compare(p.Old.statement(), p.New.statement(), v.near(p.Old.Content, p.New.Content)).Relation)
	}
	t.Logf("supersessions right %.1f %%, found %.1f %%, duplicates found %.1f %%%s", c.precision(),
		c.percent("supersede", topic.Supersedes), c.percent("duplicate", topic.Duplicate), c)
	if lost := c.percent("keep_both", topic.Supersedes, topic.Duplicate); lost > 8 {
		t.Errorf("pairs to keep that were merged or superseded: %.1f %%", lost)
	}
}
