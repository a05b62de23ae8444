package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestExitCodes(t *testing.T) {
	manifest := workspace(t)
	cases := []struct {
		name   string
		args   string
		code   int
		stderr string
	}{
		{"no command", "", exitOK, ""},
		{"help", "--help", exitOK, ""},
		{"help of a command", "up --help", exitOK, ""},
		{"version", "version", exitOK, ""},
		{"unknown command", "upp", exitUsage, `rearview: unknown command "upp" for "rearview"`},
		{"unknown command of a group", "memories find x", exitUsage, `rearview: unknown command "find" for "rearview memories"`},
		{"unknown flag", "up --bogus", exitUsage, "rearview: unknown flag: --bogus\nRun 'rearview up --help'"},
		{"missing flag", "up", exitUsage, `rearview: required flag(s) "filename" not set`},
		{"missing flags", "stdio -f m.yaml", exitUsage, `rearview: required flag(s) "agent" not set`},
		{"too many arguments", "validate -f m.yaml more", exitUsage, "rearview: unknown command"},
		{"too few arguments", "memories show", exitUsage, "rearview: accepts 1 arg(s), received 0"},
		{"flag of a wrong type", "memories search x --top-k many", exitUsage, "rearview: invalid argument"},
		{"missing file", "validate -f none.yaml", exitFailed, "rearview: open none.yaml: no such file"},
		{"no memory", "memories stats", exitFailed, "rearview: there is no memory below .rearview"},
		{"no memory there", "memories stats --data-dir x", exitFailed, "rearview: x holds no memory"},
		{"unknown output", "memories stats -o yaml", exitFailed, `rearview: unknown output "yaml"`},
		{"unknown agent", "stdio -f " + manifest + " --agent x", exitFailed, `rearview: the manifest has no agent "x"; it has coder, planner`},
		{"manifest on the client's stdin", "stdio -f - --agent x", exitFailed, "rearview: stdin belongs to the client"},
		{"no configuration", "serve --config none.json", exitFailed, "rearview: read the configuration (see --config)"},
		{"no data", "eval recall --data none -f " + manifest, exitFailed, "rearview: "},
	}
	before := files(t)
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			code, stdout, stderr := command(t, "", strings.Fields(c.args)...)
			if code != c.code {
				t.Errorf("want exit code %d, got %d: %s", c.code, code, stderr)
			}
			if !strings.HasPrefix(stderr, c.stderr) || (c.stderr == "") != (stderr == "") {
				t.Errorf("want %q on stderr, got %q", c.stderr, stderr)
			}
			if (c.code == exitOK) != (stdout != "") {
				t.Errorf("on stdout: %q", stdout)
			}
		})
	}
	if after := files(t); len(after) != len(before) {
		t.Errorf("files appeared: %v", after)
	}
}

// TestHelp holds every command to saying what it does, with an example.
func TestHelp(t *testing.T) {
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		if c.Short == "" {
			t.Errorf("%s says nothing", c.CommandPath())
		}
		if c.Example == "" && c.Name() != "version" && !c.HasSubCommands() {
			t.Errorf("%s has no example", c.CommandPath())
		}
		for _, child := range c.Commands() {
			walk(child)
		}
	}
	walk(newRoot(streams{}))
}

func TestValidate(t *testing.T) {
	manifest := workspace(t)
	code, stdout, stderr := command(t, "", "validate", "-f", manifest)
	want := "MemoryClass local is valid\nMemoryNamespace default/demo is valid: agents coder, planner; class local\n"
	if code != exitOK || stdout != want || stderr != "" {
		t.Errorf("got %d, %q, %q", code, stdout, stderr)
	}

	bad := "kind: MemoryNamespace\napiVersion: memory.rearview.dev/v1alpha1\nmetadata: {name: m}\nspec:\n  agents: [{name: A}]\n  maintenance:\n    timeZone: Mars/Phobos\n"
	code, stdout, stderr = command(t, bad, "validate", "-f", manifest, "-f", "-")
	wantLines := []string{
		`stdin:5: spec.agents[0].name: Invalid value: "A": spec.agents[0].name in body should match '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$'`,
		`stdin:7: spec.maintenance.timeZone: Invalid value: "Mars/Phobos": unknown time zone: use an IANA name such as "UTC" or "Asia/Shanghai"`,
		"rearview: the manifest has 2 faults; nothing was done",
		"",
	}
	if code != exitFailed || stdout != "" || stderr != strings.Join(wantLines, "\n") {
		t.Errorf("got %d, %q, %s", code, stdout, stderr)
	}
}
