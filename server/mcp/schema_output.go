package mcp

import "encoding/json"

// The output schemas. They are closed, so that a field that is added to a result without being described
// fails the tests.
var (
	rememberOutput = json.RawMessage(`{
  "type": "object",
  "properties": {
    "outcome": {"type": "string", "enum": ["stored", "queued", "merged", "superseded", "skipped"], "description": "stored and queued are safe and found by the next recall; merged says the same as a memory that is kept already; superseded is stored and replaced older ones; skipped was not kept."},
    "id": {"type": "string", "description": "The memory's id. Absent when skipped."},
    "touched": {"type": "array", "items": {"type": "string"}, "description": "The memories that it replaced or, when merged, the one that says the same."},
    "layer": {"type": "string", "enum": ["working", "episodic", "semantic"]},
    "type": {"type": "string"},
    "scope": {"type": "string", "enum": ["private", "shared"]},
    "importance": {"type": "number", "description": "0 to 1."},
    "rule": {"type": "string", "description": "The rule that decided."},
    "sensitive": {"type": "array", "items": {"type": "string"}, "description": "Kinds of secrets and personal data that it holds: kept, redacted or refused, as the policy says."},
    "reason": {"type": "string", "description": "Why; low_importance for most that were skipped."}
  },
  "required": ["outcome", "importance", "rule", "reason"],
  "additionalProperties": false
}`)

	recallOutput = json.RawMessage(`{
  "type": "object",
  "properties": {
    "memories": {"type": "array", "items": ` + memoryOutput + `, "description": "Best first. Empty when nothing was found."},
    "outranked": {
      "type": "array",
      "description": "Memories that matched and were left out: a newer one of the same topic holds, or another says the same.",
      "items": {
        "type": "object",
        "properties": {"id": {"type": "string"}, "by": {"type": "string"}, "reason": {"type": "string"}, "rule": {"type": "string"}},
        "required": ["id", "by", "reason", "rule"],
        "additionalProperties": false
      }
    },
    "degraded": {"type": "array", "items": {"type": "string"}, "description": "What could not take part in the search. Absent when all did."},
    "considered": {"type": "integer", "minimum": 0, "description": "How many candidates were ranked."}
  },
  "required": ["memories", "considered"],
  "additionalProperties": false
}`)

	forgetOutput = json.RawMessage(`{
  "type": "object",
  "properties": {
    "archived": {"type": "array", "items": {"type": "string"}, "description": "The ids that were archived."},
    "preview": {"type": "array", "items": ` + memoryOutput + `, "description": "What the query found. None of it was archived."}
  },
  "required": ["archived", "preview"],
  "additionalProperties": false
}`)
)

const memoryOutput = `{
      "type": "object",
      "properties": {
        "content": {"type": "string", "description": "The original text, whole."},
        "summary": {"type": "string"},
        "best_part": {
          "type": "object",
          "description": "Of a long memory, the part that answers best. start and end are byte offsets into content.",
          "properties": {"start": {"type": "integer", "minimum": 0}, "end": {"type": "integer", "minimum": 0}, "text": {"type": "string"}},
          "required": ["start", "end", "text"],
          "additionalProperties": false
        },
        "occurred_at": {"type": "string", "format": "date-time"},
        "created_at": {"type": "string", "format": "date-time"},
        "type": {"type": "string"},
        "layer": {"type": "string", "enum": ["working", "episodic", "semantic"]},
        "scope": {"type": "string", "enum": ["private", "shared"]},
        "agent": {"type": "string", "description": "Who remembered it."},
        "task_id": {"type": "string"},
        "session_id": {"type": "string"},
        "topic": {"type": "string"},
        "metadata": {"type": "object", "additionalProperties": {"type": "string"}, "description": "The labels that its writer gave it."},
        "importance": {"type": "number", "description": "0 to 1."},
        "score": {"type": "number", "description": "0 to 1."},
        "id": {"type": "string"},
        "status": {"type": "string", "enum": ["deprecated", "archived"], "description": "Absent while it is active. Only memories asked for by id can have another."},
        "status_reason": {"type": "string", "description": "superseded, merged, forgotten, and the like."},
        "superseded_by": {"type": "string", "description": "The memory that replaced it."},
        "deprecated_at": {"type": "string", "format": "date-time"},
        "sensitive": {"type": "boolean", "description": "true when it holds a key, a password or personal data: do not repeat it where others read."},
        "conflicts_with": {"type": "array", "items": {"type": "string"}, "description": "Other memories of this answer that may contradict it; which one holds is not known. Ask, or remember what holds."},
        "why": {
          "type": "object",
          "description": "Only with explain.",
          "properties": {
            "parts": {
              "type": "array",
              "description": "The score is the sum of weight × value.",
              "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "weight": {"type": "number"}, "value": {"type": "number"}},
                "required": ["name", "weight", "value"],
                "additionalProperties": false
              }
            },
            "matched": {"type": "array", "items": {"type": "string"}, "description": "The query's words that it holds."}
          },
          "required": ["parts", "matched"],
          "additionalProperties": false
        }
      },
      "required": ["content", "occurred_at", "created_at", "type", "layer", "scope", "agent", "importance", "score", "id"],
      "additionalProperties": false
    }`
