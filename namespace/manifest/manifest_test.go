package manifest_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"pgregory.net/rapid"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace/manifest"
	"github.com/rearview-dev/rearview/namespace/resolve"
)

func read(yaml string) (*manifest.Set, error) {
	return manifest.Read(manifest.Source{Name: "m.yaml", Data: []byte(yaml)})
}

const valid = `apiVersion: memory.rearview.dev/v1alpha1
kind: MemoryNamespace
metadata:
  name: m
spec:
  agents:
  - name: a
`

func TestFaultsHaveLines(t *testing.T) {
	cases := []struct {
		name, yaml string
		want       []string
	}{
		{"empty", "", []string{"m.yaml: the file is empty"}},
		{"only comments", "# nothing\n---\n# here\n", []string{"m.yaml: the file is empty"}},
		{"a scalar", "hello\n", []string{"m.yaml:1: not an object"}},
		{"a list", "# x\n- a\n", []string{"m.yaml:2: not an object"}},
		{"not UTF-8", "a: b\nc: \xff\n", []string{"m.yaml:2: not valid UTF-8"}},
		{"no kind", "apiVersion: memory.rearview.dev/v1alpha1\n", []string{"m.yaml:1: kind: Required value"}},
		{"no apiVersion", "\nkind: MemoryNamespace\n", []string{"m.yaml:2: apiVersion: Required value"}},
		{"another version", strings.Replace(valid, "v1alpha1", "v1", 1), []string{`m.yaml:2: no matches for kind "MemoryNamespace" in version "memory.rearview.dev/v1"`}},
		{"another kind", strings.Replace(valid, "MemoryNamespace", "MemoryNamspace", 1), []string{`m.yaml:2: no matches for kind "MemoryNamspace"`}},
		{"kind a number", strings.Replace(valid, "MemoryNamespace", "7", 1), []string{"m.yaml:2: kind: Required value"}},
		{"a tab", "a:\n\tb: 1\n", []string{"m.yaml:2: found character that cannot start any token: a tab may not indent YAML"}},
		{"a duplicate key", valid + "  suspend: true\n  suspend: true\n", []string{`m.yaml:9: key "suspend" already set in map`}},
		{"an unknown field", valid + "  polcy: {}\n", []string{`m.yaml:8: spec.polcy: unknown field "spec.polcy"`}},
		{"in the second document", valid + "---\n# another\n" + strings.Replace(valid, "name: a", "name: A", 1), []string{
			`m.yaml:10: MemoryNamespace default/m is declared already at m.yaml:1`,
			`m.yaml:16: spec.agents[0].name: Invalid value: "A"`,
		}},
		{"a second document after three dots", valid + "...\na: b\n", []string{"m.yaml:8: documents are separated by a line of ---"}},
		{"a document that begins beside its dashes", valid + "--- {a: b}\n", []string{"m.yaml:8: documents are separated by a line of ---"}},
		{"several, in order", strings.Replace(valid, "name: a", "name: A", 1) + "  policy:\n    recall:\n      topK: 0\n  maintenance:\n    schedule: 61 * * * *\n", []string{
			`m.yaml:7: spec.agents[0].name: Invalid value: "A"`,
			"m.yaml:10: spec.policy.recall.topK: Invalid value: 0",
			`m.yaml:12: spec.maintenance.schedule: Invalid value: "61 * * * *": not a cron expression`,
		}},
		{"what is missing stands at what should hold it", strings.Replace(valid, "  - name: a", "  - policy: {}", 1), []string{
			"m.yaml:7: spec.agents[0].name: Required value",
			"m.yaml:1: note: some validation rules were not checked",
		}},
		{"through an anchor", strings.Replace(valid, "spec:\n", "spec:\n  policy: {importance: &i\n    {thresholdPercent: 101}}\n", 1), []string{
			"m.yaml:7: spec.policy.importance.thresholdPercent: Invalid value: 101",
		}},
		{"no numbers of JSON", valid + "  policy:\n    importance: {thresholdPercent: .nan}\n    working:\n      maxEntries: -.inf\n", []string{
			"m.yaml:9: spec.policy.importance.thresholdPercent: json: unsupported value: NaN",
			"m.yaml:11: spec.policy.working.maxEntries: json: unsupported value: -Inf",
		}},
		{"no integer", valid + "  policy:\n    importance: {thresholdPercent: 1.5}\n", []string{
			`m.yaml:9: spec.policy.importance.thresholdPercent: Invalid value: "float64"`,
			"m.yaml:9: spec.policy.importance.thresholdPercent: Invalid value: Checked value must be of type integer",
			"m.yaml:1: note: some validation rules were not checked",
		}},
		{"beyond 32 bits, in a list", strings.Replace(valid, "- name: a", "- name: a\n    policy: {recall: {topK: 99999999999}}", 1), []string{
			"m.yaml:8: spec.agents[0].policy.recall.topK: Invalid value: Checked value must be of type integer",
			"m.yaml:8: spec.agents[0].policy.recall.topK: Invalid value: 99999999999",
		}},
		{"of neither type", strings.Replace(otherClass, "embedded: {}", "embedded: {storage: [1]}", 1), []string{
			`m.yaml:7: spec.embedded.storage: Invalid value: "array"`,
			`m.yaml:7: spec.embedded.storage: Invalid value: "spec.embedded.storage" must validate at least one schema`,
			`m.yaml:7: spec.embedded.storage: Invalid value: "array"`,
			"m.yaml:1: note: some validation rules were not checked",
		}},
		{"metadata of another type", strings.Replace(valid, "name: m", "name: m\n  labels:\n    app: 7", 1), []string{"m.yaml:5: metadata.labels: json: cannot unmarshal number"}},
		{"keys that are none", valid + "  policy:\n    ? [a]\n    : 1\n    ~: 2\n", []string{
			"m.yaml:9: spec.policy: invalid map key", "m.yaml:11: spec.policy: invalid map key",
		}},
		{"a merge of nothing", valid + "  policy:\n    <<: 3\n", []string{"m.yaml:9: spec.policy: map merge requires map"}},
		{"a wrong tag", valid + "  className: !!int x\n", []string{"m.yaml:8: spec.className: yaml: cannot decode !!str `x` as a !!int"}},
		{"an unknown anchor", valid + "  policy: *p\n", []string{"m.yaml:8: yaml: unknown anchor 'p' referenced"}},
		{"a bomb", bomb(), []string{"m.yaml:1: yaml: document contains excessive aliasing"}},
		{"an endless anchor", "a: &a [*a]\n", []string{"m.yaml:1: yaml: anchor 'a' value contains itself"}},
		{"too deep", strings.Repeat("[", 100_000), []string{"m.yaml:"}},
		{"a pattern that is none", valid + "  policy:\n    rules:\n      keep:\n      - {name: x, pattern: '(?i)fine'}\n      - {name: z, pattern: '('}\n", []string{
			`m.yaml:12: spec.policy.rules.keep[1].pattern: Invalid value: "(": not a regular expression of RE2`,
		}},
		{"a pattern of an agent beside another fault", valid + "    policy:\n      rules:\n        drop:\n        - name: x\n          pattern: '['\n        - name: x y\n          pattern: x\n", []string{
			`m.yaml:12: spec.agents[a].policy.rules.drop[0].pattern: Invalid value: "[": not a regular expression of RE2`,
			`m.yaml:13: spec.agents[0].policy.rules.drop[1].name: Invalid value: "x y"`,
		}},
		{"a pattern too long is said once", valid + "    policy:\n      rules:\n        drop:\n        - name: x\n          pattern: " + strings.Repeat("x", 513) + "\n", []string{
			`m.yaml:12: spec.agents[0].policy.rules.drop[0].pattern: Too long`,
			"m.yaml:1: note: some validation rules were not checked",
		}},
		{"class not declared", valid + "  className: x\n---\n" + otherClass, []string{`m.yaml:8: spec.className: Not found: "x": the files declare other`}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(c.yaml)
			var faults manifest.Faults
			if !errors.As(err, &faults) {
				t.Fatalf("not faults: %v", err)
			}
			if len(faults) != len(c.want) {
				t.Fatalf("want %d faults, got:\n%v", len(c.want), faults)
			}
			for i, f := range faults {
				if !strings.HasPrefix(f.String(), c.want[i]) {
					t.Errorf("want %q, got %q", c.want[i], f)
				}
			}
		})
	}
}

