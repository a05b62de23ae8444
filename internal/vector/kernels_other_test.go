//go:build !amd64

package vector

type kernel struct {
	name string
	dot  func(a, b []float32) float32
}

func kernels() []kernel { return []kernel{{"chosen", Dot}, {"portable", dotPortable}} }
