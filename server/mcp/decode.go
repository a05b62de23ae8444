package mcp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/memory"
)

// values are decoded arguments by name: string, []string, map[string]string, int, float64, bool or time.Time. An optional
// argument that was left out, or is null, is absent.
type values map[string]any

// get is an argument's value, and the zero value when it was left out.
func get[T any](v values, name string) T {
	t, _ := v[name].(T)
	return t
}

// decode reads a tool's arguments strictly, as described. It reports every fault at once, each with the
// argument's name, what was got and what is allowed, so that an agent can repair them in one go.
func decode(raw json.RawMessage, described []argument) (values, error) {
	fields, err := readObject(raw)
	if err != nil {
		return nil, err
	}
	v := values{}
	var faults, unknown []string
	for _, f := range fields {
		i := slices.IndexFunc(described, func(a argument) bool { return a.name == f.name })
		if i < 0 {
			unknown = append(unknown, f.name)
			continue
		}
		if string(f.value) == "null" {
			continue
		}
		value, fault := described[i].decode(f.value)
		if fault != "" {
			faults = append(faults, fmt.Sprintf("argument %q: %s", f.name, fault))
			continue
		}
		v[f.name] = value
	}
	for _, a := range described {
		given := slices.ContainsFunc(fields, func(f field) bool { return f.name == a.name && string(f.value) != "null" })
		if a.required && !given {
			faults = append(faults, fmt.Sprintf("argument %q is missing: %s", a.name, a.allowed()))
		}
	}
	if len(unknown) > 0 {
		faults = append(faults, listUnknown(unknown, described))
	}
	if len(faults) > 0 {
		return nil, memory.Errorf(memory.KindInvalid, "%s", strings.Join(faults, "; "))
	}
	return v, nil
}

type field struct {
	name  string
	value json.RawMessage
}

// readObject splits a JSON object into its fields, in order. Unlike json.Unmarshal it refuses a field that
// is given twice, and text that is not valid UTF-8, which would be stored as something else than was sent.
func readObject(raw json.RawMessage) ([]field, error) {
	if len(bytes.TrimSpace(raw)) == 0 {
		return nil, nil
	}
	if !utf8.Valid(raw) {
		return nil, memory.Errorf(memory.KindInvalid, "the arguments are not valid UTF-8; encode the text as UTF-8 and send it again")
	}
	if hasLoneSurrogate(raw) {
		return nil, memory.Errorf(memory.KindInvalid, `the arguments hold half of a surrogate pair, such as \ud83d without its \ude00; it stands for no character: send whole characters`)
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	notObject := memory.Errorf(memory.KindInvalid, "the arguments must be a JSON object; got %s", describe(raw))
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, notObject
	}
	var fields []field
	seen := map[string]bool{}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return nil, notObject
		}
		f := field{name: name.(string)}
		if err := dec.Decode(&f.value); err != nil {
			return nil, notObject
		}
		if seen[f.name] {
			return nil, memory.Errorf(memory.KindInvalid, "argument %q is given twice; give it once", clip(f.name))
		}
		seen[f.name] = true
		fields = append(fields, f)
	}
	if _, err := dec.Token(); err != nil {
		return nil, notObject
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, notObject
	}
	return fields, nil
}

// decode is the value of one argument, or what is wrong with it.
func (a argument) decode(raw json.RawMessage) (value any, fault string) {
	var ok bool
	switch a.kind {
	case text:
		value, ok = a.decodeText(raw)
	case texts:
		value, ok = a.decodeTexts(raw)
	case whole:
		value, ok = a.decodeWhole(raw)
	case number:
		value, ok = a.decodeNumber(raw)
	case boolean:
		var b bool
		ok = json.Unmarshal(raw, &b) == nil
		value = b
	case pairs:
		return a.decodePairs(raw)
	case moment:
		value, ok = decodeMoment(raw)
	}
	if !ok {
		return nil, fmt.Sprintf("got %s; allowed is %s", describe(raw), a.allowed())
	}
	return value, ""
}

func (a argument) decodeText(raw json.RawMessage) (string, bool) {
	var s string
	if json.Unmarshal(raw, &s) != nil || strings.TrimSpace(s) == "" {
		return "", false
	}
	if len(a.enum) > 0 {
		return s, slices.Contains(a.enum, s)
	}
	return s, len(s) <= a.maxBytes
}

func (a argument) decodeTexts(raw json.RawMessage) ([]string, bool) {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil || len(items) == 0 || len(items) > a.maxItems {
		return nil, false
	}
	list := make([]string, len(items))
	for i, item := range items {
		s, ok := a.decodeText(item)
		if !ok || slices.Contains(list[:i], s) {
			return nil, false
		}
		list[i] = s
	}
	return list, true
}

func (a argument) decodePairs(raw json.RawMessage) (value any, fault string) {
	if raw[0] != '{' {
		return nil, fmt.Sprintf("got %s; allowed is %s", describe(raw), a.allowed())
	}
	fields, err := readObject(raw)
	switch {
	case err != nil:
		return nil, err.Error()
	case len(fields) == 0 || len(fields) > a.maxItems:
		return nil, fmt.Sprintf("got an object with %d keys; allowed is %s", len(fields), a.allowed())
	}
	decoded := make(map[string]string, len(fields))
	for _, f := range fields {
		text, ok := a.decodeText(f.value)
		if !ok {
			return nil, fmt.Sprintf("%q is %s; allowed is %s", clip(f.name), describe(f.value), a.allowedText())
		}
		decoded[f.name] = text
	}
	return decoded, ""
}

func (a argument) decodeNumber(raw json.RawMessage) (float64, bool) {
	var f float64
	ok := json.Unmarshal(raw, &f) == nil && f >= a.min && f <= a.max
	return f, ok
}

// decodeWhole takes 5 and 5.0 alike, as JSON Schema does.
func (a argument) decodeWhole(raw json.RawMessage) (int, bool) {
	f, ok := a.decodeNumber(raw)
	return int(f), ok && f == float64(int(f))
}

// rfc3339 is what time.Parse is too lenient about: commas, and zones of more than a day.
var rfc3339 = regexp.MustCompile(`^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$`)

func decodeMoment(raw json.RawMessage) (time.Time, bool) {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return time.Time{}, false
	}
	if !rfc3339.MatchString(s) {
		return time.Time{}, false
	}
	t, err := time.Parse(time.RFC3339, s)
	return t, err == nil && !t.IsZero() // the zero time would mean "left out"
}
