package e2e

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// transports open conversations one after the other on the same data.
var transports = map[string]func(t *testing.T) func(t *testing.T, agent, mode string) *session{
	"http": func(t *testing.T) func(*testing.T, string, string) *session {
		p := newData(t).up(t)
		return func(t *testing.T, agent, mode string) *session { return overHTTP(t, p, p.token(t, agent), mode) }
	},
	"stdio": func(t *testing.T) func(*testing.T, string, string) *session {
		d := newData(t)
		return func(t *testing.T, agent, mode string) *session { return overStdio(t, d, agent, mode) }
	},
}

// TestStories lets an agent remember in one conversation and recall in the next, in Chinese and English.
func TestStories(t *testing.T) {
	for name, connect := range transports {
		t.Run(name, func(t *testing.T) {
			open := connect(t)
			first := open(t, "planner", "auto")
			tellStories(t, first)
			first.close()

			second := open(t, "planner", "legacy")
			recallStories(t, second)
			second.close()

			other := open(t, "coder", "auto")
			if got := other.recall("API Key Python 航空公司 deploy", with{"top_k": 100}); len(got) != 1 || !strings.Contains(got[0], "PostgreSQL") {
				t.Errorf("another agent recalls %q; want what is shared, and nothing else", got)
			}
			other.close()
		})
	}
}

func tellStories(t *testing.T, s *session) {
	conversation := with{"session_id": "monday"}
	for _, content := range []string{
		"用 Python 3.11 别用 3.12",
		"我的 API Key 是 sk-test-4f9a7c21d8，请记住",
		"我订机票只坐国航，积分都在那里",
		"Deploys go out on Tuesdays only, never on a Friday",
		"Nginx 的反向代理配置是：proxy_pass http://127.0.0.1:9000; proxy_read_timeout 120s;",
	} {
		if got := s.remember(content, conversation); got.Outcome == "skipped" || got.ID == "" {
			t.Errorf("%q became %+v", content, got)
		}
	}
	for _, content := range []string{"好的", "收到", "ok", "OK!", "嗯嗯", "thanks"} {
		if got := s.remember(content, conversation); got.Outcome != "skipped" || got.Reason != "low_importance" || got.ID != "" {
			t.Errorf("%q became %+v; want skipped for low_importance", content, got)
		}
	}
	s.remember("The team decided to use PostgreSQL 16 as the database", with{"scope": "shared", "type": "decision"})
	for i, step := range []string{
		"Migrated the users table to the new schema, 1.2 million rows",
		"The migration of the orders table failed: deadlock detected",
		"Added an index on orders.customer_id, which took four minutes",
		"The migration of the orders table succeeded after a retry at night",
	} {
		s.remember(step, with{"task_id": "migration", "importance": 0.5 + float64(i)/10})
	}
	s.remember("Wrote the release notes of version 2.4; the customer wants them in German, too", with{"task_id": "release"})
}

func recallStories(t *testing.T, s *session) {
	tests := []struct {
		query string
		more  with
		want  string
	}{
		{"这个项目用哪个 Python 版本？", nil, "用 Python 3.11 别用 3.12"},
		{"which Python version should I use", nil, "用 Python 3.11 别用 3.12"},
		{"我的 API Key 是什么", nil, "我的 API Key 是 sk-test-4f9a7c21d8，请记住"},
		{"还是上次那个航空公司", nil, "我订机票只坐国航，积分都在那里"},
		{"之前那个配置怎么写的", nil, "Nginx 的反向代理配置是：proxy_pass http://127.0.0.1:9000; proxy_read_timeout 120s;"},
		{"when may I deploy", nil, "Deploys go out on Tuesdays only, never on a Friday"},
		{"release notes language", with{"task_id": "release"}, "Wrote the release notes of version 2.4; the customer wants them in German, too"},
	}
	for _, test := range tests {
		got := s.recall(test.query, test.more)
		if len(got) == 0 || got[0] != test.want {
			t.Errorf("%q recalls %q; want %q first", test.query, got, test.want)
		}
		if slices.ContainsFunc(got, func(c string) bool { return slices.Contains([]string{"好的", "收到", "ok"}, c) }) {
			t.Errorf("%q recalls an acknowledgement: %q", test.query, got)
		}
	}
}

// TestForget forgets over the official client, by preview and id, and a person restores.
func TestForget(t *testing.T) {
	p := newData(t).up(t)
	s := overHTTP(t, p, p.token(t, "planner"), "auto")
	id := s.remember("My old phone number is 555-0142", with{"type": "fact", "importance": 0.9}).ID
	preview := s.succeed("forget", "query", "phone number", nil)
	if len(preview.Preview) != 1 || preview.Preview[0].ID != id || len(preview.Archived) != 0 {
		t.Errorf("preview %+v", preview)
	}
	if got := s.succeed("forget", "id", id, nil).Archived; !slices.Equal(got, []string{id}) {
		t.Errorf("archived %v", got)
	}
	if got := s.recall("phone number", nil); len(got) != 0 {
		t.Errorf("forgotten, and yet recalled: %q", got)
	}
	run(t.Context(), t, "maintain", "--data-dir", p.dir)
	run(t.Context(), t, "memories", "restore", id, "--data-dir", p.dir)
	if got := s.recall("phone number", nil); !slices.Equal(got, []string{"My old phone number is 555-0142"}) {
		t.Errorf("restored, and yet recalled: %q", got)
	}
}

func TestTools(t *testing.T) {
	p := newData(t).up(t)
	for mode, protocol := range map[string]string{"auto": "2026-07-28", "legacy": "2025-11-25", "2026-07-28": "2026-07-28"} {
		t.Run(mode, func(t *testing.T) {
			s := overHTTP(t, p, p.token(t, "planner"), mode)
			if s.hello.Protocol != protocol {
				t.Errorf("revision %s; want %s", s.hello.Protocol, protocol)
			}
			if mode != protocol && (s.hello.Server != "rearview" || !strings.Contains(s.hello.Instructions, "上次")) {
				t.Errorf("hello %+v", s.hello)
			}
			hints := map[string][]any{}
			for _, tool := range s.ask(map[string]any{"list": true}).Tools {
				hints[tool.Name] = []any{tool.Annotations["readOnlyHint"], tool.Annotations["destructiveHint"], tool.Annotations["idempotentHint"]}
				if len(tool.Output) == 0 {
					t.Errorf("%s has no output schema", tool.Name)
				}
			}
			want := map[string][]any{"remember": {false, false, false}, "recall": {true, false, true}, "forget": {false, true, true}}
			if diff := cmp.Diff(want, hints); diff != "" {
				t.Errorf("tools and hints (-want +got):\n%s", diff)
			}
		})
	}
}
