package importance_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory/importance"
)

// threshold is the policy's default.
const threshold = 0.3

func TestMustDrop(t *testing.T) {
	for rule, contents := range map[string][]string{
		"acknowledgement": {
			"好的", "好的。", "好的好的👌", "收到", "收到！！", "嗯嗯嗯", "ok", "OK!!!", "okkkk", "Ok.", "ＯＫ", "got it", "Sounds good, carry on.",
			"Perfect, go for it.", "yes", "Right, right. Mhm.", "继续", "可以，发吧", "ok ok 好滴好滴", "没问题", "行吧",
			"了解です", "承知しました。", "はい、わかりました", "Vale, perfecto.", "de acuerdo", "Alles klar, danke dir.", "Genau!", "verstanden",
		},
		"thanks": {
			"谢谢", "谢谢～", "辛苦啦，太感谢了", "thanks!", "Thank you so much 🙏", "Thanks a million, you're the best!",
			"ありがとうございます", "muchas gracias", "Vielen Dank!",
		},
		"greeting": {"你好", "你好！", "晚上好呀～", "Hi there", "good morning", "Hello!!", "おはようございます", "hola", "Guten Morgen!"},
		"filler":   {"哈哈哈哈哈哈", "hmm, well, let me see, I mean, you know", "Testing, testing, 1 2 3", "嗯……让我想想哈，这个嘛，怎么说呢"},
		"no_words": {"👍", "👌👌👌", ".", "!!!", "……", "❤️"},
		"progress": {"Downloading… 12% … 13% … 14%", "加载中，请稍候……"},
		"boilerplate": {
			"Let me take a look at that for you!", "I hope this helps! Let me know if you have any other questions.",
			"好的，我这就来帮您处理这个问题～", "以上就是全部内容，希望对您有所帮助",
		},
	} {
		for _, content := range contents {
			t.Run(content, func(t *testing.T) {
				one := 1.0
				for _, opinion := range []importance.Opinion{{}, {Importance: &one}, {Kind: importance.Fact}} {
					v := importance.Weigh(content, opinion)
					if v.Keep || v.Importance != 0 {
						t.Fatalf("kept: %+v", v)
					}
					// "嗯……让我想想" begins with an acknowledgement: either name is right.
					if v.Rule != rule && rule != "filler" {
						t.Errorf("rule %q, want %q", v.Rule, rule)
					}
				}
			})
		}
	}
}

func TestMustKeep(t *testing.T) {
	for _, c := range []struct {
		content string
		kind    importance.Kind
	}{
		{"用3.11", importance.Constraint},
		{"用 Python 3.11 别用 3.12", importance.Constraint},
		{"port 8443", importance.Constraint},
		{"No, Tuesday.", importance.Constraint},
		{"B4, not A4", importance.Constraint},
		{"别用MySQL", importance.Constraint},
		{"好的，但是别用MySQL", importance.Constraint},
		{"ok but use Postgres", importance.Constraint},
		{"Thanks! One thing: the guest list can't go over 60.", importance.Constraint},
		{"预算不超过5000，含酒店", importance.Constraint},
		{"会議は15時以降でお願いします", importance.Constraint},
		{"El regalo no puede costar más de 40 euros.", importance.Constraint},
		{"我喜欢用TypeScript，写起来心里踏实", importance.Preference},
		{"I prefer window seats.", importance.Preference},
		{"Please always answer me in British spelling.", importance.Preference},
		{"能不能以后都用中文回复？", importance.Preference},
		{"那就定下来，周五上线，先灰度10%", importance.Decision},
		{"Let's go with option B and drop the mobile app for now.", importance.Decision},
		{"API returned 429 Too Many Requests, Retry-After: 120", importance.Error},
		{"Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'id'", importance.Error},
		{"调用支付网关超时，错误码 PG-5041，重试两次均失败", importance.Error},
		{"search_flights returned 3 results; cheapest is 412 USD", importance.Result},
		{`{"status":"ok","rows":1523}`, importance.Result},
		{"备份完成，文件 backup_0312.tar.gz", importance.Result},
		{"这版摘要太长了，客户只看前三行", importance.Feedback},
		{"Too formal. He's my brother.", importance.Feedback},
		{"我的 API Key 是 sk-test-1234567890abcdef，请记住", importance.Fact},
		{"My API key is sk-test-1234567890abcdef", importance.Fact},
		{"请记住：我们周三例会", importance.Fact},
		{"Remember this: the door code is 4711", importance.Fact},
		{"Remember that I never fly on Mondays, don't book it", importance.Preference},
		{"Merk dir: unser Lager macht freitags schon um 14 Uhr zu.", importance.Fact},
		{"My manager is Priya.", importance.Fact},
	} {
		t.Run(c.content, func(t *testing.T) {
			low := 0.0
			for _, opinion := range []importance.Opinion{{}, {Importance: &low}} {
				v := importance.Weigh(c.content, opinion)
				if !v.Keep || v.Importance < threshold {
					t.Fatalf("not kept: %+v", v)
				}
				if v.Kind != c.kind {
					t.Errorf("kind %s by rule %s, want %s", v.Kind, v.Rule, c.kind)
				}
				if v.Rule == "" {
					t.Error("no rule is named")
				}
			}
		})
	}
}

