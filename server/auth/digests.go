package auth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/rearview-dev/rearview/memory"
)

// ParseDigests reads a digests file, {"agents": {"<agent>": ["sha256:<hex>", …]}}, whole or not at all.
// A token listed for two agents is refused, since it would not say who calls.
func ParseDigests(data []byte) (map[string][]Digest, error) {
	var file struct {
		Agents map[string][]string `json:"agents"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, memory.Wrap(memory.KindInvalid, err, "the tokens file is not as {\"agents\": {\"<agent>\": [\"sha256:<hex>\"]}}")
	}
	digests := make(map[string][]Digest, len(file.Agents))
	owner := map[Digest]string{}
	for _, agent := range slices.Sorted(maps.Keys(file.Agents)) {
		for i, text := range file.Agents[agent] {
			d, err := ParseDigest(text)
			if err != nil {
				return nil, memory.Wrap(memory.KindInvalid, err, fmt.Sprintf("tokens file: agents.%s[%d]", agent, i))
			}
			if other, taken := owner[d]; taken && other != agent {
				return nil, memory.Errorf(memory.KindInvalid, "tokens file: agents.%s[%d] is also a token of agent %s; give each agent its own", agent, i, other)
			}
			owner[d] = agent
			digests[agent] = append(digests[agent], d)
		}
	}
	return digests, nil
}

// FormatDigests writes what ParseDigests reads.
func FormatDigests(digests map[string][]Digest) ([]byte, error) {
	agents := make(map[string][]string, len(digests))
	for agent, ds := range digests {
		texts := make([]string, len(ds))
		for i, d := range ds {
			texts[i] = d.String()
		}
		agents[agent] = texts
	}
	return json.Marshal(map[string]any{"agents": agents})
}
