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
		{"a label", "流失定义：90天没有消费", "流失定义改成60天没有消费", true},
		{"a label that comes later", "The Deadline is Friday.", "Deadline: Monday", true},
		{"a label for an attribute", "Budget: at most 5,000", "We can't spend more than five thousand", true},
		{"another label", "流失定义：90天没有消费", "复购定义：60天内再次消费", false},
		{"two notes", "I live in Rome.", "I live in Oslo.", true},
	}
	labelled, plain := line("1", "Provider: Hetzner"), line("2", "We moved everything to AWS")
	labelled.Topic, plain.Topic = "hosting", "hosting"
	if !mayReplace(labelled, plain) {
		t.Error("a label in the way of one topic")
	}
	for _, tt := range tests {
		if got := mayReplace(line("1", tt.a), line("2", tt.b)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}
