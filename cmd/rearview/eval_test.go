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

func TestEvalOfLabelledData(t *testing.T) {
	data, err := filepath.Abs("../../eval/testdata/policy")
	if err != nil {
		t.Fatal(err)
	}
	manifest := workspace(t)
	for kind, c := range map[string]struct{ file, field, text string }{
		"policy":    {"write_policy.jsonl", "keep", "to keep"},
		"conflicts": {"conflicts.jsonl", "matrix", "keep_both"},
		"scenarios": {"scenarios.jsonl", "private_leaks", "private leaks"},
	} {
		args := []string{"eval", kind, "--data", filepath.Join(data, c.file), "-f", manifest}
		code, stdout, stderr := command(t, "", append(args, "--json")...)
		var result map[string]any
		if err := json.Unmarshal([]byte(stdout), &result); err != nil || code != exitOK || result[c.field] == nil {
			t.Errorf("%s: exit code %d, %v: %s%s", kind, code, err, stdout, stderr)
		}
		if code, stdout, _ := command(t, "", args...); code != exitOK || !strings.Contains(stdout, c.text) {
			t.Errorf("%s as a table: %d, %s", kind, code, stdout)
		}
	}
}

func TestExplainWrite(t *testing.T) {
	manifest := workspace(t)
	before := len(files(t))
	code, stdout, stderr := command(t, "I prefer the early train.\nok\n", "explain-write", "-f", "-", "--manifest", manifest)
	if code != exitOK || !strings.Contains(stdout, "preference") || !strings.Contains(stdout, "skipped") {
		t.Errorf("exit code %d: %s%s", code, stdout, stderr)
	}
	if code, _, stderr := command(t, "", "explain-write", "-f", "nowhere.txt", "--manifest", manifest); code == exitOK || !strings.Contains(stderr, "nowhere.txt") {
		t.Errorf("a file that is not there: %d, %s", code, stderr)
	}
	if len(files(t)) != before {
		t.Errorf("files appeared: %v", files(t))
	}
}
