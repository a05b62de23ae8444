package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

func TestEvalRecall(t *testing.T) {
	data, err := filepath.Abs("../../eval/testdata/locomo")
	if err != nil {
		t.Fatal(err)
	}
	manifest := workspace(t)
	before := len(files(t))
	code, stdout, stderr := command(t, "", "eval", "recall", "--data", data, "-f", manifest, "--json")
	var result struct {
		Dataset  string             `json:"dataset"`
		RecallAt map[string]float64 `json:"recall_at"`
		HitAt5   *float64           `json:"hit_at_5"`
		Groups   map[string]any     `json:"groups"`
	}
	if err := json.Unmarshal([]byte(stdout), &result); err != nil || code != exitOK {
		t.Fatalf("exit code %d, %v: %s%s", code, err, stdout, stderr)
	}
	if result.Dataset != "locomo" || len(result.RecallAt) != 3 || result.HitAt5 == nil || result.Groups["categories_1_4"] == nil {
		t.Errorf("got %s", stdout)
	}
	if !strings.Contains(stderr, ": ask") {
		t.Errorf("no progress: %q", stderr)
	}
	if code, stdout, _ := command(t, "", "eval", "recall", "--data", data, "-f", manifest, "--write-policy"); code != exitOK || !strings.Contains(stdout, "R@5") {
		t.Errorf("as a table: %d, %s", code, stdout)
	}
	if len(files(t)) != before {
		t.Errorf("files appeared: %v", files(t))
	}
}
