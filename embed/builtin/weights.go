package builtin

import (
	"encoding/binary"
	"fmt"
	"math"
)

const (
	// tileRows × tileTokens results are computed by one call of a kernel.
	tileRows   = 16
	tileTokens = 4
)

// weightBlock holds one block of each of 16 neighbouring rows of a matrix, so that a vector register can hold
// four weights of every row. The nibbles of row r are those of the file: nibbles[g][r][i] holds weight 4g+i in
// its low half and weight 4g+i+16 in its high half, each plus 8.
type weightBlock struct {
	scales  [tileRows]float32
	nibbles [4][tileRows][4]byte
}

// linear is a matrix of rows × columns and a bias: y = Wx + b.
type linear struct {
	rows, columns int
	// weights[t*columns/32+b] is block b of row tile t.
	weights []weightBlock
	bias    []float32
}

func (l *linear) blocks() int { return l.columns / blockSize }

// readLinear repacks the named 4-bit matrices, one above the other, and their biases.
func readLinear(f *modelFile, columns, rowsEach int, names ...string) (linear, error) {
	l := linear{rows: rowsEach * len(names), columns: columns}
	if rowsEach%tileRows != 0 {
		return l, fmt.Errorf("tensor %s.w has %d rows, which is not a multiple of %d", names[0], rowsEach, tileRows)
	}
	matrices := make([][]byte, len(names))
	for i, name := range names {
		var err error
		if matrices[i], err = f.blocks(name+".w", rowsEach, columns); err != nil {
			return l, err
		}
		bias, err := f.floats(name+".b", rowsEach)
		if err != nil {
			return l, err
		}
		l.bias = append(l.bias, bias...)
	}
	l.weights = make([]weightBlock, l.rows/tileRows*l.blocks())
	for i, matrix := range matrices {
		l.pack(matrix, i*rowsEach)
	}
	return l, nil
}

// pack copies row-major 4-bit blocks into the tiles from the given row on.
func (l *linear) pack(data []byte, row int) {
	for ; len(data) > 0; row++ {
		tile := l.weights[row/tileRows*l.blocks():][:l.blocks()]
		r := row % tileRows
		for b := range tile {
			tile[b].scales[r] = float16(binary.LittleEndian.Uint16(data))
			for g := range tile[b].nibbles {
				copy(tile[b].nibbles[g][r][:], data[2+4*g:])
			}
			data = data[q4BlockBytes:]
		}
	}
}

// norm is the weight and bias of a layer normalisation.
type norm struct{ weight, bias []float32 }

func readNorm(f *modelFile, name string) (n norm, err error) {
	if n.weight, err = f.floats(name+".w", f.hidden); err != nil {
		return n, err
	}
	n.bias, err = f.floats(name+".b", f.hidden)
	return n, err
}

// unpackRow writes a row of 4-bit blocks as floats.
func unpackRow(dst []float32, row []byte) {
	for ; len(dst) > 0; dst, row = dst[blockSize:], row[q4BlockBytes:] {
		scale := float16(binary.LittleEndian.Uint16(row))
		for j, b := range row[2:q4BlockBytes] {
			dst[j] = scale * float32(int(b&15)-8)
			dst[j+blockSize/2] = scale * float32(int(b>>4)-8)
		}
	}
}

// float16 decodes an IEEE 754 half-precision number.
func float16(h uint16) float32 {
	const fractionBits = 10
	sign := uint32(h>>15) << 31
	exponent := uint32(h>>fractionBits) & 31
	fraction := uint32(h) & (1<<fractionBits - 1)
	switch exponent {
	case 0: // zero or subnormal: fraction × 2⁻²⁴
		return math.Float32frombits(sign | math.Float32bits(float32(fraction)*(1.0/(1<<24))))
	case 31: // infinity or not a number
		return math.Float32frombits(sign | 255<<23 | fraction<<(23-fractionBits))
	default:
		return math.Float32frombits(sign | (exponent+127-15)<<23 | fraction<<(23-fractionBits))
	}
}
