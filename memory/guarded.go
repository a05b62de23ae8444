package memory

import (
	"maps"
	"slices"

	"github.com/rearview-dev/rearview/memory/sensitive"
	"github.com/rearview-dev/rearview/namespace"
)

// ReasonSensitive is why a write is skipped whose content the policy refuses.
const ReasonSensitive = "sensitive"

// guard applies the policy on secrets and personal data to what is to be remembered, before anything else sees
// it. It returns the kinds that were found, and what of the request may go on; none of it when refused.
func guard(r RememberRequest, p namespace.Sensitive) (guarded RememberRequest, found []string, refused bool) {
	for _, f := range sensitive.Find(r.Content) {
		found = appendNew(found, string(f.Kind))
	}
	metadata := make(map[string]string, len(r.Metadata))
	for _, key := range slices.Sorted(maps.Keys(r.Metadata)) {
		redacted, kinds := sensitive.RedactLabel(key, r.Metadata[key])
		metadata[key] = redacted
		for _, k := range kinds {
			found = appendNew(found, string(k))
		}
	}
	switch p {
	case namespace.SensitiveRefuse:
		return r, found, len(found) > 0
	case namespace.SensitiveRedact:
		r.Metadata = metadata
		for _, s := range []*string{&r.Content, &r.Task, &r.Session, &r.Topic} {
			redacted, kinds := sensitive.Redact(*s)
			*s = redacted
			for _, k := range kinds {
				found = appendNew(found, string(k))
			}
		}
	}
	return r, found, false
}

func appendNew(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}
