package topic

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// designated finds what tells one thing of many from the others, where it stands before what is said of it: 三楼会议室,
// B项目的预算, Team A ships. At the end of a sentence it is more likely the value.
var designated = regexp.MustCompile(`(?i)([一二三四五六七八九十百\d]+|[a-z])\s?(号楼|号线|楼|栋|项目|方案|小组|组|班|期|区|车间)的?\p{Han}` +
	`|^\s*(?:the |our )?(team|project|phase|unit|block|building|wing|site|group|class|ticket|issue|incident|order|invoice|case|room|sprint|batch)\s+#?([a-z]|\d+)\b`)

// designations are the labels by what they are of, such as 三 of 楼, as they come first.
func (r *Reading) designations() map[string]string {
	var all map[string]string
	add := func(of, label string) {
		if all == nil {
			all = map[string]string{}
		}
		if _, known := all[of]; !known {
			all[of] = label
		}
	}
	for _, m := range designated.FindAllStringSubmatch(r.content, 4) {
		if m[2] != "" {
			add(m[2], strings.ToLower(m[1]))
		} else {
			add(strings.ToLower(m[3]), strings.ToLower(m[4]))
		}
	}
	for _, v := range r.values {
		if of := r.numbers(v); of != "" {
			add(of, strconv.FormatFloat(v.amount, 'f', -1, 64))
		}
	}
	return all
}

// numbers is the word whose number a value is, where the two begin a clause that says more: crate 12 goes, ticket 7
// is. Words for attributes have values and no numbers. Empty for none.
func (r *Reading) numbers(v value) string {
	i := before(r.tokens, v.token)
	if v.dimension != plain || v.text != "" || v.amount != math.Trunc(v.amount) || i < 0 {
		return ""
	}
	of, number := r.tokens[i], r.tokens[v.token]
	first := before(r.tokens, i)
	begins := first < 0 || r.tokens[first].clause != of.clause
	saysMore := v.token+1 < len(r.tokens) && r.tokens[v.token+1].clause == number.clause
	if of.kind != word || of.clause != number.clause || !begins || !saysMore || number.start > of.end+len(" #") {
		return ""
	}
	return of.text
}

// otherDesignation says whether the texts speak of differently labelled things of one kind.
func (p *pair) otherDesignation() bool {
	newer := p.new.Reading.designations()
	if len(newer) == 0 {
		return false
	}
	for of, label := range p.old.Reading.designations() {
		if other, ok := newer[of]; ok && other != label {
			return true
		}
	}
	return false
}
