package topic

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// number reads at a digit: a time, a date, a version, an amount with its unit, or a code.
func (s *scanner) number(i int) int {
	end := i
	for end < len(s.lower) && (isDigit(rune(s.lower[end])) ||
		strings.IndexByte(".,:-/", s.lower[end]) >= 0 && end+1 < len(s.lower) && isDigit(rune(s.lower[end+1]))) {
		end++
	}
	w := s.lower[i:end]
	if stop, ok := s.clockTime(w, i, end); ok {
		return stop
	}
	if stop, ok := s.calendarDate(w, i, end); ok {
		return stop
	}
	if strings.ContainsAny(w, ":/-") {
		if stop, ok := s.numberRange(w, i); ok {
			return stop
		}
		return s.code(i, max(end, s.wordEnd(i)))
	}
	if strings.Count(w, ".") >= 2 {
		return s.version(i, i, end)
	}
	if stop := s.wordEnd(i); stop > end && !s.unitFollows(end) && alphabetic(rune(s.lower[end])) {
		return s.code(i, stop)
	}
	if s.afterSoftware(i) || i > 0 && s.lower[i-1] == 'v' {
		return s.version(i, i, end)
	}
	return s.amount(parseDigits(w), i, end)
}

// numberRange reads the first number of "9-13" or "12/31", which are no single amount.
func (s *scanner) numberRange(w string, i int) (int, bool) {
	cut := strings.IndexAny(w, "-/")
	if cut <= 0 || strings.ContainsAny(w[cut+1:], ":/-") || cut > 4 || len(w)-cut-1 > 4 {
		return 0, false
	}
	return s.amount(parseDigits(w[:cut]), i, i+cut), true
}

func (s *scanner) code(start, end int) int {
	w := s.lower[start:end]
	s.add(token{text: w, kind: identifier, start: start, end: end, weight: 1.5})
	s.value(value{dimension: code, text: w})
	return end
}

// version reads the numbers of a version, without zeros at the end.
func (s *scanner) version(start, digits, end int) int {
	w := strings.TrimRight(s.lower[digits:end], ".")
	for strings.HasSuffix(w, ".0") {
		w = w[:len(w)-2]
	}
	amount, _ := strconv.ParseFloat(w, 64)
	s.add(token{text: w, kind: quantity, start: start, end: end, weight: 1})
	s.value(value{dimension: version, text: w, amount: amount})
	return end
}

// afterSoftware says whether the last token names software, and nothing but a space or "v" stands between.
func (s *scanner) afterSoftware(i int) bool {
	if len(s.tokens) == 0 {
		return false
	}
	last := s.tokens[len(s.tokens)-1]
	return last.kind == member && software[lexicon.info(last.concept).name] && strings.Trim(s.lower[last.end:i], " v") == ""
}

// amount adds a number and the unit that follows it, and returns where to go on.
func (s *scanner) amount(n float64, start, end int) int {
	if stop, ok := s.ideographicMoment(n, start, end); ok {
		return stop
	}
	if factor, size := multiplier(s.lower[end:]); size > 0 {
		n, end = n*factor, end+size
	}
	if s.currency == start && start > 0 {
		return s.quantity(value{dimension: money, amount: n}, start, end)
	}
	if u, size := unitAt(s.lower[end:]); size > 0 {
		if stop := end + size; u.dimension == money && strings.HasSuffix(s.lower[:stop], "块") && stop < len(s.lower) && isDigit(rune(s.lower[stop])) {
			// 2块8 is 2.8.
			return s.quantity(value{dimension: money, amount: n + float64(s.lower[stop]-'0')/10, text: u.text}, start, stop+1)
		}
		return s.quantity(value{dimension: u.dimension, amount: n * u.factor, text: u.text}, start, end+size)
	}
	if v, stop, ok := s.latinMoment(n, start, end); ok {
		return s.quantity(v, start, stop)
	}
	return s.quantity(value{dimension: plain, amount: n}, start, end)
}

