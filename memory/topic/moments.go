package topic

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// clockTime reads "8:30", "20:30 pm" and "8.30 Uhr".
func (s *scanner) clockTime(w string, start, end int) (int, bool) {
	hours, minutes, found := strings.Cut(w, ":")
	if !found {
		return 0, false
	}
	minutes, _, _ = strings.Cut(minutes, ":")
	h, err := strconv.Atoi(hours)
	m, err2 := strconv.Atoi(minutes)
	if err != nil || err2 != nil || h > 24 || m > 59 || len(minutes) != 2 {
		return 0, false
	}
	v := value{dimension: clock, amount: float64(h%24*60 + m)}
	switch halfDay(s.lower[end:]) {
	case afternoon:
		end += halfDayLength(s.lower[end:])
		v = v.inHalf(afternoon)
	case morning:
		end += halfDayLength(s.lower[end:])
		v = v.inHalf(morning)
	case noHalf:
		if before := s.halfBefore(start); before != noHalf {
			v = v.inHalf(before)
		}
	}
	return s.quantity(v, start, end), true
}

// inHalf puts a time of one half of the day into the other when it can be meant.
func (v value) inHalf(h half) value {
	v.loose = false
	switch {
	case h == afternoon && v.amount < 720:
		v.amount += 720
	case h == morning && v.amount >= 720 && v.amount < 780:
		v.amount -= 720
	}
	return v
}

// calendarDate reads 2025-11-06 and 2025/11/6.
func (s *scanner) calendarDate(w string, start, end int) (int, bool) {
	for _, separator := range []string{"-", "/", "."} {
		parts := strings.Split(w, separator)
		if len(parts) != 3 {
			continue
		}
		var n [3]int
		for i, p := range parts {
			d, err := strconv.Atoi(p)
			if err != nil {
				return 0, false
			}
			n[i] = d
		}
		y, m, d := n[0], n[1], n[2]
		if d > 1900 {
			y, d = d, y
		}
		if y < 1900 || y > 2200 || m < 1 || m > 12 || d < 1 || d > 31 {
			return 0, false
		}
		return s.quantity(value{dimension: day, amount: float64(m*100 + d)}, start, end), true
	}
	return 0, false
}

// ideographicMoment reads what follows a number in a Chinese or Japanese time or date: 点, 月, 日, 号, 年.
func (s *scanner) ideographicMoment(n float64, start, end int) (int, bool) {
	if strings.HasPrefix(s.lower[end:], " ") && end > 0 && isDigit(rune(s.lower[end-1])) {
		end++
	}
	r, size := utf8.DecodeRuneInString(s.lower[end:])
	switch r {
	case '点', '时', '時':
		return s.ideographicClock(n, start, end+size)
	case '月':
		return s.monthDay(n, start, end+size)
	case '日', '号':
		next, _ := utf8.DecodeRuneInString(s.lower[end+size:])
		if r == '号' && strings.ContainsRune("楼线机桌工库门院馆车房位员店码间本厅台坑柜站桥井仓炉区", next) {
			// It tells which of several things.
			s.add(token{text: canonicalNumber(value{amount: n}) + "号", kind: identifier, start: start, end: end + size, weight: 1})
			s.value(value{dimension: plain, amount: n})
			return end + size, true
		}
		if n < 1 || n > 31 || next == '間' || next == '间' {
			return 0, false
		}
		return s.quantity(value{dimension: day, amount: n, loose: true}, start, end+size), true
	case '年':
		if n < 1900 || n > 2200 {
			return 0, false
		}
		return s.quantity(value{dimension: year, amount: n}, start, end+size), true
	}
	return 0, false
}

func (s *scanner) ideographicClock(hour float64, start, end int) (int, bool) {
	if hour > 24 || strings.HasPrefix(s.lower[end:], "间") || strings.HasPrefix(s.lower[end:], "間") || strings.HasPrefix(s.lower[end:], "建议") {
		return 0, false
	}
	v := value{dimension: clock, amount: mod(hour, 24) * 60, loose: hour <= 12}
	switch {
	case strings.HasPrefix(s.lower[end:], "半"):
		v.amount += 30
		end += len("半")
	case strings.HasPrefix(s.lower[end:], "一刻"):
		v.amount += 15
		end += len("一刻")
	default:
		if m, stop := minutesAt(s.lower, end); stop > end {
			v.amount += m
			end = stop
		}
	}
	if h := s.halfBefore(start); h != noHalf {
		v = v.inHalf(h)
		s.dropPartOfDay(start)
	}
	return s.quantity(v, start, end), true
}

