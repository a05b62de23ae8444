package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// The shapes that are known.
const (
	// LoCoMo: long conversations of two speakers, a file each (Maharana et al., "Evaluating Very Long-Term
	// Conversational Memory of LLM Agents", 2024).
	LoCoMo = "locomo"
	// MADial: memories, and dialogues that call for some of them, a file a language (He et al.,
	// "MADial-Bench", 2024).
	MADial = "madial"
)

// Dataset is data with known answers.
type Dataset struct {
	// Name is LoCoMo or MADial.
	Name  string
	Files []File
}

// File is one pool of memories and the questions about it.
type File struct {
	// Name is the file's, without its extension.
	Name string
	// Now is the time of the questions.
	Now       time.Time
	Lines     []Line
	Questions []Question
}

// Line is one memory.
type Line struct {
	ID      string
	Content string
	Session string
	At      time.Time
}

// Question is one query with the ids of the lines that answer it.
type Question struct {
	Query    string
	Evidence []string
	// Category is 1–5 in LoCoMo: several lines, time, open, one line, adversarial. It is 0 elsewhere.
	Category int
}

// Load reads a file, or every *.json file of a directory, and recognises its shape. Questions without evidence
// are left out. Errors are of KindInvalid and name the file and the place in it.
func Load(path string) (Dataset, error) {
	paths, err := jsonFiles(path)
	if err != nil {
		return Dataset{}, err
	}
	var data Dataset
	for _, p := range paths {
		name, file, err := loadFile(p)
		if err != nil {
			return Dataset{}, err
		}
		if data.Name != "" && data.Name != name {
			return Dataset{}, invalid(p, "is %s data, the files before it are %s; give one kind at a time", name, data.Name)
		}
		data.Name = name
		data.Files = append(data.Files, file)
	}
	return data, nil
}

func jsonFiles(path string) ([]string, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, invalid(path, "does not exist; give a file or a directory of data")
	}
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, path+" cannot be read")
	}
	if !info.IsDir() {
		return []string{path}, nil
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, path+" cannot be read")
	}
	var paths []string
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".json" {
			paths = append(paths, filepath.Join(path, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, invalid(path, "holds no *.json file")
	}
	return paths, nil
}

// rawFile is what both shapes have in common and what tells them apart.
type rawFile struct {
	Now       string        `json:"now"`
	Memories  []rawMemory   `json:"memories"`
	Questions []rawQuestion `json:"questions"`
}

type rawMemory struct {
	ID      string      `json:"id"`
	Session json.Number `json:"session"`
	At      string      `json:"at"`
	Speaker string      `json:"speaker"`
	Text    string      `json:"text"`
	Caption string      `json:"caption"`
}

type rawQuestion struct {
	// Question is LoCoMo's, Query MADial's.
	Question string   `json:"question"`
	Query    string   `json:"query"`
	Evidence []string `json:"evidence"`
	Category int      `json:"category"`
}

func loadFile(path string) (dataset string, f File, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return "", File{}, memory.Wrap(memory.KindInvalid, err, path+" cannot be read")
	}
	var raw rawFile
	if err := json.Unmarshal(data, &raw); err != nil {
		return "", File{}, invalid(path, "%s", jsonFault(data, err))
	}
	f.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if dataset, err = shapeOf(path, raw); err != nil {
		return "", File{}, err
	}
	if err := f.addLines(path, raw); err != nil {
		return "", File{}, err
	}
	return dataset, f, f.addQuestions(path, raw)
}

func shapeOf(path string, raw rawFile) (string, error) {
	switch {
	case len(raw.Memories) == 0:
		return "", invalid(path, `holds no "memories"; known are the shapes of LoCoMo and MADial`)
	case len(raw.Questions) == 0:
		return "", invalid(path, `holds no "questions"; known are the shapes of LoCoMo and MADial`)
	case raw.Questions[0].Question != "":
		return LoCoMo, nil
	case raw.Questions[0].Query != "":
		return MADial, nil
	}
	return "", invalid(path, `questions[0] has neither "question" (LoCoMo) nor "query" (MADial)`)
}

func (f *File) addLines(path string, raw rawFile) error {
	seen := make(map[string]bool, len(raw.Memories))
	for i, m := range raw.Memories {
		at, err := parseTime(m.At)
		switch {
		case m.ID == "":
			return invalid(path, "memories[%d] has no id", i)
		case seen[m.ID]:
			return invalid(path, "memories[%d]: the id %q is not unique", i, m.ID)
		case strings.TrimSpace(m.Text) == "":
			return invalid(path, "memories[%d] (%s) has no text", i, m.ID)
		case err != nil:
			return invalid(path, "memories[%d] (%s): %v", i, m.ID, err)
		}
		seen[m.ID] = true
		f.Lines = append(f.Lines, Line{ID: m.ID, Content: m.content(), Session: m.Session.String(), At: at})
		if at.After(f.Now) {
			f.Now = at
		}
	}
	if raw.Now == "" {
		return nil
	}
	now, err := parseTime(raw.Now)
	if err != nil {
		return invalid(path, "now: %v", err)
	}
	f.Now = now
	return nil
}

// content is one turn of a conversation as one memory: who said what, and what a shared picture shows.
func (m rawMemory) content() string {
	var b strings.Builder
	if m.Speaker != "" {
		b.WriteString(m.Speaker + ": ")
	}
	b.WriteString(m.Text)
	if m.Caption != "" {
		b.WriteString(" [" + m.Caption + "]")
	}
	return b.String()
}

func (f *File) addQuestions(path string, raw rawFile) error {
	known := make(map[string]bool, len(f.Lines))
	for _, l := range f.Lines {
		known[l.ID] = true
	}
	for i, q := range raw.Questions {
		query := q.Question + q.Query
		if strings.TrimSpace(query) == "" {
			return invalid(path, "questions[%d] is empty", i)
		}
		for _, id := range q.Evidence {
			if !known[id] {
				return invalid(path, "questions[%d]: the evidence %q is no memory of this file", i, id)
			}
		}
		if len(q.Evidence) > 0 {
			f.Questions = append(f.Questions, Question{Query: query, Evidence: q.Evidence, Category: q.Category})
		}
	}
	if len(f.Questions) == 0 {
		return invalid(path, "no question has evidence, so there is nothing to measure")
	}
	return nil
}

// parseTime reads a date, or a date and time, in UTC when it names no zone.
func parseTime(s string) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil && t.Year() >= 1970 {
			return t.UTC(), nil
		}
	}
	return time.Time{}, fmt.Errorf("the time %q is none; write 2006-01-02 or 2006-01-02T15:04:05, from 1970 on", s)
}

// jsonFault says what is wrong with JSON, and in which line.
func jsonFault(data []byte, err error) string {
	var (
		syntax *json.SyntaxError
		kind   *json.UnmarshalTypeError
		offset int64
	)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	line := 1 + bytes.Count(data[:min(max(offset, 0), int64(len(data)))], []byte("\n"))
	return fmt.Sprintf("line %d: %v", line, err)
}

func invalid(path, format string, args ...any) error {
	return memory.Errorf(memory.KindInvalid, "%s: %s", path, fmt.Sprintf(format, args...))
}
