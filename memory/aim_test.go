package memory

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func said(session string, lines ...string) []Record {
	records := make([]Record, len(lines))
	for i, l := range lines {
		records[i] = Record{Memory: Memory{Session: session, Content: l}}
	}
	return records
}

func TestNamedSpeakers(t *testing.T) {
	talk := said("s1", "Anna: Hi Bob!", "Bob: Hi.", "Anna: I moved.", "Bob Lee: Where?", "Bob: Nice.")
	tests := []struct {
		name, query string
		records     []Record
		want        []string
	}{
		{"one", "Where does Anna live?", talk, []string{"Anna"}},
		{"both", "Do Anna and Bob agree?", talk, []string{"Anna", "Bob"}},
		{"nobody", "Where does Carl live?", talk, nil},
		{"who is named but does not speak", "Where does Carl live?", said("s1", "Anna: Carl moved.", "Anna: To Rome.", "Bob: Ah."), nil},
		{"who says but one line", "What does Note say?", said("s1", "Note: the key is lost", "Anna: Oh.", "Anna: No."), nil},
		{"notes that nobody answers", "Where does Redis run?", said("s1", "Redis: port 6379", "Redis: on host b"), nil},
		{"notes of different sessions", "Where does Redis run?", append(said("s1", "Redis: port 1", "Redis: host b"), said("s2", "Nginx: port 80", "Nginx: 443")...), nil},
		{"without sessions", "Where does Anna live?", said("", "Anna: Hi Bob!", "Bob: Hi.", "Anna: I moved."), nil},
		{"by the first name", "Where does Eva live?", said("s1", "Eva Lind: Hi.", "Bob: Hi.", "Eva Lind: I moved."), []string{"Eva Lind"}},
		{"not by a title", "Where does Dr. Kay live?", said("s1", "Dr. Lind: Hi.", "Bob: Hi.", "Dr. Lind: I moved."), nil},
		{"in Chinese", "小王住在哪里？", said("s1", "小王：你好", "老李：你好", "小王：我搬家了"), []string{"小王"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, namedSpeakers(tt.query, tt.records)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutNames(t *testing.T) {
	tests := []struct {
		query string
		names []string
		want  string
	}{
		{"When did Anna move?", []string{"Anna"}, "When did someone move?"},
		{"Anna's and Bob's house, Anna?", []string{"Anna", "Bob"}, "someone's and someone's house, someone?"},
		{"Where does Eva live?", []string{"Eva Lind"}, "Where does someone live?"},
		{"Where does Eva Lind live?", []string{"Eva Lind"}, "Where does someone live?"},
		{"小王住在哪里？", []string{"小王"}, "有人住在哪里？"},
		{"nobody", nil, "nobody"},
	}
	for _, tt := range tests {
		if got := withoutNames(tt.query, tt.names); got != tt.want {
			t.Errorf("withoutNames(%q, %q) = %q, want %q", tt.query, tt.names, got, tt.want)
		}
	}
}

func TestTheEndsOfATextAreWholeCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, n := rapid.String().Draw(t, "text"), rapid.IntRange(0, 20).Draw(t, "bytes")
		for part, ok := range map[string]bool{head(s, n): strings.HasPrefix(s, head(s, n)), end(s, n): strings.HasSuffix(s, end(s, n))} {
			if !ok || len(part) > n || !utf8.ValidString(part) {
				t.Fatalf("%q of %q, at most %d bytes", part, s, n)
			}
		}
	})
}
