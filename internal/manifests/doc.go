// Package manifests says which Kubernetes objects one namespace consists of. Its functions are pure: the
// same Source always gives the same objects, so that applying them a second time changes nothing.
//
// The pod template is what restarts a memory server when it changes. So it holds only what a running server
// cannot take up: the image, the resources, the embedding model, and the API keys. The policy, the agents,
// their tokens and the class's chat model reach the server through files that it reads again. Whoever changes the template in golden
// files restarts every memory server of every cluster with the next operator: do so for a reason only.
package manifests

import (
	"github.com/rearview-dev/rearview/api/v1alpha1"
	"github.com/rearview-dev/rearview/namespace"
)

// Source is what the objects of one MemoryNamespace are made from.
type Source struct {
	// Effective is the resolved namespace; it has a UID.
	Effective *namespace.Effective
	// Class is the spec of its MemoryClass.
	Class *v1alpha1.MemoryClassSpec
	// DeletionPolicy decides whether the volume goes with the MemoryNamespace.
	DeletionPolicy v1alpha1.DeletionPolicy
}
