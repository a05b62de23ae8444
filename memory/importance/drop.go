package importance

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// longestDrop bounds what can be nothing but small talk, in bytes.
const longestDrop = 200

// mustDrop says whether the text is nothing but acknowledgement, thanks, greeting or noise, and which.
func (t reading) mustDrop() (rule string, drop bool) {
	bare := t.bare()
	if bare == "" {
		return RuleNoWords, true
	}
	if len(bare) > longestDrop {
		return "", false
	}
	if rule, ok := phrasesOnly(bare); ok {
		return rule, true
	}
	for _, n := range noises {
		if n.pattern.MatchString(t.folded) {
			return n.name, true
		}
	}
	return "", false
}

// phrasesOnly says whether s can be cut into phrases of small talk without a rest, and names the first of
// them that is more than glue.
func phrasesOnly(s string) (rule string, ok bool) {
	// At each reached byte: the rule of the first phrase on the way there, "" while only glue was seen.
	reached := make(map[int]string, len(s))
	reached[0] = ""
	for i := 0; i < len(s); {
		rule, here := reached[i]
		if !here {
			i++
			continue
		}
		if s[i] == ' ' {
			reach(reached, i+1, rule)
			i++
			continue
		}
		first, _ := utf8.DecodeRuneInString(s[i:])
		for _, p := range smallTalk[first] {
			if strings.HasPrefix(s[i:], p.words) && wordBorder(s, i+len(p.words)) {
				reach(reached, i+len(p.words), cmp.Or(rule, smallTalkPhrases[p.rule].rule))
			}
		}
		i++
	}
	rule = reached[len(s)]
	return rule, rule != ""
}

func reach(reached map[int]string, i int, rule string) {
	if reached[i] == "" {
		reached[i] = rule
	}
}

// smallTalk are the phrases by their first character.
var smallTalk = func() phraseTable {
	table := phraseTable{}
	for i, group := range smallTalkPhrases {
		table.add(group.phrases, i)
	}
	return table
}()
