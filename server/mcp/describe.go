package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// allowed says what an argument may be, for an agent to read.
func (a argument) allowed() string {
	switch a.kind {
	case texts:
		return fmt.Sprintf("a list of 1 to %d different items, each %s", a.maxItems, a.allowedText())
	case whole:
		return fmt.Sprintf("a whole number from %v to %v", a.min, a.max)
	case number:
		return fmt.Sprintf("a number from %v to %v", a.min, a.max)
	case boolean:
		return "true or false"
	case pairs:
		return fmt.Sprintf("an object of 1 to %d keys, each with %s", a.maxItems, a.allowedText())
	case moment:
		return "a time with its zone as RFC 3339 writes it, such as 2026-11-30T09:15:00+08:00"
	default:
		return a.allowedText()
	}
}

// allowedText says what a text may be, alone or in a list or pairs.
func (a argument) allowedText() string {
	if len(a.enum) > 0 {
		return "one of " + strings.Join(a.enum, ", ")
	}
	return fmt.Sprintf("a text that is not blank, of at most %d bytes", a.maxBytes)
}

func listNames(arguments []argument) string {
	list := make([]string, len(arguments))
	for i, a := range arguments {
		list[i] = a.name
	}
	return strings.Join(list, ", ")
}

// listUnknown names arguments that there are not, the first few of them, and those that there are.
func listUnknown(unknown []string, described []argument) string {
	const most = 5
	list := make([]string, min(len(unknown), most))
	for i := range list {
		list[i] = strconv.Quote(clip(unknown[i]))
	}
	are := "argument " + list[0] + " is"
	if len(unknown) > 1 {
		are = "arguments " + strings.Join(list, ", ") + " are"
	}
	if more := len(unknown) - len(list); more > 0 {
		are = fmt.Sprintf("arguments %s and %d more are", strings.Join(list, ", "), more)
	}
	return are + " not known; the arguments are " + listNames(described)
}

// describe says what a JSON value is, short enough for a message.
func describe(raw json.RawMessage) string {
	raw = bytes.TrimSpace(raw)
	var s string
	switch {
	case len(raw) == 0:
		return "nothing"
	case json.Unmarshal(raw, &s) == nil && raw[0] == '"':
		return describeText(s)
	case raw[0] == '{':
		return "an object"
	case raw[0] == '[':
		return describeList(raw)
	default:
		return clip(string(raw))
	}
}

func describeText(s string) string {
	const short = 60
	if len(s) > short {
		return fmt.Sprintf("a text of %d bytes", len(s))
	}
	return "the text " + strconv.Quote(s)
}

func describeList(raw json.RawMessage) string {
	var items []json.RawMessage
	if json.Unmarshal(raw, &items) != nil {
		return "a list"
	}
	return fmt.Sprintf("the list %s (%d items)", clip(string(raw)), len(items))
}

// clip shortens a text that the caller sent, on a character's border.
func clip(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	cut := most
	for !utf8.RuneStart(s[cut]) {
		cut--
	}
	return s[:cut] + "…"
}

// hasLoneSurrogate finds a \uD800–\uDFFF escape that is not half of a pair. encoding/json turns it into
// U+FFFD without a word.
func hasLoneSurrogate(raw []byte) bool {
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\\' {
			continue
		}
		first, ok := escapedUnit(raw[i:])
		switch {
		case !ok: // another escape, such as \n or \\: skip the letter behind the backslash
			i++
		case !utf16.IsSurrogate(first):
			i += unitLength - 1
		default:
			second, ok := escapedUnit(raw[min(i+unitLength, len(raw)):])
			if !ok || utf16.DecodeRune(first, second) == utf8.RuneError {
				return true
			}
			i += 2*unitLength - 1
		}
	}
	return false
}

// unitLength is the length of an escaped UTF-16 unit, such as \u00e9.
const unitLength = 6

func escapedUnit(raw []byte) (rune, bool) {
	if len(raw) < unitLength || raw[0] != '\\' || raw[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(raw[2:unitLength]), 16, 16)
	return rune(unit), err == nil
}
