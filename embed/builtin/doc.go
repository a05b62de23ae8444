// Package builtin embeds text with multilingual-e5-small, quantised to 4 bits, in pure Go.
//
// The model is a BERT of 12 layers and 384 dimensions that knows about 100 languages. Its weights lie in one
// file, which is mapped into memory; the layers are repacked once for the kernels that multiply them with
// 8-bit activations. The kernels are written for AVX-512 VNNI and for AVX2, with a portable fallback. All of
// them add in the same order and round after every step, so that a text has the same vector on every machine.
package builtin

// ModelName names the model; vectors of different models are not comparable.
const ModelName = "multilingual-e5-small-q4"

// Dimension is the length of the model's vectors.
const Dimension = 384

// FileName is the name that the model file usually has.
const FileName = "e5-small-q4.bin"

// Checksum is the SHA-256 of the model file, in hexadecimal.
const Checksum = "1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f"

// What the model was trained with: each text says whether it asks or answers.
const (
	queryPrefix   = "query: "
	passagePrefix = "passage: "
)
