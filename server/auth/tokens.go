package auth

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/rearview-dev/rearview/internal/token"
	"github.com/rearview-dev/rearview/memory"
)

// Tokens are the plain tokens that a laptop's server keeps for its agents, by agent.
type Tokens map[string]string

// EnsureTokens reads the tokens file at path (mode 0600), adds a new token for each agent that has none,
// and writes the file back when it added one. Tokens already there stay, also those of agents that are
// not named. A broken file is an error and is left as it is.
func EnsureTokens(path string, random io.Reader, agents ...string) (Tokens, error) {
	tokens, err := readTokens(path)
	if err != nil {
		return nil, err
	}
	added := false
	for _, agent := range agents {
		if tokens[agent] != "" {
			continue
		}
		if tokens[agent], err = token.New(random); err != nil {
			return nil, memory.Wrap(memory.KindInternal, err, "make a token for agent "+agent)
		}
		added = true
	}
	if !added {
		return tokens, nil
	}
	return tokens, writeTokens(path, tokens)
}

// Digests are what a keyring needs.
func (t Tokens) Digests() map[string][]token.Digest {
	digests := make(map[string][]token.Digest, len(t))
	for agent, plain := range t {
		digests[agent] = []token.Digest{token.DigestOf(plain)}
	}
	return digests
}

type tokensFile struct {
	Agents Tokens `json:"agents"`
}

func readTokens(path string) (Tokens, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Tokens{}, nil
	}
	if err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "read the tokens file")
	}
	// A copied or edited file may have lost its mode; the tokens in it are secrets.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, memory.Wrap(memory.KindUnavailable, err, "make the tokens file readable by its owner only")
	}
	var file tokensFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		// The parser's own words may quote the file.
		return nil, memory.Errorf(memory.KindInvalid, "%s is not a tokens file; repair it, or move it away to get new tokens", path)
	}
	if file.Agents == nil {
		file.Agents = Tokens{}
	}
	return file.Agents, file.Agents.check(path)
}

// check refuses a token that two agents have, since it would not say who calls.
func (t Tokens) check(path string) error {
	owner := make(map[string]string, len(t))
	for _, agent := range slices.Sorted(maps.Keys(t)) {
		if other, taken := owner[t[agent]]; taken && t[agent] != "" {
			return memory.Errorf(memory.KindInvalid, "%s: agents %s and %s have the same token; remove one of them to get a new one", path, other, agent)
		}
		owner[t[agent]] = agent
	}
	return nil
}

// writeTokens replaces the file in one step, so that a crash leaves the old one or the new one.
func writeTokens(path string, tokens Tokens) (err error) {
	defer func() {
		if err != nil {
			err = memory.Wrap(memory.KindUnavailable, err, "write the tokens file")
		}
	}()
	data, err := json.MarshalIndent(tokensFile{Agents: tokens}, "", "  ")
	if err != nil {
		return err
	}
	// CreateTemp makes the file with mode 0600.
	f, err := os.CreateTemp(filepath.Dir(path), ".tokens-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
