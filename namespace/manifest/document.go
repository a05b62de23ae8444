package manifest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	yamlv3 "go.yaml.in/yaml/v3"
	kjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"
)

// document is one YAML document of a file.
type document struct {
	file string
	// before is how many lines of the file precede it.
	before int
	data   []byte
}

var (
	separator = regexp.MustCompile(`^---\s*(#.*)?$`)
	// hidden begins a document in ways that kubectl and the API server read past without a word.
	hidden = regexp.MustCompile(`^(---\s|\.\.\.(\s|$))`)
)

// split cuts a file into its documents, as kubectl does: at lines of three hyphens. Documents that hold
// nothing but comments are left out.
func split(s Source) ([]document, Faults) {
	if line, ok := invalidUTF8(s.Data); ok {
		return nil, Faults{{File: s.Name, Line: line, Text: "not valid UTF-8: save the file as UTF-8"}}
	}
	var docs []document
	current := document{file: s.Name}
	var faults Faults
	flush := func() {
		if !blank(current.data) {
			docs = append(docs, current)
		}
	}
	n := 0
	for line := range bytes.Lines(bytes.TrimPrefix(s.Data, []byte("\ufeff"))) {
		n++
		bare := bytes.TrimRight(line, "\r\n")
		if separator.Match(bare) {
			flush()
			current = document{file: s.Name, before: n}
			continue
		}
		if hidden.Match(bare) {
			faults = append(faults, Fault{File: s.Name, Line: n, Text: "documents are separated by a line of --- and nothing else"})
		}
		current.data = append(current.data, line...)
	}
	flush()
	if len(docs) == 0 {
		return nil, append(faults, Fault{File: s.Name, Text: "the file is empty: it declares nothing"})
	}
	return docs, faults
}

func invalidUTF8(data []byte) (line int, found bool) {
	if utf8.Valid(data) {
		return 0, false
	}
	line = 1
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			break
		}
		if r == '\n' {
			line++
		}
		data = data[size:]
	}
	return line, true
}

// blank says whether a document holds only comments and white space.
func blank(data []byte) bool {
	for line := range bytes.Lines(data) {
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return false
		}
	}
	return true
}

// parse reads a document as the API server reads application/yaml, so that both agree on what it says. The
// tree is for line numbers only and may be nil. The object is nil when there is none to validate.
func (d document) parse() (map[string]any, *yamlv3.Node, Faults) {
	data, err := yaml.YAMLToJSON(d.data)
	if err != nil {
		return nil, nil, d.yamlFaults(err)
	}
	var faults Faults
	if _, err := yaml.YAMLToJSONStrict(d.data); err != nil {
		faults = d.yamlFaults(err)
	}
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 || trimmed[0] != '{' {
		return nil, nil, append(faults, d.fault(d.firstLine(), "not an object: a manifest begins with apiVersion and kind"))
	}
	object := map[string]any{}
	if err := kjson.UnmarshalCaseSensitivePreserveInts(data, &object); err != nil {
		return nil, nil, append(faults, d.fault(d.firstLine(), err.Error()))
	}

	tree := new(yamlv3.Node)
	if yamlv3.Unmarshal(d.data, tree) != nil {
		return object, nil, faults
	}
	return object, tree, faults
}

// firstLine is the document's first line that holds something.
func (d document) firstLine() int {
	n := 0
	for line := range bytes.Lines(d.data) {
		n++
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '#' {
			return n
		}
	}
	return 1
}

// fault stands at a line of the document.
func (d document) fault(line int, text string) Fault {
	return Fault{File: d.file, Line: d.before + line, Text: text}
}

var yamlLine = regexp.MustCompile(`line (\d+): (.*)`)

// yamlFaults takes an error of the YAML reader apart: one fault for each line that it names.
func (d document) yamlFaults(err error) Faults {
	var faults Faults
	for part := range strings.SplitSeq(err.Error(), "\n") {
		m := yamlLine.FindStringSubmatch(part)
		if m == nil {
			continue
		}
		line, _ := strconv.Atoi(m[1])
		text := m[2]
		if n, ok := d.tabNear(line); ok && strings.Contains(text, "cannot start any token") {
			line, text = n, text+": a tab may not indent YAML, use spaces"
		}
		faults = append(faults, d.fault(line, text))
	}
	if faults == nil {
		faults = d.unreadable()
	}
	if faults == nil {
		faults = Faults{d.fault(d.anchorLine(err), err.Error())}
	}
	return faults
}

// tabNear finds a line indented by a tab at or just after a line: the reader names the line before.
func (d document) tabNear(line int) (int, bool) {
	lines := bytes.Split(d.data, []byte("\n"))
	for n := line; n <= line+1 && n <= len(lines); n++ {
		if n < 1 {
			continue
		}
		indent := lines[n-1][:len(lines[n-1])-len(bytes.TrimLeft(lines[n-1], " \t"))]
		if bytes.ContainsRune(indent, '\t') {
			return n, true
		}
	}
	return 0, false
}

// quote shows a value of an object in a message.
func quote(v any) string {
	if s, ok := v.(string); ok {
		return strconv.Quote(s)
	}
	data, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(data)
}
