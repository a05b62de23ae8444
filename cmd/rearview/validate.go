package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/namespace/manifest"
)

func newValidate(s streams) *cobra.Command {
	var files []string
	c := &cobra.Command{
		Use:   "validate -f FILE...",
		Short: "Check manifests as the Kubernetes API server would",
		Long: `Validate checks MemoryNamespaces and MemoryClasses by the schema and the rules that the API server uses,
and by what only resolving shows, such as the maintenance schedule. It reports every fault with file and
line, and changes nothing. The files are read together: a namespace finds its class in any of them.`,
		Example: `  rearview validate -f memorynamespace.yaml
  rearview validate -f memorynamespace.yaml -f memoryclass.yaml
  kustomize build . | rearview validate -f -`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			sources, err := manifest.Open(s.in, files...)
			if err != nil {
				return err
			}
			set, err := manifest.Read(sources...)
			if err != nil {
				return err
			}
			return printValid(s, set)
		},
	}
	c.Flags().StringArrayVarP(&files, "filename", "f", nil, "file to check, - for stdin; give it again for more files")
	mustRequire(c, "filename")
	return c
}

func printValid(s streams, set *manifest.Set) error {
	for _, class := range set.Classes {
		if _, err := fmt.Fprintf(s.out, "MemoryClass %s is valid\n", class.Name); err != nil {
			return err
		}
	}
	for _, m := range set.Manifests {
		if m.Note != "" {
			fmt.Fprintf(s.err, "note: MemoryNamespace %s/%s: %s\n", m.Effective.Namespace, m.Effective.Name, m.Note)
		}
		if _, err := fmt.Fprintf(s.out, "MemoryNamespace %s/%s is valid: agents %s; class %s\n",
			m.Effective.Namespace, m.Effective.Name, agentNames(m.Effective), m.Class.Name); err != nil {
			return err
		}
	}
	return nil
}