// quantity adds a value with its token.
func (s *scanner) quantity(v value, start, end int) int {
	s.add(token{text: canonicalNumber(v), kind: quantity, start: start, end: end, weight: 1})
	s.value(v)
	return end
}

func canonicalNumber(v value) string {
	return strconv.FormatFloat(v.amount, 'g', -1, 64) + v.text
}

// parseDigits reads "5,000", "5000" and "1.5". Groups of three behind commas are thousands.
func parseDigits(w string) float64 {
	if strings.Contains(w, ",") {
		grouped := true
		for i, group := range strings.Split(w, ",") {
			grouped = grouped && (i == 0 || len(group) == 3 || strings.Contains(group, "."))
		}
		if grouped {
			w = strings.ReplaceAll(w, ",", "")
		} else {
			w = strings.ReplaceAll(w, ",", ".")
		}
	}
	n, err := strconv.ParseFloat(w, 64)
	if err != nil {
		return math.NaN()
	}
	return n
}

// multiplier reads 万, k and their like behind a number.
func multiplier(rest string) (factor float64, size int) {
	trimmed := strings.TrimLeft(rest, " ")
	skipped := len(rest) - len(trimmed)
	for _, m := range multipliers {
		if !strings.HasPrefix(trimmed, m.word) {
			continue
		}
		if m.attached && skipped > 0 {
			continue
		}
		if after := trimmed[len(m.word):]; isASCII(m.word) && after != "" {
			if r, _ := utf8.DecodeRuneInString(after); alphabetic(r) {
				continue
			}
		}
		return m.factor, skipped + len(m.word)
	}
	return 1, 0
}

var multipliers = []struct {
	word     string
	factor   float64
	attached bool
}{
	{"百万", 1e6, false}, {"千万", 1e7, false}, {"万", 1e4, false}, {"亿", 1e8, false}, {"千", 1e3, true}, {"百", 1e2, true},
	{"thousand", 1e3, false}, {"million", 1e6, false}, {"mil", 1e3, false}, {"tausend", 1e3, false}, {"k", 1e3, true}, {"w", 1e4, true},
}

// unit is what an amount is measured in.
type unit struct {
	dimension dimension
	factor    float64
	text      string
}

func (s *scanner) unitFollows(end int) bool {
	if _, size := multiplier(s.lower[end:]); size > 0 {
		return true
	}
	if _, size := unitAt(s.lower[end:]); size > 0 {
		return true
	}
	return latinOrdinal(s.lower[end:]) > 0 || halfDay(s.lower[end:]) != noHalf
}

// unitAt reads the unit behind a number.
func unitAt(rest string) (unit, int) {
	trimmed := strings.TrimLeft(rest, " -")
	skipped := len(rest) - len(trimmed)
	if skipped > 1 || trimmed == "" {
		return unit{}, 0
	}
	r, _ := utf8.DecodeRuneInString(trimmed)
	if alphabetic(r) {
		end := strings.IndexFunc(trimmed, func(r rune) bool { return !alphabetic(r) })
		if end < 0 {
			end = len(trimmed)
		}
		if u, ok := latinUnits[trimmed[:end]]; ok && (skipped == 0 || !attachedUnits[trimmed[:end]]) {
			return u, skipped + end
		}
		return unit{}, 0
	}
	for _, u := range otherUnits {
		if strings.HasPrefix(trimmed, u.word) {
			return u.unit, skipped + len(u.word)
		}
	}
	return unit{}, 0
}

// attachedUnits are units only where they stand right behind the number.
var attachedUnits = map[string]bool{"g": true, "m": true, "h": true, "s": true, "t": true, "b": true, "d": true, "k": true, "l": true}

