package memory

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rearview-dev/rearview/memory/sensitive"
)

// Bounds of a memory's metadata.
const (
	// MaxMetadata is how many pairs there may be.
	MaxMetadata = 16
	// MaxMetadataKeyBytes is the size of the longest key.
	MaxMetadataKeyBytes = 64
	// MaxMetadataValueBytes is the size of the longest value.
	MaxMetadataValueBytes = 256
)

var metadataKey = regexp.MustCompile(`^[a-zA-Z0-9_.-]+$`)

func validateMetadata(pairs map[string]string) error {
	if len(pairs) > MaxMetadata {
		return Errorf(KindInvalid, "metadata has %d keys; the limit is %d", len(pairs), MaxMetadata)
	}
	for _, key := range slices.Sorted(maps.Keys(pairs)) {
		switch value := pairs[key]; {
		case len(sensitive.Find(key)) > 0:
			return Errorf(KindInvalid, "a metadata key holds what looks like a secret or personal data; put that into a value, under a name that tells nothing")
		case len(key) > MaxMetadataKeyBytes:
			return Errorf(KindInvalid, "metadata key %q has %d bytes; the limit is %d", clip(key), len(key), MaxMetadataKeyBytes)
		case !metadataKey.MatchString(key):
			return Errorf(KindInvalid, "metadata key %q is not made of letters a to z, digits, _, . and - only", clip(key))
		case len(value) > MaxMetadataValueBytes:
			return Errorf(KindInvalid, "the value of metadata %q has %d bytes; the limit is %d", key, len(value), MaxMetadataValueBytes)
		case !utf8.ValidString(value):
			return Errorf(KindInvalid, "the value of metadata %q is not valid UTF-8", key)
		case strings.ContainsFunc(value, unicode.IsControl):
			return Errorf(KindInvalid, "the value of metadata %q holds a control character; remove it", key)
		case isBlank(value):
			return Errorf(KindInvalid, "the value of metadata %q is blank; give one or leave the key out", key)
		}
	}
	return nil
}

// holdsAll says whether metadata has all pairs that are wanted.
func holdsAll(pairs, wanted map[string]string) bool {
	for key, value := range wanted {
		if has, ok := pairs[key]; !ok || has != value {
			return false
		}
	}
	return true
}
