package mcp

import (
	mcpgo "github.com/mark3labs/mcp-go/mcp"
)

// argument describes one argument of a tool. The input schema that clients see and the strict decoding are
// both made from it, so that they cannot disagree.
type argument struct {
	name        string
	description string
	kind        kind
	required    bool
	// enum lists what a text may be; empty for anything.
	enum []string
	// min and max bound a number, both included.
	min, max float64
	// maxBytes bounds a text, each text of a list, and each value of pairs.
	maxBytes int
	// maxItems bounds a list, and the number of pairs.
	maxItems int
}

// kind is the type of an argument.
type kind int

const (
	// text is a non-empty string.
	text kind = iota
	// texts is a non-empty list of non-empty strings.
	texts
	// whole is a number without a fraction.
	whole
	// number is any number.
	number
	// boolean is true or false.
	boolean
	// pairs is a non-empty object of non-empty strings.
	pairs
	// moment is a time as RFC 3339 writes it, with its zone.
	moment
)

// inputSchema is the JSON Schema of a tool's arguments, in the order given.
func inputSchema(arguments []argument) mcpgo.ToolInputSchema {
	schema := mcpgo.ToolInputSchema{
		Type:                 "object",
		Properties:           make(map[string]any, len(arguments)),
		AdditionalProperties: false,
	}
	for _, a := range arguments {
		schema.Properties[a.name] = a.schema()
		schema.PropertyOrder = append(schema.PropertyOrder, a.name)
		if a.required {
			schema.Required = append(schema.Required, a.name)
		}
	}
	return schema
}

func (a argument) schema() map[string]any {
	s := map[string]any{"description": a.description}
	switch a.kind {
	case text:
		addText(s, a)
	case texts:
		item := map[string]any{}
		addText(item, a)
		s["type"], s["items"], s["minItems"], s["maxItems"], s["uniqueItems"] = "array", item, 1, a.maxItems, true
	case whole:
		s["type"], s["minimum"], s["maximum"] = "integer", a.min, a.max
	case number:
		s["type"], s["minimum"], s["maximum"] = "number", a.min, a.max
	case boolean:
		s["type"] = "boolean"
	case pairs:
		value := map[string]any{}
		addText(value, a)
		s["type"], s["additionalProperties"], s["minProperties"], s["maxProperties"] = "object", value, 1, a.maxItems
	case moment:
		s["type"], s["format"] = "string", "date-time"
	}
	return s
}

// addText describes a string. A schema counts characters where the limit counts bytes, so its bound is the
// looser one; decoding holds to the bytes.
func addText(s map[string]any, a argument) {
	s["type"], s["minLength"] = "string", 1
	if len(a.enum) > 0 {
		s["enum"] = a.enum
		return
	}
	s["maxLength"] = a.maxBytes
}
