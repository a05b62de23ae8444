package topic

import (
	"strings"
	"unicode"
)

// value is what a statement gives to an attribute: a number, a date, a member of a category, a code.
type value struct {
	dimension dimension
	// concept is the category of a member, in the dimension kind.
	concept concept
	// amount in the base unit of the dimension.
	amount float64
	// text is a code, the name of a member, or the unit or noun that a plain number counts.
	text string
	// loose says that half of the value is left open: five o'clock of which half day, the 15th of which month.
	loose bool
	token int
}

type dimension uint8

const (
	// kindOf: the member of a category.
	kindOf dimension = iota
	// code: an identifier, an address, a path.
	code
	// plain: a number of things, or a bare number.
	plain
	// percent of something.
	percent
	// money, whatever the currency: text names it.
	money
	// duration in seconds.
	duration
	// bytes of memory or of a file.
	bytes
	// clock: a time of day in minutes.
	clock
	// day of a year: month · 100 + day; without a month when loose.
	day
	// year of the calendar.
	year
	// version of software; text is its numbers.
	version
	// measure: a number with another unit, in text.
	measure
)

// same says whether two values of like dimensions are equal.
func (v value) same(w value) bool {
	switch {
	case v.dimension == kindOf && w.dimension == duration:
		return cadenceSeconds[v.text] == w.amount
	case w.dimension == kindOf && v.dimension == duration:
		return cadenceSeconds[w.text] == v.amount
	case v.dimension == kindOf || v.dimension == code || v.dimension == version:
		return v.text == w.text
	}
	if v.loose != w.loose || v.loose {
		switch v.dimension {
		case clock:
			return mod(v.amount, 720) == mod(w.amount, 720)
		case day:
			return mod(v.amount, 100) == mod(w.amount, 100)
		}
	}
	return v.amount == w.amount
}

// comparable says whether two values may be values of one attribute.
func (v value) comparable(w value) bool {
	if v.dimension == kindOf && w.dimension == kindOf {
		return v.concept == w.concept
	}
	if v.dimension == kindOf || w.dimension == kindOf {
		// Every hour is not every ten minutes.
		return v.dimension == duration && w.concept == cadenceConcept || w.dimension == duration && v.concept == cadenceConcept
	}
	if v.dimension == w.dimension {
		return v.dimension != measure && v.dimension != code || v.text == w.text || v.dimension == code && likeCodes(v.text, w.text)
	}
	// A bare number takes the unit that the other one names.
	return v.dimension == plain && v.text == "" && w.counts() || w.dimension == plain && w.text == "" && v.counts()
}

// isScope says whether another value means another matter.
func (v value) isScope() bool {
	return v.dimension == kindOf && lexicon.info(v.concept).sort == scope
}

// isSmall says whether it is a bare number that texts share by chance.
func (v value) isSmall() bool {
	return v.dimension == plain && v.text == "" && v.amount < 10
}

// counts says whether it is an amount, and no name and no date.
func (v value) counts() bool {
	switch v.dimension {
	case plain, percent, money, duration, bytes, measure, version:
		return true
	case clock:
		return true
	}
	return false
}

// likeCodes says whether two codes may name things of one kind: both are addresses, or both are made alike of
// letters, digits and joiners.
func likeCodes(a, b string) bool {
	addressA, addressB := strings.ContainsAny(a, "./@:"), strings.ContainsAny(b, "./@:")
	if addressA || addressB {
		return addressA && addressB
	}
	for a != "" && b != "" {
		kindA, sizeA := codeRun(a)
		kindB, sizeB := codeRun(b)
		if kindA != kindB {
			return false
		}
		a, b = a[sizeA:], b[sizeB:]
	}
	return a == "" && b == ""
}

// codeRun is the kind of the character that a code begins with, and how many bytes go on alike.
func codeRun(code string) (kind rune, size int) {
	for i, r := range code {
		k := r
		switch {
		case isDigit(r):
			k = '0'
		case unicode.IsLetter(r):
			k = 'a'
		}
		if i == 0 {
			kind = k
		} else if k != kind {
			return kind, i
		}
	}
	return kind, len(code)
}

func mod(a, n float64) float64 { return a - n*float64(int(a/n)) }
