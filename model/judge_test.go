package model_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model"
	"github.com/rearview-dev/rearview/model/modeltest"
)

const name = "qwen2.5:7b"

func newJudge(t *testing.T, s *modeltest.Server, change ...func(*model.Options)) *model.Judge {
	t.Helper()
	o := model.Options{
		URL: s.URL + "/v1", Name: name,
		Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
	}
	for _, c := range change {
		c(&o)
	}
	j, err := model.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return j
}

func rate(t *testing.T, j *model.Judge, texts ...string) []int {
	t.Helper()
	ratings, err := j.Rate(t.Context(), "alice", texts)
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

// eight texts, of which the first is nothing and the second vital.
var eight = []string{
	"haha what a day", "The customer must never be called before ten.", "The customer came by.", "The train was full.",
	"客户昨天来过", "Der Kunde war da.", "El tren iba lleno.", "会議は長かった。",
}

var eightRatings = []int{1, 5, 3, 3, 3, 3, 3, 3}

func TestRatesInOneRequest(t *testing.T) {
	server := modeltest.New(t)
	j := newJudge(t, server)
	if diff := cmp.Diff(eightRatings, rate(t, j, eight...)); diff != "" {
		t.Errorf("ratings (-want +got):\n%s", diff)
	}
	requests := server.Requests()
	if len(requests) != 1 {
		t.Fatalf("%d requests", len(requests))
	}
	if r := requests[0]; r.Model != name || r.Format != "json_schema" || !r.Tuned || len(r.Texts) != len(eight)+2 {
		t.Errorf("model %q, format %q, tuned %v, %d texts", r.Model, r.Format, r.Tuned, len(r.Texts))
	}
}

// What the model says, and what is made of it: the ratings, or none at all.
func TestBadWords(t *testing.T) {
	texts := eight[:4]
	none, all := []int{0, 0, 0, 0}, []int{1, 5, 3, 3}
	marshal := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Error(err)
		}
		return string(b)
	}
	keyOf := func(asked *modeltest.Request, text string) string {
		for _, x := range asked.Texts {
			if x.Content == text {
				return x.Key
			}
		}
		return ""
	}
	type write = func(asked *modeltest.Request, ratings map[string]int) string
	tests := map[string]struct {
		write write
		want  []int
		fails bool
	}{
		"plain":       {func(_ *modeltest.Request, r map[string]int) string { return marshal(r) }, all, false},
		"in a fence":  {func(_ *modeltest.Request, r map[string]int) string { return "```json\n" + marshal(r) + "\n```" }, all, false},
		"among words": {func(_ *modeltest.Request, r map[string]int) string { return "Here you are: " + marshal(r) + ". Enjoy!" }, all, false},
		"after thoughts": {func(_ *modeltest.Request, r map[string]int) string {
			return "<think>{\"a\": 1} is how it looks</think>\n" + marshal(r)
		}, all, false},
		"indented": {func(_ *modeltest.Request, r map[string]int) string {
			b, _ := json.MarshalIndent(r, "", "  ")
			return string(b)
		}, all, false},
		"numbers as strings": {func(_ *modeltest.Request, r map[string]int) string {
			s := map[string]string{}
			for k, v := range r {
				s[k] = fmt.Sprint(v)
			}
			return marshal(s)
		}, all, false},
		"decimals": {func(_ *modeltest.Request, r map[string]int) string {
			return strings.NewReplacer("1", "1.0", "3", "3.0", "5", "5.0").Replace(marshal(r))
		}, all, false},
		"out of range": {func(a *modeltest.Request, r map[string]int) string {
			r[keyOf(a, texts[2])], r[keyOf(a, texts[3])] = 7, -1
			return marshal(r)
		}, []int{1, 5, 0, 0}, false},
		"between two": {func(a *modeltest.Request, r map[string]int) string {
			return strings.Replace(marshal(r), `"`+keyOf(a, texts[2])+`":3`, `"`+keyOf(a, texts[2])+`":3.5`, 1)
		}, []int{1, 5, 0, 3}, false},
		"null and words": {func(a *modeltest.Request, r map[string]int) string {
			s := map[string]any{}
			for k, v := range r {
				s[k] = v
			}
			s[keyOf(a, texts[0])], s[keyOf(a, texts[1])], s[keyOf(a, texts[2])] = nil, "high", map[string]int{"rating": 3}
			return marshal(s)
		}, []int{0, 0, 0, 3}, false},
		"too few": {func(a *modeltest.Request, r map[string]int) string {
			delete(r, keyOf(a, texts[1]))
			return marshal(r)
		}, []int{1, 0, 3, 3}, false},
		"too many": {func(_ *modeltest.Request, r map[string]int) string {
			r["extra"], r["qqqqqq"] = 5, 1
			return marshal(r)
		}, all, false},
		"a key twice": {func(a *modeltest.Request, r map[string]int) string {
			return strings.Replace(marshal(r), "{", `{"`+keyOf(a, texts[2])+`":5,`, 1)
		}, []int{1, 5, 0, 3}, false},
		"other keys": {func(*modeltest.Request, map[string]int) string { return `{"1":3,"2":4,"3":5,"4":1}` }, none, true},
		"a list":     {func(*modeltest.Request, map[string]int) string { return `[1,5,3,3,1,5]` }, none, true},
		"wrapped": {func(_ *modeltest.Request, r map[string]int) string {
			return marshal(map[string]any{"ratings": r})
		}, none, true},
		"two objects": {func(_ *modeltest.Request, r map[string]int) string { return marshal(r) + marshal(r) }, none, true},
		"truncated":   {func(_ *modeltest.Request, r map[string]int) string { s := marshal(r); return s[:len(s)-5] }, none, true},
		"a refusal":   {func(*modeltest.Request, map[string]int) string { return "I'm sorry, but I can't help with that." }, none, true},
		"empty":       {func(*modeltest.Request, map[string]int) string { return "" }, none, true},
		"the same for all": {func(_ *modeltest.Request, r map[string]int) string {
			for k := range r {
				r[k] = 5
			}
			return marshal(r)
		}, none, true},
		"upside down": {func(_ *modeltest.Request, r map[string]int) string {
			for k := range r {
				r[k] = 6 - r[k]
			}
			return marshal(r)
		}, none, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := modeltest.New(t)
			server.Always(server.Write(test.write))
			got, err := newJudge(t, server).Rate(t.Context(), "alice", texts)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("ratings (-want +got):\n%s", diff)
			}
			if test.fails != (memory.KindOf(err) == memory.KindInternal) {
				t.Errorf("error %v", err)
			}
			if n := len(server.Requests()); n != 1 {
				t.Errorf("%d requests", n)
			}
		})
	}
}

