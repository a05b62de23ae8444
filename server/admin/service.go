// Package admin is what people's commands ask of the process that owns a data directory. Service has two
// implementations: the engine itself, and Client, which reaches an engine in another process over a unix
// socket that only its owner can open.
package admin

import (
	"context"

	"github.com/rearview-dev/rearview/memory"
)

// Service is what a person can do. *memory.Engine is one; its methods say what each does.
type Service interface {
	Maintain(context.Context) (memory.MaintainReport, error)
	Search(context.Context, memory.Visibility, memory.RecallRequest) (memory.RecallResult, error)
	Show(ctx context.Context, id string) (memory.Shown, error)
	History(ctx context.Context, id string) (memory.Story, error)
	Restore(ctx context.Context, id string) (memory.Memory, error)
	Stats(context.Context) (memory.Stats, error)
}

var (
	_ Service = (*memory.Engine)(nil)
	_ Service = (*Client)(nil)
)

// SocketName is the socket's name in a data directory.
const SocketName = "admin.sock"

// searchBody is a search on the wire.
type searchBody struct {
	// Everything or Agent say what is seen; neither sees nothing.
	Everything bool           `json:"everything,omitempty"`
	Agent      string         `json:"agent,omitempty"`
	Query      string         `json:"query"`
	TopK       int            `json:"top_k,omitempty"`
	Task       string         `json:"task,omitempty"`
	Session    string         `json:"session,omitempty"`
	Layers     []memory.Layer `json:"layers,omitempty"`
}

func searchOf(v memory.Visibility, r memory.RecallRequest) searchBody {
	return searchBody{
		Everything: v.SeesAll(),
		Agent:      v.Agent(),
		Query:      r.Query,
		TopK:       r.TopK,
		Task:       r.Task,
		Session:    r.Session,
		Layers:     r.Layers,
	}
}

func (b searchBody) visibility() memory.Visibility {
	if b.Everything {
		return memory.Everything()
	}
	return memory.Identity{Agent: b.Agent}.Visibility()
}

func (b searchBody) request() memory.RecallRequest {
	return memory.RecallRequest{Query: b.Query, TopK: b.TopK, Task: b.Task, Session: b.Session, Layers: b.Layers}
}

// errorBody is an error on the wire. Whoever can open the socket owns the data, so causes are told too.
type errorBody struct {
	Kind    memory.Kind `json:"kind"`
	Message string      `json:"message"`
	Cause   string      `json:"cause,omitempty"`
}
