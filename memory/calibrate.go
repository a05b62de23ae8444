package memory

import "context"

// calibrate lets an embedder that knows nothing of its own scales measure them, once, before the first memory
// is compared with others. While it does not answer, that is an outage like any other; when it refuses, likeness
// stays unknown and memories are compared by their words alone.
func (w *worker) calibrate(ctx context.Context) error {
	if w.calibrated {
		return nil
	}
	if c, ok := w.embedder.(Calibrator); ok {
		err := c.Calibrate(ctx)
		if KindOf(err) == KindUnavailable {
			return err
		}
		if err != nil {
			w.log.WarnContext(ctx, "the embedder could not be calibrated; memories are compared by their words alone", "error", err)
		} else {
			w.likeness.Store(true)
		}
	}
	w.calibrated = true
	return nil
}

// similarity of two passages, 0..1, and whether it is known.
func (e *Engine) similarity(a, b *related) (float64, bool) {
	cosine, known := a.cosine(&b.Record)
	if !known || e.embedder == nil || !e.likeness.Load() {
		return 0, false
	}
	return e.embedder.Calibration().Between(cosine, a.Content, b.Content), true
}
