package text

import "unicode"

// Tokens estimates how many tokens the tokenizers of multilingual embedding models make of a text: the
// SentencePiece vocabulary of XLM-R, which E5, BGE-M3 and others share. What a character costs was fitted to what
// that tokenizer makes of chats, prose, code, logs and data in a dozen languages; of a kilobyte of ordinary text
// the estimate is within a fifth. It needs no model, so that a text is cut in the same places whoever embeds it.
func Tokens(s string) int {
	var t tokenCount
	for _, r := range s {
		t.add(r)
	}
	return t.tokens()
}

// What a character costs, in hundredths of a token.
const (
	costWord        = 110 // the first letters of a word
	costLongWord    = 10  // each letter behind them
	costUpper       = 95  // a capital besides
	costOtherLetter = 25  // a letter of another alphabet behind the first ones
	costDigit       = 47
	costPunctuation = 94
	costSymbol      = 142
	costHan         = 67
	costKana        = 42
	costHangul      = 57
	costUnspaced    = 34 // Thai and its like

	// commonLetters are how many letters the first token of a word has, of Latin and of another alphabet.
	commonLetters      = 6
	commonOtherLetters = 4
)

// tokenCount counts as it goes. The zero value is that of an empty text.
type tokenCount struct {
	hundredths int
	// letters of the word so far.
	letters int
}

func (t *tokenCount) tokens() int { return (t.hundredths + 50) / 100 }

func (t *tokenCount) add(r rune) {
	cost, inWord := t.cost(r)
	t.hundredths += cost
	if inWord {
		t.letters++
	} else {
		t.letters = 0
	}
}

// cost is what r costs behind what was counted, and whether it is a letter of a spaced word.
func (t *tokenCount) cost(r rune) (hundredths int, inWord bool) {
	switch {
	case r >= 'a' && r <= 'z':
		return t.letter(commonLetters, costLongWord), true
	case r >= 'A' && r <= 'Z':
		return t.letter(commonLetters, 0) + costUpper, true
	case r >= '0' && r <= '9':
		return costDigit, false
	case unicode.IsSpace(r) || unicode.Is(unicode.Cf, r):
		return 0, false
	case r < 0x80:
		return costPunctuation, false
	case unicode.Is(unicode.Latin, r):
		return t.letter(commonLetters, costLongWord), true
	}
	if cost := unspacedCost(r); cost > 0 {
		return cost, false
	}
	switch {
	case unicode.IsLetter(r) || unicode.IsMark(r):
		return t.letter(commonOtherLetters, costOtherLetter), true
	case r >= 0x1F000 || unicode.IsSymbol(r):
		return costSymbol, false
	default:
		return costPunctuation, false
	}
}

// unspacedCost is what a character of a script without spaces costs; 0 for any other.
func unspacedCost(r rune) int {
	switch {
	case unicode.Is(unicode.Han, r):
		return costHan
	case unicode.In(r, unicode.Hiragana, unicode.Katakana) || r == 'ー':
		return costKana
	case unicode.Is(unicode.Hangul, r):
		return costHangul
	case r >= 0x0E00 && unicode.In(r, unspacedScripts...):
		return costUnspaced
	}
	return 0
}

// letter is what one more letter of a word costs.
func (t *tokenCount) letter(common, further int) int {
	switch {
	case t.letters == 0:
		return costWord
	case t.letters >= common:
		return further
	default:
		return 0
	}
}
