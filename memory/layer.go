package memory

import "github.com/rearview-dev/rearview/memory/importance"

// chooseLayer says where a memory belongs. A preference is semantic, what belongs to a task episodic, and
// the rest working; but what must be kept never lives only in a layer that expires.
func chooseLayer(v importance.Verdict, task string) Layer {
	kind := Type(v.Kind)
	switch {
	case kind == TypePreference:
		return LayerSemantic
	case task != "":
		return LayerEpisodic
	case !v.Keep:
		return LayerWorking
	default:
		return lastingLayer(kind)
	}
}

// lastingLayer is where a memory of a type belongs that is kept for longer than its session.
func lastingLayer(t Type) Layer {
	switch t {
	case TypePreference, TypeConstraint, TypeFact:
		return LayerSemantic
	default:
		return LayerEpisodic
	}
}

// layerReason says in words why a memory lies where it lies.
func layerReason(l Layer, v importance.Verdict, task string, unjudged bool) string {
	switch {
	case unjudged:
		return "no rule decides; a model judges it soon"
	case l == LayerWorking:
		return "context of this session; it expires"
	case v.Keep:
		return "a rule says that it must be kept: " + v.Rule
	case l == LayerEpisodic && task != "":
		return "it belongs to a task"
	default:
		return "it holds across tasks"
	}
}