// How the server fails, the kind of the error, and how often it was asked.
func TestBadDays(t *testing.T) {
	tests := map[string]struct {
		badDay   modeltest.Answer
		kind     memory.Kind
		requests int
	}{
		"unwell":               {modeltest.Status(500, "out of memory"), memory.KindUnavailable, 4},
		"busy":                 {modeltest.Status(429, "slow down", "Retry-After", "5"), memory.KindUnavailable, 4},
		"busy for an hour":     {modeltest.Status(429, "", "Retry-After", "3600"), memory.KindUnavailable, 1},
		"no key":               {modeltest.Status(401, "no"), memory.KindUnavailable, 1},
		"no such model":        {modeltest.Status(404, `{"error":"model not found"}`), memory.KindUnavailable, 1},
		"redirects elsewhere":  {modeltest.Status(307, "", "Location", "http://elsewhere.invalid/"), memory.KindUnavailable, 1},
		"refuses every shape":  {modeltest.Status(400, "no"), memory.KindInvalid, 5},
		"breaks off":           {modeltest.BreakOff, memory.KindUnavailable, 4},
		"hangs up":             {modeltest.HangUp, memory.KindUnavailable, 4},
		"not the JSON of chat": {modeltest.Status(200, `{"choices":[{"mess`), memory.KindUnavailable, 4},
		"HTML":                 {modeltest.Status(200, "<html>loading</html>"), memory.KindUnavailable, 4},
		"null":                 {modeltest.Status(200, "null"), memory.KindInternal, 1},
		"no choices":           {modeltest.Status(200, `{"choices":[]}`), memory.KindInternal, 1},
		"endless":              {modeltest.Endless, memory.KindInternal, 1},
		"refuses":              {modeltest.Refuse, memory.KindInternal, 1},
		"cut off":              {modeltest.CutOff(`{"abc`), memory.KindInternal, 1},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := modeltest.New(t)
			server.Always(test.badDay)
			j := newJudge(t, server)
			ratings, err := j.Rate(t.Context(), "alice", eight)
			if memory.KindOf(err) != test.kind {
				t.Fatalf("error %v of kind %q", err, memory.KindOf(err))
			}
			if slices.Max(ratings) != 0 || len(ratings) != len(eight) {
				t.Errorf("ratings %v", ratings)
			}
			if n := len(server.Requests()); n != test.requests {
				t.Errorf("%d requests instead of %d", n, test.requests)
			}
			for _, text := range eight {
				if strings.Contains(err.Error(), text) {
					t.Errorf("the error shows a text: %v", err)
				}
			}
			server.Always(nil)
			if diff := cmp.Diff(eightRatings, rate(t, j, eight...)); diff != "" {
				t.Errorf("ratings after the bad day (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecovers(t *testing.T) {
	for name, badDay := range map[string]modeltest.Answer{
		"unwell": modeltest.Status(503, ""), "busy": modeltest.Status(429, "", "Retry-After", "2"),
		"breaks off": modeltest.BreakOff, "hangs up": modeltest.HangUp,
	} {
		t.Run(name, func(t *testing.T) {
			j := newJudge(t, modeltest.New(t, badDay, badDay))
			if diff := cmp.Diff(eightRatings, rate(t, j, eight...)); diff != "" {
				t.Errorf("ratings (-want +got):\n%s", diff)
			}
		})
	}
}

func TestSlowModelIsAskedTwice(t *testing.T) {
	server := modeltest.New(t)
	server.Always(modeltest.Slow)
	j := newJudge(t, server, func(o *model.Options) { o.Timeout = 30 * time.Millisecond })
	if _, err := j.Rate(t.Context(), "alice", eight); memory.KindOf(err) != memory.KindUnavailable {
		t.Errorf("error %v", err)
	}
	if n := len(server.Requests()); n < 1 || n > 3 {
		t.Errorf("%d requests", n)
	}
}

// Servers that take less than the best shape are asked in the best that they take, and from then on at once.
func TestShapes(t *testing.T) {
	tests := map[string]struct {
		tuned   bool
		formats []string
		// refused requests come before the first good one.
		refused int
		format  string
	}{
		"takes all":             {true, []string{"json_schema"}, 0, "json_schema"},
		"untuned only":          {false, []string{"json_schema", "json_object", ""}, 1, "json_schema"},
		"knows no schema":       {true, []string{"json_object", ""}, 2, "json_object"},
		"knows no formats":      {true, []string{""}, 3, ""},
		"knows nothing at all ": {false, []string{""}, 4, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := modeltest.New(t)
			server.Always(server.Takes(test.tuned, test.formats...))
			j := newJudge(t, server)
			for i := range 2 {
				texts := []string{fmt.Sprintf("haha what a day %d", i), "The train was full."}
				if diff := cmp.Diff([]int{1, 3}, rate(t, j, texts...)); diff != "" {
					t.Errorf("ratings (-want +got):\n%s", diff)
				}
			}
			requests := server.Requests()
			if len(requests) != test.refused+2 {
				t.Fatalf("%d requests", len(requests))
			}
			if last := requests[len(requests)-1]; last.Format != test.format {
				t.Errorf("format %q", last.Format)
			}
		})
	}
}

// A refusal that is not about the shape changes nothing.
func TestRefusedTextKeepsTheShape(t *testing.T) {
	server := modeltest.New(t, slices.Repeat([]modeltest.Answer{modeltest.Status(400, "")}, 5)...)
	j := newJudge(t, server)
	if _, err := j.Rate(t.Context(), "alice", eight); memory.KindOf(err) != memory.KindInvalid {
		t.Fatalf("error %v", err)
	}
	rate(t, j, eight...)
	if last := server.Requests()[5]; last.Format != "json_schema" || !last.Tuned {
		t.Errorf("format %q", last.Format)
	}
}

func TestCache(t *testing.T) {
	server := modeltest.New(t)
	j := newJudge(t, server)
	rate(t, j, eight...)
	rate(t, j, append([]string{"One more."}, eight...)...)
	if got := server.Requests()[1].Texts; len(got) != 3 {
		t.Errorf("%d texts in the second request", len(got))
	}
	rate(t, j, eight...)
	if n := len(server.Requests()); n != 2 {
		t.Errorf("%d requests", n)
	}
	if diff := cmp.Diff([]int{3, 3, 3}, rate(t, j, "twice", "twice", "twice")); diff != "" {
		t.Errorf("ratings (-want +got):\n%s", diff)
	}
	if got := server.Requests()[2].Texts; len(got) != 3 {
		t.Errorf("%d texts for one that was given three times", len(got))
	}
	if _, err := j.Rate(t.Context(), "bob", eight); err != nil {
		t.Fatal(err)
	}
	if n := len(server.Requests()); n != 4 {
		t.Errorf("what was rated for alice is taken as rated for bob")
	}
}

func TestRequestsAreBounded(t *testing.T) {
	texts := make([]string, 60)
	for i := range texts {
		texts[i] = fmt.Sprintf("%d %s", i, strings.Repeat("很长的一段话。", i*40))
	}
	server := modeltest.New(t)
	if got := rate(t, newJudge(t, server), texts...); slices.Min(got) != 3 {
		t.Errorf("ratings %v", got)
	}
	for _, r := range server.Requests() {
		if size := len(r.System) + len(r.User); size > 12<<10 || len(r.Texts) > 18 {
			t.Errorf("a request of %d bytes and %d texts", size, len(r.Texts))
		}
		if strings.Contains(r.User, "\ufffd") {
			t.Error("a character was cut in two")
		}
	}
}

func TestKey(t *testing.T) {
	server := modeltest.New(t)
	path := filepath.Join(t.TempDir(), "key")
	j := newJudge(t, server, func(o *model.Options) { o.APIKeyFile = path })
	for i, key := range []string{"sk-first", "sk-second"} {
		if err := os.WriteFile(path, []byte(key+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		rate(t, j, fmt.Sprintf("text %d", i))
		if got := server.Requests()[i].Header.Get("Authorization"); got != "Bearer "+key {
			t.Errorf("Authorization %q", got)
		}
	}
	server.Always(modeltest.Status(http.StatusUnauthorized, "the key sk-second is wrong"))
	if _, err := j.Rate(t.Context(), "alice", []string{"more"}); err == nil || strings.Contains(err.Error(), "sk-second") {
		t.Errorf("error %v", err)
	}
}

func TestSummaries(t *testing.T) {
	const text = "The customer asked for a second invoice in March. <b>It</b> was sent on the 4th, and paid on the 9th."
	tests := map[string]struct{ says, want string }{
		"good":              {"A second invoice was\nsent and paid.", "A second invoice was sent and paid."},
		"thinks first":      {"<think>Hm.</think>Sent and paid.", "Sent and paid."},
		"markup":            {"‹b›It‹/b› was sent.", "<b>It</b> was sent."},
		"refuses":           {"I'm sorry, but I can't summarise this.", ""},
		"curly":             {"I’m sorry, no.", ""},
		"refuses in German": {"Es tut mir leid, das kann ich nicht.", ""},
		"拒绝":                {"很抱歉，我无法总结。", ""},
		"empty":             {"  ", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			server := modeltest.New(t)
			server.Summary = func(string) string { return test.says }
			got, err := newJudge(t, server).Summarize(t.Context(), text)
			if err != nil || got != test.want {
				t.Errorf("%q, error %v", got, err)
			}
			if r := server.Requests()[0]; r.Format != "" || !strings.Contains(r.Texts[0].Content, "second invoice") {
				t.Errorf("format %q, text %q", r.Format, r.Texts[0].Content)
			}
		})
	}
}

func TestNewRefuses(t *testing.T) {
	for name, o := range map[string]model.Options{
		"no URL":     {Name: "m"},
		"a password": {Name: "m", URL: "http://u:sk-secret@host/v1"},
		"no name":    {URL: "http://host/v1"},
		"a timeout":  {Name: "m", URL: "http://host/v1", Timeout: -1},
	} {
		_, err := model.New(o)
		if memory.KindOf(err) != memory.KindInvalid || strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}
