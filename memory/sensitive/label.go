package sensitive

// RedactLabel replaces the value of a named label by the kind of the first thing found in it, and names the kinds.
// The name tells too: what is labelled password is one. A label says one thing, so none of its value stays.
func RedactLabel(name, value string) (string, []Kind) {
	_, kinds := Redact(name + ": " + value)
	if len(kinds) == 0 {
		return value, nil
	}
	return "[" + string(kinds[0]) + "]", kinds
}
