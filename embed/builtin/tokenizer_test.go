package builtin

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestTokens(t *testing.T) {
	tokenizer := testEmbedder(t).model.tokenizer
	tests := []struct {
		text string
		want string
	}{
		{"", "▁"},
		{" ", "▁"},
		{"hello", "▁hell o"},
		{"Hello, world!", "▁Hello , ▁world !"},
		{"我们现在用什么数据库？", "▁我们 现在 用 什么 数据库 ?"},
		{"  two   spaces\tand a tab  ", "▁two ▁space s ▁and ▁a ▁tab ▁"},
		{"ﬁne №5 ½", "▁fine ▁No 5 ▁1⁄2"},
		{"full　width ＡＢＣ", "▁full ▁ width ▁ABC"},
		{"zero\u200bwidth\u0000\u0007", "▁zero ▁ width <unk>"},
		{"bad \xff\xfe bytes", "▁bad ▁by tes"},
		{"</s><s><mask>", "▁ </ s >< s >< mas k >"},
		{"\U0010ffff", "▁ <unk>"},
	}
	for _, test := range tests {
		var got []string
		for _, token := range tokensOf(tokenizer, "", test.text) {
			got = append(got, string(tokenizer.piece(int(token))))
		}
		if diff := cmp.Diff(test.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.text, diff)
		}
	}
}

// However the tokens are asked for, they are the same.
func TestTokensInParts(t *testing.T) {
	tokenizer := testEmbedder(t).model.tokenizer
	text := strings.Repeat("Streams of tokens, 一个字一个字地, come in parts. ", 40)
	want := tokensOf(tokenizer, queryPrefix, text)
	for _, n := range []int{1, 2, 7, 510} {
		var s tokenStream
		s.reset(tokenizer, queryPrefix, text)
		var got []int32
		for before := -1; len(got) > before; {
			before = len(got)
			got = s.next(got, n)
		}
		if !slices.Equal(want, got) {
			t.Errorf("%d at a time give %d tokens, others or in another order, instead of %d", n, len(got), len(want))
		}
	}
}

// A text without spaces needs no more memory than maxWordRunes characters.
func TestLongWord(t *testing.T) {
	tokenizer := testEmbedder(t).model.tokenizer
	var s tokenStream
	s.reset(tokenizer, "", strings.Repeat("x", 1<<20))
	total := 0
	for tokens := s.next(nil, 510); len(tokens) > 0; tokens = s.next(tokens[:0], 510) {
		total += len(tokens)
	}
	if total < 1<<20/tokenizer.maxPiece {
		t.Errorf("%d tokens", total)
	}
	if n := cap(s.best); n > 2*maxWordRunes {
		t.Errorf("the search held %d characters", n)
	}
}

func FuzzTokenizer(f *testing.F) {
	tokenizer := testEmbedder(f).model.tokenizer
	for _, seed := range []string{"", "hello", "我们", "a\xffb", "\u2581\u2581", "½ ﬁ №", "</s>", strings.Repeat("é", 300)} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		tokens := tokensOf(tokenizer, "", text)
		if len(tokens) == 0 {
			t.Fatal("no tokens")
		}
		for _, token := range tokens {
			if token < 0 || int(token) >= tokenizer.len() {
				t.Fatalf("token %d", token)
			}
			if tokenizer.scores[token] == 0 && token != tokenizer.unknown {
				t.Fatalf("text spelled the control symbol %q", tokenizer.piece(int(token)))
			}
		}
		if !slices.Contains(tokens, tokenizer.unknown) {
			requirePieces(t, tokenizer, text, tokens)
		}
	})
}

// requirePieces checks that the tokens spell the normalised text.
func requirePieces(t *testing.T, tokenizer *tokenizer, text string, tokens []int32) {
	t.Helper()
	var spelled []byte
	for _, token := range tokens {
		spelled = append(spelled, tokenizer.piece(int(token))...)
	}
	var s tokenStream
	s.reset(tokenizer, "", text)
	var want []byte
	for {
		r, ok := s.nextRune()
		if !ok {
			break
		}
		want = utf8.AppendRune(want, r)
	}
	if string(spelled) != string(want) {
		t.Fatalf("%q was spelled %q", want, spelled)
	}
}

// tokensOf returns all tokens of a text.
func tokensOf(t *tokenizer, prefix, text string) []int32 {
	var s tokenStream
	s.reset(t, prefix, text)
	var tokens []int32
	for before := -1; len(tokens) > before; {
		before = len(tokens)
		tokens = s.next(tokens, 1000)
	}
	return tokens
}
