package text

import (
	"hash/maphash"
	"strings"
	"sync/atomic"

	"github.com/kljensen/snowball/english"
)

// stemSlots bounds the memory of the stem cache: about a megabyte.
const stemSlots = 1 << 14

// maxStemmedBytes is longer than any English word.
const maxStemmedBytes = 32

var (
	stems    [stemSlots]atomic.Pointer[stemmed]
	stemSeed = maphash.MakeSeed()
)

// stemmed is one entry of the cache. A later word takes the slot of an earlier one.
type stemmed struct{ word, stem string }

// stem returns the Snowball stem of a folded English word, and any other word as it is. It is safe for
// concurrent use.
func stem(word []byte) string {
	if len(word) > maxStemmedBytes {
		return string(word)
	}
	slot := &stems[maphash.Bytes(stemSeed, word)%stemSlots]
	if e := slot.Load(); e != nil && e.word == string(word) {
		return e.stem
	}
	e := &stemmed{word: string(word)}
	e.stem = e.word
	if isEnglish(word) {
		e.stem = english.Stem(e.word, true)
	}
	slot.Store(e)
	return e.stem
}

// Stem returns one word as Words would index it: folded, and stemmed when it is written in plain letters.
// The word must be in NFKC.
func Stem(word string) string {
	var b [maxTermBytes]byte
	return stem(appendFolded(b[:0], word))
}

func isEnglish(word []byte) bool {
	for _, c := range word {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

func isStopWord(word []byte) bool {
	_, ok := stopWords[string(word)]
	return ok
}

// isContracted says whether side is what stands behind the apostrophe of an English contraction.
func isContracted(side string) bool {
	switch side {
	case "s", "t", "d", "m", "ll", "re", "ve", "S", "T", "D", "M", "LL", "RE", "VE":
		return true
	}
	return false
}

// stopWords are the English stop words of the Snowball project, with their contractions.
var stopWords = func() map[string]struct{} {
	set := make(map[string]struct{})
	for _, w := range strings.Fields(`
		i me my myself we us our ours ourselves you your yours yourself yourselves he him his himself she her hers
		herself it its itself they them their theirs themselves what which who whom whose this that these those
		am is are was were be been being have has had having do does did doing would should could ought can will
		shall may might must cannot
		i'm you're he's she's it's we're they're i've you've we've they've i'd you'd he'd she'd we'd they'd
		i'll you'll he'll she'll we'll they'll isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't
		didn't won't wouldn't shan't shouldn't can't couldn't mustn't mightn't needn't
		let's that's who's what's here's there's when's where's why's how's
		a an the and but if or because as until while of at by for with about against between into through during
		before after above below to from up down in out on off over under again further then once here there when
		where why how all any both each few more most other some such no nor not only own same so than too very
		just now also
	`) {
		set[w] = struct{}{}
	}
	return set
}()
