// Package token is what the operator and the memory server must agree on: what an agent's bearer token looks
// like, and the file of digests by which a server knows tokens. Nothing here logs a token, or repeats one in
// an error.
package token

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strings"
)

const (
	// prefix lets people and secret scanners recognise a token.
	prefix = "rv_"
	// size is 256 bits of randomness.
	size = 32
	// digestPrefix names the hash in a digests file.
	digestPrefix = "sha256:"
)

// New makes a token of 256 bits. Pass crypto/rand.Reader.
func New(random io.Reader) (string, error) {
	var b [size]byte
	if _, err := io.ReadFull(random, b[:]); err != nil {
		return "", fmt.Errorf("read randomness for a token: %w", err)
	}
	return prefix + hex.EncodeToString(b[:]), nil
}

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
		return d, fmt.Errorf("a digest is %q followed by %d hex digits", digestPrefix, hex.EncodedLen(len(d)))
	}
	if _, err := hex.Decode(d[:], []byte(digits)); err != nil {
		return d, fmt.Errorf("a digest holds hex digits only after %q", digestPrefix)
	}
	return d, nil
}
