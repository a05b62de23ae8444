package topic_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory/topic"
)

func fact(content string) topic.Statement {
	return topic.Statement{Reading: topic.Read(content), Type: "fact"}
}

// TestKinds shows each kind of verdict by plain pairs of middling similarity.
func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		relation     topic.Relation
		rule         string
	}{
		{"订单项目用MySQL", "订单项目改用PostgreSQL了", topic.Supersedes, topic.RuleChanged},
		{"The order project uses MySQL", "The order project switched to PostgreSQL", topic.Supersedes, topic.RuleChanged},
		{"网关监听8080", "网关端口从8080改成9090", topic.Supersedes, topic.RuleMoved},
		{"The contact is Fern", "Fern left, the contact is Idris now", topic.Supersedes, topic.RuleRetired},
		{"List size 3,420", "List size 5,180", topic.Supersedes, topic.RuleNewValue},
		{"定例は火曜の10時です", "定例は木曜の14時に変更になりました", topic.Supersedes, topic.RuleChanged},
		{"La reunión es los lunes a las 10", "La reunión pasó a los miércoles a las 12", topic.Supersedes, topic.RuleChanged},
		{"Die Abgabe ist am 12. März", "Die Abgabe wurde auf den 26. März verschoben", topic.Supersedes, topic.RuleChanged},
		{"The tea room opens at 9", "The tea room opens at 9.", topic.Duplicate, topic.RuleSameMeaning},
		{"例会在周三下午两点", "每周三14:00开例会", topic.Duplicate, topic.RuleSameMeaning},
		{"The shop runs on MySQL", "If we moved the shop to PostgreSQL, would it be faster?", topic.Compatible, topic.RuleQuestion},
		{"The shop runs on MySQL", "A colleague says the shop runs on PostgreSQL", topic.Compatible, topic.RuleQuestion},
		{"I like hiking", "I also like skiing", topic.Compatible, topic.RuleAddition},
		{"We use pnpm here", "Just for today we use npm here", topic.Compatible, topic.RuleException},
		{"We use Terraform", "In my last company we used Pulumi", topic.Compatible, topic.RuleElsewhere},
		{"prod环境的region是eu-west", "dev环境的region是us-east", topic.Compatible, topic.RuleOtherSubject},
		{"I drink tea", "My brother drinks coffee", topic.Compatible, topic.RuleOtherSubject},
		{"The van company is Boxwell", "Photos must have alt text", topic.Unrelated, topic.RuleOtherMatter},
	} {
		v := topic.Compare(fact(tt.older), fact(tt.newer), topic.Nearness{Similarity: 0.45})
		if v.Relation != tt.relation || v.Rule != tt.rule && tt.relation != topic.Compatible {
			t.Errorf("%s → %s: %s by %s, not %s by %s", tt.older, tt.newer, v.Relation, v.Rule, tt.relation, tt.rule)
		}
	}
}

// TestOtherNumberIsNoDuplicate changes a number in the second of two texts that say the same.
func TestOtherNumberIsNoDuplicate(t *testing.T) {
	for _, p := range ownPairs(t) {
		if p.Expect != "duplicate" || !strings.ContainsAny(p.New.Content, "0123456789") {
			continue
		}
		at := strings.LastIndexAny(p.New.Content, "0123456789")
		other := p.New
		other.Content = fmt.Sprintf("%s%d%s", p.New.Content[:at], (p.New.Content[at]-'0'+5)%10, p.New.Content[at+1:])
		if v := topic.Compare(p.Old.statement(), other.statement(), topic.Nearness{Similarity: 1}); v.Relation == topic.Duplicate {
			t.Errorf("%s → %s: %+v", p.Old.Content, other.Content, v)
		}
	}
}

// TestMergeThreshold checks that a higher threshold merges no more.
func TestMergeThreshold(t *testing.T) {
	merged := func(threshold float64) (n int) {
		for _, p := range ownPairs(t) {
			if topic.Compare(p.Old.statement(), p.New.statement(), topic.Nearness{Similarity: 0.8, Merge: threshold}).Relation == topic.Duplicate {
				n++
			}
		}
		return n
	}
	low, usual, high, never := merged(0.8), merged(topic.DefaultMerge), merged(0.98), merged(1.01)
	if low < usual || usual < high || high < never || never != 0 || usual == 0 || low == high {
		t.Errorf("%d at 80 %%, %d at 92, %d at 98, %d above 100", low, usual, high, never)
	}
}

// TestOtherTasks checks that what is said of one task neither replaces nor repeats what is said of another.
func TestOtherTasks(t *testing.T) {
	older, newer := fact("The gateway listens on 8080"), fact("The gateway moved from 8080 to 9090")
	older.Task, newer.Task = "shop", "bank"
	if v := topic.Compare(older, newer, topic.Nearness{Similarity: 0.9}); v.Relation != topic.Unsure {
		t.Errorf("a change in another task: %+v", v)
	}
	same := fact("The gateway listens on 8080")
	same.Task = "bank"
	if v := topic.Compare(older, same, topic.Nearness{Similarity: 1}); v.Relation != topic.Compatible {
		t.Errorf("the same in another task: %+v", v)
	}
}

// TestLongTexts checks that rules for sentences judge no long text, however alike its beginning.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("The gateway listens on port 8080 and nobody has touched it since. ", 1000)
	changed := "The gateway moved from port 8080 to 9090. " + long
	for _, pair := range [][2]string{{long, changed}, {"The gateway listens on port 8080", changed}, {long, "The gateway moved from port 8080 to 9090"}, {long, long + "!"}} {
		v := topic.Compare(fact(pair[0]), fact(pair[1]), topic.Nearness{Similarity: 1})
		if v.Relation == topic.Supersedes || v.Relation == topic.Duplicate {
			t.Errorf("%.40q → %.40q: %+v", pair[0], pair[1], v)
		}
	}
}

func TestOf(t *testing.T) {
	for _, texts := range [][]string{
		{"订单项目用MySQL", "订单项目改用PostgreSQL了"},
		{"The pool opens at 7", "Since May the pool opens at 6:30"},
		{"团建预算一共8000元", "团建预算改成12000"},
		{"The gateway listens on port 8080", "The gateway listens on port 9090 now"},
		{"Answer me in French", "Please switch back to English"},
	} {
		want := topic.Of(topic.Read(texts[0]))
		if want == "" {
			t.Errorf("%q has no topic", texts[0])
		}
		for _, text := range texts[1:] {
			if got := topic.Of(topic.Read(text)); got != want {
				t.Errorf("%q is about %q, and %q about %q", texts[0], want, text, got)
			}
		}
	}
	for _, text := range []string{"", "ok", "Which database do we use?", "Somebody brought doughnuts", strings.Repeat("The gateway listens on port 8080. ", 100)} {
		if got := topic.Of(topic.Read(text)); got != "" {
			t.Errorf("%.40q is about %q", text, got)
		}
	}
	if a, b := topic.Of(topic.Read("Harrow's brand colour is mustard")), topic.Of(topic.Read("Kestrel's brand colour is sage")); a == b {
		t.Errorf("two brands have one topic %q", a)
	}
}
