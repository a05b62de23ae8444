package memory_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/rearview-dev/rearview/embed/builtin"
	"github.com/rearview-dev/rearview/memory"
)

// newRealWorld is a world with the built-in embedder.
func newRealWorld(t *testing.T) *world {
	t.Helper()
	path := cmp.Or(os.Getenv("REARVIEW_MODEL"), filepath.Join("..", ".cache", "model", builtin.FileName))
	e, err := builtin.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := e.Close(); err != nil {
			t.Error(err)
		}
	})
	return newWorldWith(t, e, nil)
}

// noise is what else agents say.
var noise = []string{
	"好的", "收到", "ok", "谢谢", "继续", "Sounds good, carry on.",
	"会议改到周四下午三点了", "The invoice must reach them before 31 March.", "报表导出完成，共 1523 行",
	"我喜欢简洁的提交说明", "Decision: we store sessions in Redis.", "客户只看前三行",
}

func TestStories(t *testing.T) {
	w := newRealWorld(t)
	w.run()
	for i, content := range noise {
		if _, err := w.Remember(t.Context(), alice, memory.RememberRequest{Content: content, Session: fmt.Sprint(i)}); err != nil {
			t.Fatal(err)
		}
		w.clock.advance(time.Minute)
	}
	const (
		python  = "用 Python 3.11 别用 3.12"
		key     = "我的 API Key 是 sk-test-4f9a0c7be21d，请记住"
		config  = "nginx 配置：listen 8443 ssl; proxy_pass http://127.0.0.1:9000;"
		airline = "上次出差订的是国航 CA1831，以后都订国航"
		flight  = "Last time I flew with Lufthansa and I liked it, always book Lufthansa."
	)
	for i, content := range []string{python, key, config, airline, flight} {
		w.remembers(alice, memory.RememberRequest{Content: content, Session: fmt.Sprint("first-", i)})
		w.clock.advance(time.Minute)
	}
	w.drain()
	// The next day, in another session, after the working memories have ended.
	w.clock.advance(day)
	w.maintains()
	for _, c := range []struct {
		query, want string
		within      int
	}{
		{"这个项目用哪个 Python 版本？", python, 1},
		{"which Python version do we use?", python, 1},
		{"我的 API Key 是什么", key, 1},
		{"what is my API key", key, 1},
		{"之前那个配置怎么写的", config, 1},
		{"还是上次那个航空公司", airline, 1},
		{"book the same airline as last time", flight, 2},
	} {
		t.Run(c.query, func(t *testing.T) {
			got := w.recalls(alice, memory.RecallRequest{Query: c.query, Session: "second"})
			if i := slices.Index(contents(got), c.want); i < 0 || i >= c.within {
				t.Errorf("found %q", contents(got))
			}
			for _, h := range got.Memories {
				if slices.Contains(noise[:6], h.Memory.Content) {
					t.Errorf("an acknowledgement is recalled: %q", h.Memory.Content)
				}
			}
			if got := w.recalls(bob, memory.RecallRequest{Query: c.query}); len(got.Memories) != 0 {
				t.Errorf("bob sees %q", contents(got))
			}
		})
	}
}

// TestOneTaskDoesNotDrownAnother asks within a small task, next to a busy one about the same things.
func TestOneTaskDoesNotDrownAnother(t *testing.T) {
	w := newRealWorld(t)
	w.run()
	small := []string{
		"数据库连接池上限设为 50", "数据库建表脚本放在 db/schema", "数据库备份每天凌晨两点执行",
	}
	for _, content := range small {
		w.remembers(alice, memory.RememberRequest{Content: content, Task: "billing"})
	}
	for i := range 60 {
		w.remembers(alice, memory.RememberRequest{
			Content: fmt.Sprintf("数据库慢查询 %d：orders 表第 %d 个分区扫描了 %d 行", i, i%7, 1000+i*37), Task: "tuning",
		})
	}
	w.drain()
	w.clock.advance(time.Hour)
	got := w.recalls(alice, memory.RecallRequest{Query: "数据库", Task: "billing"})
	for _, content := range small {
		if !slices.Contains(contents(got), content) {
			t.Errorf("%q is missing from %q", content, contents(got))
		}
	}
}
