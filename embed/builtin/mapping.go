package builtin

// mapping is a file's contents, and how to let them go.
type mapping struct {
	data    []byte
	release func() error
}

func (m *mapping) close() error {
	if m.release == nil {
		return nil
	}
	release := m.release
	m.release, m.data = nil, nil
	return release()
}
