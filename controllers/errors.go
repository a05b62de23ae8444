package controllers

import "fmt"

// stalledError is a failure that no retry mends: a person has to change something. Any other error is
// retried with back-off.
type stalledError struct {
	reason  string
	message string
}

func (e *stalledError) Error() string { return e.reason + ": " + e.message }

func stalled(reason, format string, args ...any) error {
	return &stalledError{reason: reason, message: fmt.Sprintf(format, args...)}
}
