// Package vector computes inner products of float32 vectors, as fast as the processor can, and keeps the
// best of many. For vectors of unit length the inner product is the cosine.
package vector

// Dot returns the inner product of a and b, which have the same length. Sums are taken in float32 and in
// an order that depends on the processor, so results differ between processors by rounding.
func Dot(a, b []float32) float32 {
	if len(a) != len(b) {
		panic("vector: Dot of different lengths")
	}
	return dot(a, b)
}

// dotPortable is what every processor can do. Four sums, so that additions need not wait for each other.
func dotPortable(a, b []float32) float32 {
	var s0, s1, s2, s3 float32
	b = b[:len(a)]
	i := 0
	for ; i+4 <= len(a); i += 4 {
		s0 += a[i] * b[i]
		s1 += a[i+1] * b[i+1]
		s2 += a[i+2] * b[i+2]
		s3 += a[i+3] * b[i+3]
	}
	for ; i < len(a); i++ {
		s0 += a[i] * b[i]
	}
	return (s0 + s1) + (s2 + s3)
}
