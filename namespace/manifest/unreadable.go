package manifest

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"

	yamlv3 "go.yaml.in/yaml/v3"
)

// unreadable finds what no object can be made of, in a document whose reader did not say where it is.
func (d document) unreadable() Faults {
	var faults Faults
	found := func(node *yamlv3.Node, path, text string) {
		if path != "" {
			text = path + ": " + text
		}
		faults = append(faults, d.fault(node.Line, text))
	}
	if tree := new(yamlv3.Node); yamlv3.Unmarshal(d.data, tree) == nil {
		eachUnreadable(tree, "", found)
	}
	return faults
}

// eachUnreadable looks at a node and what is below it. Anchors are looked at where they are set.
func eachUnreadable(node *yamlv3.Node, path string, found func(node *yamlv3.Node, path, text string)) {
	switch node.Kind {
	case yamlv3.DocumentNode:
		for _, child := range node.Content {
			eachUnreadable(child, path, found)
		}
	case yamlv3.SequenceNode:
		for i, child := range node.Content {
			eachUnreadable(child, fmt.Sprintf("%s[%d]", path, i), found)
		}
	case yamlv3.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			key, value := node.Content[i], node.Content[i+1]
			if text := unreadableKey(key, value); text != "" {
				found(key, path, text)
				continue
			}
			below := key.Value
			if path != "" {
				below = path + "." + key.Value
			}
			eachUnreadable(value, below, found)
		}
	case yamlv3.ScalarNode:
		if text := unreadableScalar(node); text != "" {
			found(node, path, text)
		}
	}
}

func unreadableKey(key, value *yamlv3.Node) string {
	switch {
	case key.ShortTag() == "!!merge" && value.Kind == yamlv3.ScalarNode:
		return "map merge requires map or sequence of maps as the value"
	case key.Kind == yamlv3.MappingNode, key.Kind == yamlv3.SequenceNode, key.ShortTag() == "!!null":
		return "invalid map key: a key must be a string"
	}
	return ""
}

// unreadableScalar speaks as the readers of YAML and JSON do.
func unreadableScalar(node *yamlv3.Node) string {
	var value any
	if err := node.Decode(&value); err != nil {
		return err.Error()
	}
	if f, ok := value.(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
		return "json: unsupported value: " + strconv.FormatFloat(f, 'g', -1, 64)
	}
	return ""
}

var anchorName = regexp.MustCompile(`anchor '([^']+)'`)

// anchorLine is the first line on which the anchor is used that an error of the YAML reader names, or the
// document's first.
func (d document) anchorLine(err error) int {
	m := anchorName.FindStringSubmatch(err.Error())
	if m == nil {
		return d.firstLine()
	}
	use := regexp.MustCompile(`\*` + regexp.QuoteMeta(m[1]) + `([\s,\]}]|$)`)
	n := 0
	for line := range bytes.Lines(d.data) {
		n++
		if use.Match(line) {
			return n
		}
	}
	return d.firstLine()
}
