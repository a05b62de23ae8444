package memory

import (
	"slices"

	"github.com/rearview-dev/rearview/memory/rank"
	"github.com/rearview-dev/rearview/memory/topic"
	"github.com/rearview-dev/rearview/namespace"
)

const (
	// spares is how many hits beyond those asked for are ranked, to stand in for those that are left out.
	spares = 8
	// alike is the sameness below which two memories with vectors are not compared at all.
	alike = 0.2
)

// newest takes the best limit hits of a ranked list, and of each topic only the newest: what the worker has
// not settled yet is settled for this answer. It names what it left out, and notes on hits what may
// contradict them.
func (g *gathering) newest(hits []rank.Hit, limit int, d namespace.Duplicates) (kept []Hit, outranked []Outranked) {
	seen := make([]related, len(hits))
	gone := make([]bool, len(hits))
	unsure := make(map[string][]string)
	for i, h := range hits {
		seen[i] = newRelated(g.memories[h.ID])
		for j := range i {
			if gone[i] {
				break
			}
			if gone[j] || !g.worthComparing(&seen[i], &seen[j]) {
				continue
			}
			old, new, v := g.compare(&seen[i], &seen[j], d)
			switch v.Relation {
			case topic.Supersedes:
				gone[indexOf(seen, old)] = true
				outranked = append(outranked, Outranked{ID: old.ID, By: new.ID, Reason: ReasonSuperseded, Rule: v.Rule})
			case topic.Duplicate:
				gone[i] = true
				seen[j].saidAgain(&seen[i])
				outranked = append(outranked, Outranked{ID: seen[i].ID, By: seen[j].ID, Reason: ReasonMerged, Rule: v.Rule})
			case topic.Unsure:
				unsure[old.ID] = append(unsure[old.ID], new.ID)
				unsure[new.ID] = append(unsure[new.ID], old.ID)
			}
		}
	}
	for i, h := range hits {
		if len(kept) == limit {
			break
		}
		if !gone[i] {
			kept = append(kept, Hit{Memory: seen[i].Memory, Score: h.Score, Parts: parts(h.Parts)})
		}
	}
	returned := func(id string) bool {
		return slices.ContainsFunc(kept, func(h Hit) bool { return h.Memory.ID == id })
	}
	for i := range kept {
		for _, id := range unsure[kept[i].Memory.ID] {
			if returned(id) {
				kept[i].ConflictsWith = append(kept[i].ConflictsWith, id)
			}
		}
	}
	return kept, outranked
}

func indexOf(all []related, one *related) int {
	return slices.IndexFunc(all, func(r related) bool { return r.ID == one.ID })
}

// worthComparing leaves out the pairs that cannot speak of one matter, which are most.
func (g *gathering) worthComparing(a, b *related) bool {
	if !mayReplace(&a.Memory, &b.Memory) {
		return false
	}
	if a.Topic != "" && a.Topic == b.Topic {
		return true
	}
	similarity, known := g.similarity(a, b)
	return !known || similarity >= alike
}
