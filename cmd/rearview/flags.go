package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/namespace"
)

// mustRequire makes a flag required. It panics when there is no such flag.
func mustRequire(c *cobra.Command, flag string) {
	if err := c.MarkFlagRequired(flag); err != nil {
		panic(err)
	}
}

// agentNames lists the agents for a person.
func agentNames(ns *namespace.Effective) string {
	names := make([]string, len(ns.Agents))
	for i, a := range ns.Agents {
		names[i] = a.Name
	}
	return strings.Join(names, ", ")
}
