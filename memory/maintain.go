package memory

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/rearview-dev/rearview/namespace"
)

// Why maintenance archives, besides ReasonForgotten.
const (
	ReasonUnread   = "unread"
	ReasonCapacity = "capacity"
	ReasonExpired  = "expired"
)

const (
	// archiveBatch is how many memories one segment holds at most.
	archiveBatch = 256
	// auditDays is how long the audit is kept, and auditRecallDays what it says of recalls: some 600 bytes each.
	auditDays       = 90
	auditRecallDays = 7
	// auditEntries is how many entries are kept at most.
	auditEntries = 250_000
)

var errMaintaining = errors.New("one run at a time")

// Maintain archives what expired, grew old, exceeds a capacity or was forgotten. Only one run goes on at a
// time (kind conflict otherwise). What fails for one agent holds up no other. When it fails or ctx ends it has
// lost nothing, the report says what is done, and the next run goes on.
func (e *Engine) Maintain(ctx context.Context) (MaintainReport, error) {
	if !e.maintaining.TryLock() {
		return MaintainReport{}, Wrap(KindConflict, errMaintaining, "maintenance is running already; wait for it to end")
	}
	defer e.maintaining.Unlock()
	run := maintenance{Engine: e, started: e.now(), ns: e.obeyed.Load().Effective}
	run.report = MaintainReport{StartedAt: run.started, Archived: map[string]int64{}, Segments: []string{}}
	err := run.all(ctx)
	run.report.EndedAt = e.now()
	if err != nil {
		return run.report, err
	}
	report := run.report
	e.lastMaintenance.Store(&report)
	e.record(ctx, AuditEntry{Verb: "maintain", MemoryIDs: []string{maintenanceTrail}, Outcome: "done"})
	e.log.InfoContext(ctx, "maintenance done", "archived", report.Archived, "segments", len(report.Segments),
		"took", report.EndedAt.Sub(report.StartedAt))
	return report, nil
}

// maintenance is one run.
type maintenance struct {
	*Engine
	started time.Time
	ns      *namespace.Effective
	report  MaintainReport
}

func (m *maintenance) all(ctx context.Context) error {
	errs := []error{m.archiveForgotten(ctx)}
	agents, err := m.agents(ctx)
	errs = append(errs, err)
	for _, agent := range agents {
		if err := given(ctx); err != nil {
			return err
		}
		if err := m.maintainAgent(ctx, agent, m.ns.PolicyOf(agent)); err != nil {
			errs = append(errs, Wrap(KindOf(err), err, "maintain the memory of agent "+agent))
		}
	}
	keep := AuditKeep{
		Since: m.started.AddDate(0, 0, -auditDays), RecallsSince: m.started.AddDate(0, 0, -auditRecallDays), Max: auditEntries,
	}
	return errors.Join(append(errs, m.audit.Prune(ctx, keep))...)
}

// agents lists everyone who has memories, also those that the namespace no longer lists.
func (m *maintenance) agents(ctx context.Context) ([]string, error) {
	agents, err := m.working.Agents(ctx)
	if err != nil {
		return nil, err
	}
	counts, err := m.longTerm.Counts(ctx)
	if err != nil {
		return nil, err
	}
	for agent := range counts.Layers {
		agents = append(agents, agent)
	}
	agents = slices.AppendSeq(agents, maps.Keys(counts.Deprecated))
	slices.Sort(agents)
	return slices.Compact(agents), nil
}

func (m *maintenance) maintainAgent(ctx context.Context, agent string, p namespace.Policy) error {
	if err := m.archiveWorking(ctx, agent, p.Working); err != nil {
		return err
	}
	if err := m.consolidate(ctx, agent, p.Working); err != nil {
		return err
	}
	if err := m.archiveUnread(ctx, agent, p.Episodic); err != nil {
		return err
	}
	if err := m.archiveDeprecated(ctx, agent, p.Episodic); err != nil {
		return err
	}
	counts, err := m.longTerm.Counts(ctx)
	if err != nil {
		return err
	}
	layers := counts.Layers[agent]
	if err := m.evict(ctx, agent, LayerEpisodic, layers[LayerEpisodic]-int64(p.Episodic.MaxEntries)); err != nil {
		return err
	}
	return m.evict(ctx, agent, LayerSemantic, layers[LayerSemantic]-int64(p.Semantic.MaxEntries))
}

// archiveForgotten moves what agents forgot out of the hot store.
func (m *maintenance) archiveForgotten(ctx context.Context) error {
	return m.archivePages(ctx, ScanQuery{Status: StatusArchived, Order: ByID}, ReasonForgotten)
}

