package memory

import "context"

// Appraisal is what a learned model makes of a text.
type Appraisal struct {
	// Importance is 0..1: how likely it is that a careful person would keep it.
	Importance float64
	// Type and Layer are where it belongs, if it is kept. Layer is working for what binds the task at hand.
	Type  Type
	Layer Layer
	// LayerChance is 0..1: how sure it is of the layer.
	LayerChance float64
}

// Appraiser says what no rule can, without a chat model. An Embedder that can appraise implements it too.
type Appraiser interface {
	// Appraise returns one appraisal a text, in order. Of a long text it may read only the beginning. Errors are
	// of KindUnavailable when it was stopped.
	Appraise(ctx context.Context, texts []string) ([]Appraisal, error)
}