func TestUnsure(t *testing.T) {
	for _, c := range []struct {
		content string
		kept    bool
	}{
		{"The customer is unhappy with the delay.", true},
		{"The client signed the contract yesterday in Berlin.", true},
		{"项目代号是北极星", true},
		{"上次订的是南方航空", true},
		{"What does this flag do?", false},
		{"之前那个配置怎么写的", false},
		{"lol the cat again", false},
		{"哎呀终于放假了，先躺平三天再说", false},
		{"Ugh, Mondays.", false},
	} {
		t.Run(c.content, func(t *testing.T) {
			v := importance.Weigh(c.content, importance.Opinion{})
			if v.Keep {
				t.Errorf("a rule keeps it: %+v", v)
			}
			if kept := v.Importance >= threshold; kept != c.kept {
				t.Errorf("importance %.2f by %s", v.Importance, v.Rule)
			}
		})
	}
}

func TestOpinionDecidesWhatNoRuleDoes(t *testing.T) {
	const plain = "The customer is unhappy with the delay."
	for _, c := range []struct {
		name    string
		opinion importance.Opinion
		want    importance.Verdict
	}{
		{"low", importance.Opinion{Importance: new(0.1)}, importance.Verdict{Rule: "agent", Kind: "event", Importance: 0.1}},
		{"middling", importance.Opinion{Importance: new(0.5)}, importance.Verdict{Rule: "agent", Kind: "event", Importance: 0.5}},
		{"high", importance.Opinion{Importance: new(0.9)}, importance.Verdict{Rule: "agent", Kind: "event", Importance: 0.9, Keep: true}},
		{"kind", importance.Opinion{Kind: "fact"}, importance.Verdict{Rule: "agent", Kind: "fact", Importance: 0.6, Keep: true}},
		{"kind, but unimportant", importance.Opinion{Kind: "fact", Importance: new(0.1)}, importance.Verdict{Rule: "agent", Kind: "fact", Importance: 0.1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := importance.Weigh(plain, c.opinion); got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}

func TestRequestBehindLongText(t *testing.T) {
	long := strings.Repeat("The room is quiet. ", 3000) + "Please remember: the code is 4711."
	if v := importance.Weigh(long, importance.Opinion{}); v.Rule != importance.RuleRemember {
		t.Errorf("rule %q", v.Rule)
	}
}

func TestWeighAnything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		content := rapid.String().Draw(t, "content")
		var opinion importance.Opinion
		if rapid.Bool().Draw(t, "opinionated") {
			opinion.Importance = new(rapid.Float64Range(0, 1).Draw(t, "importance"))
		}
		v := importance.Weigh(content, opinion)
		if v.Importance < 0 || v.Importance > 1 || v.Kind == "" || v.Rule == "" {
			t.Fatalf("%+v", v)
		}
		if v != importance.Weigh(content, opinion) {
			t.Fatal("not the same twice")
		}
	})
}

func FuzzWeigh(f *testing.F) {
	f.Add("好的，但是别用MySQL")
	f.Add("x\xff?y")
	f.Fuzz(func(_ *testing.T, content string) {
		if !utf8.ValidString(content) {
			return
		}
		importance.Weigh(content, importance.Opinion{})
	})
}
