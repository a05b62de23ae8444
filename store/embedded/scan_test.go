package embedded

import (
	"database/sql"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/memory"
)

// The worker asks for the newest of a topic with every memory: that must not take longer when the topic has more.
func TestTheNewestOfATopicAreReadInOrder(t *testing.T) {
	s := open(t, options(t))
	query, args, err := scanOf(memory.Everything(), memory.ScanQuery{
		Agent: "ann", Scope: memory.ScopePrivate, Topic: "database", Status: memory.StatusActive, Order: memory.ByNewest, Limit: 9,
	})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := read(t.Context(), s, "no plan", "EXPLAIN QUERY PLAN "+query, args, func(rows *sql.Rows, step *string) error {
		var id, parent, unused int
		return rows.Scan(&id, &parent, &unused, step)
	})
	if plan := strings.Join(steps, "; "); err != nil || strings.Contains(plan, "TEMP B-TREE") || !strings.Contains(plan, "status=?") {
		t.Errorf("%v, the plan: %s", err, plan)
	}
}