// archiveUnread moves episodic memories that nobody recalled for the policy's days.
func (m *maintenance) archiveUnread(ctx context.Context, agent string, p namespace.Episodic) error {
	return m.archivePages(ctx, ScanQuery{
		Agent:          agent,
		Layer:          LayerEpisodic,
		Status:         StatusActive,
		AccessedBefore: m.started.AddDate(0, 0, -int(p.ArchiveAfterDays)),
		Order:          ByID,
	}, ReasonUnread)
}

// archiveDeprecated moves what was replaced, of any layer, after as many days.
func (m *maintenance) archiveDeprecated(ctx context.Context, agent string, p namespace.Episodic) error {
	return m.archivePages(ctx, ScanQuery{
		Agent:          agent,
		Status:         StatusDeprecated,
		AccessedBefore: m.started.AddDate(0, 0, -int(p.ArchiveAfterDays)),
		Order:          ByID,
	}, ReasonUnread)
}

// archivePages archives all that a scan by id finds.
func (m *maintenance) archivePages(ctx context.Context, q ScanQuery, reason string) error {
	q.Limit = archiveBatch
	for {
		page, err := m.archiveScan(ctx, q, reason)
		if err != nil || len(page) < q.Limit {
			return err
		}
		q.After = page[len(page)-1].ID
	}
}

// evict archives the least important memories of a layer, as many as stand above its capacity.
func (m *maintenance) evict(ctx context.Context, agent string, l Layer, excess int64) error {
	for excess > 0 {
		page, err := m.archiveScan(ctx, ScanQuery{
			Agent:  agent,
			Layer:  l,
			Status: StatusActive,
			Order:  ByImportance,
			Limit:  int(min(excess, archiveBatch)),
		}, ReasonCapacity)
		if err != nil || len(page) == 0 {
			return err
		}
		excess -= int64(len(page))
	}
	return nil
}

// archiveScan archives one page of hot memories. The lock keeps them as they were scanned.
func (m *maintenance) archiveScan(ctx context.Context, q ScanQuery, reason string) ([]Memory, error) {
	if err := given(ctx); err != nil {
		return nil, err
	}
	m.lives.Lock()
	defer m.lives.Unlock()
	page, err := m.longTerm.Scan(ctx, Everything(), q)
	if err != nil {
		return nil, err
	}
	return page, m.toCold(ctx, page, func(Memory) string { return reason })
}

// archiveWorking moves working memories that expired, were forgotten, or stand beyond their session's newest.
func (m *maintenance) archiveWorking(ctx context.Context, agent string, p namespace.Working) error {
	for {
		more, err := m.archiveDue(ctx, agent, int(p.MaxEntries))
		if err != nil || !more {
			return err
		}
	}
}

func (m *maintenance) archiveDue(ctx context.Context, agent string, maxEntries int) (more bool, err error) {
	if err := given(ctx); err != nil {
		return false, err
	}
	m.lives.Lock()
	defer m.lives.Unlock()
	due, err := m.working.Due(ctx, agent, m.started, maxEntries, archiveBatch)
	if err != nil || len(due) == 0 {
		return false, err
	}
	fresh, err := m.notArchived(ctx, due)
	if err != nil {
		return false, err
	}
	if err := m.toCold(ctx, fresh, m.whyDue); err != nil {
		return false, err
	}
	return len(due) == archiveBatch, m.working.Remove(ctx, idsOf(due)...)
}

// notArchived leaves out working memories that a run before this one moved to cold storage, or that were
// restored since: a crash kept it from removing them.
func (m *maintenance) notArchived(ctx context.Context, due []Memory) ([]Memory, error) {
	elsewhere := map[string]located{}
	if err := m.locateHot(ctx, Everything(), idsOf(due), elsewhere); err != nil {
		return nil, err
	}
	if err := m.locateCold(ctx, Everything(), idsOf(due), elsewhere); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(due), func(d Memory) bool {
		_, there := elsewhere[d.ID]
		return there
	}), nil
}

// whyDue is why a working memory is archived.
func (m *maintenance) whyDue(d Memory) string {
	switch {
	case d.Status == StatusArchived:
		return ReasonForgotten
	case !m.started.Before(d.ExpiresAt):
		return ReasonExpired
	default:
		return ReasonCapacity
	}
}

// given is the error of a context that has ended.
func given(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return Wrap(KindUnavailable, err, "given up before the end")
	}
	return nil
}
