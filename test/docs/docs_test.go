// Package docs tests that the documentation is true where a program can tell: links lead somewhere, manifests
// are valid, and the README's client works.
package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rearview-dev/rearview/namespace/manifest"
)

const root = "../.."

// pages are the Markdown files by their paths in the repository.
func pages(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata") {
			return fs.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		text, err := os.ReadFile(path)
		name, _ := filepath.Rel(root, path)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := found["README.md"]; !ok {
		t.Fatal("there is no README.md")
	}
	return found
}

var (
	code    = regexp.MustCompile("(?ms)^```.*?^```$|`[^`\n]*`")
	fence   = regexp.MustCompile("(?ms)^```.*?^```$")
	link    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
)

func TestLinks(t *testing.T) {
	all := pages(t)
	for name, text := range all {
		for _, m := range link.FindAllStringSubmatch(code.ReplaceAllString(text, ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			path, anchor, _ := strings.Cut(m[1], "#")
			target := name
			if path != "" {
				target = filepath.Join(filepath.Dir(name), path)
			}
			if _, err := os.Stat(filepath.Join(root, target)); err != nil {
				t.Errorf("%s links to %s: %v", name, m[1], err)
				continue
			}
			if page, ok := all[target]; ok && anchor != "" && !hasAnchor(page, anchor) {
				t.Errorf("%s links to %s, which has no such heading", name, m[1])
			}
		}
	}
}

// hasAnchor makes anchors of headings as GitHub does: lower case, hyphens for spaces, no punctuation.
func hasAnchor(page, anchor string) bool {
	for _, m := range heading.FindAllStringSubmatch(fence.ReplaceAllString(page, ""), -1) {
		slug := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		if strings.ReplaceAll(slug, " ", "-") == anchor {
			return true
		}
	}
	return false
}

func TestManifests(t *testing.T) {
	blocks := 0
	for name, text := range pages(t) {
		for _, block := range regexp.MustCompile("(?ms)^```yaml\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
			blocks++
			if _, err := manifest.Read(manifest.Source{Name: name, Data: []byte(whole(block[1]))}); err != nil {
				t.Errorf("a manifest in %s:\n%s\n%v", name, block[1], err)
			}
		}
	}
	if blocks == 0 {
		t.Error("no page shows a manifest")
	}
}

// whole completes a manifest of which only the spec is shown, in whole or in part.
func whole(text string) string {
	switch {
	case !strings.HasPrefix(text, "spec:"):
		return text
	case strings.Contains(text, "agents:"):
		return "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryNamespace\nmetadata: {name: shown}\n" + text
	default:
		return "apiVersion: memory.rearview.dev/v1alpha1\nkind: MemoryClass\nmetadata: {name: shown}\n" + text +
			"  type: Embedded\n  embedded: {}\n"
	}
}
