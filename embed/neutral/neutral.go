// Package neutral holds queries about nothing in particular, by their kind. What a model's vectors of them have in
// common says how a query is put and not what it is about, and is measured once for each model.
package neutral

import (
	"embed"
	"io/fs"
	"slices"
	"strings"
)

//go:embed *.txt
var files embed.FS

// Kinds returns the queries of each kind, in the order of the kinds' names: dialogues so far, questions about
// others, and requests of somebody at work, each in English and in Chinese, and questions in other languages.
func Kinds() [][]string {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		panic(err) // The pattern is a constant.
	}
	slices.Sort(names)
	kinds := make([][]string, len(names))
	for i, name := range names {
		data, err := files.ReadFile(name)
		if err != nil {
			panic(err) // The file is in the binary.
		}
		kinds[i] = strings.Split(strings.TrimSpace(string(data)), "\n")
	}
	return kinds
}
