package memory

import (
	"cmp"
	"slices"

	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/namespace"
)

const (
	// spares is how many hits beyond those asked for are ranked, to stand in for those that are left out.
	spares = 8
	// alike is the sameness below which two memories with vectors are not compared at all.
	alike = 0.2
)

// contestant is a ranked hit that may have to give way to a newer one.
type contestant struct {
	related
	hit rank.Hit
	// place in the answer, 0 for the first: the best of its own and of those that it stands for.
	place int
	gone  bool
}

// newest takes the best limit hits of a ranked list, and of each topic only the newest: what the worker has
// not settled yet is settled for this answer, in the same way. What replaces a better hit takes its place. It
// names what it left out, and notes on hits what may contradict them.
func (g *gathering) newest(hits []rank.Hit, limit int, d namespace.Duplicates) (kept []Hit, outranked []Outranked) {
	all := make([]contestant, len(hits))
	byAge := make([]*contestant, len(hits))
	for i, h := range hits {
		all[i] = contestant{related: related{Record: g.memories[h.ID]}, hit: h, place: i}
		byAge[i] = &all[i]
	}
	slices.SortFunc(byAge, func(a, b *contestant) int { return age(&a.Memory, &b.Memory) })
	unsure := map[string][]string{}
	for i, fresh := range byAge {
		outranked = append(outranked, g.settle(fresh, byAge[:i], d, unsure)...)
	}
	slices.SortFunc(byAge, func(a, b *contestant) int { return cmp.Compare(a.place, b.place) })
	last := len(all)
	for _, c := range byAge {
		if c.gone {
			continue
		}
		kept = append(kept, Hit{
			Memory: c.Memory, Score: c.hit.Score, Parts: parts(c.hit.Parts), ConflictsWith: unsure[c.ID],
		})
		if len(kept) == limit {
			last = c.place
			break
		}
	}
	returned := func(id string) bool {
		return slices.ContainsFunc(kept, func(h Hit) bool { return h.Memory.ID == id })
	}
	for i := range kept {
		kept[i].ConflictsWith = slices.DeleteFunc(kept[i].ConflictsWith, func(id string) bool { return !returned(id) })
	}
	// What stands behind the last would not have been returned anyway.
	return kept, slices.DeleteFunc(outranked, func(o Outranked) bool {
		return slices.IndexFunc(hits, func(h rank.Hit) bool { return h.ID == o.ID }) > last
	})
}

// settle compares a hit with older ones: what it supersedes gives way to it, and of those that say the same
// the best ranked stays.
func (g *gathering) settle(
	fresh *contestant, older []*contestant, d namespace.Duplicates, unsure map[string][]string,
) (outranked []Outranked) {
	known := map[*related]*contestant{}
	var others []*related
	for _, c := range older {
		if !c.gone && g.worthComparing(&fresh.related, &c.related) {
			known[&c.related] = c
			others = append(others, &c.related)
		}
	}
	giveWay := func(c, to *contestant, reason, rule string) {
		c.gone, to.place = true, min(to.place, c.place)
		outranked = append(outranked, Outranked{ID: c.ID, By: to.ID, Reason: reason, Rule: rule})
	}
	met := g.meet(&fresh.related, others, d)
	for _, f := range met.replaced {
		giveWay(known[f.other], fresh, ReasonSuperseded, f.Rule)
	}
	for _, f := range met.same {
		c := known[f.other]
		switch {
		case fresh.gone || c.gone:
		case c.place < fresh.place:
			giveWay(fresh, c, ReasonMerged, f.Rule)
		default:
			giveWay(c, fresh, ReasonMerged, f.Rule)
		}
	}
	for _, f := range met.unsure {
		unsure[fresh.ID] = append(unsure[fresh.ID], f.other.ID)
		unsure[f.other.ID] = append(unsure[f.other.ID], fresh.ID)
	}
	return outranked
}

// worthComparing leaves out the pairs that cannot speak of one matter, which are most.
func (g *gathering) worthComparing(a, b *related) bool {
	if !mayOutrank(&a.Memory, &b.Memory) {
		return false
	}
	if a.Topic != "" && a.Topic == b.Topic {
		return true
	}
	similarity, known := g.similarity(a, b)
	return !known || similarity >= alike
}
