package text

import "unicode/utf8"

const (
	firstIdeograph = 0x4E00
	lastIdeograph  = 0x9FFF
)

// simplified holds the simplified form of each common ideograph that has another one; 0 for the others.
var simplified = func() *[lastIdeograph - firstIdeograph + 1]uint16 {
	var table [lastIdeograph - firstIdeograph + 1]uint16
	traditional := rune(0)
	for _, r := range simplifiedPairs {
		switch {
		case r == '\n':
		case traditional == 0:
			traditional = r
		default:
			table[traditional-firstIdeograph] = uint16(r)
			traditional = 0
		}
	}
	return &table
}()

func simplifiedForm(r rune) rune {
	if r >= firstIdeograph && r <= lastIdeograph {
		if s := simplified[r-firstIdeograph]; s != 0 {
			return rune(s)
		}
	}
	return r
}

// simplify writes traditional Chinese characters in their simplified form, so that each finds the other. All of
// them are as long in bytes as before.
func simplify(s string) string {
	for i, r := range s {
		if simplifiedForm(r) == r {
			continue
		}
		b := append(make([]byte, 0, len(s)), s[:i]...)
		for _, r := range s[i:] {
			b = utf8.AppendRune(b, simplifiedForm(r))
		}
		return string(b)
	}
	return s
}
