package recent

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/oklog/ulid/v2"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/memory"
)

func TestATableHoldsWhatWasChanged(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, want := New(), map[ulid.ULID]bool{}
		for range rapid.IntRange(1, 60).Draw(t, "changes") {
			id := ulid.ULID{byte(rapid.IntRange(0, 9).Draw(t, "id"))}
			if rapid.IntRange(0, 2).Draw(t, "remove") == 0 {
				table.Apply([]Change{{ID: id}})
				delete(want, id)
				continue
			}
			m := memory.Memory{Agent: "ann", Status: memory.StatusActive, Content: id.String()}
			table.Apply([]Change{{ID: id, Entry: table.Entry(id, &m, nil, nil)}})
			want[id] = true
		}
		got := map[ulid.ULID]bool{}
		for _, f := range table.Search(memory.Everything(), memory.WorkingSearch{Limit: 100}) {
			got[f.ID] = true
		}
		if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if slices.Contains(table.entries, nil) || len(table.at) != len(table.entries) {
			t.Errorf("%d entries at %v", len(table.entries), table.at)
		}
	})
}
