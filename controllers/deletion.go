package controllers

import "github.com/rearview-dev/rearview/api/v1alpha1"

// deleting says that the namespace is on its way out. Then nothing is made or mended any more, or it would
// be made again behind the garbage collector's back.
//
// What becomes of the volume was decided before: with DeletionPolicy Delete it has its MemoryNamespace as
// owner and is collected with the rest, with Retain it has none and stays, with the labels that say whose it
// was. So a change of the policy counts once status.observedGeneration has caught up with it.
//
// An object is seen here only while somebody else's finalizer holds it, as in a foreground deletion.
func deleting(ns *v1alpha1.MemoryNamespace) bool {
	return !ns.DeletionTimestamp.IsZero()
}
