// Package auth says who calls: bearer tokens, the agents they belong to, and the guards in front of the
// endpoint. Tokens are compared and kept by their SHA-256 digests; nothing here logs one.
package auth

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"

	"github.com/rearview-dev/rearview/memory"
)

const (
	// tokenPrefix lets people and secret scanners recognise a token.
	tokenPrefix = "rv_"
	// tokenBytes is 256 bits of randomness.
	tokenBytes = 32
	// digestPrefix names the hash in a digests file.
	digestPrefix = "sha256:"
)

// Digest is the SHA-256 of a token.
type Digest [sha256.Size]byte

// DigestOf is a token's digest.
func DigestOf(token string) Digest { return sha256.Sum256([]byte(token)) }

// String is the digest as a digests file writes it: sha256: and 64 hex digits.
func (d Digest) String() string { return digestPrefix + hex.EncodeToString(d[:]) }

// ParseDigest reads what String writes. The error does not repeat the text, which may be a token that
// somebody put there by mistake.
func ParseDigest(s string) (Digest, error) {
	var d Digest
	digits, ok := strings.CutPrefix(s, digestPrefix)
	if !ok || len(digits) != hex.EncodedLen(len(d)) {
		return d, memory.Errorf(memory.KindInvalid, "a digest is %q followed by %d hex digits", digestPrefix, hex.EncodedLen(len(d)))
	}
	if _, err := hex.Decode(d[:], []byte(digits)); err != nil {
		return d, memory.Errorf(memory.KindInvalid, "a digest holds hex digits only after %q", digestPrefix)
	}
	return d, nil
}

// NewToken makes a token of 256 bits. Pass crypto/rand.Reader.
func NewToken(random io.Reader) (string, error) {
	var b [tokenBytes]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read randomness for a token: %w", err)
	}
	return tokenPrefix + hex.EncodeToString(b[:]), nil
}
