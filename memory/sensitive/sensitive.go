// Package sensitive finds what should not be shown to everyone: keys, passwords, card numbers, national ids,
// account numbers and e-mail addresses. It goes by their formats and check digits, so it misses what has
// neither. It is pure and imports nothing of ours.
package sensitive

import (
	"cmp"
	"slices"
	"strings"
)

// Kind is what kind of thing was found, in words for people.
type Kind string

// The kinds.
const (
	APIKey        Kind = "api key"
	PrivateKey    Kind = "private key"
	Password      Kind = "password"
	CardNumber    Kind = "card number"
	NationalID    Kind = "national id"
	AccountNumber Kind = "account number"
	Email         Kind = "e-mail address"
)

// Finding is one sensitive part of a text: the bytes Start to End, End not included.
type Finding struct {
	Kind       Kind
	Start, End int
}

// Find returns the sensitive parts of a text in order, none touching another.
func Find(s string) []Finding {
	var found []Finding
	lower := lowerASCII(s)
	for _, d := range detectors {
		found = d.find(s, lower, found)
	}
	return apart(found)
}

// apart sorts findings and joins those that overlap. The one that begins first names the whole; of those
// that begin together, the longest.
func apart(found []Finding) []Finding {
	if len(found) < 2 {
		return found
	}
	slices.SortFunc(found, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Kind, b.Kind))
	})
	kept := found[:1]
	for _, f := range found[1:] {
		last := &kept[len(kept)-1]
		if f.Start < last.End {
			last.End = max(last.End, f.End)
			continue
		}
		kept = append(kept, f)
	}
	return kept
}

// Redact replaces the sensitive parts of a text by their kinds in brackets, as in "[card number]", and names
// the kinds in the order they were met. A text without any is returned as it is.
func Redact(s string) (string, []Kind) {
	found := Find(s)
	if len(found) == 0 {
		return s, nil
	}
	var b strings.Builder
	var kinds []Kind
	from := 0
	for _, f := range found {
		b.WriteString(s[from:f.Start])
		b.WriteString("[" + string(f.Kind) + "]")
		from = f.End
		if !slices.Contains(kinds, f.Kind) {
			kinds = append(kinds, f.Kind)
		}
	}
	b.WriteString(s[from:])
	return b.String(), kinds
}
