package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// pieces cuts a text wherever something ends that is at least so much.
func pieces(s string, least border) []string {
	var list []string
	start := 0
	for b := (borders{s: s}); ; {
		at := b.at
		_, before, ok := b.next()
		if !ok {
			return append(list, s[start:])
		}
		if before >= least {
			list = append(list, s[start:at])
			start = at
		}
	}
}

func TestBorders(t *testing.T) {
	tests := []struct {
		name  string
		least border
		want  []string
	}{
		{"paragraphs", borderParagraph, []string{"One. Two.\n\n", "Three\nfour.\n \n", "Five"}},
		{"a heading stays with its text", borderParagraph, []string{"before\n", "# Title\n\ntext\n\n", "more"}},
		{"sentences", borderSentence, []string{"It runs 3.11 on example.com. ", "Really?! ", `He said "no." `, "Port 8443. ", "Done"}},
		{"abbreviations", borderSentence, []string{"Use e.g. this one, i.e. that. ", "Then"}},
		{"items of a list", borderSentence, []string{"1. First step.\n", "2. Second"}},
		{"chinese sentences", borderSentence, []string{"用了三年。", "“真的吗？”", "是的！！", "（对…）", "好"}},
		{"arabic and hindi", borderSentence, []string{"هل هذا صحيح؟ ", "نعم", ""}},
		{"lines", borderLine, []string{"a = 1\n", "b = 2\r\n", "c"}},
		{"clauses", borderClause, []string{"first, ", "second; ", "third: ", "3,5"}},
		{"chinese clauses", borderClause, []string{"一，", "二、", "三；", "四"}},
		{"words", borderWord, []string{"two ", "words, ", "数", "据", "库"}},
		{"parts of a long word", borderWord, []string{"path/", "to/", "file"}},
		{"characters", borderCharacter, []string{"e\u0301", "x", "👩‍👩‍👧", "👍🏽", "🇨🇳", "🇩🇪", "각", "\u1100\u1161\u11a8", "क्षि", "ﾃﾞ", "กำ"}},
		{"a sign over nothing ends", borderCharacter, []string{"a" + strings.Repeat("\u0301", 127), "\u0301"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			want := tt.want
			if want[len(want)-1] == "" {
				want = want[:len(want)-1]
			}
			if diff := cmp.Diff(want, pieces(strings.Join(tt.want, ""), tt.least)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// checkChunks checks what every text must keep to.
func checkChunks(t interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}, s string) []Chunk {
	chunks := Chunks(s)
	at := 0
	ends := map[int]bool{len(s): true}
	for b := (borders{s: s}); ; {
		here := b.at
		_, before, ok := b.next()
		if !ok {
			break
		}
		if before != noBorder {
			ends[here] = true
		}
	}
	for i, c := range chunks {
		switch {
		case c.Start != at || c.End <= c.Start:
			t.Fatalf("chunk %d of %q is %+v, the one before ended at %d", i, s, c, at)
		case !ends[c.End]:
			t.Errorf("chunk %d of %q ends within a character", i, s)
		}
		at = c.End
		n := Tokens(s[c.Start:c.End])
		if len(chunks) > 1 && (n > MaxChunkTokens || n < MinChunkTokens-choice/2-3) {
			t.Errorf("chunk %d of %d has %d tokens: %.300q", i, len(chunks), n, s[c.Start:c.End])
		}
	}
	if at != len(s) {
		t.Errorf("the chunks of %q end at %d of %d", s, at, len(s))
	}
	if len(chunks) > 1 && Tokens(s) <= MaxChunkTokens {
		t.Errorf("%d tokens in %d chunks", Tokens(s), len(chunks))
	}
	if diff := cmp.Diff(chunks, Chunks(s)); diff != "" {
		t.Errorf("another time: %s", diff)
	}
	return chunks
}

// full is a text of 64 KiB.
func full(unit string) string { return strings.Repeat(unit, (64<<10)/len(unit)) }

func TestChunksOfEndlessTexts(t *testing.T) {
	for name, unit := range map[string]string{
		"one letter": "a", "capitals": "QX", "digits": "1", "chinese": "数据", "kana": "カタ", "thai": "กข", "korean": "데이터",
		"emoji": "👩‍👩‍👧", "base64": "aGVsbG8gd29ybGQK", "dots": ".", "json": `{"k":[1,2]},`, "bare lines": "x\n", "cyrillic": "ш", "quotes": `"`,
	} {
		t.Run(name, func(t *testing.T) {
			if chunks := checkChunks(t, full(unit)); len(chunks) < 8 {
				t.Errorf("%d chunks", len(chunks))
			}
		})
	}
	for name, unit := range map[string]string{"spaces": " ", "newlines": "\n", "accents": "\u0301", "joiners": "\u200d"} {
		t.Run(name, func(t *testing.T) { checkChunks(t, full(unit)) })
	}
}

func TestChunksOfAnyText(t *testing.T) {
	units := []string{
		"word ", "Sentence ends. ", "数据库。", "，", "\n\n", "\n", "# heading\n", "e\u0301", "🇨🇳", "👩‍👩‍👧", "x", "9", " ", "\xff", "ก", "\r\n",
		"func f() {\n\treturn 1\n}\n", "averyverylongwordthatgoesonandon",
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		for range rapid.IntRange(0, 40).Draw(t, "runs") {
			unit := rapid.SampledFrom(units).Draw(t, "unit")
			b.WriteString(strings.Repeat(unit, rapid.IntRange(1, 60).Draw(t, "times")))
		}
		checkChunks(t, b.String())
	})
}

func TestChunksPreferBetterBorders(t *testing.T) {
	sentence := "The deploy script of the third cluster fails on arm64 machines, and then it starts again from the beginning. "
	paragraph := strings.Repeat(sentence, 14) + "\n\n"
	for name, tt := range map[string]struct{ text, ends string }{
		"paragraphs": {strings.Repeat(paragraph, 5), ". \n\n"},
		"sentences":  {strings.Repeat(sentence, 60), ". "},
		"chinese":    {strings.Repeat("生产数据库在法兰克福的服务器上运行，连接池的上限是五十。", 60), "。"},
		"lines":      {strings.Repeat("retry=3 timeout=20 host=db-1\n", 120), "\n"},
		"clauses":    {strings.Repeat("the deploy script fails on arm64, ", 120), ", "},
		"words":      {strings.Repeat("several words ", 400), " "},
	} {
		t.Run(name, func(t *testing.T) {
			chunks := checkChunks(t, tt.text)
			for i, c := range chunks {
				if got := tt.text[c.Start:c.End]; len(chunks) < 2 || !strings.HasSuffix(got, tt.ends) {
					t.Errorf("chunk %d of %d ends with %q", i, len(chunks), got[len(got)-20:])
				}
			}
		})
	}
}

func TestShortTextsAreOneChunk(t *testing.T) {
	for _, s := range []string{"x", "短", strings.Repeat("word ", 400)} {
		if diff := cmp.Diff([]Chunk{{0, len(s)}}, Chunks(s)); diff != "" {
			t.Error(diff)
		}
	}
	if got := Chunks(""); got != nil {
		t.Errorf("chunks of nothing: %v", got)
	}
}

func FuzzChunks(f *testing.F) {
	for _, s := range []string{"", "a", "\xff", "数据。", "🇨🇳🇨", "\u200d\u0301"} {
		f.Add(s, 700)
	}
	f.Fuzz(func(t *testing.T, s string, times int) {
		s = strings.Repeat(s, max(1, min(times, 4096)/max(len(s), 1)))
		for _, c := range Chunks(s) {
			if utf8.ValidString(s) && !utf8.ValidString(s[c.Start:c.End]) {
				t.Errorf("%+v splits a character of %q", c, s)
			}
		}
	})
}

func BenchmarkChunks(b *testing.B) {
	for name, unit := range map[string]string{"english": "The deploy script fails on arm64 machines. ", "chinese": "数据库在服务器上运行。", "line": "a"} {
		b.Run(name, func(b *testing.B) {
			s := full(unit)
			b.SetBytes(int64(len(s)))
			for b.Loop() {
				Chunks(s)
			}
		})
	}
}