// dropPartOfDay takes back the token before a time that only says which half of the day it is.
func (s *scanner) dropPartOfDay(start int) {
	if len(s.tokens) == 0 {
		return
	}
	last := s.tokens[len(s.tokens)-1]
	if last.kind == member && lexicon.info(last.concept).name == "part of day" && strings.TrimSpace(s.lower[last.end:start]) == "" {
		s.tokens, s.values = s.tokens[:len(s.tokens)-1], s.values[:len(s.values)-1]
	}
}

// minutesAt reads the minutes behind 点 or 時.
func minutesAt(s string, i int) (float64, int) {
	end := i
	for end < len(s) && isDigit(rune(s[end])) {
		end++
	}
	if end > i {
		n, err := strconv.Atoi(s[i:end])
		if err != nil || n > 59 {
			return 0, i
		}
		for _, unit := range []string{"分"} {
			if strings.HasPrefix(s[end:], unit) {
				return float64(n), end + len(unit)
			}
		}
		return float64(n), end
	}
	n, stop, runes := parseIdeographic(s, i)
	if runes >= 1 && n <= 59 && (runes >= 2 || strings.HasPrefix(s[stop:], "分")) {
		if strings.HasPrefix(s[stop:], "分") {
			stop += len("分")
		}
		return n, stop
	}
	return 0, i
}

// monthDay reads the day behind a month: 10月20日, 十月.
func (s *scanner) monthDay(month float64, start, end int) (int, bool) {
	if month < 1 || month > 12 || month != float64(int(month)) {
		return 0, false
	}
	at := end
	if strings.HasPrefix(s.lower[at:], " ") {
		at++
	}
	var d float64
	stop := at
	for stop < len(s.lower) && isDigit(rune(s.lower[stop])) {
		d = d*10 + float64(s.lower[stop]-'0')
		stop++
	}
	if stop == at {
		d, stop, _ = parseIdeographic(s.lower, at)
	}
	if stop > at && d >= 1 && d <= 31 {
		r, size := utf8.DecodeRuneInString(strings.TrimLeft(s.lower[stop:], " "))
		if r == '日' || r == '号' {
			return s.quantity(value{dimension: day, amount: month*100 + d}, start, stop+size+spaces(s.lower[stop:])), true
		}
	}
	s.add(token{text: monthNames[int(month)], kind: member, concept: monthConcept, start: start, end: end, weight: 1})
	s.value(value{dimension: kindOf, concept: monthConcept, text: monthNames[int(month)]})
	return end, true
}

func spaces(s string) int { return len(s) - len(strings.TrimLeft(s, " ")) }

// latinMoment reads a time or a date around a bare number: "at 8", "8 o'clock", "30 May", "May 30".
func (s *scanner) latinMoment(n float64, start, end int) (value, int, bool) {
	if n != float64(int(n)) {
		return value{}, 0, false
	}
	if v, stop, ok := s.namedClock(n, end); ok {
		return v, stop, true
	}
	if n >= 1 && n <= 31 {
		if v, stop, ok := s.monthAround(n, start, end); ok {
			return v, stop, true
		}
	}
	if n >= 1 && n <= 24 && s.clockBefore(start) && !s.nounFollows(end) {
		v := value{dimension: clock, amount: mod(n, 24) * 60, loose: n <= 12}
		if h := s.halfAround(start, end); h != noHalf {
			v = v.inHalf(h)
		}
		return v, end, true
	}
	if n >= 1990 && n <= 2100 && end-start == 4 && s.yearBefore(start) {
		return value{dimension: year, amount: n}, end, true
	}
	return value{}, 0, false
}

