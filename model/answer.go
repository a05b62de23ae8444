package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

var (
	thoughts = regexp.MustCompile(`(?s)^\s*<think>.*?</think>`)
	fence    = regexp.MustCompile("(?s)```[a-zA-Z]*\\s*\n(.*?)```")
)

// withoutThoughts removes what a model that reasons says before its answer.
func withoutThoughts(answer string) string {
	return strings.TrimSpace(thoughts.ReplaceAllString(answer, ""))
}

var errNotRatings = errors.New("not one JSON object")

// parseRatings reads ratings by their keys: a JSON object of whole numbers 1–5, alone, in a fence, or among
// words. What is given twice, out of range or of another type is left out.
func parseRatings(answer string) (map[string]int, error) {
	object := answer
	if m := fence.FindStringSubmatch(answer); m != nil {
		object = m[1]
	}
	start, end := strings.IndexByte(object, '{'), strings.LastIndexByte(object, '}')
	if start < 0 || end < start {
		return nil, errNotRatings
	}
	decoder := json.NewDecoder(strings.NewReader(object[start : end+1]))
	if _, err := decoder.Token(); err != nil {
		return nil, errNotRatings
	}
	ratings, seen := map[string]int{}, map[string]bool{}
	for decoder.More() {
		key, err := decoder.Token()
		if err != nil {
			return nil, errNotRatings
		}
		var value json.RawMessage
		if err := decoder.Decode(&value); err != nil {
			return nil, errNotRatings
		}
		name, _ := key.(string)
		if rating, ok := parseRating(value); ok {
			ratings[name] = rating
		}
		if seen[name] {
			delete(ratings, name)
		}
		seen[name] = true
	}
	if _, err := decoder.Token(); err != nil {
		return nil, errNotRatings
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errNotRatings
	}
	return ratings, nil
}

// parseRating reads a whole number 1–5, which may stand in quotes.
func parseRating(value []byte) (rating int, ok bool) {
	value = bytes.Trim(value, `"`)
	if len(value) == 3 && bytes.HasSuffix(value, []byte(".0")) {
		value = value[:1]
	}
	if len(value) != 1 || value[0] < '1' || value[0] > '5' {
		return 0, false
	}
	return int(value[0] - '0'), true
}

// refusals begin what a model says instead of a summary.
var refusals = regexp.MustCompile(`(?i)^\W*(?:(?:i'?m|i am) (?:sorry|unable|not able)|sorry,|i (?:can'?t|cannot|can not|won'?t|will not) |as an ai\b|unfortunately, i|i apologi[sz]e|很?抱歉|对不起|我(?:无法|不能)|作为(?:一个)?(?:ai|人工智能)|申し訳|すみません|lo siento|es tut mir leid|je suis désolé)`)

// refuses says whether a model's words are no summary but a refusal.
func refuses(answer string) bool {
	return refusals.MatchString(strings.ReplaceAll(answer, "’", "'"))
}
