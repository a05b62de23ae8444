package importance

import (
	"regexp"
	"unicode"
	"unicode/utf8"
)

// The weights of the signals. A plain statement stands above the default threshold of 0.3; a mark of
// chatter takes it below, unless something specific speaks for it.
const (
	statementScore = 0.38
	questionScore  = 0.15
	shortPenalty   = 0.12
	chatterPenalty = 0.2
	numberBonus    = 0.12
	nameBonus      = 0.08
	codeBonus      = 0.2
	lengthBonus    = 0.08
	highestUnsure  = 0.69
)

const (
	// shortUnits is how much a very short text has: words of alphabets, characters of others.
	shortUnits = 3
	// longUnits is from where a text counts as long.
	longUnits = 25
)

// codeLike are paths, addresses, hosts, identifiers and quoted code.
var codeLike = regexp.MustCompile(
	"`[^`]+`|https?://|\\b[\\w.+-]+@[\\w-]+\\.\\w+|\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b|(?:^|\\s)[~.]?/[\\w./-]+|\\b\\w+_\\w+|\\b[\\w-]+\\.(?:go|py|js|ts|md|ya?ml|json|csv|txt|sh|sql|toml|xlsx?|pdf|com|org|net|io|dev|test)\\b|\\b[a-z]+-\\d+\\b|\\b\\w+\\(\\)")

// score weighs the signals of a text that no rule decides, 0..0.69.
func (t reading) score() float64 {
	s := statementScore
	units := unitsOf(t.statements)
	if units <= shortUnits {
		s -= shortPenalty
	}
	if units >= longUnits {
		s += lengthBonus
	}
	if containsDigit(t.statements) {
		s += numberBonus
	}
	if codeLike.MatchString(t.statements) {
		s += codeBonus
	}
	if hasName(t.original) {
		s += nameBonus
	}
	for _, c := range chatter {
		if c.MatchString(t.folded) {
			s -= chatterPenalty
		}
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
		if unicode.IsUpper(r) && previous == ' ' && !begins {
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

// chatter are marks of small talk: laughter, sighs, the weather, feelings about nothing in particular.
var chatter = compile(
	`哈哈|呵呵|嘿嘿|嘻嘻|笑死|233|666|\b(?:lol|lmao|rofl|haha\w*|hehe\w*|xd)\b`,
	`^\s*(?:哎|唉|哎呀|哎哟|天哪|啊+|嗨|嘿|哇|呀|ugh|wow|oh|whoa|argh|gosh|omg|yay|phew|meh|hey|whatever|honestly|man|well)\b?[,，!！\s.…]|^(?:哎|唉|哎呀|哇|天哪)`,
	`天气|今天[^,，。]{0,8}(?:热|冷|风|雨|雪|晴)|周末|放假|躺平|火锅|夕阳|暑い|寒い|いい天気`,
	`\b(?:weather|sunny|rainy|sunset|weekend|mondays?|fridays?|birthday cake|the match|the game|last night's|movie|my (?:cat|dog|neighbou?r|kids?))\b`,
	`\b(?:lovely|pleasant\w*|delightful|smile|cheerful|what a (?:day|week|time|morning)|can't believe|can you believe|who knew|who even|just saying|i wonder|feels like|so tired|so bored|sleepy|funny|hilarious|weird)\b`,
	`舒心|开开心心|好心情|身体健康|工作顺利|感觉每天|真不想|好累|好困|好饿|无聊|开心|想起|吹跑|说也奇怪|真是的|人活着|打个喷嚏`,
	`\b(?:just what i always wanted|here we go again|story of my life|oh great|as usual|such is life|fingers crossed)\b`,
	`接个电话|倒杯水|上个厕所|喝口水|\bat the door\b|\bone sec\b|\bbrb\b|\bback in a\b`,
)
