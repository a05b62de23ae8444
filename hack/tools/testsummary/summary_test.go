package main

import (
	"strings"
	"testing"
)

func TestSummary(t *testing.T) {
	tests := []struct {
		name  string
		lines []string
		ok    bool
		want  []string
		not   []string
	}{
		{
			name: "all pass",
			lines: []string{
				`{"Action":"start","Package":"a"}`,
				`{"Action":"output","Package":"a","Test":"T","Output":"noise\n"}`,
				`{"Action":"pass","Package":"a","Test":"T"}`,
				`{"Action":"pass","Package":"a","Elapsed":1.25}`,
			},
			ok:   true,
			want: []string{"ok   a 1.2s\n", "1 passed, 0 failed, 0 skipped\n"},
			not:  []string{"noise"},
		},
		{
			name: "a test fails",
			lines: []string{
				`{"Action":"output","Package":"a","Test":"T","Output":"reason\n"}`,
				`{"Action":"fail","Package":"a","Test":"T"}`,
				`{"Action":"fail","Package":"a"}`,
			},
			want: []string{"--- FAIL a T", "reason\n", "FAIL a", "0 passed, 1 failed, 0 skipped\n"},
		},
		{
			name: "a panic leaves tests unfinished",
			lines: []string{
				`{"Action":"output","Package":"a","Test":"T","Output":"panic: oops\n"}`,
				`{"Action":"fail","Package":"a"}`,
			},
			want: []string{"--- unfinished a T\npanic: oops\n", "0 passed, 1 failed, 0 skipped\n", "no test ran\n"},
		},
		{
			name: "a build fails",
			lines: []string{
				`{"Action":"pass","Package":"b","Test":"T"}`,
				`{"Action":"build-output","ImportPath":"a [a.test]","Output":"a.go:1: wrong\n"}`,
				`{"Action":"build-fail","ImportPath":"a [a.test]"}`,
				`{"Action":"fail","Package":"a"}`,
			},
			want: []string{"a.go:1: wrong\n", "FAIL a", "1 passed, 1 failed, 0 skipped\n"},
		},
		{
			name: "skips are named",
			lines: []string{
				`{"Action":"pass","Package":"a","Test":"U"}`,
				`{"Action":"skip","Package":"a","Test":"T"}`,
				`{"Action":"pass","Package":"a"}`,
			},
			ok:   true,
			want: []string{"skip a T\n", "1 passed, 0 failed, 1 skipped\n"},
		},
		{
			name:  "no test is a failure",
			lines: []string{`{"Action":"skip","Package":"a"}`},
			want:  []string{"0 passed, 0 failed, 0 skipped\n", "no test ran\n"},
		},
		{
			name:  "other output is passed on",
			lines: []string{"go: cannot find module"},
			want:  []string{"go: cannot find module\n"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			lines := make(chan []byte)
			go read(strings.NewReader(strings.Join(tt.lines, "\n")+"\n"), lines)
			if ok := newSummary(&out).follow(lines, nil); ok != tt.ok {
				t.Errorf("ok = %v, want %v", ok, tt.ok)
			}
			for _, want := range tt.want {
				if !strings.Contains(out.String(), want) {
					t.Errorf("output lacks %q:\n%s", want, out.String())
				}
			}
			for _, not := range tt.not {
				if strings.Contains(out.String(), not) {
					t.Errorf("output has %q:\n%s", not, out.String())
				}
			}
		})
	}
}

func TestProgressSaysWhatRuns(t *testing.T) {
	var out strings.Builder
	s := newSummary(&out)
	s.progress()
	s.line([]byte(`{"Action":"start","Package":"b"}`))
	s.line([]byte(`{"Action":"start","Package":"a"}`))
	s.progress()
	want := "    ... 0 passed, 0 failed; compiling\n    ... 0 passed, 0 failed; running a, b\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
