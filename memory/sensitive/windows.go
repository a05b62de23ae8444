package sensitive

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// digitsNear as what a detector needs: digits close to each other.
const digitsNear = "#"

const (
	// fewestDigits of an id or a number, and how many bytes may stand between two of them.
	fewestDigits = 7
	widestGap    = 6
	// before and behind are how far around a needed text an expression looks, in bytes.
	before = 96
	behind = 256
)

// window is a part of a text: the bytes start to end, end not included.
type window struct{ start, end int }

// windows are the parts of s where the detector's expression can match, in order, none touching another.
func (d detector) windows(s, lower string) []window {
	if d.needs == digitsNear {
		return joined(digitWindows(s), s)
	}
	var ws []window
	for need := range strings.SplitSeq(d.needs, ", ") {
		for at := 0; ; at++ {
			i := strings.Index(lower[at:], need)
			if i < 0 {
				break
			}
			at += i
			switch next := at + len(need); {
			case d.behind && word(lower, at, next):
				ws = append(ws, whole(window{next, next + behind}, s))
			case d.behind:
			case d.kind == PrivateKey:
				ws = append(ws, window{at - before, len(s)})
			default:
				ws = append(ws, window{at - before, next + behind})
			}
		}
	}
	if d.behind {
		return ws
	}
	return joined(ws, s)
}

// word says whether no letter or digit of ASCII goes on across the borders of s[start:end], which CJK words
// need not fear.
func word(s string, start, end int) bool {
	alphanumeric := func(c byte) bool { return c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
	return (start == 0 || !alphanumeric(s[start]) || !alphanumeric(s[start-1])) &&
		(end == len(s) || !alphanumeric(s[end-1]) || !alphanumeric(s[end]))
}

// whole is a window that lies in s and ends between its characters.
func whole(w window, s string) window {
	w.start, w.end = max(w.start, 0), min(w.end, len(s))
	for w.start > 0 && w.start < len(s) && !utf8.RuneStart(s[w.start]) {
		w.start--
	}
	for w.end < len(s) && !utf8.RuneStart(s[w.end]) {
		w.end++
	}
	return w
}

// digitWindows are around stretches of digits that are long enough for a number that is sensitive.
func digitWindows(s string) (ws []window) {
	count, first, last := 0, 0, 0
	end := func() {
		if count >= fewestDigits {
			ws = append(ws, window{first - widestGap, last + widestGap})
		}
		count = 0
	}
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			continue
		}
		if count > 0 && i-last > widestGap {
			end()
		}
		if count == 0 {
			first = i
		}
		count++
		last = i
	}
	end()
	return ws
}

// joined sorts windows, joins those that touch, and lets them begin and end between characters of s.
func joined(ws []window, s string) []window {
	slices.SortFunc(ws, func(a, b window) int { return cmp.Compare(a.start, b.start) })
	var kept []window
	for _, w := range ws {
		w = whole(w, s)
		if n := len(kept); n > 0 && w.start <= kept[n-1].end {
			kept[n-1].end = max(kept[n-1].end, w.end)
			continue
		}
		kept = append(kept, w)
	}
	return kept
}

// lowerASCII is s with its ASCII letters in lower case, byte for byte.
func lowerASCII(s string) string {
	b := []byte(s)
	for i, c := range b {
		if c >= 'A' && c <= 'Z' {
			b[i] = c + 'a' - 'A'
		}
	}
	return string(b)
}
