package memory

import "context"

// LookUp finds and reads what new memories are compared with.
func (e *Engine) LookUp(ctx context.Context, fresh []Record) error {
	r := replacing{Engine: e, known: map[string]*related{}}
	_, err := r.gather(ctx, fresh)
	return err
}