// spelledNumber reads numbers in words: five thousand, half past eight, zwölf.
func (s *scanner) spelledNumber(w string, start, end int) (int, bool) {
	if w == "half" || w == "quarter" {
		return s.pastHour(w, start, end)
	}
	n, ok := numberWords[w]
	if !ok {
		return 0, false
	}
	for {
		stop, next := s.nextWord(end)
		larger, grown := growNumber(n, next)
		if !grown {
			// "One" alone, and before such words, is a pronoun.
			if w == "one" && n == 1 && !s.clockBefore(start) && (next == "" || quietWords[next] || afterOne[next]) {
				return 0, false
			}
			return s.amount(n, start, end), true
		}
		n, end = larger, stop
	}
}

// growNumber is the number that n and the next word make together: twenty five, five thousand.
func growNumber(n float64, next string) (float64, bool) {
	if factor := numberFactors[next]; factor > 0 {
		return n * factor, true
	}
	if m := numberWords[next]; m > 0 && m < 10 && n >= 20 && n < 100 {
		return n + m, true
	}
	return n, false
}

// nextWord is the next word of an alphabet, and where it ends.
func (s *scanner) nextWord(from int) (end int, w string) {
	for from < len(s.lower) && (s.lower[from] == ' ' || s.lower[from] == '-') {
		from++
	}
	end = from
	for end < len(s.lower) {
		r, size := utf8.DecodeRuneInString(s.lower[end:])
		if !alphabetic(r) {
			break
		}
		end += size
	}
	return end, s.lower[from:end]
}

// ideographicNumber reads a Chinese or Japanese number: 八千, 三点, 十二月. A single character counts only
// before a unit or a part of a date.
func (s *scanner) ideographicNumber(i int) (int, bool) {
	if strings.HasPrefix(s.lower[i:], "半") {
		// 半年, 半小时: half of a unit of time.
		at := i + len("半")
		at += len(s.lower[at:]) - len(strings.TrimPrefix(s.lower[at:], "个"))
		if u, size := unitAt(s.lower[at:]); size > 0 && u.dimension == duration {
			return s.quantity(value{dimension: duration, amount: u.factor / 2}, i, at+size), true
		}
		if strings.HasPrefix(s.lower[at:], "月") {
			return s.quantity(value{dimension: duration, amount: 1296000}, i, at+len("月")), true
		}
		return 0, false
	}
	n, end, runes := parseIdeographic(s.lower, i)
	if end == i {
		return 0, false
	}
	if stop, ok := s.ideographicMoment(n, i, end); ok {
		return stop, true
	}
	_, unitSize := unitAt(s.lower[end:])
	if runes == 1 && unitSize == 0 {
		return 0, false
	}
	return s.amount(n, i, end), true
}

// parseIdeographic reads 三百二十, 八千, 一万二 and 二〇二五.
func parseIdeographic(s string, i int) (n float64, end, runes int) {
	total, section, digit := 0.0, 0.0, -1.0
	end = i
	lastUnit := 1.0
	for end < len(s) {
		r, size := utf8.DecodeRuneInString(s[end:])
		if d, ok := ideographicDigits[r]; ok {
			if digit >= 0 && lastUnit == 1 {
				digit = digit*10 + d
			} else {
				digit = d
			}
		} else if u, ok := ideographicPowers[r]; ok {
			switch {
			case u >= 1e4 && end == i:
				return 0, i, 0
			case u >= 1e4:
				total, section, digit = (total+section+max(digit, 0))*u, 0, -1
			default:
				if digit < 0 {
					digit = 1
				}
				section, digit = section+digit*u, -1
			}
			lastUnit = u
		} else {
			break
		}
		end += size
		runes++
	}
	if runes == 0 {
		return 0, i, 0
	}
	rest := max(digit, 0)
	if lastUnit >= 100 && digit > 0 && runes > 2 && !strings.ContainsRune(s[i:end], '零') {
		rest *= lastUnit / 10
	}
	return total + section + rest, end, runes
}

// latinOrdinal is the length of st, nd, rd, th behind a number.
func latinOrdinal(rest string) int {
	for _, o := range []string{"st", "nd", "rd", "th"} {
		if strings.HasPrefix(rest, o) && wordBorder(rest, len(o)) {
			return len(o)
		}
	}
	return 0
}
