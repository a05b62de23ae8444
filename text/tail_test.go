package text

import (
	"strings"
	"testing"
)

func TestTail(t *testing.T) {
	tests := []struct {
		name, in string
		n        int
		want     string
	}{
		{"nothing", "", 2, ""},
		{"one sentence", "Where is it?", 2, "Where is it?"},
		{"as many as asked for", "I lost it. Where is it?", 2, "I lost it. Where is it?"},
		{"the last two", "Hello! I lost it. Where is it?", 2, "I lost it. Where is it?"},
		{"the last one", "Hello! I lost it. Where is it?", 1, "Where is it?"},
		{"no full stop at the end", "Hello. I lost it. where is it", 2, "I lost it. where is it"},
		{"versions and addresses stay whole", "Use v1.2 of it. See example.com now. Why?", 2, "See example.com now. Why?"},
		{"what has no words is not counted", "One. Two. ... Three! 🙂", 2, "Two. ... Three! 🙂"},
		{"chinese", "你好。我丢了钥匙！在哪里？", 2, "我丢了钥匙！在哪里？"},
		{"quotes belong to their sentence", `He left. "Why?" Nobody knows.`, 2, `"Why?" Nobody knows.`},
		{"lines", "first\nsecond\nthird", 2, "second\nthird"},
		{"invalid UTF-8", "a. \xff. b. c.", 2, "b. c."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Tail(tt.in, tt.n); got != tt.want {
				t.Errorf("Tail(%q, %d) = %q, want %q", tt.in, tt.n, got, tt.want)
			}
		})
	}
}

func FuzzTail(f *testing.F) {
	f.Add("Hello! I lost it. Where is it?", 2)
	f.Add("你好。\xff!", 1)
	f.Fuzz(func(t *testing.T, s string, n int) {
		if got := Tail(s, max(n, 0)%4+1); !strings.Contains(s, got) {
			t.Errorf("Tail(%q) = %q, which is no part of it", s, got)
		}
	})
}
