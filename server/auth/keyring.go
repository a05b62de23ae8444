// Package auth says who calls: bearer tokens, the agents they belong to, and the guards in front of the
// endpoint. Tokens are compared and kept by their digests; nothing here logs one.
package auth

import (
	"crypto/subtle"
	"sync/atomic"

	"github.com/rearview-dev/rearview/internal/token"
)

// Keyring knows which token belongs to which agent. It is safe for concurrent use, and its keys can be
// replaced while it is used.
type Keyring struct {
	keys atomic.Pointer[[]key]
}

type key struct {
	digest token.Digest
	agent  string
}

// NewKeyring makes a keyring from each agent's digests. An agent may have several, so that a token can be
// rotated without a gap.
func NewKeyring(digests map[string][]token.Digest) *Keyring {
	k := &Keyring{}
	k.Replace(digests)
	return k
}

// Replace swaps all keys at once.
func (k *Keyring) Replace(digests map[string][]token.Digest) {
	var keys []key
	for agent, ds := range digests {
		for _, d := range ds {
			keys = append(keys, key{digest: d, agent: agent})
		}
	}
	k.keys.Store(&keys)
}

// Agent is whose token this is. It takes the same time whichever key matches, and when none does.
func (k *Keyring) Agent(bearer string) (agent string, ok bool) {
	want := token.DigestOf(bearer)
	for _, key := range *k.keys.Load() {
		if subtle.ConstantTimeCompare(key.digest[:], want[:]) == 1 {
			agent, ok = key.agent, true
		}
	}
	return agent, ok
}
