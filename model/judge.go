package model

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

// Judge rates and summarises with a chat model.
type Judge struct {
	client *client
	cache  *cache
}

var _ memory.Judge = (*Judge)(nil)

// New makes a judge. It calls nothing yet; its error is of KindInvalid.
func New(o Options) (*Judge, error) {
	c, err := newClient(o)
	if err != nil {
		return nil, err
	}
	return &Judge{client: c, cache: newCache()}, nil
}

// Model is the name that the server knows the model by.
func (j *Judge) Model() string { return j.client.name }

// Rate rates texts, those that it has not rated lately in as few requests as the limits allow. When a request
// fails, the ratings of the others are returned beside the error.
func (j *Judge) Rate(ctx context.Context, agent string, texts []string) ([]int, error) {
	known := make(map[string]int, len(texts))
	var unknown []string
	for _, text := range texts {
		if _, met := known[text]; met {
			continue
		}
		if known[text] = j.cache.get(keyOf(agent, text)); known[text] == 0 {
			unknown = append(unknown, text)
		}
	}
	var failed error
	for _, batch := range batches(unknown) {
		of := make([]string, len(batch))
		for i, place := range batch {
			of[i] = unknown[place]
		}
		ratings, err := j.rate(ctx, of)
		if err != nil {
			failed = err
			if memory.KindOf(err) == memory.KindUnavailable {
				break
			}
			continue
		}
		for i, text := range of {
			if known[text] = ratings[i]; ratings[i] != 0 {
				j.cache.put(keyOf(agent, text), ratings[i])
			}
		}
	}
	ratings := make([]int, len(texts))
	for i, text := range texts {
		ratings[i] = known[text]
	}
	return ratings, failed
}

// rate rates the texts of one request.
func (j *Judge) rate(ctx context.Context, texts []string) ([]int, error) {
	low, high := pickControls()
	all := append([]string{low, high}, texts...)
	keys := newKeys(len(all))
	answer, err := j.client.ask(ctx, rateQuestion(all, keys, texts))
	if err != nil {
		return nil, err
	}
	byKey, err := parseRatings(answer)
	if err != nil {
		return nil, j.client.useless("answers with something else than ratings")
	}
	ratings := make([]int, len(all))
	for i, key := range keys {
		ratings[i] = byKey[key]
	}
	switch lowest, highest := ratings[0], ratings[1]; {
	case lowest == 0 || highest == 0:
		return nil, j.client.useless("does not rate what it was given")
	case highest-lowest < leastApart:
		return nil, j.client.useless("does not tell what is needed from what is not: a text may have talked it out of it, or it is too small to judge")
	}
	return ratings[2:], nil
}

// rateQuestion asks for the ratings of texts, in an order that says nothing of which are the controls.
func rateQuestion(texts, keys, private []string) question {
	marker := newToken(12)
	var b strings.Builder
	for _, i := range rand.Perm(len(texts)) { //nolint:gosec // An order, and no secret.
		framed(&b, marker, keys[i], excerpt(texts[i], headBytes, tailBytes))
	}
	keys = slices.Sorted(slices.Values(keys))
	b.WriteString("The keys to rate: " + strings.Join(keys, ", ") + ".")
	return question{
		system:  rateInstructions,
		user:    b.String(),
		private: private,
		schema:  ratingSchema(keys),
		// A rating takes some ten tokens; the rest is for a model that reasons first.
		maxTokens: 1024 + 16*len(texts),
	}
}

// newKeys makes different keys that nobody can guess.
func newKeys(n int) []string {
	keys, used := make([]string, 0, n), map[string]bool{}
	for len(keys) < n {
		if key := newToken(6); !used[key] {
			keys, used[key] = append(keys, key), true
		}
	}
	return keys
}

// ratingSchema is the JSON schema of an object with a rating for each key.
func ratingSchema(keys []string) any {
	properties := make(map[string]any, len(keys))
	for _, key := range keys {
		properties[key] = map[string]any{"type": "integer", "enum": []int{1, 2, 3, 4, 5}}
	}
	return map[string]any{"type": "object", "properties": properties, "required": keys, "additionalProperties": false}
}

// Summarize summarises a text. It is empty when the model refuses.
func (j *Judge) Summarize(ctx context.Context, text string) (string, error) {
	marker := newToken(12)
	var b strings.Builder
	framed(&b, marker, "", excerpt(text, summaryHead, summaryTail))
	summary, err := j.client.ask(ctx, question{
		system:    summaryInstructions,
		user:      b.String(),
		private:   []string{text},
		maxTokens: 1024,
	})
	if err != nil || refuses(summary) || strings.Contains(summary, marker) {
		return "", err
	}
	if !strings.ContainsAny(text, "‹›") {
		summary = strings.NewReplacer("‹", "<", "›", ">").Replace(summary)
	}
	return strings.Join(strings.Fields(summary), " "), nil
}
