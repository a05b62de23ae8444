package topic

import (
	"regexp"
	"strings"
)

// designated finds what tells one thing of many from the others, where it stands before what is said of it: 三楼会议室,
// B项目的预算, Team A ships. At the end of a sentence it is more likely the value.
var designated = regexp.MustCompile(`(?i)([一二三四五六七八九十百\d]+|[a-z])\s?(号楼|号线|楼|栋|项目|方案|小组|组|班|期|区|车间)的?\p{Han}` +
	`|^\s*(?:the |our )?(team|project|phase|unit|block|building|wing|site|group|class)\s+([a-z]|\d+)\b`)

// designations are the labels by what they are of, such as 三 of 楼, as they come first.
func designations(content string) map[string]string {
	var all map[string]string
	for _, m := range designated.FindAllStringSubmatch(content, 4) {
		label, of := m[1], m[2]
		if of == "" {
			of, label = strings.ToLower(m[3]), m[4]
		}
		if all == nil {
			all = map[string]string{}
		}
		if _, known := all[of]; !known {
			all[of] = strings.ToLower(label)
		}
	}
	return all
}

// otherDesignation says whether the texts speak of differently labelled things of one kind.
func (p *pair) otherDesignation() bool {
	newer := designations(p.new.Reading.content)
	if len(newer) == 0 {
		return false
	}
	for of, label := range designations(p.old.Reading.content) {
		if other, ok := newer[of]; ok && other != label {
			return true
		}
	}
	return false
}
