// Package manifest reads MemoryNamespaces and MemoryClasses from YAML files and refuses what a Kubernetes API
// server would refuse, with the same words, and with file and line. It validates by the
// CustomResourceDefinitions' own schemas and CEL rules.
package manifest

import (
	"fmt"
	"io"
	"os"

	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
)

// MaxFileBytes bounds one file.
const MaxFileBytes = 1 << 20

// Source is the content of one file.
type Source struct {
	// Name stands in messages.
	Name string
	Data []byte
}

// Open reads files; "-" stands for stdin. A file of more than MaxFileBytes is an error.
func Open(stdin io.Reader, paths ...string) ([]Source, error) {
	sources := make([]Source, 0, len(paths))
	for _, path := range paths {
		s, err := open(stdin, path)
		if err != nil {
			return nil, err
		}
		sources = append(sources, s)
	}
	return sources, nil
}

func open(stdin io.Reader, path string) (Source, error) {
	name, r := path, stdin
	if path == "-" {
		name = "stdin"
	} else {
		f, err := os.Open(path)
		if err != nil {
			return Source{}, err
		}
		defer f.Close()
		r = f
	}
	data, err := io.ReadAll(io.LimitReader(r, MaxFileBytes+1))
	if err != nil {
		return Source{}, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > MaxFileBytes {
		return Source{}, fmt.Errorf("%s is more than %d bytes, which no manifest needs", name, MaxFileBytes)
	}
	return Source{Name: name, Data: data}, nil
}

// Set is what some files declare together.
type Set struct {
	Manifests []Manifest
	Classes   []*v1alpha1.MemoryClass
}

// Manifest is one MemoryNamespace, the class it lives in, and what follows from the two.
type Manifest struct {
	Namespace *v1alpha1.MemoryNamespace
	Class     *v1alpha1.MemoryClass
	Effective *namespace.Effective
	// Note says what a reader may not expect, such as that the built-in class stands in; empty for none.
	Note string

	at Fault
}

// Read validates every object of the sources, applies defaults, and resolves each namespace with its class.
// The error is Faults when the content is at fault: all of them, in the order of the files.
func Read(sources ...Source) (*Set, error) {
	var faults Faults
	var objects []*object
	for _, s := range sources {
		os, fs := readObjects(s)
		objects = append(objects, os...)
		faults = append(faults, fs...)
	}
	faults = append(faults, duplicates(objects)...)

	set := &Set{}
	for _, o := range objects {
		if o.class != nil {
			set.Classes = append(set.Classes, o.class)
		}
	}
	for _, o := range objects {
		if o.namespace == nil {
			continue
		}
		m, fs := o.resolve(objects)
		faults = append(faults, fs...)
		set.Manifests = append(set.Manifests, m)
	}
	if len(faults) > 0 {
		return nil, faults.sorted(sources)
	}
	return set, nil
}

// Single returns the one namespace of a set; it is a fault to declare none, or several.
func (s *Set) Single() (*Manifest, error) {
	switch len(s.Manifests) {
	case 0:
		return nil, Faults{{Text: "no MemoryNamespace is declared: add one (kind: MemoryNamespace, apiVersion: " + v1alpha1.GroupVersion.String() + ")"}}
	case 1:
		return &s.Manifests[0], nil
	}
	var faults Faults
	for _, m := range s.Manifests[1:] {
		at := m.at
		at.Text = fmt.Sprintf("a second MemoryNamespace, %s/%s: one server serves one; give each a file of its own", m.Namespace.Namespace, m.Namespace.Name)
		faults = append(faults, at)
	}
	return nil, faults
}

// duplicates finds objects declared twice.
func duplicates(objects []*object) Faults {
	var faults Faults
	first := map[string]*object{}
	for _, o := range objects {
		key := o.kind + " " + o.key()
		if o.name == "" {
			continue
		}
		if f, ok := first[key]; ok {
			faults = append(faults, Fault{File: o.file, Line: o.line, Text: fmt.Sprintf("%s is declared already at %s:%d", key, f.file, f.line)})
			continue
		}
		first[key] = o
	}
	return faults
}
