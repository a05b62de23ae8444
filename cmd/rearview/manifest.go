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
	// keyFile and modelKeyFile hold the API keys of the embedding endpoint and of the chat model; a cluster
	// would take them from Secrets.
	keyFile, modelKeyFile string
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
	if o := m.Effective.Embedding.OpenAICompatible; o != nil {
		err = useKeyFile(&o.APIKeyFile, l.keyFile, m.Class.Name, "embedding endpoint", "--api-key-file")
	}
	if model := m.Effective.Model; model != nil && err == nil {
		err = useKeyFile(&model.APIKeyFile, l.modelKeyFile, m.Class.Name, "model", "--model-api-key-file")
	}
	if err != nil {
		return nil, "", err
	}
	return m.Effective, m.Note, nil
}

// useKeyFile puts a file of this machine in the place of one that only a cluster has, if there is one.
func useKeyFile(file *string, local, class, of, flag string) error {
	if *file == "" {
		return nil
	}
	if local == "" {
		return fmt.Errorf("class %s takes the API key of its %s from a Secret, which only a cluster has: name a file that holds the key with %s", class, of, flag)
	}
	*file = local
	return nil
}
