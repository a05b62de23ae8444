package manifest

import (
	"regexp"
	"strconv"
	"strings"

	yamlv3 "go.yaml.in/yaml/v3"
)

// lineOf finds the line, in its document, of what a path such as spec.agents[1].name leads to, or of the
// nearest thing around it when that is not there.
func lineOf(tree *yamlv3.Node, path string) int {
	if tree == nil {
		return 1
	}
	node, line := tree, tree.Line
	if node.Kind == yamlv3.DocumentNode && len(node.Content) > 0 {
		node = node.Content[0]
		line = node.Line
	}
	for _, step := range steps(path) {
		next, at := child(node, step)
		if next == nil {
			break
		}
		node, line = next, at
	}
	return line
}

// noPath is the path of validation errors that have none.
const noPath = "<nil>"

// pathInWords finds the first path of a manifest that a message names.
var pathInWords = regexp.MustCompile(`\b(spec|metadata)(\.[A-Za-z0-9_/-]+|\[\d+\])+`)

var structField = regexp.MustCompile(`Go struct field [A-Za-z]+\.(\S+) of type`)

// metadataPath is where the metadata cannot be read, as far as the error tells.
func metadataPath(err error) string {
	if m := structField.FindStringSubmatch(err.Error()); m != nil {
		return "metadata." + m[1]
	}
	return "metadata"
}

// steps takes a path apart: spec.agents[1].name is spec, agents, 1, name.
func steps(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// child is the value that a step leads to, and the line on which it begins: for a field, that of its name. Of
// a list, a step is an index or the name of an item.
func child(node *yamlv3.Node, step string) (*yamlv3.Node, int) {
	if node.Kind == yamlv3.AliasNode && node.Alias != nil {
		node = node.Alias
	}
	switch node.Kind {
	case yamlv3.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == step {
				return node.Content[i+1], node.Content[i].Line
			}
		}
	case yamlv3.SequenceNode:
		if i, err := strconv.Atoi(step); err == nil && i >= 0 && i < len(node.Content) {
			return node.Content[i], node.Content[i].Line
		}
		for _, item := range node.Content {
			if name, _ := child(item, "name"); name != nil && name.Kind == yamlv3.ScalarNode && name.Value == step {
				return item, item.Line
			}
		}
	}
	return nil, 0
}
