package topic_test

import (
	"math"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/topic"
)

// samples are texts of all sorts, also such as nobody should send.
var samples = []string{
	"", " \t\n", "?", "。", "\xff\xfe", "a\x00b", "😀😀", "''''", "----", "1", "1.2.3.4", "12:99", "::::", "2025-13-45", "五", "万", "十", "一二三四五六七八九十百千万亿",
	"half past", "quarter to", "May", "v", "v1", "$", "$5", "$ 5", "5,", "5.", "9999999999999999999999", "-1", "1/0", "https://", "a@b", "don't", "it's",
	"订单项目用MySQL", "订单项目改用PostgreSQL了", "Call me Sam", "Actually, it's Samantha from now on", "下午三点支付接口挂了", "15:00支付接口不可用",
	"提出は6月20日まで", "提出期限が6月27日に延びました", "La tienda cierra a las ocho", "Wir treffen uns am Nordtor", "訂單專案改用PostgreSQL", "ＭｙＳＱＬ　８",
	strings.Repeat("用户服务端口是7001，", 400), strings.Repeat("The gateway listens on port 8080. ", 400), strings.Repeat("a", 1<<16), strings.Repeat("（", 3000),
}

func TestSameTextIsDuplicate(t *testing.T) {
	for _, s := range samples {
		a := topic.Statement{Reading: topic.Read(s)}
		if v := topic.Compare(a, a, topic.Nearness{Similarity: math.NaN()}); v.Relation != topic.Duplicate {
			t.Errorf("%.40q and itself: %+v", s, v)
		}
	}
}

// TestCompareHolds checks on all pairs of samples what holds of any pair.
func TestCompareHolds(t *testing.T) {
	for _, a := range samples {
		for _, b := range samples {
			checkPair(t, a, b, math.NaN())
			checkPair(t, a, b, 1)
		}
	}
}

func FuzzCompare(f *testing.F) {
	for i, s := range samples {
		f.Add(s, samples[(i*7+3)%len(samples)], 0.9)
	}
	f.Fuzz(func(t *testing.T, a, b string, similarity float64) { checkPair(t, a, b, similarity) })
}

func checkPair(t *testing.T, a, b string, similarity float64) {
	t.Helper()
	older, newer := topic.Statement{Reading: topic.Read(a), Type: "fact"}, topic.Statement{Reading: topic.Read(b), Type: "fact"}
	near := topic.Nearness{Similarity: similarity}
	forth, back := topic.Compare(older, newer, near), topic.Compare(newer, older, near)
	if again := topic.Compare(older, topic.Statement{Reading: topic.Read(b), Type: "fact"}, near); again != forth {
		t.Errorf("%.60q, %.60q: first %+v, then %+v", a, b, forth, again)
	}
	if forth.Rule == "" || forth.Why == "" || forth.Relation == "" {
		t.Errorf("%.60q, %.60q: the verdict %+v says too little", a, b, forth)
	}
	// Only what time alone decides, two values for one attribute, can go either way.
	if forth.Relation == topic.Supersedes && back.Relation == topic.Supersedes && forth.Rule != back.Rule {
		t.Errorf("%.60q and %.60q supersede each other by %s and %s", a, b, forth.Rule, back.Rule)
	}
	if len(topic.Of(older.Reading)) > 200 {
		t.Errorf("%.60q has the topic %q", a, topic.Of(older.Reading))
	}
}
