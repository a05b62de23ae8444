package openai

import (
	"iter"
	"unicode/utf8"
)

const (
	// maxBatchTexts and maxBatchBytes bound one request.
	maxBatchTexts = 64
	maxBatchBytes = 256 << 10
	// maxPieceBytes is where a text is cut: some 2,000 tokens, which the usual models take.
	maxPieceBytes = 8 << 10
)

// piece is a text, or a part of one that is too long.
type piece struct {
	// text is the place of the text among those to embed.
	text    int
	content string
}

// batches groups the pieces of the texts, in order.
func batches(texts []string) iter.Seq[[]piece] {
	return func(yield func([]piece) bool) {
		var batch []piece
		size := 0
		for p := range pieces(texts) {
			if len(batch) == maxBatchTexts || size+len(p.content) > maxBatchBytes {
				if !yield(batch) {
					return
				}
				batch, size = nil, 0
			}
			batch = append(batch, p)
			size += len(p.content)
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}

// pieces cuts long texts, between characters.
func pieces(texts []string) iter.Seq[piece] {
	return func(yield func(piece) bool) {
		for i, text := range texts {
			for len(text) > maxPieceBytes {
				end := maxPieceBytes
				for end > maxPieceBytes-utf8.UTFMax && !utf8.RuneStart(text[end]) {
					end--
				}
				if !yield(piece{i, text[:end]}) {
					return
				}
				text = text[end:]
			}
			if !yield(piece{i, text}) {
				return
			}
		}
	}
}
