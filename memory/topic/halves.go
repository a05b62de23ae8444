package topic

import (
	"strings"
)

// half is the half of a day that a time names.
type half uint8

const (
	noHalf half = iota
	morning
	afternoon
)

// halfBefore is the half of the day named right before a time.
func (s *scanner) halfBefore(start int) half {
	before := strings.TrimRight(s.lower[:start], " ")
	for _, h := range halfWords {
		if strings.HasSuffix(before, h.word) {
			return h.half
		}
	}
	return noHalf
}

var halfWords = []struct {
	word string
	half half
}{
	{"凌晨", morning}, {"早上", morning}, {"上午", morning}, {"清晨", morning}, {"早晨", morning}, {"今早", morning}, {"午前", morning}, {"朝", morning}, {"早", morning},
	{"中午", afternoon}, {"下午", afternoon}, {"晚上", afternoon}, {"傍晚", afternoon}, {"夜里", afternoon}, {"今晚", afternoon}, {"午後", afternoon}, {"午后", afternoon}, {"夜", afternoon}, {"晚", afternoon}, {"夕方", afternoon},
	{"morning", morning}, {"mornings", morning}, {"afternoon", afternoon}, {"evening", afternoon}, {"evenings", afternoon}, {"night", afternoon}, {"noon", afternoon},
}

// halfDay reads am, pm and "in the morning" behind a time.
func halfDay(rest string) half {
	_, h := halfDayAt(rest)
	return h
}

func halfDayLength(rest string) int {
	n, _ := halfDayAt(rest)
	return n
}

func halfDayAt(rest string) (int, half) {
	trimmed := strings.TrimLeft(rest, " ")
	skipped := len(rest) - len(trimmed)
	for _, h := range halfSuffixes {
		if strings.HasPrefix(trimmed, h.word) && wordBorder(trimmed, len(h.word)) {
			return skipped + len(h.word), h.half
		}
	}
	return 0, noHalf
}

var halfSuffixes = []struct {
	word string
	half half
}{
	{"a.m.", morning}, {"am", morning}, {"in the morning", morning}, {"de la mañana", morning}, {"uhr morgens", morning}, {"uhr früh", morning}, {"o'clock in the morning", morning},
	{"p.m.", afternoon}, {"pm", afternoon}, {"in the afternoon", afternoon}, {"in the evening", afternoon}, {"at night", afternoon}, {"de la tarde", afternoon}, {"de la noche", afternoon},
	{"uhr nachmittags", afternoon}, {"uhr abends", afternoon}, {"o'clock in the evening", afternoon}, {"sharp at night", afternoon},
}
