package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/rearview-dev/rearview/internal/openaiapi"
	"github.com/rearview-dev/rearview/memory"
)

const (
	// maxNumberBytes is a generous length for one number in JSON, with what separates it from the next.
	maxNumberBytes = 32
	// maxFrameBytes is room for what surrounds the vectors.
	maxFrameBytes = 64 << 10
)

type embeddingsRequest struct {
	Model string   `json:"model"`
	Input []string `json:"input"`
}

type embeddingsResponse struct {
	Data []struct {
		Index     int    `json:"index"`
		Embedding vector `json:"embedding"`
	} `json:"data"`
}

// vector refuses null, which some servers write for NaN and which would be read as zero.
type vector []float32

func (v *vector) UnmarshalJSON(data []byte) error {
	if bytes.Contains(data, []byte("null")) {
		return errors.New("a vector holds null")
	}
	return json.Unmarshal(data, (*[]float32)(v))
}

// embed returns the vectors of a batch, one a piece, of unit length.
func (e *Embedder) embed(ctx context.Context, batch []piece) (vectors [][]float32, err error) {
	request := embeddingsRequest{Model: e.options.Model}
	for _, p := range batch {
		request.Input = append(request.Input, p.content)
	}
	err = e.client.Do(ctx, openaiapi.Call{
		Request:  request,
		Private:  request.Input,
		MaxBytes: len(batch)*e.options.Dimension*maxNumberBytes + maxFrameBytes,
		Decode: func(answer []byte) error {
			vectors, err = e.decode(answer, len(batch))
			return err
		},
	})
	return vectors, err
}

// decode returns the vectors of n texts in the order of the texts, of unit length.
func (e *Embedder) decode(data []byte, n int) ([][]float32, error) {
	var response embeddingsResponse
	if err := json.Unmarshal(data, &response); err != nil {
		return nil, openaiapi.Transient(memory.Wrap(memory.KindUnavailable, err, e.client.Name()+" gives an answer that is not the JSON of vectors"))
	}
	if len(response.Data) != n {
		return nil, e.wrongModel("returned %d vectors for %d texts", len(response.Data), n)
	}
	vectors := make([][]float32, n)
	for _, d := range response.Data {
		if d.Index < 0 || d.Index >= n || vectors[d.Index] != nil {
			return nil, e.wrongModel("returned index %d, out of range or twice, for %d texts", d.Index, n)
		}
		if len(d.Embedding) != e.options.Dimension {
			return nil, e.wrongModel("model %q returned a vector of %d dimensions, and %d are wanted: set the dimension or the model",
				e.options.Model, len(d.Embedding), e.options.Dimension)
		}
		if !normalize(d.Embedding) {
			return nil, e.wrongModel("model %q returned a vector without a direction (all zero, or not finite)", e.options.Model)
		}
		vectors[d.Index] = d.Embedding
	}
	return vectors, nil
}

// wrongModel is the error of a server that answers, but not as it must.
func (e *Embedder) wrongModel(format string, args ...any) error {
	return memory.Errorf(memory.KindInternal, "%s %s", e.client.Name(), fmt.Sprintf(format, args...))
}