// namedClock reads an hour that is said to be one: 8 pm, 8 o'clock, 20 Uhr.
func (s *scanner) namedClock(n float64, end int) (value, int, bool) {
	if n > 24 {
		return value{}, 0, false
	}
	rest := s.lower[end:]
	v := value{dimension: clock, amount: mod(n, 24) * 60, loose: n <= 12}
	if size, h := halfDayAt(rest); h != noHalf {
		return v.inHalf(h), end + size, true
	}
	for _, word := range []string{" o'clock", " uhr", "h"} {
		if strings.HasPrefix(rest, word) && wordBorder(rest, len(word)) {
			return v, end + len(word), true
		}
	}
	return value{}, 0, false
}

// monthAround reads a day with its month before or behind it, or as an ordinal number.
func (s *scanner) monthAround(n float64, start, end int) (value, int, bool) {
	ordinal := latinOrdinal(s.lower[end:])
	at := end + ordinal
	stop, next := s.nextWord(at + dot(s.lower[at:]))
	if next == "of" || next == "de" {
		stop, next = s.nextWord(stop)
	}
	if m := s.monthAfter(next, stop); m > 0 {
		return value{dimension: day, amount: float64(m*100) + n}, stop, true
	}
	if m := s.monthBefore(start); m > 0 {
		return value{dimension: day, amount: float64(m*100) + n}, at, true
	}
	if ordinal > 0 {
		return value{dimension: day, amount: n, loose: true}, at, true
	}
	return value{}, 0, false
}

func dot(s string) int {
	if strings.HasPrefix(s, ". ") {
		return 1
	}
	return 0
}

// monthBefore reads the month before a day, and takes its token back.
func (s *scanner) monthBefore(start int) int {
	if len(s.tokens) == 0 {
		return 0
	}
	last := s.tokens[len(s.tokens)-1]
	if last.concept != monthConcept || last.kind != member || strings.TrimSpace(s.lower[last.end:start]) != "" {
		return 0
	}
	s.tokens = s.tokens[:len(s.tokens)-1]
	s.values = s.values[:len(s.values)-1]
	return monthWords[last.text]
}

// clockBefore says whether a word that leads to a time stands right before.
func (s *scanner) clockBefore(start int) bool {
	before := strings.TrimRight(s.lower[:start], " ")
	cut := strings.LastIndexFunc(before, func(r rune) bool { return !alphabetic(r) }) + 1
	return clockWords[before[cut:]]
}

// yearBefore says whether a word that leads to a year, or a month, stands right before.
func (s *scanner) yearBefore(start int) bool {
	before := strings.TrimRight(s.lower[:start], " ")
	cut := strings.LastIndexFunc(before, func(r rune) bool { return !alphabetic(r) }) + 1
	return yearWords[before[cut:]] || monthWords[before[cut:]] > 0
}

// nounFollows says whether a word follows that the number may count.
func (s *scanner) nounFollows(end int) bool {
	_, next := s.nextWord(end)
	if end < len(s.lower) && s.lower[end] != ' ' {
		return false
	}
	return next != "" && !afterClock[next]
}

func (s *scanner) halfAround(start, end int) half {
	if h := s.halfBefore(start); h != noHalf {
		return h
	}
	for _, h := range halfWords[len(halfWords)-7:] {
		if strings.Contains(s.lower[end:min(len(s.lower), end+24)], h.word) {
			return h.half
		}
	}
	return noHalf
}

// pastHour reads "half past eight" and "quarter to nine".
func (s *scanner) pastHour(w string, start, end int) (int, bool) {
	stop, next := s.nextWord(end)
	if next != "past" && next != "to" {
		return 0, false
	}
	stop, hourWord := s.nextWord(stop)
	hour, ok := numberWords[hourWord]
	if !ok || hour > 12 {
		return 0, false
	}
	minutes := map[string]float64{"half": 30, "quarter": 15}[w]
	if next == "to" {
		minutes = -minutes
	}
	v := value{dimension: clock, amount: mod(hour*60+minutes, 1440), loose: true}
	if h := s.halfAround(start, stop); h != noHalf {
		v = v.inHalf(h)
	}
	return s.quantity(v, start, stop), true
}

// monthAfter is the month that the word ending at end names. "May" is one only with a capital letter.
func (s *scanner) monthAfter(w string, end int) int {
	if w == "may" && s.written[end-len(w)] != 'M' {
		return 0
	}
	return monthWords[w]
}
