package token

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// digestsFile is {"agents": {"<agent>": ["sha256:<hex>", …]}}.
type digestsFile struct {
	Agents map[string][]string `json:"agents"`
}

// ParseDigests reads a digests file, by agent, whole or not at all. A token listed for two agents is refused,
// since it would not say who calls.
func ParseDigests(data []byte) (map[string][]Digest, error) {
	var file digestsFile
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("not as {\"agents\": {\"<agent>\": [\"sha256:<hex>\"]}}: %w", err)
	}
	digests := make(map[string][]Digest, len(file.Agents))
	owner := map[Digest]string{}
	for _, agent := range slices.Sorted(maps.Keys(file.Agents)) {
		for i, text := range file.Agents[agent] {
			d, err := ParseDigest(text)
			if err != nil {
				return nil, fmt.Errorf("agents.%s[%d]: %w", agent, i, err)
			}
			if other, taken := owner[d]; taken && other != agent {
				return nil, fmt.Errorf("agents.%s[%d] is also a token of agent %s; give each agent its own", agent, i, other)
			}
			owner[d] = agent
			digests[agent] = append(digests[agent], d)
		}
	}
	return digests, nil
}

// FormatDigests writes what ParseDigests reads. The same digests give the same bytes.
func FormatDigests(digests map[string][]Digest) ([]byte, error) {
	file := digestsFile{Agents: make(map[string][]string, len(digests))}
	for agent, ds := range digests {
		texts := make([]string, len(ds))
		for i, d := range ds {
			texts[i] = d.String()
		}
		file.Agents[agent] = texts
	}
	data, err := json.Marshal(file)
	return append(data, '\n'), err
}

// AgentsIn are the agents that a digests file names, in order, whatever stands there for them; none when it
// cannot be read at all.
func AgentsIn(data []byte) []string {
	var file struct {
		Agents map[string]any `json:"agents"`
	}
	if json.Unmarshal(data, &file) != nil {
		return nil
	}
	return slices.Sorted(maps.Keys(file.Agents))
}
