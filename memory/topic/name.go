package topic

import "strings"

const (
	// maxSubjectWords and maxSubjectCharacters bound the subject in a topic's name.
	maxSubjectWords      = 2
	maxSubjectCharacters = 4
)

// Of names what a memory is about, for an agent that does not: a subject, when one leads the sentence, and an
// attribute, such as "checkout database" or "budget". Two memories of one matter often get the same name, in
// whatever language they are written; it is a way to find them, not a proof. It is empty when the lexicon
// knows no attribute in the text, when the text is long, and when it tells nothing.
func Of(r Reading) string {
	if r.long || !r.tells() {
		return ""
	}
	at := r.attribute()
	if at < 0 {
		return ""
	}
	name := lexicon.info(r.tokens[at].concept).name
	if subject := r.subject(at); subject != "" {
		return subject + " " + name
	}
	return name
}

// attribute is the token that names the attribute best: a member of a category that one has one of, else the
// first word for an attribute; -1 for none.
func (r *Reading) attribute() int {
	first := -1
	for i, t := range r.tokens {
		if t.concept == 0 || !r.clauses[t.clause].told || lexicon.info(t.concept).sort != single {
			continue
		}
		if t.kind == member {
			return i
		}
		if first < 0 {
			first = i
		}
	}
	return first
}

// subject is the words that lead the clause of the attribute, before any attribute or value.
func (r *Reading) subject(at int) string {
	var b strings.Builder
	words, characters, last := 0, 0, -1
	for i, t := range r.tokens[:at] {
		if t.clause != r.tokens[at].clause || t.kind == glue || t.weight < 0.35 || t.concept == monthConcept {
			continue
		}
		switch t.kind {
		case word, name:
			if words++; characters > 0 || words > maxSubjectWords {
				return b.String()
			}
			if b.Len() > 0 {
				b.WriteByte(' ')
			}
		case character:
			if characters++; words > 0 || characters > maxSubjectCharacters || last >= 0 && i != last+1 {
				return b.String()
			}
			last = i
		default:
			return b.String()
		}
		b.WriteString(t.text)
	}
	return b.String()
}
