package eval

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

// maxLineBytes bounds one line of a file of JSON Lines.
const maxLineBytes = 16 << 20

// moment is a time as the data writes it: with a zone, or in UTC without.
type moment struct{ time.Time }

// UnmarshalJSON implements json.Unmarshaler.
func (m *moment) UnmarshalJSON(b []byte) (err error) {
	var s string
	if err := json.Unmarshal(b, &s); err != nil {
		return err
	}
	m.Time, err = parseTime(s)
	return err
}

// readJSONLines reads a file of JSON Lines: one object a line; blank lines are skipped. check says what is wrong
// with a line that was read. Errors are of KindInvalid and name the file and the line.
func readJSONLines[T any](path string, check func(*T) error) ([]T, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, invalid(path, "does not exist; give a file of JSON Lines")
	}
	if err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, path+" cannot be read")
	}
	defer f.Close()
	scanner := bufio.NewScanner(f)
	scanner.Buffer(nil, maxLineBytes)
	var lines []T
	n := 0
	for scanner.Scan() {
		n++
		if len(bytes.TrimSpace(scanner.Bytes())) == 0 {
			continue
		}
		var line T
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			return nil, invalid(path, "line %d: %v", n, err)
		}
		if err := check(&line); err != nil {
			return nil, invalid(path, "line %d: %v", n, err)
		}
		lines = append(lines, line)
	}
	if err := scanner.Err(); err != nil {
		return nil, invalid(path, "line %d: %v", n+1, err)
	}
	if len(lines) == 0 {
		return nil, invalid(path, "holds no line")
	}
	return lines, nil
}

// oneOf says that a field must have one of some values.
func oneOf(field, got string, allowed ...string) error {
	if slices.Contains(allowed, got) {
		return nil
	}
	return fmt.Errorf("%s is %q; it must be one of %s", field, got, strings.Join(allowed, ", "))
}

// ids makes sure that every line has an id of its own.
type ids map[string]bool

func (seen ids) add(id string) error {
	switch {
	case id == "":
		return errors.New("there is no id")
	case seen[id]:
		return fmt.Errorf("the id %q is not unique", id)
	}
	seen[id] = true
	return nil
}
