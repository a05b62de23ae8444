package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/server"
	"github.com/rearview-dev/rearview/server/auth"
)

// connection is what a client needs to know.
type connection struct {
	url      string
	manifest localManifest
	dir      string
	// model is the path of the model file that was asked for; empty when nobody did.
	model string
}

// endpointURL is the endpoint as this machine reaches it.
func endpointURL(l net.Listener) string {
	host := "127.0.0.1"
	address := l.Addr().(*net.TCPAddr)
	if ip := address.IP; ip != nil && !ip.IsUnspecified() {
		host = ip.String()
	}
	return "http://" + net.JoinHostPort(host, strconv.Itoa(address.Port)) + server.EndpointPath
}

// print tells how each agent connects.
func (c connection) print(w io.Writer, ns *namespace.Effective, tokens auth.Tokens) {
	fmt.Fprintf(w, "\n%s/%s remembers in %s\nEndpoint: %s\n", ns.Namespace, ns.Name, c.dir, c.url)
	for _, a := range ns.Agents {
		c.printAgent(w, a.Name, tokens[a.Name])
	}
	c.printStdio(w, ns.Agents[0].Name)
	fmt.Fprintln(w, "\nThe tokens are passwords. Stop with Ctrl-C; what was remembered stays.")
}

// printNew tells how the agents connect that a change added.
func (c connection) printNew(w io.Writer, ns *namespace.Effective, agents *localAgents) {
	for _, name := range agents.fresh {
		if ns.HasAgent(name) {
			c.printAgent(w, name, agents.tokens[name])
		}
	}
}

func (c connection) printAgent(w io.Writer, agent, token string) {
	bearer := "Bearer " + token
	fmt.Fprintf(w, "\nAgent %s\n", agent)
	fmt.Fprintf(w, "  Claude Code:   claude mcp add --transport http rearview %s --header \"Authorization: %s\"\n", c.url, bearer)
	fmt.Fprintf(w, "  other clients: %s\n", mcpServers(struct {
		Type    string            `json:"type"`
		URL     string            `json:"url"`
		Headers map[string]string `json:"headers"`
	}{"http", c.url, map[string]string{"Authorization": bearer}}))
}

// printStdio tells how a client starts the memory itself.
func (c connection) printStdio(w io.Writer, agent string) {
	if c.manifest.path == "-" {
		return
	}
	program, err := os.Executable()
	if err != nil {
		program = "rearview"
	}
	args := []string{"stdio", "-f", absolute(c.manifest.path), "--agent", agent, "--data-dir", absolute(c.dir)}
	if c.manifest.keyFile != "" {
		args = append(args, "--api-key-file", absolute(c.manifest.keyFile))
	}
	if c.manifest.modelKeyFile != "" {
		args = append(args, "--model-api-key-file", absolute(c.manifest.modelKeyFile))
	}
	if c.model != "" {
		args = append(args, "--model", absolute(c.model))
	}
	fmt.Fprintf(w, "\nClients that start a process instead, while this server does not run (another agent: change --agent):\n  %s\n", mcpServers(struct {
		Command string   `json:"command"`
		Args    []string `json:"args"`
	}{program, args}))
}

// mcpServers is the configuration that most clients share.
func mcpServers(entry any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(map[string]any{"mcpServers": map[string]any{"rearview": entry}}); err != nil {
		panic(err) // strings always encode
	}
	return string(bytes.TrimSpace(b.Bytes()))
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
