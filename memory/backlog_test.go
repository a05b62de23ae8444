package memory

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBacklogKeepsOrderAndBounds(t *testing.T) {
	b := &backlog{}
	for i := range maxBacklog {
		if dropped := b.push(Memory{ID: fmt.Sprint(i)}); dropped != nil {
			t.Fatalf("dropped %v", dropped)
		}
	}
	if diff := cmp.Diff([]string{"0"}, b.push(Memory{ID: "newest"})); diff != "" {
		t.Error(diff)
	}
	taken := b.take(2)
	if diff := cmp.Diff([]string{"1", "2"}, idsOf(taken)); diff != "" {
		t.Error(diff)
	}
	b.pushBack(taken...)
	if diff := cmp.Diff([]string{"1", "2", "3"}, idsOf(b.take(3))); diff != "" {
		t.Error(diff)
	}
	b.settled()
	for !b.empty() {
		b.take(100)
		b.settled()
	}
	if got := b.take(1); len(got) != 0 {
		t.Errorf("took %v out of nothing", got)
	}
}

func TestBacklogInHandIsNotEmpty(t *testing.T) {
	b := &backlog{}
	b.push(Memory{ID: "a"})
	b.take(1)
	if b.empty() {
		t.Error("empty although one is in hand")
	}
	b.settled()
	if !b.empty() {
		t.Error("not empty although all is settled")
	}
}
