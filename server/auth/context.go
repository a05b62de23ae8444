package auth

import (
	"context"

	"github.com/rearview-dev/rearview/memory"
)

type identityKey struct{}

// WithIdentity is a context that says who calls.
func WithIdentity(ctx context.Context, id memory.Identity) context.Context {
	return context.WithValue(ctx, identityKey{}, id)
}

// IdentityFrom is who calls; false when nobody was authenticated.
func IdentityFrom(ctx context.Context) (memory.Identity, bool) {
	id, ok := ctx.Value(identityKey{}).(memory.Identity)
	return id, ok
}
