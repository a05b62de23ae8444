package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
	"unicode/utf8"
)

func printJSON(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// page is text with aligned columns.
type page struct {
	w *tabwriter.Writer
}

func printText(w io.Writer, text func(*page)) error {
	p := &page{w: tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)}
	text(p)
	return p.w.Flush()
}

// row writes cells of one line. What a terminal would obey is taken out of them.
func (p *page) row(cells ...any) {
	for i, cell := range cells {
		if i > 0 {
			fmt.Fprint(p.w, "\t")
		}
		fmt.Fprint(p.w, plain(fmt.Sprint(cell)))
	}
	fmt.Fprintln(p.w)
}

// text writes lines as they are, but for what a terminal would obey.
func (p *page) text(s string) {
	for line := range strings.Lines(s) {
		fmt.Fprintln(p.w, plain(strings.TrimRight(line, "\r\n")))
	}
}

// plain replaces control characters: a memory's content is not trusted to steer a terminal.
func plain(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}

// clip shortens a text to n characters for a table.
func clip(s string, n int) string {
	s = strings.Join(strings.Fields(s), " ")
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return string([]rune(s)[:n-1]) + "…"
}

// moment is a time for a person, in the machine's zone; - for none.
func moment(t time.Time) string {
	if t.IsZero() {
		return "-"
	}
	return t.Local().Format("2006-01-02 15:04:05")
}
