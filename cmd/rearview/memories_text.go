package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

func searchText(p *page, found memory.RecallResult) {
	for _, reason := range found.Degraded {
		p.row("degraded: " + reason)
	}
	if len(found.Memories) == 0 {
		p.row("nothing found")
		return
	}
	p.row("SCORE", "ID", "AGENT", "SCOPE", "LAYER", "CREATED", "CONTENT")
	for _, h := range found.Memories {
		m := h.Memory
		p.row(fmt.Sprintf("%.3f", h.Score), m.ID, m.Agent, m.Scope, m.Layer, moment(m.CreatedAt), clip(shownOf(h), 80))
	}
	for _, h := range found.Memories {
		if len(h.ConflictsWith) > 0 {
			p.row("note: " + h.Memory.ID + " may contradict " + strings.Join(h.ConflictsWith, " "))
		}
	}
	for _, o := range found.Outranked {
		p.row("left out: " + o.ID + ", " + o.Reason + " by " + o.By)
	}
}

// shownOf is what of a memory stands in a line: of a long one the part that answers best.
func shownOf(h memory.Hit) string {
	if h.BestPart != nil {
		return "… " + h.BestPart.Text
	}
	return h.Memory.Content
}

func showText(p *page, s memory.Shown) {
	m := s.Memory
	field := func(name string, value any) {
		if text := fmt.Sprint(value); text != "" {
			p.row(name, text)
		}
	}
	field("id", m.ID)
	field("agent", m.Agent)
	field("scope", m.Scope)
	field("layer", m.Layer)
	field("type", m.Type)
	field("status", strings.TrimSpace(string(m.Status)+" "+m.StatusReason))
	field("replaced by", m.SupersededBy)
	if !m.DeprecatedAt.IsZero() {
		field("since", moment(m.DeprecatedAt))
	}
	field("stands beside", strings.Join(m.KeptWith, " "))
	field("place", s.Place)
	field("segment", s.Segment)
	field("importance", fmt.Sprintf("%.2f by %s", m.Importance, m.Rule))
	field("task", m.Task)
	field("session", m.Session)
	field("topic", m.Topic)
	for _, key := range slices.Sorted(maps.Keys(m.Metadata)) {
		field("metadata", key+"="+m.Metadata[key])
	}
	field("created", moment(m.CreatedAt))
	field("occurred", moment(m.OccurredAt))
	field("recalled", fmt.Sprintf("%s, %d times", moment(m.AccessedAt), m.AccessCount))
	if !m.ExpiresAt.IsZero() {
		field("expires", moment(m.ExpiresAt))
	}
	if m.Summary != "" {
		p.row("")
		p.row("summary")
		p.text(m.Summary)
	}
	p.row("")
	p.text(m.Content)
}

func historyText(p *page, s memory.Story) {
	if len(s.Entries) == 0 {
		p.row("no entries: the audit does not reach back that far")
	} else {
		p.row("AT", "AGENT", "VERB", "OUTCOME", "REASON")
		for _, e := range s.Entries {
			p.row(moment(e.At), e.Agent, e.Verb, e.Outcome, e.Reason)
		}
	}
	chainText(p, "replaced by", s.ReplacedBy)
	chainText(p, "replaced", s.Replaced)
}

func chainText(p *page, title string, ms []memory.Memory) {
	if len(ms) == 0 {
		return
	}
	p.row("")
	p.row(title)
	for _, m := range ms {
		p.row(m.ID, moment(m.OccurredAt), strings.TrimSpace(string(m.Status)+" "+m.StatusReason), clip(m.Content, 80))
	}
}

func statsText(p *page, s memory.Stats) {
	p.row("AGENT", "WORKING", "EPISODIC", "SEMANTIC", "REPLACED")
	agents := slices.Sorted(maps.Keys(s.Counts.Layers))
	agents = slices.AppendSeq(agents, maps.Keys(s.Counts.Deprecated))
	slices.Sort(agents)
	for _, agent := range slices.Compact(agents) {
		n := s.Counts.Layers[agent]
		p.row(agent, n[memory.LayerWorking], n[memory.LayerEpisodic], n[memory.LayerSemantic], s.Counts.Deprecated[agent])
	}
	p.row("")
	p.row("archived", s.Counts.Archived)
	p.row("waiting to be indexed", s.Queue.Waiting)
	p.row("set aside, not indexable", s.Queue.Parked)
	p.row("written since start", s.Written)
	p.row("skipped since start", s.Skipped)
	if s.LastMaintenance != nil {
		p.row("last maintenance", moment(s.LastMaintenance.EndedAt))
	}
	p.row("next maintenance", moment(s.NextMaintenance))
	if j := s.Judge; j != nil {
		p.row("judge", j.Model)
		p.row("waiting to be judged", j.Waiting)
		p.row("judged since start", j.Rated, fmt.Sprintf("%d kept for longer, %d archived, %d summaries", j.Promoted, j.Archived, j.Summarized))
		p.row("decided without the judge", j.Learned+j.ByRules)
	}
	for _, reason := range s.Degraded {
		p.row("degraded", reason)
	}
}
