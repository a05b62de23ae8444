package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// child is this program as a process of its own.
func child(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), childEnv+"=1")
	return c
}

// childRunning is a command that runs as a process of its own.
type childRunning struct {
	running
	process *exec.Cmd
}

func startChild(t *testing.T, args ...string) *childRunning {
	t.Helper()
	c := &childRunning{running{t: t, out: new(log), err: new(log)}, child(t, args...)}
	c.process.Stdout, c.process.Stderr = c.out, c.err
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
	return c
}

// signal sends a signal, awaits the end and returns the exit code, -1 when the signal ended it.
func (c *childRunning) signal(signal os.Signal) int {
	c.t.Helper()
	if err := c.process.Process.Signal(signal); err != nil {
		c.t.Fatal(err)
	}
	if _, isExit := errors.AsType[*exec.ExitError](c.process.Wait()); isExit {
		c.t.Log(c.err)
	}
	c.client.CloseIdleConnections()
	return c.process.ProcessState.ExitCode()
}

func TestStdioWritesNothingButProtocol(t *testing.T) {
	manifest := workspace(t)
	c := child(t, "stdio", "-f", manifest, "--agent", "coder")
	var stdout, stderr log
	c.Stdout, c.Stderr = &stdout, &stderr
	stdin, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	send := func(lines ...string) {
		t.Helper()
		for _, line := range lines {
			if _, err := io.WriteString(stdin, line+"\n"); err != nil {
				t.Fatal(err)
			}
		}
	}
	send(
		`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`not JSON at all`,
		`{"jsonrpc":"2.0","id":5,"method":"no/such"}`,
		callOf(t, "remember", map[string]any{"content": "the build runs in bazel", "type": "fact"}),
	)
	// Calls run side by side, and only what was acknowledged is sure to be found.
	stdout.await(t, `"outcome":"(queued)"`)
	send(
		callOf(t, "recall", map[string]any{"query": "build"}),
		callOf(t, "recall", map[string]any{"query": "", "bogus": 1}),
	)
	stdout.await(t, `the build runs in (bazel)`)
	if err := stdin.Close(); err != nil {
		t.Fatal(err)
	}
	if err := c.Wait(); err != nil {
		t.Fatalf("%v: %s", err, &stderr)
	}
	answers := 0
	for line := range bytes.Lines([]byte(stdout.String())) {
		var message struct {
			JSONRPC string `json:"jsonrpc"`
		}
		if err := json.Unmarshal(line, &message); err != nil || message.JSONRPC != "2.0" {
			t.Errorf("not protocol: %q", line)
		}
		answers++
	}
	if answers < 5 {
		t.Errorf("%d answers:\n%s", answers, &stdout)
	}
}

func TestSignalsStopInOrder(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		t.Run(signal.String(), func(t *testing.T) {
			manifest := workspace(t)
			c := startChild(t, "up", "-f", manifest, "--listen", "127.0.0.1:0")
			c.err.await(t, `Endpoint: (\S+)`)
			if code := c.signal(signal); code != exitOK {
				t.Errorf("exit code %d", code)
			}
			c.err.await(t, `msg=(stopped)`)
			if _, err := os.Lstat(".rearview/default/demo/admin.sock"); !os.IsNotExist(err) {
				t.Errorf("the socket is still there: %v", err)
			}
			if c.out.String() != "" {
				t.Errorf("on stdout: %s", c.out)
			}
		})
	}
}
