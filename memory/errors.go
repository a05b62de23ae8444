package memory

import (
	"errors"
	"fmt"
)

// Kind says what sort of error this is. Transports translate it, each in one place.
type Kind string

// The kinds of error.
const (
	// KindInvalid: the caller sent something wrong, and sending it again will not help.
	KindInvalid Kind = "invalid"
	// KindNotAllowed: the caller may not do this.
	KindNotAllowed Kind = "not_allowed"
	// KindNotFound: there is no such thing that the caller can see.
	KindNotFound Kind = "not_found"
	// KindConflict: the state does not permit it, such as a data directory in use.
	KindConflict Kind = "conflict"
	// KindUnavailable: a dependency does not answer; nothing was written, and trying again may help.
	KindUnavailable Kind = "unavailable"
	// KindInternal: a fault of ours.
	KindInternal Kind = "internal"
)

// Error is an error with a kind. Message is meant for the caller: what was wrong, where, and what to do.
type Error struct {
	Kind    Kind
	Message string
	// Err is the cause, for logs; it may be nil.
	Err error
}

func (e *Error) Error() string {
	if e.Err != nil {
		return e.Message + ": " + e.Err.Error()
	}
	return e.Message
}

func (e *Error) Unwrap() error { return e.Err }

// Errorf makes an error of a kind.
func Errorf(kind Kind, format string, args ...any) error {
	return &Error{Kind: kind, Message: fmt.Sprintf(format, args...)}
}

// Wrap gives a cause a kind and a message for the caller.
func Wrap(kind Kind, err error, message string) error {
	return &Error{Kind: kind, Message: message, Err: err}
}

// KindOf is the kind of the outermost Error in the chain, KindInternal for any other error, and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	return KindInternal
}
