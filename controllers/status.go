package controllers

import (
	"context"
	"errors"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/rearview-dev/rearview/api/v1alpha1"
)

// Reasons of conditions.
const (
	// ReasonServerAvailable: the server runs as declared.
	ReasonServerAvailable = "ServerAvailable"
	// ReasonServerUnavailable: the server is not ready, or not yet.
	ReasonServerUnavailable = "ServerUnavailable"
	// ReasonServerUpdating: the server runs, and is about to be replaced by a newer one.
	ReasonServerUpdating = "ServerUpdating"
	// ReasonServerMissing: there is no server yet.
	ReasonServerMissing = "ServerMissing"
	// ReasonSuspended: spec.suspend is true.
	ReasonSuspended = "Suspended"
	// ReasonRetrying: something failed that may succeed the next time.
	ReasonRetrying = "ProgressingWithRetry"

	// ReasonClassNotFound: the class does not exist, or does no longer.
	ReasonClassNotFound = "ClassNotFound"
	// ReasonNoDefaultClass: no class is named and none is the default.
	ReasonNoDefaultClass = "NoDefaultClass"
	// ReasonInvalidSpec: the declaration, or its class's, cannot be obeyed.
	ReasonInvalidSpec = "InvalidSpec"
	// ReasonAPIKeyNotFound: a Secret that the class names for an endpoint is missing or empty.
	ReasonAPIKeyNotFound = "APIKeyNotFound"
	// ReasonSharedToken: two agents have the same token.
	ReasonSharedToken = "SharedToken"
	// ReasonRefused: the API server does not accept an object of the namespace.
	ReasonRefused = "RefusedByAPIServer"
	// ReasonNotOwned is followed by a kind: an object of that kind has the name that the namespace's own would
	// have, and is somebody else's.
	ReasonNotOwned = "NotOwned"
)

// Reasons of events, besides those of the Ready condition.
const (
	EventTokenIssued  = "TokenIssued"
	EventTokenRemoved = "TokenRemoved"
)

// report sets the conditions. Ready is always there, Reconciling and Stalled only while they are true.
func report(ns *v1alpha1.MemoryNamespace, failure error, server serverState) {
	ns.Status.ObservedGeneration = ns.Generation
	reportServer(ns, server)

	halt, halted := errors.AsType[*stalledError](failure)
	switch {
	case halted:
		setReady(ns, metav1.ConditionFalse, halt.reason, halt.message)
		setOnly(ns, v1alpha1.ConditionStalled, halt.reason, halt.message)
	case failure != nil:
		setReady(ns, metav1.ConditionFalse, ReasonRetrying, failure.Error())
		setOnly(ns, v1alpha1.ConditionReconciling, ReasonRetrying, failure.Error())
	case ns.Spec.Suspend:
		message := "spec.suspend is true: the operator changes nothing, and what runs goes on running"
		setReady(ns, metav1.ConditionUnknown, ReasonSuspended, message)
		setOnly(ns, "", "", "")
	case server.available && server.current:
		setReady(ns, metav1.ConditionTrue, ReasonServerAvailable, "the memory server runs as declared")
		setOnly(ns, "", "", "")
	default:
		reason, message := awaiting(ns, server)
		setReady(ns, metav1.ConditionFalse, reason, message)
		setOnly(ns, v1alpha1.ConditionReconciling, reason, message)
	}
}

func reportServer(ns *v1alpha1.MemoryNamespace, server serverState) {
	switch {
	case !server.exists:
		set(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionFalse, ReasonServerMissing, "there is no memory server yet")
	case server.available:
		set(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionTrue, ReasonServerAvailable, "the memory server answers")
	default:
		reason, message := awaiting(ns, serverState{})
		set(ns, v1alpha1.ConditionServerAvailable, metav1.ConditionFalse, reason, message)
	}
}

// awaiting says what a server that is made but not ready is waiting for.
func awaiting(ns *v1alpha1.MemoryNamespace, server serverState) (reason, message string) {
	if server.available {
		return ReasonServerUpdating, "the memory server is being replaced by one of the newest declaration"
	}
	return ReasonServerUnavailable, fmt.Sprintf(
		"the memory server is not ready; `kubectl -n %s describe pod %s-0` says why", ns.Namespace, ns.Name)
}

func setReady(ns *v1alpha1.MemoryNamespace, status metav1.ConditionStatus, reason, message string) {
	set(ns, v1alpha1.ConditionReady, status, reason, message)
}

// setOnly makes one of Reconciling and Stalled true, or with "" neither, and removes the others.
func setOnly(ns *v1alpha1.MemoryNamespace, condition, reason, message string) {
	for _, c := range []string{v1alpha1.ConditionReconciling, v1alpha1.ConditionStalled} {
		if c == condition {
			set(ns, c, metav1.ConditionTrue, reason, message)
		} else {
			meta.RemoveStatusCondition(&ns.Status.Conditions, c)
		}
	}
}

func set(ns *v1alpha1.MemoryNamespace, condition string, status metav1.ConditionStatus, reason, message string) {
	meta.SetStatusCondition(&ns.Status.Conditions, metav1.Condition{
		Type: condition, Status: status, Reason: reason, Message: limited(message), ObservedGeneration: ns.Generation,
	})
}

// limited keeps a message within what a condition may hold.
func limited(message string) string {
	const limit = 1024
	if len(message) <= limit {
		return message
	}
	cut := limit
	for cut > 0 && message[cut]&0xC0 == 0x80 { // not in the middle of a character
		cut--
	}
	return message[:cut] + "…"
}

// patchStatus writes the status if it changed, and tells of a change of Ready in an event.
func (r *reconciler) patchStatus(ctx context.Context, before, ns *v1alpha1.MemoryNamespace) error {
	if equality.Semantic.DeepEqual(before.Status, ns.Status) {
		return nil
	}
	// with the lock, a cache that is behind cannot put an old list of agents or conditions back
	patch := client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{})
	was, is := readyOf(before), readyOf(ns)
	err := r.client.Status().Patch(ctx, ns, patch, client.FieldOwner(FieldOwner))
	if apierrors.IsConflict(err) || apierrors.IsNotFound(err) {
		return nil // there is a newer version, whose event comes here too, or none any more
	}
	if err != nil {
		return err
	}
	if was.Status != is.Status || was.Reason != is.Reason {
		r.recorder.Eventf(ns, nil, eventType(ns), is.Reason, "Reconcile", "%s", is.Message)
	}
	return nil
}

func readyOf(ns *v1alpha1.MemoryNamespace) metav1.Condition {
	if ready := meta.FindStatusCondition(ns.Status.Conditions, v1alpha1.ConditionReady); ready != nil {
		return *ready
	}
	return metav1.Condition{}
}

func eventType(ns *v1alpha1.MemoryNamespace) string {
	stalled := meta.IsStatusConditionTrue(ns.Status.Conditions, v1alpha1.ConditionStalled)
	if stalled || readyOf(ns).Reason == ReasonRetrying {
		return corev1.EventTypeWarning
	}
	return corev1.EventTypeNormal
}
