package eval

import (
	"context"
	"errors"
	"time"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/namespace"
)

// trial is a real engine on an empty store, whose clock the data sets. Every agent obeys the policy that is
// measured.
type trial struct {
	Config
	engine *memory.Engine
	ports  memory.Config
	clock  *clock
}

// try opens a trial for agents of these names, lets do work with it, and closes it.
func (c Config) try(ctx context.Context, start time.Time, agents []string, do func(*trial) error) (err error) {
	if c.Namespace == nil || len(c.Namespace.Agents) == 0 || c.Open == nil {
		return memory.Errorf(memory.KindInternal, "eval: Namespace with an agent, and Open, are required")
	}
	t := &trial{Config: c, clock: newClock(start)}
	ports, closeStore, err := c.Open(ctx, t.clock.now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, closeStore()) }()
	t.ports = ports
	t.ports.Embedder = c.Embedder
	t.ports.Namespace = withAgents(withoutMaintenance(c.Namespace, start), agents)
	t.ports.Now = t.clock.now
	if t.engine, err = memory.New(t.ports); err != nil {
		return err
	}
	return do(t)
}

// withAgents is a copy whose agents have other names, and all the policy of the first.
func withAgents(ns *namespace.Effective, names []string) *namespace.Effective {
	model := ns.Agents[0]
	others := *ns
	others.Agents = make([]namespace.Agent, len(names))
	for i, name := range names {
		others.Agents[i] = model
		others.Agents[i].Name = name
	}
	return &others
}

// remember sends a line through the engine, at the line's own time.
func (t *trial) remember(ctx context.Context, agent string, at time.Time, r memory.RememberRequest) (memory.RememberResult, error) {
	t.clock.set(at)
	r.OccurredAt = at
	return t.engine.Remember(ctx, memory.Identity{Agent: agent}, r)
}

// index lets the engine work, at this time, until nothing waits.
func (t *trial) index(ctx context.Context, now time.Time) error {
	t.clock.set(now)
	if t.Embedder == nil {
		return nil
	}
	running, stop := context.WithCancel(ctx)
	ended := make(chan error, 1)
	go func() { ended <- t.engine.Run(running) }()
	err := t.drain(ctx)
	stop()
	return errors.Join(err, <-ended)
}

func (t *trial) drain(ctx context.Context) error {
	if err := t.engine.Drain(ctx); err != nil {
		return err
	}
	depth, err := t.ports.Queue.Depth(ctx)
	if err == nil && depth.Parked > 0 {
		return memory.Errorf(memory.KindUnavailable, "the embedder refused %d lines; the log says why", depth.Parked)
	}
	return err
}
