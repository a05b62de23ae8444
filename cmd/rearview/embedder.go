package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/rearview-dev/rearview/embed/builtin"
	"github.com/rearview-dev/rearview/embed/openai"
	"github.com/rearview-dev/rearview/memory"
	"github.com/rearview-dev/rearview/model"
	"github.com/rearview-dev/rearview/namespace"
)

// modelEnv names the built-in embedder's model file when the flag does not.
const modelEnv = "REARVIEW_MODEL"

// addModelFlag lets a command take the path of the built-in embedder's model.
func addModelFlag(c *cobra.Command, path *string) {
	c.Flags().StringVar(path, "model", "", "file of the built-in embedding model (default: $"+modelEnv+", then "+builtin.FileName+" beside this program)")
}

// chosenModel is the path of the model file that the flag or the environment chooses; empty when neither does.
func chosenModel(flag string) string {
	if flag != "" {
		return flag
	}
	return os.Getenv(modelEnv)
}

// modelPath is where the model file should be.
func modelPath(flag string) string {
	if path := chosenModel(flag); path != "" {
		return path
	}
	program, err := os.Executable()
	if err != nil {
		return builtin.FileName
	}
	return filepath.Join(filepath.Dir(program), builtin.FileName)
}

// openEmbedder makes the embedder that a namespace's class asks for. The caller calls release.
func openEmbedder(e namespace.Embedding, model string) (embedder memory.Embedder, release func() error, err error) {
	if o := e.OpenAICompatible; o != nil {
		remote, err := openai.New(openai.Options{URL: o.URL, Model: o.Model, Dimension: int(o.Dimension), APIKeyFile: o.APIKeyFile})
		if err != nil {
			return nil, nil, err
		}
		return remote, func() error { return nil }, nil
	}
	local, err := builtin.Open(modelPath(model))
	if err != nil {
		return nil, nil, err
	}
	return local, local.Close, nil
}

// openJudge makes the judge that a namespace's class asks for. It calls nothing before there is something to judge.
func openJudge(m namespace.Model) (memory.Judge, error) {
	return model.New(model.Options{
		URL: m.URL, Name: m.Name, APIKeyFile: m.APIKeyFile, Timeout: time.Duration(m.TimeoutSeconds) * time.Second,
	})
}

// vectorsOf names the model of a namespace and the length of its vectors, without opening it.
func vectorsOf(e namespace.Embedding) (model string, dimension int) {
	if o := e.OpenAICompatible; o != nil {
		return o.Model, int(o.Dimension)
	}
	return builtin.ModelName, builtin.Dimension
}