// bomb grows tenfold with each line.
func bomb() string {
	var b strings.Builder
	b.WriteString("a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n")
	for i := range 9 {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.Join(slices.Repeat([]string{fmt.Sprintf("*a%d", i)}, 10), ","))
	}
	return b.String()
}

const otherClass = `apiVersion: memory.rearview.dev/v1alpha1
kind: MemoryClass
metadata:
  name: other
spec:
  type: Embedded
  embedded: {}
  embedding:
    type: OpenAICompatible
    openAICompatible: {url: "http://o/v1", model: m, dimension: 8}
`

var isDefault = strings.Replace(otherClass, "  name: other\n", "  name: other\n  annotations: {memoryclass.memory.rearview.dev/is-default-class: \"true\"}\n", 1)

func TestClassOfANamespace(t *testing.T) {
	named := valid + "  className: other\n"
	cases := []struct {
		name, yaml, class, note string
	}{
		{"no class anywhere", valid, "embedded", ""},
		{"named but not declared", named, "embedded", `class "other" is not declared here`},
		{"named and declared before", otherClass + "---\n" + named, "other", ""},
		{"named and declared behind", named + "---\n" + otherClass, "other", ""},
		{"the default", valid + "---\n" + isDefault, "other", ""},
		{"not the default", valid + "---\n" + otherClass, "embedded", "no class here is annotated"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			set, err := read(c.yaml)
			if err != nil {
				t.Fatal(err)
			}
			m, err := set.Single()
			if err != nil {
				t.Fatal(err)
			}
			if m.Class.Name != c.class || !strings.HasPrefix(m.Note, c.note) || (c.note == "") != (m.Note == "") {
				t.Errorf("got class %s, note %q", m.Class.Name, m.Note)
			}
			if want := m.Class.Name == "other"; want != (m.Effective.Embedding.OpenAICompatible != nil) {
				t.Errorf("got embedding %+v", m.Effective.Embedding)
			}
		})
	}
}

