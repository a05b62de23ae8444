package crd_test

import (
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/config/crd"
)

// TestFieldsAreDocumentedAndBounded holds every field of the schemas to having a description and a bound,
// and to being no float.
func TestFieldsAreDocumentedAndBounded(t *testing.T) {
	files, err := crd.Bases.ReadDir("bases")
	if err != nil || len(files) != 2 {
		t.Fatal(files, err)
	}
	for _, f := range files {
		data, err := crd.Bases.ReadFile("bases/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		var def apiextensionsv1.CustomResourceDefinition
		if err := yaml.UnmarshalStrict(data, &def); err != nil {
			t.Fatal(err)
		}
		root := def.Spec.Versions[0].Schema.OpenAPIV3Schema
		for _, part := range []string{"spec", "status"} {
			if schema, ok := root.Properties[part]; ok {
				checkField(t, def.Spec.Names.Kind+"."+part, schema)
			}
		}
	}
}

func checkField(t *testing.T, path string, s apiextensionsv1.JSONSchemaProps) {
	t.Helper()
	switch {
	case strings.HasSuffix(path, ".server.resources"), strings.Contains(path, ".conditions."):
		return // Kubernetes' own types
	case strings.TrimSpace(s.Description) == "":
		t.Errorf("%s has no description", path)
	}
	switch s.Type {
	case "number":
		t.Errorf("%s is a float", path)
	case "integer":
		// generations count without an end
		if (s.Minimum == nil || s.Maximum == nil) && !strings.Contains(path, ".status.") {
			t.Errorf("%s has no minimum or no maximum", path)
		}
	case "string":
		if s.MaxLength == nil && len(s.Enum) == 0 && s.Format == "" {
			t.Errorf("%s has no maximal length", path)
		}
	case "array":
		if s.MaxItems == nil {
			t.Errorf("%s has no maximal number of items", path)
		}
		if s.XListType == nil || *s.XListType != "map" {
			t.Errorf("%s does not say which field is its items' key", path)
		}
		checkField(t, path+"[]", *s.Items.Schema)
	}
	for name, child := range s.Properties {
		if words := strings.Fields(child.Description); len(words) > 0 && words[0] != name && !strings.HasPrefix(name, "api") {
			t.Errorf("%s.%s: its description begins with %q, not with its name", path, name, words[0])
		}
		checkField(t, path+"."+name, child)
	}
}
