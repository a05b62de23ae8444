package memory

// Identity is who calls a verb. It is the first thing every verb asks for.
type Identity struct {
	// Agent is the authenticated agent's name.
	Agent string
}

// Visibility is what an identity may see. Every read of a port asks for one, and its zero value sees
// nothing, so that a store cannot forget to filter.
type Visibility struct {
	agent string
	all   bool
}

// Visibility of an identity: the agent's own private memories, and the shared ones.
func (id Identity) Visibility() Visibility { return Visibility{agent: id.Agent} }

// Everything is the visibility of maintenance and of the person who owns the data. No agent ever has it.
func Everything() Visibility { return Visibility{all: true} }

// Sees says whether a memory written by agent with the given scope may be shown.
func (v Visibility) Sees(agent string, scope Scope) bool {
	switch {
	case v.all:
		return true
	case v.agent == "":
		return false
	default:
		return scope == ScopeShared || agent == v.agent
	}
}

// SeesAll says whether nothing is hidden.
func (v Visibility) SeesAll() bool { return v.all }

// Agent is whose private memories are seen; empty for Everything and for the zero value.
func (v Visibility) Agent() string { return v.agent }
