// Package watch tells when a file changes. It polls, because ConfigMap and Secret volumes are updated by
// swapping a symbolic link, which file notifications of the visible path miss.
package watch

import (
	"bytes"
	"context"
	"os"
	"time"
)

// File reads path at every interval until ctx ends, and calls changed with the content whenever it differs
// from known and from what was seen last. A file that cannot be read is reported once to failed, until it
// can be read again.
func File(ctx context.Context, path string, known []byte, interval time.Duration, changed func([]byte), failed func(error)) {
	tick := time.NewTicker(interval)
	defer tick.Stop()
	var lastErr string
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		data, err := os.ReadFile(path)
		if err != nil {
			if err.Error() != lastErr {
				lastErr = err.Error()
				failed(err)
			}
			continue
		}
		lastErr = ""
		if bytes.Equal(data, known) {
			continue
		}
		known = data
		changed(data)
	}
}
