package mcp

import (
	"context"
	"time"

	"github.com/rearview-dev/rearview/memory"
)

func (s *Server) remember(ctx context.Context, id memory.Identity, v values) (any, error) {
	request := memory.RememberRequest{
		Content:    get[string](v, "content"),
		Type:       memory.Type(get[string](v, "type")),
		Scope:      memory.Scope(get[string](v, "scope")),
		Task:       get[string](v, "task_id"),
		Session:    get[string](v, "session_id"),
		Topic:      get[string](v, "topic"),
		Metadata:   get[map[string]string](v, "metadata"),
		OccurredAt: get[time.Time](v, "occurred_at"),
		Wait:       get[bool](v, "wait"),
	}
	if importance, given := v["importance"].(float64); given {
		request.Importance = &importance
	}
	return s.verbs.Remember(ctx, id, request)
}

func (s *Server) recall(ctx context.Context, id memory.Identity, v values) (any, error) {
	request := memory.RecallRequest{
		Query:   get[string](v, "query"),
		IDs:     get[[]string](v, "ids"),
		TopK:    get[int](v, "top_k"),
		Task:    get[string](v, "task_id"),
		Session: get[string](v, "session_id"),
		Explain: get[bool](v, "explain"),
	}
	for _, layer := range get[[]string](v, "layers") {
		request.Layers = append(request.Layers, memory.Layer(layer))
	}
	found, err := s.verbs.Recall(ctx, id, request)
	if err != nil {
		return nil, err
	}
	return recallResult{
		Memories:   viewHits(found.Memories, request.Explain),
		Outranked:  found.Outranked,
		Degraded:   found.Degraded,
		Considered: found.Considered,
	}, nil
}

func (s *Server) forget(ctx context.Context, id memory.Identity, v values) (any, error) {
	if len(v) != 1 {
		return nil, memory.Errorf(memory.KindInvalid, "give exactly one of id, ids and query; got %d of them. query shows what matches and archives nothing", len(v))
	}
	request := memory.ForgetRequest{
		IDs:   get[[]string](v, "ids"),
		Query: get[string](v, "query"),
	}
	if one, given := v["id"].(string); given {
		request.IDs = []string{one}
	}
	done, err := s.verbs.Forget(ctx, id, request)
	if err != nil {
		return nil, err
	}
	return forgetResult{Archived: orEmpty(done.Archived), Preview: viewHits(done.Preview, false)}, nil
}
