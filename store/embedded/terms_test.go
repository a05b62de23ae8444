package embedded

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/store/embedded/internal/index"
	"github.com/rearview-dev/rearview/text"
)

func TestTermsComeBackAsTheyWereEncoded(t *testing.T) {
	for _, terms := range [][]index.Term{
		nil,
		{{ID: 0, Count: 1}},
		{{ID: 0, Count: 1}, {ID: 1, Count: 300}, {ID: 1 << 20, Count: 2}, {ID: 1<<32 - 1, Count: 1<<32 - 1}},
	} {
		got, err := decodeTerms(encodeTerms(terms))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(terms, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("terms (-want +got):\n%s", diff)
		}
	}
}

func FuzzDecodeTerms(f *testing.F) {
	f.Add(encodeTerms([]index.Term{{ID: 7, Count: 2}, {ID: 900, Count: 1}}))
	f.Add([]byte{})
	f.Add([]byte{1, 2, 3})
	f.Add([]byte{0, 0x80})
	f.Fuzz(func(t *testing.T, b []byte) {
		terms, err := decodeTerms(b)
		if err != nil {
			return
		}
		again, err := decodeTerms(encodeTerms(terms))
		if err != nil || !cmp.Equal(terms, again, cmpopts.EquateEmpty()) {
			t.Errorf("%v became %v, %v", terms, again, err)
		}
	})
}

// What no memory says any more is not kept, and the numbers of its words are given to others.
func TestTermsOfWhatIsGoneAreForgotten(t *testing.T) {
	o := options(t)
	s := open(t, o)
	kept := add(t, s, "alpha beta")
	var moved []memory.ColdEntry
	for i := range 300 {
		moved = append(moved, memory.ColdEntry{ID: add(t, s, fmt.Sprintf("alpha gone%d", i)).ID})
	}
	if err := s.LongTerm().MoveToCold(t.Context(), moved...); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s.Close()
		s = open(t, o)
		var terms, highest int
		row := s.reads.db.QueryRowContext(t.Context(), "SELECT count(*), max(id) FROM terms")
		if err := row.Scan(&terms, &highest); err != nil || terms > 20 || highest > 40 {
			t.Errorf("%d terms up to %d, %v", terms, highest, err)
		}
		for i := range 5 {
			add(t, s, fmt.Sprintf("alpha later%c", 'a'+i))
		}
	}
	for word, want := range map[string]int{"beta": 1, "gone7": 0, "laterc": 2, "alpha": 11} {
		q := memory.WordQuery{Terms: text.Words(word), Limit: 20}
		got, err := s.LongTerm().SearchWords(t.Context(), everything, q)
		if err != nil || len(got.Hits) != want || word == "beta" && got.Hits[0].ID != kept.ID {
			t.Errorf("%s: got %+v, %v", word, got, err)
		}
	}
}
