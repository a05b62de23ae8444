package text

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestSummary(t *testing.T) {
	tests := []struct {
		name, in string
		max      int
		want     string
	}{
		{"short already", "Use Python 3.11.", 20, ""},
		{"exactly as long", "四个字符", 4, ""},
		{"nothing wanted", "Use Python 3.11.", 0, ""},
		{
			"greetings are passed over",
			"Hi there! OK. We decided to run PostgreSQL 15.3 in production. It replaces MySQL from v8.0 on. Then lunch.", 70,
			"We decided to run PostgreSQL 15.3 in production.",
		},
		{
			"as many sentences as fit",
			"We decided to run PostgreSQL 15.3 in production. It replaces MySQL from v8.0 on. Then much more was said.", 85,
			"We decided to run PostgreSQL 15.3 in production. It replaces MySQL from v8.0 on.",
		},
		{
			"chinese",
			"好的。生产数据库使用 PostgreSQL，连接池上限五十。“不要改动！”测试环境随意。", 36,
			"生产数据库使用 PostgreSQL，连接池上限五十。“不要改动！”",
		},
		{"japanese", "はい。本番環境のデータベースを移行しました。次は監視です。その後は休みます。", 22, "本番環境のデータベースを移行しました。"},
		{"lines", "# Notes\nthe deploy script fails on arm64 machines\nretry later please", 45, "the deploy script fails on arm64 machines"},
		{"long sentence is cut at a word", "the deploy script fails on machines without enough memory", 30, "the deploy script fails on…"},
		{"long chinese sentence is cut", strings.Repeat("数据库", 20), 10, "数据库数据库数据库…"},
		{"only greetings", "ok! ok! ok! ok! ok!", 10, "ok! ok!…"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Summary(tt.in, tt.max)); diff != "" {
				t.Errorf("Summary(%q, %d) (-want +got):\n%s", tt.in, tt.max, diff)
			}
		})
	}
}

func FuzzSummary(f *testing.F) {
	f.Add("Hi. We use Go 1.26 in production, always.", 20)
	f.Add("好的。生产数据库使用连接池。", 8)
	f.Add("\xff。\xff", 1)
	f.Add(strings.Repeat("a", 100), 3)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if n > 1<<16 {
			n %= 1 << 16
		}
		if got := utf8.RuneCountInString(Summary(s, n)); got > max(n, 0) {
			t.Errorf("Summary(%q, %d) has %d characters", s, n, got)
		}
	})
}
