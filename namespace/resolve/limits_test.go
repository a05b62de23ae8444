package resolve

import (
	"strings"
	"testing"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/yaml"

	"github.com/rearview-dev/rearview/config/crd"
	"github.com/rearview-dev/rearview/namespace"
)

// specSchema is the schema of a definition's spec.
func specSchema(t *testing.T, file string) apiextensionsv1.JSONSchemaProps {
	t.Helper()
	data, err := crd.Bases.ReadFile("bases/memory.rearview.dev_" + file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	var def apiextensionsv1.CustomResourceDefinition
	if err := yaml.UnmarshalStrict(data, &def); err != nil {
		t.Fatal(err)
	}
	return at(t, *def.Spec.Versions[0].Schema.OpenAPIV3Schema, "spec")
}

// at goes down a path with dots; a list is its items.
func at(t *testing.T, s apiextensionsv1.JSONSchemaProps, path string) apiextensionsv1.JSONSchemaProps {
	t.Helper()
	for name := range strings.SplitSeq(path, ".") {
		if s.Items != nil {
			s = *s.Items.Schema
		}
		next, ok := s.Properties[name]
		if !ok {
			t.Fatalf("%s: no %s", path, name)
		}
		s = next
	}
	return s
}

// TestLimitsAreTheMarkers holds the bounds that a file is checked by, and the defaults, to those of the API.
func TestLimitsAreTheMarkers(t *testing.T) {
	spec := specSchema(t, "memorynamespaces")
	policy, override := at(t, spec, "policy"), at(t, spec, "agents.policy")
	known := map[string]bool{}
	for _, l := range limits {
		known[l.path] = true
		for where, s := range map[string]apiextensionsv1.JSONSchemaProps{"policy": at(t, policy, l.path), "agents.policy": at(t, override, l.path)} {
			if *s.Minimum != float64(l.low) || *s.Maximum != float64(l.high) {
				t.Errorf("%s.%s: checked as %d–%d, the API has %v–%v", where, l.path, l.low, l.high, *s.Minimum, *s.Maximum)
			}
		}
		if s := at(t, policy, l.path); string(s.Default.Raw) != itoa(l.of(namespace.DefaultPolicy())) {
			t.Errorf("%s: the default is %d, the API has %s", l.path, l.of(namespace.DefaultPolicy()), s.Default.Raw)
		}
	}
	for _, path := range integers(policy) {
		if !known[path] {
			t.Errorf("policy.%s is not checked", path)
		}
	}
}

// integers are the paths of the numbers in a schema.
func integers(s apiextensionsv1.JSONSchemaProps) (paths []string) {
	for name, p := range s.Properties {
		if p.Type == "integer" {
			paths = append(paths, name)
		}
		for _, below := range integers(p) {
			paths = append(paths, name+"."+below)
		}
	}
	return paths
}

// TestNamesAreTheMarkers holds the named values of a policy to those of the API.
func TestNamesAreTheMarkers(t *testing.T) {
	spec := specSchema(t, "memorynamespaces")
	d := namespace.DefaultPolicy()
	for _, c := range []struct {
		path     string
		values   []string
		standard string
	}{
		{"importance.judge", texts(judges), string(d.Importance.Judge)},
		{"sensitive", texts(sensitives), string(d.Sensitive)},
	} {
		for _, where := range []string{"policy.", "agents.policy."} {
			var values []string
			for _, v := range at(t, spec, where+c.path).Enum {
				values = append(values, strings.Trim(string(v.Raw), `"`))
			}
			if strings.Join(values, " ") != strings.Join(c.values, " ") {
				t.Errorf("%s%s: checked as %v, the API has %v", where, c.path, c.values, values)
			}
		}
		if s := at(t, spec, "policy."+c.path); string(s.Default.Raw) != `"`+c.standard+`"` {
			t.Errorf("%s: the default is %s, the API has %s", c.path, c.standard, s.Default.Raw)
		}
	}
}

func texts[T ~string](names []T) (texts []string) {
	for _, n := range names {
		texts = append(texts, string(n))
	}
	return texts
}

func TestOtherBoundsAreTheMarkers(t *testing.T) {
	spec, class := specSchema(t, "memorynamespaces"), specSchema(t, "memoryclasses")
	for _, where := range []string{"policy.rules.keep", "policy.rules.drop", "agents.policy.rules.keep", "agents.policy.rules.drop"} {
		if s := at(t, spec, where); *s.MaxItems != maxRules {
			t.Errorf("%s: at most %d items, the API has %d", where, maxRules, *s.MaxItems)
		}
		if s := at(t, spec, where+".pattern"); *s.MaxLength != maxPatternRunes {
			t.Errorf("%s.pattern: at most %d characters, the API has %d", where, maxPatternRunes, *s.MaxLength)
		}
	}
	if s := at(t, class, "embedding.openAICompatible.dimension"); *s.Minimum != 1 || *s.Maximum != maxDimension {
		t.Errorf("dimension: at most %d, the API has %v–%v", maxDimension, *s.Minimum, *s.Maximum)
	}
	s := at(t, class, "model.timeoutSeconds")
	if *s.Minimum != 1 || *s.Maximum != maxTimeoutSeconds || string(s.Default.Raw) != itoa(defaultTimeoutSeconds) {
		t.Errorf("timeoutSeconds: at most %d, by default %d; the API has %v–%v, %s",
			maxTimeoutSeconds, defaultTimeoutSeconds, *s.Minimum, *s.Maximum, s.Default.Raw)
	}
	for path, want := range map[string]string{"maintenance.schedule": DefaultSchedule, "maintenance.timeZone": DefaultTimeZone} {
		if s := at(t, spec, path); string(s.Default.Raw) != `"`+want+`"` {
			t.Errorf("%s: the default is %s, the API has %s", path, want, s.Default.Raw)
		}
	}
}
