package builtin

// mapping is the contents of a file that is only read.
type mapping struct{ data []byte }
