package embedded

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/rearview-dev/rearview/store/embedded/internal/index"
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
