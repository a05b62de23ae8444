package manifest_test

import (
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"

	"github.com/rearview-dev/rearview/namespace/manifest"
)

// refusals sends a manifest to the real API server, as kubectl --validate=strict --dry-run=server does, and
// takes the answer apart: one line a fault, path first. decoding says that the API server refused to read the
// object, before any validation.
func refusals(t *testing.T, resource, yaml string) (faults []string, decoding bool) {
	t.Helper()
	client, err := rest.HTTPClientFor(control.Config)
	if err != nil {
		t.Fatal(err)
	}
	url := strings.TrimRight(control.Config.Host, "/") + "/apis/memory.rearview.dev/v1alpha1/" + resource + "?fieldValidation=Strict&dryRun=All"
	res, err := client.Post(url, "application/yaml", strings.NewReader(yaml))
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusCreated {
		return nil, false
	}
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var status metav1.Status
	if err := json.Unmarshal(body, &status); err != nil {
		t.Fatalf("%s: %s", res.Status, body)
	}
	if status.Reason != metav1.StatusReasonInvalid {
		return []string{status.Message}, true
	}
	for _, cause := range status.Details.Causes {
		faults = append(faults, cause.Field+": "+cause.Message)
	}
	return faults, false
}

func texts(t *testing.T, err error) []string {
	t.Helper()
	if err == nil {
		return nil
	}
	var faults manifest.Faults
	if !errors.As(err, &faults) {
		t.Fatalf("not faults: %v", err)
	}
	var all []string
	for _, f := range faults {
		text := f.Text
		// the API server has no lines, and gives these neither a path
		switch at, detail, found := strings.Cut(text, `: Invalid value: `); {
		case f.Note:
			text = "<nil>: Invalid value: null: " + text
		case found && pathless.MatchString(detail) && strings.Contains(detail, at):
			text = `<nil>: Invalid value: "": ` + detail
		}
		all = append(all, text)
	}
	return all
}

var pathless = regexp.MustCompile(`^Checked value must be of type|^"[^"]*" must validate at least one schema`)

func TestSameWordsAsTheAPIServer(t *testing.T) {
	for _, c := range apiserverCases {
		t.Run(c.name, func(t *testing.T) {
			resource := "namespaces/default/memorynamespaces"
			if strings.Contains(c.yaml, "kind: MemoryClass") {
				resource = "memoryclasses"
			}
			theirs, decoding := refusals(t, resource, c.yaml)
			_, err := manifest.Read(manifest.Source{Name: "m.yaml", Data: []byte(c.yaml)})
			ours := texts(t, err)

			if len(theirs) == 0 != c.valid || len(ours) == 0 != c.valid {
				t.Fatalf("want valid %v; the API server: %q; manifest: %q", c.valid, theirs, ours)
			}
			if decoding {
				compareDecoding(t, theirs[0], ours)
				return
			}
			slices.Sort(theirs)
			slices.Sort(ours)
			if diff := cmp.Diff(theirs, ours); diff != "" {
				t.Errorf("the API server (-) and manifest (+) differ:\n%s", diff)
			}
		})
	}
}

var leadingPath = regexp.MustCompile(`^(spec|metadata)\S*: `)

var strictness = regexp.MustCompile(`unknown field "[^"]*"|key "[^"]*" already set in map`)

// compareDecoding compares with what the API server says when it refuses to read an object: one sentence,
// after which it looks no further, while manifest does. What it names, manifest must name too.
func compareDecoding(t *testing.T, theirs string, ours []string) {
	all := strings.Join(ours, "\n")
	named := strictness.FindAllString(theirs, -1)
	for _, name := range named {
		if !strings.Contains(all, name) {
			t.Errorf("manifest does not say %s, but:\n%s", name, all)
		}
	}
	if named != nil {
		return
	}
	for _, text := range ours {
		text = leadingPath.ReplaceAllString(text, "")
		text, _, _ = strings.Cut(text, ": a tab")
		if strings.Contains(theirs, text) {
			return
		}
	}
	t.Errorf("the API server says\n%s\nbut manifest says\n%s", theirs, all)
}
