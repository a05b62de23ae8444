package mcp

import (
	"bytes"
	"encoding/json"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"

	"github.com/rearview-dev/rearview/memory"
)

// recallResult is what recall answers.
type recallResult struct {
	Memories   []recalled         `json:"memories"`
	Outranked  []memory.Outranked `json:"outranked,omitempty"`
	Degraded   []string           `json:"degraded,omitempty"`
	Considered int                `json:"considered"`
}

// forgetResult is what forget answers.
type forgetResult struct {
	Archived []string   `json:"archived"`
	Preview  []recalled `json:"preview"`
}

// recalled is a memory as an agent sees it: what it says first, then when and whose, and no bookkeeping.
type recalled struct {
	Content string `json:"content"`
	Summary string `json:"summary,omitempty"`
	// BestPart is there when the memory is long.
	BestPart *memory.Excerpt `json:"best_part,omitempty"`

	OccurredAt time.Time    `json:"occurred_at"`
	CreatedAt  time.Time    `json:"created_at"`
	Type       memory.Type  `json:"type"`
	Layer      memory.Layer `json:"layer"`
	Scope      memory.Scope `json:"scope"`
	Agent      string       `json:"agent"`
	Task       string       `json:"task_id,omitempty"`
	Session    string       `json:"session_id,omitempty"`
	Topic      string       `json:"topic,omitempty"`
	// Metadata are the labels that its writer gave it.
	Metadata   map[string]string `json:"metadata,omitempty"`
	Importance float64           `json:"importance"`
	Score      float64           `json:"score"`
	ID         string            `json:"id"`
	// Status and what belongs to it are left out while it is active.
	Status        memory.Status `json:"status,omitempty"`
	StatusReason  string        `json:"status_reason,omitempty"`
	SupersededBy  string        `json:"superseded_by,omitempty"`
	DeprecatedAt  time.Time     `json:"deprecated_at,omitzero"`
	ConflictsWith []string      `json:"conflicts_with,omitempty"`
	// Sensitive is left out where nothing was found.
	Sensitive bool `json:"sensitive,omitempty"`
	Why       *why `json:"why,omitempty"`
}

// why explains a recalled memory.
type why struct {
	Parts   []memory.Part `json:"parts"`
	Matched []string      `json:"matched"`
}

func viewHits(hits []memory.Hit, explain bool) []recalled {
	list := make([]recalled, len(hits))
	for i, h := range hits {
		list[i] = recalled{
			Content:    h.Memory.Content,
			Summary:    h.Memory.Summary,
			BestPart:   h.BestPart,
			OccurredAt: h.Memory.OccurredAt,
			CreatedAt:  h.Memory.CreatedAt,
			Type:       h.Memory.Type,
			Layer:      h.Memory.Layer,
			Scope:      h.Memory.Scope,
			Agent:      h.Memory.Agent,
			Task:       h.Memory.Task,
			Session:    h.Memory.Session,
			Topic:      h.Memory.Topic,
			Metadata:   h.Memory.Metadata,
			Importance: h.Memory.Importance,
			Score:      h.Score,
			ID:         h.Memory.ID,

			StatusReason:  h.Memory.StatusReason,
			SupersededBy:  h.Memory.SupersededBy,
			DeprecatedAt:  h.Memory.DeprecatedAt,
			ConflictsWith: h.ConflictsWith,
			Sensitive:     h.Memory.Sensitive,
		}
		if h.Memory.Status != memory.StatusActive {
			list[i].Status = h.Memory.Status
		}
		if explain {
			list[i].Why = &why{Parts: orEmpty(h.Parts), Matched: orEmpty(h.Matched)}
		}
	}
	return list
}

// orEmpty makes a list that JSON writes as [] and not as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// success is a result with structured content and, for clients and models that read text, the same JSON as
// text: indented, and with every character as it is.
func success(structured any) (*mcpgo.CallToolResult, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(structured); err != nil {
		return nil, memory.Wrap(memory.KindInternal, err, "encode the result")
	}
	return &mcpgo.CallToolResult{
		Content:           []mcpgo.Content{mcpgo.NewTextContent(string(bytes.TrimSuffix(text.Bytes(), []byte("\n"))))},
		StructuredContent: structured,
	}, nil
}
