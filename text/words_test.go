package text

import (
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestWords(t *testing.T) {
	tests := []struct{ name, in, want string }{
		{"stop words and stems", "The databases are running on our servers", "databas run server"},
		{"only stop words are kept", "To be or not to be", "to be or not to be"},
		{"only contractions are kept", "it's", "it s"},
		{"nothing to find", "?! … 👍", ""},
		{"contractions", "Caroline’s dog won't eat John's food, we'd won", "carolin dog eat john food won"},
		{"names with apostrophes", "O'Brien", "o brien"},
		{"identifier", "ERR_429", "err 429 err_429"},
		{"hyphenated", "kube-apiserver restarts", "kube apiserv kube-apiserver restart"},
		{"version", "v1.2.3", "v1 2 3 v1.2.3 1.2.3"},
		{"unit of one letter", "30s or 4K", "30s 30 4k 4"},
		{"grouped digits", "2,100 carts, 1,234,567.", "2 100 2100 cart 1 234 567 1234567"},
		{"commas between numbers", "1,2345 and 12,34 and 1,234.5 and 1,000GB", "1 2345 12 34 1 234 5 234.5 1 000gb 000 gb"},
		{"traditional chinese", "資料庫", "资 料 资料 库 料库"},
		{"japanese characters", "国語", "国 语 国语"},
		{"version behind a name", "Python3.11", "python3 python 3 11 python3.11"},
		{"size", "16GB", "16gb 16 gb"},
		{"opaque", "a1b2c3", "a1b2c3"},
		{"table", "my_table", "tabl my_table"},
		{"camel case", "getUserName of iPhone", "getusernam get user name iphon phone"},
		{"path", "/etc/nginx/nginx.conf", "etc nginx nginx conf nginx.conf etc/nginx/nginx.conf"},
		{"windows path", `C:\temp\a.txt`, `c temp txt a.txt temp\a.txt`},
		{"address", "Alice@example.com.", "alic exampl com example.com alice@example.com"},
		{"url", "https://example.com/x?q=1", "https exampl com example.com x example.com/x q 1"},
		{"languages", "C++ and C#, not F#m", "c++ c c# c f m f#m"},
		{"ellipsis separates", "well...done--now", "well done"},
		{"accents", "Café NAÏVE Straße İstanbul Ångström", "cafe naiv strass istanbul angstrom"},
		{"loose accents", "cafe\u0301 x\u0302y", "cafe xy"},
		{"width", "ＥＲＲ＿４２９", "err 429 err_429"},
		{"hidden characters", "pass\u00adword\u200dless", "passwordless"},
		{"chinese", "用 Python 3.11", "用 python 3 11 3.11"},
		{"chinese pairs", "上次那个", "上 次 上次 那 次那 个 那个"},
		{"chinese punctuation", "好的。收到", "好 的 好的 收 到 收到"},
		{"japanese", "データが", "デ ー デー タ ータ が タが"},
		{"half width kana", "ﾃﾞｰﾀ", "デ ー デー タ ータ"},
		{"korean", "데이터 한", "데 이 데이 터 이터 한"},
		{"thai", "กข", "ก ข กข"},
		{"cyrillic", "Ёлка Москва", "елка москва"},
		{"devanagari keeps its vowels", "हिन्दी", "हिन्दी"},
		{"invalid UTF-8 separates", "red\xffblue", "red blue"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, strings.Join(Words(tt.in), " ")); diff != "" {
				t.Errorf("Words(%q) (-want +got):\n%s", tt.in, diff)
			}
		})
	}
}

func TestWordsMatchAcrossSpellings(t *testing.T) {
	for _, pair := range [][2]string{
		{"which Python 3.11 version", "use python3.11"},
		{"error 429", "we got ERR_429 again"},
		{"user name", "call getUserName()"},
		{"nginx.conf", "edit /etc/nginx/nginx.conf first"},
		{"数据库", "我们的数据库是 PostgreSQL"},
		{"發佈說明", "发布说明"},
		{"1.2.3", "upgrade to v1.2.3"},
		{"2100", "2,100 carts"},
		{"30 seconds", "a timeout of 30s"},
		{"Ｐｏｓｔｇｒｅｓ", "postgres"},
		{"resume", "résumé"},
	} {
		found := Words(pair[1])
		if !slices.ContainsFunc(Words(pair[0]), func(w string) bool { return slices.Contains(found, w) }) {
			t.Errorf("%q and %q share no term", pair[0], pair[1])
		}
	}
}

func TestWordsIsBounded(t *testing.T) {
	hostile := map[string]int{"的": maxTerms/2 + 9, "a'": maxTerms + 9}
	for _, unit := range []string{"a", "a.", "aB", "的a", "\u0301", "\ufdfa", "\xff", "a@b.c/", "1a", "++", " "} {
		hostile[unit] = 1 << 12
	}
	for unit, times := range hostile {
		if terms := Words(strings.Repeat(unit, times)); len(terms) > maxTerms {
			t.Errorf("%q repeated: %d terms, want at most %d", unit, len(terms), maxTerms)
		}
	}
}

func TestWordsIsSafeForConcurrentUse(t *testing.T) {
	texts := []string{"running runners ran", "databases indexed", "上次的配置", "kube-apiserver"}
	var want [][]string
	for _, s := range texts {
		want = append(want, Words(s))
	}
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for i := range 500 {
				if got := Words(texts[i%len(texts)]); !slices.Equal(got, want[i%len(texts)]) {
					t.Errorf("Words(%q) = %q, want %q", texts[i%len(texts)], got, want[i%len(texts)])
				}
			}
		})
	}
	wg.Wait()
}

func TestEveryCharacterIsSimplifiedOnce(t *testing.T) {
	pairs := 0
	for r := rune(firstIdeograph); r <= lastIdeograph; r++ {
		s := simplifiedForm(r)
		if s != r {
			pairs++
		}
		if s < firstIdeograph || s > lastIdeograph || simplifiedForm(s) != s {
			t.Errorf("%c gives %c, which gives %c", r, s, simplifiedForm(s))
		}
	}
	if pairs < 2000 {
		t.Errorf("only %d characters have a simplified form", pairs)
	}
	if got := simplify("a資料b庫"); got != "a资料b库" {
		t.Errorf("got %q", got)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"", "a", "it's", "getUser", "\xff\xfe", "C++", "的a-b_c/d", "x\u0302", "\u200b\u200d", "a''b", "٣٤"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		terms := Words(s)
		for _, term := range terms {
			switch {
			case term == "":
				t.Errorf("Words(%q) has an empty term", s)
			case !utf8.ValidString(term):
				t.Errorf("Words(%q) has the invalid term %q", s, term)
			case len(term) > maxTermBytes+utf8.UTFMax:
				t.Errorf("Words(%q) has a term of %d bytes", s, len(term))
			}
		}
		if again := Words(s); !slices.Equal(terms, again) {
			t.Errorf("Words(%q) = %q, then %q", s, terms, again)
		}
	})
}

func BenchmarkWords(b *testing.B) {
	for name, s := range map[string]string{
		"english30": "Caroline said that the database migration failed twice last Tuesday because our production servers were running out of disk space, so the whole team decided to move everything into kube-apiserver v1.2.3 afterwards.",
		"chinese40": "我们上次讨论的数据库配置需要使用连接池，最大连接数设置为五十，超时时间设为三十秒，否则会报错。",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Words(s)
			}
		})
	}
}
