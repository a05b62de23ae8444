package vector

type kernel struct {
	name string
	dot  func(a, b []float32) float32
}

// kernels are all that this processor can run.
func kernels() []kernel {
	ks := []kernel{{"chosen", Dot}, {"portable", dotPortable}}
	if hasAVX2 {
		ks = append(ks, kernel{"avx2", dotAVX2})
	}
	if hasAVX512 {
		ks = append(ks, kernel{"avx512", dotAVX512})
	}
	return ks
}
