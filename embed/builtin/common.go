package builtin

import (
	_ "embed"
	"encoding/binary"
	"math"
)

// commonFile holds the mean of the query vectors of each kind of neutral query, as little-endian float32. The
// tests write it.
//
//go:embed common.bin
var commonFile []byte

// readCommon returns the vectors of commonFile; none for a model of another dimension.
func readCommon(hidden int) [][]float32 {
	if hidden != Dimension {
		return nil
	}
	kinds := make([][]float32, len(commonFile)/(4*hidden))
	for k := range kinds {
		kinds[k] = make([]float32, hidden)
		for i := range kinds[k] {
			kinds[k][i] = math.Float32frombits(binary.LittleEndian.Uint32(commonFile[4*(k*hidden+i):]))
		}
	}
	return kinds
}
