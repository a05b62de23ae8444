//go:build !amd64

package builtin

func availableKernels() []kernels { return []kernels{portableKernels()} }
