package main

import (
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model/modeltest"
)

// TestUpAsksTheClassesModel lets a chat server judge what no rule decides, and go away.
func TestUpAsksTheClassesModel(t *testing.T) {
	server := modeltest.New(t)
	server.Rate = func(text string) int {
		if strings.Contains(text, "lift") {
			return 5
		}
		return 0
	}
	manifest := workspace(t)
	write(t, manifest, manifestFor(embeddingServer(t))+"  model: {url: "+server.URL+"/v1, name: judge-7b}\n")
	up := startUp(t, "-f", manifest)
	coder := up.token("coder")
	// remembered returns what becomes of a text that no rule decides.
	remembered := func(content string) memory.Memory {
		_, answer := up.call(coder, "remember", map[string]any{"content": content})
		id, _ := answer["id"].(string)
		if id == "" || answer["rule"] != memory.RuleUnjudged {
			t.Fatalf("remember answers %v", answer)
		}
		var shown memory.Shown
		eventually(t, func() bool {
			shown = asked[memory.Shown](t, "memories", "show", id)
			return shown.Memory.Rule != memory.RuleUnjudged
		}, func() string { return "it is not judged" })
		return shown.Memory
	}
	if m := remembered("the lift hums in B flat"); m.Rule != memory.RuleJudge || m.Importance != 1 || m.Layer != memory.LayerEpisodic {
		t.Errorf("%+v", m)
	}
	if m := remembered("lol, the stairs hum too"); m.Status != memory.StatusArchived || m.StatusReason != memory.ReasonLowImportance {
		t.Errorf("%+v", m)
	}
	_, text, _ := command(t, "", "memories", "stats")
	if !strings.Contains(text, "judge-7b") || !strings.Contains(text, "1 kept for longer, 1 archived") {
		t.Errorf("stats say:\n%s", text)
	}
	server.Close()
	_, answer := up.call(coder, "remember", map[string]any{"content": "the roof hums at night"})
	if answer["outcome"] != "stored" || len(recalled(up, coder, "what does the roof do")) == 0 {
		t.Errorf("without the model: %v", answer)
	}
}
