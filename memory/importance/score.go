package importance

import (
	"math/bits"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The weights of the signals. A plain statement stands above the default threshold of 0.3; a mark of
// chatter takes it below, unless something specific speaks for it.
const (
	statementScore = 0.38
	questionScore  = 0.15
	shortPenalty   = 0.06
	chatterPenalty = 0.2
	numberBonus    = 0.12
	nameBonus      = 0.08
	codeBonus      = 0.2
	lengthBonus    = 0.08
	highestUnsure  = 0.69
)

const (
	// shortUnits is how much a very short text has: words of alphabets, characters of others.
	shortUnits = 2
	// longUnits is from where a text counts as long.
	longUnits = 25
)

// score weighs the signals of a text that no rule decides, 0..0.69.
func (t reading) score() float64 {
	s := statementScore
	units := unitsOf(t.told)
	if units <= shortUnits {
		s -= shortPenalty
	}
	marks := bits.OnesCount64(chatter.rulesIn(t.folded))
	if units >= longUnits && marks == 0 {
		s += lengthBonus
	}
	if containsDigit(t.told) {
		s += numberBonus
	}
	if hasCode(t.original) {
		s += codeBonus
	}
	if hasName(t.original) {
		s += nameBonus
	}
	s -= chatterPenalty * float64(marks)
	if sighs.MatchString(t.folded) {
		s -= chatterPenalty
	}
	return min(max(s, 0), highestUnsure)
}

// unitsOf counts words of alphabets, and characters of scripts that write words without spaces in pairs.
func unitsOf(s string) int {
	words, others, inWord := 0, 0, false
	for _, r := range s {
		switch {
		case r < 0x2E80 && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			if !inWord {
				words++
			}
			inWord = true
			continue
		case r >= 0x2E80 && unicode.IsLetter(r):
			others++
		case r == '\'':
			continue
		}
		inWord = false
	}
	return words + (others+1)/2
}

func containsDigit(s string) bool {
	for _, r := range s {
		if unicode.IsDigit(r) {
			return true
		}
	}
	return false
}

// hasName says whether a capitalised word stands inside a sentence.
func hasName(s string) bool {
	previous, begins := ' ', true
	for i, r := range s {
		if unicode.IsUpper(r) && (previous == ' ' && !begins || previous >= 0x2E80) {
			next, _ := utf8.DecodeRuneInString(s[i+utf8.RuneLen(r):])
			if unicode.IsLetter(next) {
				return true
			}
		}
		switch {
		case r == '.' || r == '!' || r == '?' || r == '\n' || r == ':':
			begins = true
		case !unicode.IsSpace(r) && r != '"' && r != '\'':
			begins = false
		}
		previous = r
	}
	return false
}

// hasCode says whether a word looks like a path, an address, a host, an identifier or a call.
func hasCode(s string) bool {
	for word := range strings.FieldsSeq(s) {
		word = strings.Trim(word, ".,;:!?，。；：！？()（）\"'“”")
		if strings.ContainsAny(word, "`_=<>{}\\") || strings.Contains(word, "://") || strings.Contains(word, "::") {
			return true
		}
		if i := strings.IndexAny(word, "/@.-"); i > 0 && i < len(word)-1 && technical(word, i) {
			return true
		}
	}
	return false
}

// technical says whether a word with a joiner at i is more than two plain words: not and/or, nor well-known.
func technical(word string, i int) bool {
	switch word[i] {
	case '@', '.':
		return true
	case '/':
		return strings.Count(word, "/") > 1 || strings.Contains(word, ".")
	default:
		return containsDigit(word)
	}
}

// chatter are marks of small talk, in groups that each count once: laughter, weather and leisure, feelings
// about nothing in particular, sarcasm, and interruptions.
var chatter = func() phraseTable {
	table := phraseTable{}
	for i, group := range []string{
		`哈哈, 呵呵, 嘿嘿, 嘻嘻, 笑死, lol, lmao, rofl, haha, hahaha, hehe, xd, hihi, jaja`,
		`天气, 真热, 好热, 好冷, 真冷, 风真大, 放假, 躺平, 火锅, 夕阳, 晚霞, 暑い, 寒い, いい天気,
		the weather, so sunny, so hot today, so cold today, mondays, the match, the game last, last night's, my neighbour, my neighbor, das wetter, qué calor`,
		`舒心, 开开心心, 好心情, 身体健康, 工作顺利, 感觉每天, 真不想, 好累, 好困, 好饿, 无聊, 真开心, 好开心, 说也奇怪, 真是的, 人活着,
		how lovely, pleasantly, a little smile, what a day, what a week, can't believe, can you believe, who knew, just saying, i wonder, feels like, so tired, so bored, sleepy, hilarious, slept well, hope you`,
		`just what i always wanted, here we go again, story of my life, oh great, such is life, fingers crossed, who even`,
		`接个电话, 倒杯水, 上个厕所, 喝口水, 吹跑, at the door, one sec, brb, back in a`,
	} {
		table.add(group, i)
	}
	return table
}()

// sighs open small talk.
var sighs = regexp.MustCompile(
	`^\s*(?:(?:ugh|wow|oh|whoa|argh|gosh|omg|yay|phew|meh|hey|whatever|good morning|good evening)\b|哎|唉|哎呀|哎哟|天哪|哇|呀)`)
