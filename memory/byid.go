package memory

import "context"

// recallByID returns the memories with these ids that v sees, wherever they lie and whatever became of them,
// in the order asked for. Ids that are unknown or hidden are left out.
func (e *Engine) recallByID(ctx context.Context, v Visibility, ids []string) (RecallResult, error) {
	lying, err := e.locateAny(ctx, v, unique(ids))
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
