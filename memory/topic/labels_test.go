package topic_test

import (
	"math"
	"strings"
)

// unknown is the similarity of texts without vectors.
var unknown = math.NaN()

// superseding are the pairs of the policy data's histories of which the newer memory replaces the older one, and
// arguable those that can be seen either way, each "history older newer".
var superseding, arguable = historyLabels()

func historyLabels() (superseding, arguable map[string]bool) {
	superseding, arguable = make(map[string]bool), make(map[string]bool)
	for line := range strings.Lines(labels) {
		history, pairs, found := strings.Cut(strings.TrimSpace(line), ":")
		if !found {
			continue
		}
		for p := range strings.FieldsSeq(pairs) {
			p, either := strings.CutSuffix(p, "?")
			older, newer, _ := strings.Cut(p, "-")
			label := "dev-s" + history + " m" + older + " m" + newer
			if either {
				arguable[label] = true
			} else {
				superseding[label] = true
			}
		}
	}
	return superseding, arguable
}

// labels name the pairs of each history; a question mark stands behind those that are arguable.
const labels = `
01: 02-05 22-23 02-08?
02: 06-08 27-28 03-12
03: 01-15 10-17
04: 02-11 04-14
05: 06-14 13-22 25-30 02-05
06: 02-24 03-06
07: 02-24 03-05 08-10
08: 05-10 15-16 21-22
09: 03-09 22-23 03-10?
10: 02-29 11-12 17-24 06-08 06-09? 06-07?
11: 02-12 03-06 10-19 22-24 15-18?
12: 02-11 05-18 08-20 12-19 25-26? 25-27?
13: 03-10 11-19 11-20? 06-09?
14: 03-06 13-22 03-07?
15: 03-13 08-10 23-26 06-07?
16: 02-14 04-19 16-17 26-27
17: 03-10 12-23 02-15?
18: 02-12 04-15 20-21
19: 04-09 12-23 16-23 03-17 12-16?
20: 02-10 03-26 08-23 06-15 02-12?
21: 02-09 04-17 12-14 27-29 04-16? 04-19?
22: 02-11 06-23 16-22 16-24? 22-24?
23: 03-11 04-19 05-14 05-15? 14-15?
24: 02-20 03-11 16-27 08-12 16-28?
`
