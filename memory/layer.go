package memory

import "github.com/rearview-dev/rearview/memory/importance"

// chooseLayer says where a memory belongs, of what the rules know of it. A preference is semantic, and so is a
// demand that binds for ever; a demand of the task at hand is working; what belongs to a task, or happened, is
// episodic. The rest is working context. named says that the agent chose the type.
func chooseLayer(v importance.Verdict, m *Memory, named bool) Layer {
	switch {
	case v.Kind == importance.Preference:
		return LayerSemantic
	case v.Kind == importance.Constraint && v.Keep:
		return layerOfConstraint(importance.Standing(m.Content))
	case m.Task != "":
		return LayerEpisodic
	case !v.Keep && !named:
		return LayerWorking
	default:
		return lastingLayer(Type(v.Kind))
	}
}

func layerOfConstraint(standing bool) Layer {
	if standing {
		return LayerSemantic
	}
	return LayerWorking
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

// appraisedLayer is where a memory belongs whose type and layer a model chose.
func appraisedLayer(a Appraisal, task string) Layer {
	switch {
	case a.Type == TypePreference:
		return LayerSemantic
	case a.Layer == LayerWorking, task == "":
		return a.Layer
	default:
		return LayerEpisodic
	}
}

// layerReason says in words why a memory lies where it lies.
func layerReason(m *Memory, v importance.Verdict) string {
	switch {
	case m.Status == StatusArchived:
		return m.StatusReason
	case m.Rule == RuleUnjudged:
		return "no rule decides; a model judges it soon"
	case m.Expires():
		return "context of this session; it expires"
	case m.Layer == LayerWorking:
		return "it binds the task at hand, and becomes episodic when that is over: " + m.Rule
	case v.Keep:
		return "a rule says that it must be kept: " + m.Rule
	case m.Layer == LayerEpisodic && m.Task != "":
		return "it belongs to a task"
	case m.Layer == LayerEpisodic:
		return "it happened"
	default:
		return "it holds across tasks"
	}
}
