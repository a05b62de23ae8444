package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// asked runs one of people's commands and decodes its JSON.
func asked[T any](t *testing.T, args ...string) T {
	t.Helper()
	code, stdout, stderr := command(t, "", append(args, "-o", "json")...)
	var result T
	if err := json.Unmarshal([]byte(stdout), &result); code != exitOK || err != nil {
		t.Fatalf("%v: exit code %d, %v, %s%s", args, code, err, stdout, stderr)
	}
	return result
}

// TestPeople looks into one memory twice: through the server that owns it, and without one.
func TestPeople(t *testing.T) {
	manifest := workspace(t)
	up := startUp(t, "-f", manifest)
	coder := up.token("coder")
	_, kept := up.call(coder, "remember", map[string]any{"content": "the release train leaves on tuesday", "type": "fact"})
	_, gone := up.call(coder, "remember", map[string]any{"content": "the old release train left on friday", "type": "fact"})
	keptID, goneID := kept["id"].(string), gone["id"].(string)
	up.call(coder, "forget", map[string]any{"id": goneID})

	look := func(t *testing.T) {
		if stats := asked[memory.Stats](t, "memories", "stats"); stats.Counts.Layers["coder"][memory.LayerSemantic] != 1 || stats.Counts.Archived != 1 {
			t.Errorf("stats: %+v", stats)
		}
		if found := asked[memory.RecallResult](t, "memories", "search", "release train"); len(found.Memories) != 1 || found.Memories[0].Memory.ID != keptID {
			t.Errorf("search: %+v", found)
		}
		if found := asked[memory.RecallResult](t, "memories", "search", "release train", "--agent", "planner"); len(found.Memories) != 0 {
			t.Errorf("planner sees %+v", found)
		}
		if shown := asked[memory.Shown](t, "memories", "show", goneID); shown.Memory.Status != memory.StatusArchived {
			t.Errorf("show: %+v", shown)
		}
		// the audit may follow what it is about
		eventually(t, func() bool {
			return slices.ContainsFunc(asked[memory.Story](t, "memories", "history", goneID).Entries,
				func(e memory.AuditEntry) bool { return e.Verb == "forget" && e.Agent == "coder" })
		}, func() string { return "history does not tell of forget" })
		for _, args := range []string{"memories stats", "memories search train", "memories show " + goneID, "memories history " + goneID} {
			if code, stdout, stderr := command(t, "", strings.Fields(args)...); code != exitOK || stdout == "" || stderr != "" {
				t.Errorf("%s: %d, %q, %q", args, code, stdout, stderr)
			}
		}
		if code, _, stderr := command(t, "", "memories", "show", "01JGZ0M5T3N8Q2V7X9C4B6D1FA"); code != exitFailed || !strings.HasPrefix(stderr, "rearview: ") {
			t.Errorf("a forged id: %d, %s", code, stderr)
		}
	}
	t.Run("through the server", look)
	up.end()
	t.Run("without a server", look)

	if report := asked[memory.MaintainReport](t, "maintain"); report.Archived["forgotten"] != 1 {
		t.Errorf("maintain: %+v", report)
	}
	if shown := asked[memory.Shown](t, "memories", "show", goneID); shown.Place != memory.PlaceCold {
		t.Errorf("after maintenance: %+v", shown)
	}
	if restored := asked[memory.Memory](t, "memories", "restore", goneID); restored.Status != memory.StatusActive {
		t.Errorf("restore: %+v", restored)
	}
	if found := asked[memory.RecallResult](t, "memories", "search", "release train"); len(found.Memories) != 2 {
		t.Errorf("after the restore: %+v", found)
	}
}

func TestTerminalIsNotSteered(t *testing.T) {
	manifest := workspace(t)
	up := startUp(t, "-f", manifest)
	_, kept := up.call(up.token("coder"), "remember", map[string]any{"content": "the alarm \x1b]0;owned\a is set for seven", "type": "fact"})
	for _, args := range [][]string{{"memories", "search", "alarm"}, {"memories", "show", kept["id"].(string)}} {
		_, stdout, _ := command(t, "", args...)
		if !strings.Contains(stdout, "alarm") || strings.ContainsAny(stdout, "\x1b\a") {
			t.Errorf("%v prints %q", args, stdout)
		}
	}
	up.end()
}

// TestSecretsAreMasked: a person sees keys only when asked for, an agent gets its own exactly and is told.
func TestSecretsAreMasked(t *testing.T) {
	const key = "sk-test-1234567890abcdef"
	manifest := workspace(t)
	up := startUp(t, "-f", manifest)
	coder := up.token("coder")
	_, kept := up.call(coder, "remember", map[string]any{"content": "Please remember my API key " + key})
	id := kept["id"].(string)
	_, found := up.call(coder, "recall", map[string]any{"query": "API key"})
	hit := found["memories"].([]any)[0].(map[string]any)
	if hit["content"] != "Please remember my API key "+key || hit["sensitive"] != true {
		t.Errorf("the agent got %v", hit)
	}
	for _, args := range []string{"memories search key", "memories show " + id, "memories history " + id, "memories search key -o json", "memories show " + id + " -o json"} {
		code, stdout, _ := command(t, "", strings.Fields(args)...)
		if code != exitOK || strings.Contains(stdout, key) {
			t.Errorf("%s: %d, %s", args, code, stdout)
		}
	}
	if code, stdout, _ := command(t, "", "memories", "show", id, "--reveal"); code != exitOK || !strings.Contains(stdout, key) {
		t.Errorf("revealed: %d, %s", code, stdout)
	}
}
