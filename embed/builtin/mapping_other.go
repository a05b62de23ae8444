//go:build !unix

package builtin

import "os"

// mapFile reads a file where it can not be mapped.
func mapFile(path string) (*mapping, error) {
	data, err := os.ReadFile(path)
	return &mapping{data: data}, err
}
