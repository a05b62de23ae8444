package eval

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
)

func TestLoad(t *testing.T) {
	data, err := Load("testdata/locomo")
	if err != nil {
		t.Fatal(err)
	}
	if data.Name != LoCoMo || len(data.Files) != 2 {
		t.Fatalf("%s with %d files, want locomo with 2", data.Name, len(data.Files))
	}
	f := data.Files[0]
	if f.Name != "conv-1" || !f.Now.Equal(time.Date(2025, 6, 20, 18, 0, 0, 0, time.UTC)) {
		t.Errorf("file %q, now %v", f.Name, f.Now)
	}
	want := Line{
		ID: "D1:3", Session: "1", At: time.Date(2025, 3, 2, 10, 0, 0, 0, time.UTC),
		Content: "Ada: My teacher is called Ruth. [a photo of a music room]",
	}
	if diff := cmp.Diff(want, f.Lines[2]); diff != "" {
		t.Errorf("line (-want +got):\n%s", diff)
	}
	if len(f.Questions) != 4 {
		t.Errorf("%d questions, want 4: the one without evidence is left out", len(f.Questions))
	}
	if last := data.Files[1]; !last.Now.Equal(last.Lines[1].At) {
		t.Errorf("now is %v without its own field, want the last line's time", last.Now)
	}
}

func TestLoadRefusesBadData(t *testing.T) {
	const (
		line     = `{"id":"1","at":"2024-01-01","text":"x"}`
		question = `{"question":"q","evidence":["1"]}`
	)
	file := func(memories, questions string) string {
		return "{\n" + `"memories":[` + memories + "],\n" + `"questions":[` + questions + `]}`
	}
	tests := []struct{ name, content, want string }{
		{"no JSON", "{\n\"memories\": [}", "line 2: "},
		{"wrong type", "{\n\"memories\": [{\"id\": 1}]}", "line 2: "},
		{"cut off", `{"memories": [`, "unexpected end"},
		{"no memories", file("", question), `holds no "memories"`},
		{"no questions", file(line, ""), `holds no "questions"`},
		{"unknown shape", file(line, `{"ask":"q","evidence":["1"]}`), `neither "question" (LoCoMo) nor "query" (MADial)`},
		{"memory without id", file(`{"at":"2024-01-01","text":"x"}`, question), "memories[0] has no id"},
		{"id twice", file(line+","+line, question), `memories[1]: the id "1" is not unique`},
		{"memory without text", file(`{"id":"1","at":"2024-01-01","text":" "}`, question), "memories[0] (1) has no text"},
		{"bad time", file(`{"id":"1","at":"yesterday","text":"x"}`, question), `memories[0] (1): the time "yesterday" is none`},
		{"time before all", file(`{"id":"1","at":"1912-01-01","text":"x"}`, question), "from 1970 on"},
		{"bad now", `{"now":"later",` + file(line, question)[1:], `now: the time "later"`},
		{"empty question", file(line, question+`,{"question":" ","evidence":["1"]}`), "questions[1] is empty"},
		{"unknown evidence", file(line, `{"question":"q","evidence":["9"]}`), `questions[0]: the evidence "9" is no memory`},
		{"no evidence at all", file(line, `{"question":"q","evidence":[]}`), "nothing to measure"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "bad.json")
			if err := os.WriteFile(path, []byte(tt.content), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := Load(path)
			refused(t, err, path+": ", tt.want)
		})
	}
}

func TestLoadRefusesBadDirectories(t *testing.T) {
	_, err := Load(filepath.Join(t.TempDir(), "none"))
	refused(t, err, "does not exist")
	_, err = Load(t.TempDir())
	refused(t, err, "holds no *.json file")

	mixed := t.TempDir()
	for _, name := range []string{"locomo/conv-2.json", "madial/zh.json"} {
		content, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(mixed, filepath.Base(name)), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err = Load(mixed)
	refused(t, err, "zh.json: is madial data, the files before it are locomo")
}

func refused(t *testing.T, err error, parts ...string) {
	t.Helper()
	if memory.KindOf(err) != memory.KindInvalid {
		t.Fatalf("error %v, want kind invalid", err)
	}
	for _, part := range parts {
		if !strings.Contains(err.Error(), part) {
			t.Errorf("error %q does not say %q", err, part)
		}
	}
}
