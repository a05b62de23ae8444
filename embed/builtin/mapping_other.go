//go:build !unix

package builtin

import "os"

// openMapping reads a file where it can not be mapped.
func openMapping(path string) (*mapping, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &mapping{data: data}, nil
}

func (m *mapping) rest() error { return nil }

func (m *mapping) close() error { return nil }
