package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/server/admin"
)

func newMemories(s streams) *cobra.Command {
	p := &person{streams: s, patience: startPatience}
	c := parent("memories", "Look into the memory and restore what was archived")
	c.Long = `Memories is for the person who owns the memory: it sees every agent's. It works through the server that
owns the data directory while one runs, and otherwise opens the directory itself. Looking leaves no trace.`
	c.Example = `  rearview memories search "which database" --agent coder
  rearview memories show 01JGZ0M5T3N8Q2V7X9C4B6D1FA
  rearview memories stats -o json`
	p.addFlags(c)
	c.AddCommand(newSearch(p), newShow(p), newHistory(p), newRestore(p), newStats(p))
	return c
}

func newSearch(p *person) *cobra.Command {
	var request memory.RecallRequest
	var agent string
	var layers []string
	c := &cobra.Command{
		Use:   "search QUERY",
		Short: "Find memories as a recall would, without leaving a trace",
		Example: `  rearview memories search "which database"
  rearview memories search "which database" --agent coder --top-k 20`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			request.Query = strings.Join(args, " ")
			for _, layer := range layers {
				request.Layers = append(request.Layers, memory.Layer(layer))
			}
			seen := memory.Everything()
			if agent != "" {
				seen = memory.Identity{Agent: agent}.Visibility()
			}
			return p.ask(c.Context(), true, func(service admin.Service) error {
				found, err := service.Search(c.Context(), seen, request)
				if err != nil {
					return err
				}
				return p.show(found, func(page *page) { searchText(page, found) })
			})
		},
	}
	c.Flags().StringVar(&agent, "agent", "", "see only what this agent sees (default: everything)")
	c.Flags().IntVar(&request.TopK, "top-k", 0, "how many to find (default: the policy's)")
	c.Flags().StringVar(&request.Task, "task", "", "task of whoever would ask")
	c.Flags().StringVar(&request.Session, "session", "", "session of whoever would ask")
	c.Flags().StringSliceVar(&layers, "layers", nil, "layers to search: working, episodic, semantic (default: all)")
	addModelFlag(c, &p.model)
	return c
}

func newShow(p *person) *cobra.Command {
	return &cobra.Command{
		Use:     "show ID",
		Short:   "Show one memory whole, wherever it lies",
		Example: `  rearview memories show 01JGZ0M5T3N8Q2V7X9C4B6D1FA`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.ask(c.Context(), false, func(service admin.Service) error {
				shown, err := service.Show(c.Context(), args[0])
				if err != nil {
					return err
				}
				return p.show(shown, func(page *page) { showText(page, shown) })
			})
		},
	}
}

func newHistory(p *person) *cobra.Command {
	return &cobra.Command{
		Use:     "history ID",
		Short:   "Show what was done to a memory, what it replaced, and what replaced it",
		Example: `  rearview memories history 01JGZ0M5T3N8Q2V7X9C4B6D1FA`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.ask(c.Context(), false, func(service admin.Service) error {
				story, err := service.History(c.Context(), args[0])
				if err != nil {
					return err
				}
				return p.show(story, func(page *page) { historyText(page, story) })
			})
		},
	}
}

func newRestore(p *person) *cobra.Command {
	return &cobra.Command{
		Use:     "restore ID",
		Short:   "Make an archived, superseded or merged memory active again",
		Example: `  rearview memories restore 01JGZ0M5T3N8Q2V7X9C4B6D1FA`,
		Args:    cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			return p.ask(c.Context(), false, func(service admin.Service) error {
				m, err := service.Restore(c.Context(), args[0])
				if err != nil {
					return err
				}
				return p.show(m, func(page *page) { page.row(m.ID, "is", m.Status, "in layer", m.Layer) })
			})
		},
	}
}

func newStats(p *person) *cobra.Command {
	return &cobra.Command{
		Use:     "stats",
		Short:   "Count memories and say how the memory is doing",
		Example: `  rearview memories stats -o json`,
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			return p.ask(c.Context(), false, func(service admin.Service) error {
				stats, err := service.Stats(c.Context())
				if err != nil {
					return err
				}
				if masked, ok := service.(masking); ok {
					service = masked.Service
				}
				if _, running := service.(*admin.Client); !running {
					// this process has opened no embedder, which says nothing about a server
					stats.Degraded = nil
				}
				return p.show(stats, func(page *page) { statsText(page, stats) })
			})
		},
	}
}
