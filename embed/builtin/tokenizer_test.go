package builtin

// tokensOf returns all tokens of a text.
func tokensOf(t *tokenizer, prefix, text string) []int32 {
	var s tokenStream
	s.reset(t, prefix, text)
	return s.next(nil, len(prefix)+len(text)+2)
}
