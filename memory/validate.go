package memory

import (
	"math"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/oklog/ulid/v2"
)

// Bounds of what a caller may send.
const (
	// MaxContentBytes is the size of the largest content.
	MaxContentBytes = 64 << 10
	// MaxQueryBytes is the size of the longest query.
	MaxQueryBytes = 8 << 10
	// MaxNameBytes is the size of the longest task, session or topic.
	MaxNameBytes = 256
	// MaxTopK is the most memories that one recall returns.
	MaxTopK = 100
	// MaxRecallIDs is the most memories that one call looks at by id.
	MaxRecallIDs = 100
	// MaxForgetIDs is the most memories that one call forgets.
	MaxForgetIDs = 100
)

// maxAhead is how far in the future something may have happened: clocks and time zones differ.
const maxAhead = 24 * time.Hour

var earliest = time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC)

// The values that a caller may name, in the order that messages list them.
var (
	Types = []Type{
		TypePreference, TypeConstraint, TypeFact, TypeDecision, TypeResult, TypeError, TypeFeedback, TypeEvent,
	}
	Scopes = []Scope{ScopePrivate, ScopeShared}
	Layers = []Layer{LayerWorking, LayerEpisodic, LayerSemantic}
)

func validateRemember(r RememberRequest, now time.Time) error {
	if err := validateText("content", r.Content, MaxContentBytes); err != nil {
		return err
	}
	if r.Type != "" && !slices.Contains(Types, r.Type) {
		return unknownValue("type", r.Type, Types)
	}
	if r.Scope != "" && !slices.Contains(Scopes, r.Scope) {
		return unknownValue("scope", r.Scope, Scopes)
	}
	if err := validateNames(r.Task, r.Session, r.Topic); err != nil {
		return err
	}
	if err := validateMetadata(r.Metadata); err != nil {
		return err
	}
	if i := r.Importance; i != nil && (math.IsNaN(*i) || *i < 0 || *i > 1) {
		return Errorf(KindInvalid, "importance is %v; give a number from 0 to 1, or leave it out", *i)
	}
	return validateOccurredAt(r.OccurredAt, now)
}

func validateRecall(r RecallRequest) error {
	switch {
	case len(r.IDs) > 0 && r.Query != "":
		return Errorf(KindInvalid, "give either a query, or the ids of memories to look at, not both")
	case len(r.IDs) > MaxRecallIDs:
		return Errorf(KindInvalid, "%d ids are too many; look at at most %d at a time", len(r.IDs), MaxRecallIDs)
	case len(r.IDs) > 0:
		return nil
	}
	if err := validateText("query", r.Query, MaxQueryBytes); err != nil {
		return err
	}
	if err := validateTopK(r.TopK); err != nil {
		return err
	}
	for _, l := range r.Layers {
		if !slices.Contains(Layers, l) {
			return unknownValue("layers", l, Layers)
		}
	}
	return validateNames(r.Task, r.Session, "")
}

func validateForget(r ForgetRequest) error {
	switch {
	case len(r.IDs) > 0 && r.Query != "":
		return Errorf(KindInvalid, "give either ids to forget or a query to preview, not both")
	case len(r.IDs) == 0 && r.Query == "":
		return Errorf(KindInvalid, "give the ids to forget, or a query to see which memories it would find")
	case len(r.IDs) > MaxForgetIDs:
		return Errorf(KindInvalid, "%d ids are too many; forget at most %d at a time", len(r.IDs), MaxForgetIDs)
	case len(r.IDs) > 0:
		return nil
	}
	if err := validateText("query", r.Query, MaxQueryBytes); err != nil {
		return err
	}
	return validateTopK(r.TopK)
}

// validateText checks a text that must say something.
func validateText(name, s string, limit int) error {
	switch {
	case len(s) > limit:
		return Errorf(KindInvalid, "%s has %d bytes; the limit is %d: shorten or split it", name, len(s), limit)
	case !utf8.ValidString(s):
		return Errorf(KindInvalid, "%s is not valid UTF-8", name)
	case strings.ContainsRune(s, 0):
		return Errorf(KindInvalid, "%s holds a NUL character; remove it", name)
	case isBlank(s):
		return Errorf(KindInvalid, "%s is empty", name)
	}
	return nil
}

// isBlank says whether nothing of s can be seen.
func isBlank(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return !unicode.IsSpace(r) && !unicode.Is(unicode.C, r) && r != '\ufe0f'
	}) < 0
}

func validateNames(task, session, topic string) error {
	for _, n := range []struct{ name, value string }{{"task_id", task}, {"session_id", session}, {"topic", topic}} {
		switch {
		case len(n.value) > MaxNameBytes:
			return Errorf(KindInvalid, "%s has %d bytes; the limit is %d", n.name, len(n.value), MaxNameBytes)
		case !utf8.ValidString(n.value):
			return Errorf(KindInvalid, "%s is not valid UTF-8", n.name)
		case strings.ContainsFunc(n.value, unicode.IsControl):
			return Errorf(KindInvalid, "%s holds a control character; remove it", n.name)
		case n.value != "" && isBlank(n.value):
			return Errorf(KindInvalid, "%s is blank; name one or leave it out", n.name)
		}
	}
	return nil
}

func validateTopK(k int) error {
	if k < 0 || k > MaxTopK {
		return Errorf(KindInvalid, "top_k is %d; give a number from 1 to %d, or leave it out", k, MaxTopK)
	}
	return nil
}

func validateOccurredAt(t, now time.Time) error {
	switch {
	case t.IsZero():
		return nil
	case t.Before(earliest):
		return Errorf(KindInvalid, "occurred_at is %s; dates before 1900 are not kept", t.Format(time.RFC3339))
	case t.After(now.Add(maxAhead)):
		return Errorf(KindInvalid, "occurred_at is %s, which is in the future (now is %s)",
			t.Format(time.RFC3339), now.UTC().Format(time.RFC3339))
	}
	return nil
}

func unknownValue[T ~string](name string, got T, allowed []T) error {
	names := make([]string, len(allowed))
	for i, a := range allowed {
		names[i] = string(a)
	}
	return Errorf(KindInvalid, "%s %q is unknown; use one of %s", name, clip(string(got)), strings.Join(names, ", "))
}

// clip shortens what a caller sent, for a message.
func clip(s string) string {
	const most = 64
	if len(s) <= most {
		return s
	}
	return strings.ToValidUTF8(s[:most], "") + "…"
}

// isID says whether s looks like the id of a memory.
func isID(s string) bool {
	_, err := ulid.ParseStrict(s)
	return err == nil
}

// notFound is the answer about any memory that the caller cannot see, whether it exists or not.
func notFound(id string) error {
	return Errorf(KindNotFound, "there is no memory %q that you can see; ids come from recall and remember", clip(id))
}
