package memory

import "context"

// recallByID returns the memories with these ids that v sees, wherever they lie and whatever became of them,
// in the order asked for. Kind not_found for the first that is unknown or hidden.
func (e *Engine) recallByID(ctx context.Context, v Visibility, ids []string) (RecallResult, error) {
	lying, err := e.locate(ctx, v, unique(ids))
	if err != nil {
		return RecallResult{}, err
	}
	result := RecallResult{Memories: make([]Hit, len(lying)), Considered: len(lying)}
	for i, l := range lying {
		m := l.Memory
		if l.place == PlaceCold {
			if m, err = e.thaw(ctx, l); err != nil {
				return RecallResult{}, err
			}
		}
		result.Memories[i] = Hit{Memory: m}
	}
	return result, nil
}
