package memory

import "testing"

func TestSpeakersDoNotReplaceEachOther(t *testing.T) {
	line := func(id, content string) *Memory {
		return &Memory{ID: id, Agent: "alice", Scope: ScopePrivate, Content: content}
	}
	tests := []struct {
		name, a, b string
		want       bool
	}{
		{"one speaker", "Anna: I live in Rome.", "Anna: I live in Oslo.", true},
		{"two speakers", "Anna: I live in Rome.", "Bob: I live in Oslo.", false},
		{"a speaker and a note", "Anna: I live in Rome.", "I live in Oslo.", false},
		{"two notes", "I live in Rome.", "I live in Oslo.", true},
	}
	for _, tt := range tests {
		if got := mayReplace(line("1", tt.a), line("2", tt.b)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
