package text

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSpeaker(t *testing.T) {
	for line, want := range map[string]string{
		"Anna: I moved.":            "Anna",
		"Anna Smith: I moved.":      "Anna Smith",
		"Dr. O'Neil-Díaz: Hello.":   "Dr. O'Neil-Díaz",
		"小王：我搬家了":                   "小王",
		"小王: 我搬家了":                  "小王",
		"Анна: привет":              "Анна",
		"anna: I moved.":            "",
		"First deploy failed: why":  "",
		"Reader poll: roses":        "",
		"Ticket 4471: notes vanish": "",
		"A B C D: too many":         "",
		"http://example.com":        "",
		"Host:port":                 "",
		"Anna:":                     "",
		"Anna: …":                   "",
		": nobody":                  "",
		"":                          "",
		"会员等级分四档：普通":                "",
		"ThisNameIsLongerThanAnyNameThatPeopleHave: x": "",
		"Anna  Smith: two spaces":                      "",
	} {
		if got := Speaker(line); got != want {
			t.Errorf("Speaker(%q) = %q, want %q", line, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	tests := []struct {
		s, name string
		want    [][2]int
	}{
		{"What are Anna's hobbies, and Anna?", "Anna", [][2]int{{9, 13}, {29, 33}}},
		{"Annabel and HAnna and anna", "Anna", nil},
		{"小王什么时候搬家的？", "小王", [][2]int{{0, 6}}},
		{"nobody", "Anna", nil},
		{"anything", "", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, Mentions(tt.s, tt.name)); diff != "" {
			t.Errorf("Mentions(%q, %q) (-want +got):\n%s", tt.s, tt.name, diff)
		}
	}
}

func FuzzSpeaker(f *testing.F) {
	f.Add("Anna: I moved.")
	f.Add("小王：\xff")
	f.Fuzz(func(t *testing.T, s string) {
		name := Speaker(s)
		if len(name) > maxNameBytes || name != s[:len(name)] {
			t.Errorf("Speaker(%q) = %q", s, name)
		}
	})
}