func TestSingle(t *testing.T) {
	if set, err := read(otherClass); err != nil {
		t.Error(err)
	} else if _, err := set.Single(); err == nil || !strings.Contains(err.Error(), "no MemoryNamespace is declared") {
		t.Errorf("a class alone: %v", err)
	}
	set, err := read(valid + "---\n" + strings.Replace(valid, "name: m", "name: n2", 1))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := set.Single(); err == nil || err.Error() != "m.yaml:9: a second MemoryNamespace, default/n2: one server serves one; give each a file of its own" {
		t.Errorf("two namespaces: %v", err)
	}
}

// TestMarkersAndResolveAgree holds the defaults of the schema against those of package resolve.
func TestMarkersAndResolveAgree(t *testing.T) {
	set, err := read(valid)
	if err != nil {
		t.Fatal(err)
	}
	defaulted := set.Manifests[0]
	if defaulted.Namespace.Spec.Policy.Recall.Weights.Vector == nil {
		t.Fatal("the schema's defaults were not applied")
	}
	sparse := &v1alpha1.MemoryNamespace{
		ObjectMeta: metav1.ObjectMeta{Name: "m", Namespace: "default"},
		Spec:       v1alpha1.MemoryNamespaceSpec{Agents: []v1alpha1.Agent{{Name: "a"}}},
	}
	want, err := resolve.Resolve(sparse, &v1alpha1.MemoryClass{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, defaulted.Effective); diff != "" {
		t.Errorf("resolve (-), schema (+):\n%s", diff)
	}
}

func TestSamples(t *testing.T) {
	samples, err := filepath.Glob("../../config/samples/memory*.yaml")
	if err != nil || len(samples) < 2 {
		t.Fatal(samples, err)
	}
	sources, err := manifest.Open(nil, samples...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := manifest.Read(sources...)
	if err != nil {
		t.Fatal(err)
	}
	m, err := set.Single()
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Effective.Agents) != 2 || m.Class.UID != "" || m.Class.Name != "embedded" {
		t.Errorf("got %+v in class %s", m.Effective.Agents, m.Class.Name)
	}
}

func TestOpen(t *testing.T) {
	large := filepath.Join(t.TempDir(), "large.yaml")
	if err := os.WriteFile(large, make([]byte, manifest.MaxFileBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := manifest.Open(nil, large); err == nil || !strings.Contains(err.Error(), "more than") {
		t.Errorf("a large file: %v", err)
	}
	if _, err := manifest.Open(nil, t.TempDir()); err == nil {
		t.Error("a directory was opened")
	}
	sources, err := manifest.Open(strings.NewReader("x"), "-")
	if err != nil || sources[0].Name != "stdin" || string(sources[0].Data) != "x" {
		t.Errorf("stdin: %v, %v", sources, err)
	}
}

// TestReadNeverPanics reads manifests with random damage.
func TestReadNeverPanics(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		data := []byte(rapid.SampledFrom(apiserverCases).Draw(t, "case").yaml)
		for range rapid.IntRange(1, 4).Draw(t, "damages") {
			at := rapid.IntRange(0, len(data)).Draw(t, "at")
			end := min(len(data), at+rapid.IntRange(0, 8).Draw(t, "cut"))
			put := rapid.SampledFrom([]string{"", "\n", "\t", ": ", "- ", "{", "[", "&a ", "*a", "!!binary x", "'", "\x00", "\xff", "---\n", "0x1", "null", "\u2028"}).Draw(t, "put")
			data = slices.Concat(data[:at], []byte(put), data[end:])
		}
		set, err := manifest.Read(manifest.Source{Name: "f", Data: data})
		var faults manifest.Faults
		if (set == nil) != errors.As(err, &faults) || err != nil && len(faults) == 0 {
			t.Fatalf("got %v, %v", set, err)
		}
	})
}
