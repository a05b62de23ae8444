package text

const (
	// MaxChunkTokens is how many tokens a text may have, as Tokens counts, to be left whole.
	MaxChunkTokens = 512
	// MinChunkTokens is how many a chunk of a longer one has at least.
	MinChunkTokens = 256
	// chunkTokens is how many a chunk should have, and longChunkTokens at most when there is a choice: an estimate
	// may be too low.
	chunkTokens     = 352
	longChunkTokens = 448
	// choice is how far apart the places are at least from which the best is taken. A text of a little more than
	// MaxChunkTokens may give one chunk that is so much shorter.
	choice = 64
)

// Chunk is a stretch of a text, as byte offsets: it begins at Start and ends before End.
type Chunk struct{ Start, End int }

// Chunks cuts a text of more than MaxChunkTokens into stretches of MinChunkTokens to MaxChunkTokens, as Tokens
// counts them, which follow each other without a gap; a shorter text is one. It cuts between paragraphs where
// it can, else between sentences, lines, clauses, words, and at last between characters as they are seen, never
// within one. It depends on the text alone and its cost is linear. An empty text has no chunks.
func Chunks(s string) []Chunk {
	if s == "" {
		return nil
	}
	var all tokenCount
	for _, r := range s {
		all.add(r)
	}
	var chunks []Chunk
	c := cutter{borders: borders{s: s}}
	for rest := all.hundredths; rest > 100*MaxChunkTokens; rest = all.hundredths - c.count.hundredths {
		start := c.at
		if !c.advance(rest) {
			break
		}
		chunks = append(chunks, Chunk{start, c.at})
	}
	if c.at < len(s) {
		chunks = append(chunks, Chunk{c.at, len(s)})
	}
	return chunks
}

// cutter stands before a chunk.
type cutter struct {
	borders
	count tokenCount
}

// advance goes to the end of the chunk, when so many hundredths of a token are left of the text. It reports false
// when there is no place to cut.
func (c *cutter) advance(rest int) bool {
	pieces := (rest + 100*chunkTokens - 1) / (100 * chunkTokens)
	aim := rest / max(pieces, 2)
	low := min(100*MinChunkTokens, rest/2-100*choice/2)
	high := min(100*longChunkTokens, rest-low)
	begin := c.count.hundredths
	best, found := *c, noBorder
	distance := 0
	for at := *c; ; {
		here := at
		r, before, ok := at.next()
		if !ok {
			break
		}
		size := here.count.hundredths - begin
		if size > high && found != noBorder {
			break
		}
		if from := max(size-aim, aim-size); size >= low && (before > found || before == found && before != noBorder && from < distance) {
			best, found, distance = here, before, from
		}
		at.count.add(r)
	}
	if found == noBorder {
		return false
	}
	*c = best
	return true
}
