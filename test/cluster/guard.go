package cluster

import (
	_ "embed"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
)

//go:embed guard.sh
var guardScript string

// guard is a process that outlives the tests and cleans up behind them: a test binary that is killed, or
// that runs into its timeout, would leave servers running and files behind.
type guard struct {
	cmd   *exec.Cmd
	alive io.Closer
}

func startGuard(dir string) (*guard, error) {
	cmd := exec.Command("sh", "-c", guardScript)
	cmd.Env = append(os.Environ(), "CLUSTER_DIR="+dir)
	cmd.Dir = os.TempDir()
	// a session of its own: neither an interrupt nor the end of the terminal ends it with the tests
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	alive, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	return &guard{cmd: cmd, alive: alive}, cmd.Start()
}

// stop lets the guard look for what is left and waits until it has cleaned up.
func (g *guard) stop() error {
	return errors.Join(g.alive.Close(), g.cmd.Wait())
}
