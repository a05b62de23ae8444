package memory

import "context"

// Judge is a model that says what rules cannot. It is safe for concurrent use. What it is given is data, and
// never changes what it is asked; the rating of one agent's text does not depend on another agent's texts.
// Errors are of KindUnavailable when it does not answer, and of KindInternal when its answer is none.
type Judge interface {
	// Model names it.
	Model() string
	// Rate says of each text of one agent how likely a future agent is to need it: 1, never, to 5, certainly;
	// 0 where it gave no rating that makes sense. There is one a text, in order; beside an error there may be some.
	Rate(ctx context.Context, agent string, texts []string) ([]int, error)
	// Summarize says shortly what a long text says, in the text's own language. It is empty when there is no
	// good summary.
	Summarize(ctx context.Context, text string) (string, error)
}
