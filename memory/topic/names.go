package topic

import (
	"strings"
	"unicode/utf8"
)

// familiarName reads how Chinese speakers call people: 小陈, 老周, 阿凯. What follows must not be part of a longer
// word, which 小程序 and 老家具 are.
func (s *scanner) familiarName(i int, r rune, size int) (int, bool) {
	if r != '小' && r != '老' && r != '阿' {
		return 0, false
	}
	second, length := utf8.DecodeRuneInString(s.lower[i+size:])
	end := i + size + length
	if !ideographic(second) || quietCharacters[second] || notSurnames[second] || !s.wordMayEnd(end) {
		return 0, false
	}
	return s.person(i, end), true
}

// titledName reads a surname with a title: 梁姐, 韩医生, 蒋会计. The surname must not end a longer word.
func (s *scanner) titledName(i, size int) (int, bool) {
	before, length := utf8.DecodeLastRuneInString(s.lower[:i])
	if i > 0 && ideographic(before) && !quietCharacters[before] && s.marked(i-length, i) == 0 {
		return 0, false
	}
	for _, title := range titles {
		if strings.HasPrefix(s.lower[i+size:], title) && s.wordMayEnd(i+size+len(title)) {
			return s.person(i, i+size+len(title)), true
		}
	}
	return 0, false
}

func (s *scanner) person(start, end int) int {
	s.add(token{text: s.lower[start:end], kind: name, start: start, end: end, weight: 1.2})
	return end
}

// wordMayEnd says whether a word can end at i: the text ends, or a character follows that begins another word.
func (s *scanner) wordMayEnd(i int) bool {
	next, size := utf8.DecodeRuneInString(s.lower[i:])
	if !ideographic(next) || quietCharacters[next] || strings.ContainsRune("负管说带教做写住问回升请休调离转接", next) {
		return true
	}
	if s.marked(i, i+size) != 0 {
		return true
	}
	return lexicon.longest(s.lower[i:]) != nil
}

var titles = []string{"老师", "医生", "经理", "主任", "会计", "教授", "师傅", "教练", "同学", "总监", "先生", "女士", "小姐", "姐", "哥", "总", "工", "叔", "さん"}

// notSurnames follow 小, 老 and 阿 in other words.
var notSurnames = runeSet("时区学心组孩数程朋写型米红麦票费便规板师家婆公人年实姨里拉店院号字步狗猫吃伙偷")
