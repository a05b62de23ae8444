package main

import (
	"fmt"
	"io"

	"github.com/rearview-dev/rearview/namespace"
	"github.com/rearview-dev/rearview/namespace/manifest"
)

// localManifest is a manifest as a server on this machine obeys it.
type localManifest struct {
	path string
	// keyFile holds the API key of the embedding endpoint; a cluster would take it from a Secret.
	keyFile string
}

// read reads the manifest for the first time. The note is for the person who gave it.
func (l localManifest) read(stdin io.Reader) (ns *namespace.Effective, note string, err error) {
	sources, err := manifest.Open(stdin, l.path)
	if err != nil {
		return nil, "", err
	}
	return l.parse(sources[0])
}

// again reads a changed manifest of the same namespace.
func (l localManifest) again(first *namespace.Effective) func([]byte) (*namespace.Effective, error) {
	return func(data []byte) (*namespace.Effective, error) {
		ns, _, err := l.parse(manifest.Source{Name: l.path, Data: data})
		if err != nil {
			return nil, err
		}
		if ns.Name != first.Name || ns.Namespace != first.Namespace {
			return nil, fmt.Errorf("it now declares %s/%s, but this server serves %s/%s: start another for it",
				ns.Namespace, ns.Name, first.Namespace, first.Name)
		}
		return ns, nil
	}
}

func (l localManifest) parse(source manifest.Source) (*namespace.Effective, string, error) {
	set, err := manifest.Read(source)
	if err != nil {
		return nil, "", err
	}
	m, err := set.Single()
	if err != nil {
		return nil, "", err
	}
	if o := m.Effective.Embedding.OpenAICompatible; o != nil && o.APIKeyFile != "" {
		if l.keyFile == "" {
			return nil, "", fmt.Errorf("class %s takes the API key of its endpoint from a Secret, which only a cluster has: name a file that holds the key with --api-key-file", m.Class.Name)
		}
		o.APIKeyFile = l.keyFile
	}
	return m.Effective, m.Note, nil
}
