package memory

import (
	"fmt"
	"slices"
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
	b.settled(0)
	for !b.empty() {
		b.take(100)
		b.settled(0)
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
	b.settled(0)
	if !b.empty() {
		t.Error("not empty although all is settled")
	}
}

func TestBacklogDropsOfTheOneThatHasTooMany(t *testing.T) {
	b := &backlog{}
	b.push(Memory{ID: "a", Agent: "alice"})
	for i := range 2 * maxBacklog {
		if slices.Contains(b.push(Memory{ID: fmt.Sprint(i), Agent: "bob"}), "a") {
			t.Fatal("alice's was dropped for bob's")
		}
	}
	first := b.take(2)
	if diff := cmp.Diff([]string{"a", fmt.Sprint(maxBacklog)}, idsOf(first)); diff != "" {
		t.Error(diff)
	}
	b.push(Memory{ID: "b1", Agent: "bob"}, Memory{ID: "b2", Agent: "bob"})
	b.pushBack(first...)
	if diff := cmp.Diff([]string{"a", fmt.Sprint(maxBacklog + 2)}, idsOf(b.take(2))); diff != "" {
		t.Error(diff)
	}
}
