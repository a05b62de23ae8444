package main

import (
	"maps"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
)

func newMaintain(s streams) *cobra.Command {
	p := person{streams: s, patience: startPatience}
	c := &cobra.Command{
		Use:   "maintain",
		Short: "Archive now what the policy says",
		Long: `Maintain does now what the schedule does daily: it moves to the archive what nobody recalled for the
policy's days, what is beyond a layer's capacity, what was forgotten and what has expired. Nothing is
destroyed; see memories restore. A running server does the work; otherwise this process does.`,
		Example: `  rearview maintain
  rearview maintain --data-dir ~/memory -o json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.ask(c.Context(), false, func(service admin.Service) error {
				report, err := service.Maintain(c.Context())
				if err != nil {
					return err
				}
				return p.show(report, func(page *page) { maintainText(page, report) })
			})
		},
	}
	p.addFlags(c)
	return c
}

func maintainText(page *page, r memory.MaintainReport) {
	var total int64
	for _, n := range r.Archived {
		total += n
	}
	page.row("consolidated", r.Consolidated)
	page.row("archived", total)
	for _, reason := range slices.Sorted(maps.Keys(r.Archived)) {
		page.row("  "+reason, r.Archived[reason])
	}
	page.row("segments", len(r.Segments))
	page.row("took", r.EndedAt.Sub(r.StartedAt).Round(time.Millisecond))
}
