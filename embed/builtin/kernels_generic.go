package builtin

func availableKernels() []kernels { return []kernels{portableKernels()} }
