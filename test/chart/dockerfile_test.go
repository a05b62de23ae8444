package chart

import (
	"encoding/json"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// No container engine takes part in the tests, so these read the Dockerfile: what it copies is there, what
// it builds is static, and what it makes runs without rights.

// stage is one FROM and what follows it.
type stage struct {
	base, name   string
	instructions []instruction
}

type instruction struct{ name, arguments string }

func parseDockerfile(t *testing.T) []stage {
	t.Helper()
	text := regexp.MustCompile(`(?m)^\s*#.*\n`).ReplaceAllString(read(t, filepath.Join(root, "Dockerfile")), "")
	text = strings.ReplaceAll(text, "\\\n", " ")
	var stages []stage
	for _, line := range strings.Split(text, "\n") {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		name, arguments, _ := strings.Cut(line, " ")
		if name == "FROM" {
			stages = append(stages, parseFrom(t, arguments))
			continue
		}
		if len(stages) == 0 {
			t.Fatalf("%q before the first FROM", line)
		}
		last := &stages[len(stages)-1]
		last.instructions = append(last.instructions, instruction{name, strings.TrimSpace(arguments)})
	}
	return stages
}

func parseFrom(t *testing.T, arguments string) stage {
	t.Helper()
	m := regexp.MustCompile(`^(?:--platform=\$BUILDPLATFORM )?(\S+) AS (\S+)$`).FindStringSubmatch(arguments)
	if m == nil {
		t.Fatalf("FROM %s: want FROM [--platform=$BUILDPLATFORM] BASE AS NAME", arguments)
	}
	return stage{base: m[1], name: m[2]}
}

// chain is a stage and the stages that it stands on, the first one first.
func chain(stages []stage, name string) (found []stage) {
	for _, s := range slices.Backward(stages) {
		if s.name == name {
			found = append(found, s)
			name = s.base
		}
	}
	slices.Reverse(found)
	return found
}

// all are the arguments of each instruction with a name.
func all(stages []stage, name string) (arguments []string) {
	for _, s := range stages {
		for _, i := range s.instructions {
			if i.name == name {
				arguments = append(arguments, i.arguments)
			}
		}
	}
	return arguments
}

func TestImages(t *testing.T) {
	stages := parseDockerfile(t)
	for _, target := range []string{"rearview", "rearview-operator"} {
		t.Run(target, func(t *testing.T) {
			image := chain(stages, target)
			if len(image) == 0 {
				t.Fatal("no such target")
			}
			if base := image[0].base; base != "scratch" {
				t.Errorf("stands on %s, want scratch", base)
			}
			if users := all(image, "USER"); !slices.Equal(users, []string{"65532:65532"}) {
				t.Errorf("USER %v, want 65532:65532 once", users)
			}
			if run := all(image, "RUN"); len(run) > 0 {
				t.Errorf("RUN %v: an empty image has nothing to run", run)
			}
			binary := "/usr/local/bin/" + target
			var entrypoint []string
			if err := json.Unmarshal([]byte(strings.Join(all(image, "ENTRYPOINT"), "")), &entrypoint); err != nil || !slices.Equal(entrypoint, []string{binary}) {
				t.Errorf("ENTRYPOINT %v (%v), want [%q]", entrypoint, err, binary)
			}
			if copies := all(image, "COPY"); !slices.Contains(copies, "--from=build /out/"+target+" "+binary) {
				t.Errorf("%s is not copied: COPY %q", binary, copies)
			}
		})
	}
}

func TestImagesAreBuiltAsTheMakefileBuilds(t *testing.T) {
	stages := parseDockerfile(t)
	build := strings.Join(append(all(chain(stages, "build"), "RUN"), all(chain(stages, "build"), "ENV")...), "\n")
	for _, want := range []string{"CGO_ENABLED=0", `go build -trimpath -ldflags "-s -w -X main.version=$VERSION"`, "./cmd/rearview ./cmd/rearview-operator"} {
		if !strings.Contains(build, want) {
			t.Errorf("the stage build lacks %q:\n%s", want, build)
		}
	}
	makefile := read(t, filepath.Join(root, "Makefile"))
	if want := `CGO_ENABLED=0 go build -trimpath -ldflags "-s -w -X main.version=$(VERSION)"`; !strings.Contains(makefile, want) {
		t.Errorf("the Makefile lacks %q", want)
	}
	version := regexp.MustCompile(`(?m)^go (\d+\.\d+)`).FindStringSubmatch(read(t, filepath.Join(root, "go.mod")))[1]
	if base := chain(stages, "build")[0].base; base != "golang:"+version {
		t.Errorf("built with %s, but go.mod asks for %s", base, version)
	}
}

// The model stands beside the binary, where the binary looks for it.
func TestTheServerImageHoldsTheModel(t *testing.T) {
	copies := all(chain(parseDockerfile(t), "rearview"), "COPY")
	if want := "--from=model /model/e5-small-q4.bin /usr/local/bin/e5-small-q4.bin"; !slices.Contains(copies, want) {
		t.Errorf("COPY %q lacks %q", copies, want)
	}
}

func TestCopiesComeFromSomewhere(t *testing.T) {
	stages := parseDockerfile(t)
	seen := map[string]bool{}
	for _, s := range stages {
		for _, c := range s.instructions {
			if c.name != "COPY" {
				continue
			}
			if from := regexp.MustCompile(`--from=(\S+)`).FindStringSubmatch(c.arguments); from != nil {
				if !seen[from[1]] {
					t.Errorf("COPY %s: no stage %s before", c.arguments, from[1])
				}
				continue
			}
			paths := strings.Fields(c.arguments)
			for _, p := range paths[:len(paths)-1] {
				if _, err := os.Stat(filepath.Join(root, p)); err != nil || !inContext(t, p) {
					t.Errorf("COPY %s: %s is not in the build's context (%v)", c.arguments, p, err)
				}
			}
		}
		seen[s.name] = true
	}
}

// The context must hold every package that the binaries are built of, and nothing that changes without them.
func TestContextHoldsTheSources(t *testing.T) {
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		top, _, _ := strings.Cut(name, "/")
		if entry.IsDir() && (strings.HasPrefix(entry.Name(), ".") && name != "." || entry.Name() == "testdata" || slices.Contains([]string{"test", "hack", "bin", "data", "docs", "charts"}, top)) {
			return fs.SkipDir
		}
		source := strings.HasSuffix(name, ".go") || strings.HasSuffix(name, ".s")
		if source && !strings.HasSuffix(name, "_test.go") && !inContext(t, name) {
			t.Errorf(".dockerignore leaves out %s", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, out := range []string{".git", ".cache", "data", "docs", "README.md", "config/rbac/role.yaml", "hack/test.sh", "memory/engine_test.go"} {
		if inContext(t, out) {
			t.Errorf(".dockerignore lets %s in", out)
		}
	}
}

// inContext says whether .dockerignore lets a path in: the last line that matches the path, or a directory
// above it, decides.
func inContext(t *testing.T, name string) bool {
	t.Helper()
	in := true
	for _, line := range strings.Split(read(t, filepath.Join(root, ".dockerignore")), "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		pattern, admits := strings.CutPrefix(line, "!")
		if matchesUpwards(t, pattern, name) {
			in = admits
		}
	}
	return in || name == "."
}

// matchesUpwards says whether a pattern matches a path or a directory above it. Behind **/ it may match
// anywhere.
func matchesUpwards(t *testing.T, pattern, name string) bool {
	t.Helper()
	pattern, anywhere := strings.CutPrefix(pattern, "**/")
	for ; name != "."; name = path.Dir(name) {
		subject := name
		if anywhere {
			subject = path.Base(name)
		}
		matched, err := path.Match(pattern, subject)
		if err != nil {
			t.Fatalf(".dockerignore: %s: %v", pattern, err)
		}
		if matched {
			return true
		}
	}
	return false
}
