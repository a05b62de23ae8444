package mcp

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory"
)

func TestDecode(t *testing.T) {
	tests := map[string]struct {
		arguments []argument
		raw       string
		want      values
	}{
		"all of remember": {
			arguments: rememberArguments,
			raw: `{"content":" 用 Python 3.11 别用 3.12 ","type":"preference","scope":"shared","task_id":"t","session_id":"s",
				"topic":"python-version","metadata":{"env":"prod","ticket":"OPS-7 上"},"importance":0.9,"occurred_at":"2026-11-30T09:15:00+08:00"}`,
			want: values{
				"content": " 用 Python 3.11 别用 3.12 ", "type": "preference", "scope": "shared", "task_id": "t", "session_id": "s",
				"topic": "python-version", "metadata": map[string]string{"env": "prod", "ticket": "OPS-7 上"}, "importance": 0.9, "occurred_at": time.Date(2026, 11, 30, 1, 15, 0, 0, time.UTC),
			},
		},
		"all of recall": {
			arguments: recallArguments,
			raw:       `{"query":"q","top_k":10,"layers":["semantic","working"],"explain":true}`,
			want:      values{"query": "q", "top_k": 10, "layers": []string{"semantic", "working"}, "explain": true},
		},
		"null is left out":         {arguments: recallArguments, raw: `{"query":"q","top_k":null,"task_id":null}`, want: values{"query": "q"}},
		"5.0 is whole":             {arguments: recallArguments, raw: `{"query":"q","top_k":5.0}`, want: values{"query": "q", "top_k": 5}},
		"1e1 is whole":             {arguments: recallArguments, raw: `{"query":"q","top_k":1e1}`, want: values{"query": "q", "top_k": 10}},
		"importance 0":             {arguments: rememberArguments, raw: `{"content":"c","importance":0}`, want: values{"content": "c", "importance": 0.0}},
		"escaped pair":             {arguments: recallArguments, raw: `{"query":"\ud83d\ude00"}`, want: values{"query": "😀"}},
		"escaped backslash":        {arguments: recallArguments, raw: `{"query":"\\ud800"}`, want: values{"query": `\ud800`}},
		"longest content":          {arguments: rememberArguments, raw: `{"content":"` + strings.Repeat("a", memory.MaxContentBytes) + `"}`, want: values{"content": strings.Repeat("a", memory.MaxContentBytes)}},
		"nothing, nothing needed":  {arguments: forgetArguments, raw: ``, want: values{}},
		"an empty object, as well": {arguments: forgetArguments, raw: `{}`, want: values{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := decode(json.RawMessage(test.raw), test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	tests := map[string]struct {
		arguments []argument
		raw       string
		wants     []string
	}{
		"unknown argument":     {rememberArguments, `{"content":"c","contents":"d"}`, []string{`"contents" is not known`, "content, type, scope"}},
		"another case":         {rememberArguments, `{"Content":"c"}`, []string{`"Content" is not known`, `"content" is missing`}},
		"missing":              {rememberArguments, `{}`, []string{`"content" is missing`, "a text that is not blank"}},
		"missing as null":      {rememberArguments, `{"content":null}`, []string{`"content" is missing`}},
		"no arguments":         {rememberArguments, ``, []string{`"content" is missing`}},
		"null arguments":       {rememberArguments, `null`, []string{"must be a JSON object", "got null"}},
		"list arguments":       {rememberArguments, `["c"]`, []string{"must be a JSON object", `the list ["c"]`}},
		"text arguments":       {rememberArguments, `"c"`, []string{"must be a JSON object", `the text "c"`}},
		"twice":                {rememberArguments, `{"content":"a","content":"b"}`, []string{`"content" is given twice`}},
		"wrong type: number":   {rememberArguments, `{"content":7}`, []string{`"content"`, "got 7"}},
		"wrong type: object":   {rememberArguments, `{"content":{"a":1}}`, []string{`"content"`, "got an object"}},
		"wrong type: list":     {rememberArguments, `{"content":["a"]}`, []string{`"content"`, `got the list ["a"] (1 items)`}},
		"wrong type: bool":     {recallArguments, `{"query":"q","explain":"yes"}`, []string{`"explain"`, `the text "yes"`, "true or false"}},
		"empty content":        {rememberArguments, `{"content":""}`, []string{`"content"`, "not blank"}},
		"blank content":        {rememberArguments, `{"content":" \n\t　"}`, []string{`"content"`, "not blank"}},
		"content too long":     {rememberArguments, `{"content":"` + strings.Repeat("a", memory.MaxContentBytes+1) + `"}`, []string{"a text of 65537 bytes", "at most 65536 bytes"}},
		"invalid UTF-8":        {rememberArguments, "{\"content\":\"caf\xe9\"}", []string{"not valid UTF-8"}},
		"lone surrogate":       {rememberArguments, `{"content":"a\ud800b"}`, []string{"half of a surrogate pair"}},
		"surrogates swapped":   {rememberArguments, `{"content":"\ude00\ud83d"}`, []string{"half of a surrogate pair"}},
		"surrogate at the end": {rememberArguments, `{"content":"\ud83d"}`, []string{"half of a surrogate pair"}},
		"negative top_k":       {recallArguments, `{"query":"q","top_k":-1}`, []string{`"top_k"`, "got -1", "from 1 to 100"}},
		"zero top_k":           {recallArguments, `{"query":"q","top_k":0}`, []string{`"top_k"`, "got 0"}},
		"huge top_k":           {recallArguments, `{"query":"q","top_k":1000000}`, []string{`"top_k"`, "got 1000000"}},
		"astronomical top_k":   {recallArguments, `{"query":"q","top_k":1e999}`, []string{`"top_k"`, "got 1e999"}},
		"fractional top_k":     {recallArguments, `{"query":"q","top_k":2.5}`, []string{`"top_k"`, "got 2.5", "whole number"}},
		"top_k as text":        {recallArguments, `{"query":"q","top_k":"5"}`, []string{`"top_k"`, `the text "5"`}},
		"importance over 1":    {rememberArguments, `{"content":"c","importance":1.1}`, []string{`"importance"`, "from 0 to 1"}},
		"importance NaN":       {rememberArguments, `{"content":"c","importance":"NaN"}`, []string{`"importance"`, `the text "NaN"`}},
		"unknown type":         {rememberArguments, `{"content":"c","type":"opinion"}`, []string{`"type"`, `the text "opinion"`, "one of preference, constraint"}},
		"unknown scope":        {rememberArguments, `{"content":"c","scope":"public"}`, []string{`"scope"`, "one of private, shared"}},
		"unknown layer":        {recallArguments, `{"query":"q","layers":["deep"]}`, []string{`"layers"`, "working, episodic, semantic"}},
		"no layers":            {recallArguments, `{"query":"q","layers":[]}`, []string{`"layers"`, "1 to 3"}},
		"a layer twice":        {recallArguments, `{"query":"q","layers":["working","working"]}`, []string{`"layers"`, "different"}},
		"layers as text":       {recallArguments, `{"query":"q","layers":"working"}`, []string{`"layers"`, `the text "working"`}},
		"a time without zone":  {rememberArguments, `{"content":"c","occurred_at":"2026-11-30T09:15:00"}`, []string{`"occurred_at"`, "RFC 3339"}},
		"the zero time":        {rememberArguments, `{"content":"c","occurred_at":"0001-01-01T00:00:00Z"}`, []string{`"occurred_at"`, "RFC 3339"}},
		"an odd zone":          {rememberArguments, `{"content":"c","occurred_at":"2026-11-30T09:15:00+24:59"}`, []string{`"occurred_at"`, "RFC 3339"}},
		"a comma":              {rememberArguments, `{"content":"c","occurred_at":"2026-11-30T09:15:00,5Z"}`, []string{`"occurred_at"`, "RFC 3339"}},
		"no metadata":          {rememberArguments, `{"content":"c","metadata":{}}`, []string{`"metadata"`, "0 keys", "an object of 1 to 16 keys"}},
		"metadata as text":     {rememberArguments, `{"content":"c","metadata":"env=prod"}`, []string{`"metadata"`, `the text "env=prod"`, "an object of 1 to 16 keys"}},
		"a number in metadata": {rememberArguments, `{"content":"c","metadata":{"build":12}}`, []string{`"metadata": "build" is 12`, "a text that is not blank, of at most 256 bytes"}},
		"metadata too long":    {rememberArguments, `{"content":"c","metadata":{"a":"` + strings.Repeat("a", 257) + `"}}`, []string{`"a" is a text of 257 bytes`}},
		"a key twice":          {rememberArguments, `{"content":"c","metadata":{"a":"1","a":"2"}}`, []string{`"metadata"`, `"a" is given twice`}},
		"yesterday":            {rememberArguments, `{"content":"c","occurred_at":"yesterday"}`, []string{`"occurred_at"`, `the text "yesterday"`}},
		"several at once":      {rememberArguments, `{"importance":-1,"what":1}`, []string{`"importance"`, `"what"`, `"content" is missing`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := decode(json.RawMessage(test.raw), test.arguments)
			if memory.KindOf(err) != memory.KindInvalid {
				t.Fatalf("got %v; want kind invalid", err)
			}
			for _, want := range test.wants {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("message %q lacks %q", err, want)
				}
			}
			if len(err.Error()) > 1000 {
				t.Errorf("the message has %d bytes", len(err.Error()))
			}
		})
	}
}

// TestDecodeKeepsText: what decoding accepts is what was sent, and whatever a Go program can encode is accepted.
func TestDecodeKeepsText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := "x" + rapid.String().Draw(t, "content")
		raw, err := json.Marshal(map[string]string{"content": want})
		if err != nil {
			t.Fatal(err)
		}
		got, err := decode(raw, rememberArguments)
		if err != nil || get[string](got, "content") != want {
			t.Fatalf("decode = %v, %v", got, err)
		}
	})
}

// TestDecodeNeverPanics on bytes of any kind, and never lets invalid UTF-8 through.
func TestDecodeNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		raw := append([]byte(`{"content":"`), rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")...)
		raw = append(raw, `"}`...)
		got, err := decode(raw, rememberArguments)
		if err == nil && !utf8.Valid(raw) {
			t.Fatalf("invalid UTF-8 became %q", got)
		}
	})
}
