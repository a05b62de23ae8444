package vector

import (
	"runtime"
	"sync"
)

// minParallelRows is how many rows are worth a goroutine of their own.
const minParallelRows = 8192

// Nearest scans a matrix of rows of len(query) values for those with the largest inner product, best
// first; of equal ones the lower row comes first. It is the bare exact scan: no filter, no locks, one flat
// array, all processors. Anything that searches more cleverly is measured against it.
func Nearest(matrix, query []float32, limit int) []Match[int] {
	dim := len(query)
	if dim == 0 || len(matrix)%dim != 0 {
		panic("vector: Nearest in a matrix whose rows are not as long as the query")
	}
	rows := len(matrix) / dim
	tops := make([]*Top[int], Workers(rows))
	var wg sync.WaitGroup
	for w := range tops {
		tops[w] = NewTop(limit, lower)
		from, to := rows*w/len(tops), rows*(w+1)/len(tops)
		if w == len(tops)-1 {
			scan(tops[w], matrix, query, from, to)
			break
		}
		wg.Go(func() { scan(tops[w], matrix, query, from, to) })
	}
	wg.Wait()
	for _, t := range tops[1:] {
		tops[0].Merge(t)
	}
	return tops[0].Matches()
}

// Workers is how many goroutines should share a scan of this many rows: at least one.
func Workers(rows int) int {
	return max(1, min(runtime.GOMAXPROCS(0), rows/minParallelRows))
}

func scan(top *Top[int], matrix, query []float32, from, to int) {
	dim := len(query)
	for row := from; row < to; row++ {
		if score := dot(matrix[row*dim:(row+1)*dim], query); top.Wants(score) {
			top.Offer(row, score)
		}
	}
}

func lower(a, b int) bool { return a < b }
