package server

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"

	"golang.org/x/sync/errgroup"

	"github.com/rearview-dev/rearview/server/admin"
	"github.com/rearview-dev/rearview/server/health"
)

// Run serves until ctx ends, or something that cannot be done without fails. Then it stops in order: the
// readiness probe says no, new calls are refused and those under way are finished, the engine finishes the
// batch in hand. It returns nil when ctx ended it.
func Run(ctx context.Context, o Options) error {
	current := newCurrent(o)
	state := &health.State{}
	calls := newHTTPServer(handler(o, current, state), o.Logger)

	return runAround(ctx, o.Base, func(ctx context.Context) error {
		work, ctx := errgroup.WithContext(ctx)
		work.Go(func() error { current.watch(ctx); return nil })
		work.Go(func() error { return serve(calls, o.Listener) })
		work.Go(func() error {
			<-ctx.Done()
			state.Draining()
			o.Logger.Info("draining")
			return shutdown(calls)
		})
		state.Serving()
		o.Logger.Info("serving", "address", o.Listener.Addr().String(), "namespace", o.Namespace.Namespace, "name", o.Namespace.Name)
		if o.Started != nil {
			o.Started()
		}
		return work.Wait()
	})
}

// runAround runs the engine and the admin socket around front, and stops them after front has returned.
// When one of them fails, front's context ends.
func runAround(ctx context.Context, b Base, front func(context.Context) error) error {
	frontCtx, stopFront := context.WithCancel(ctx)
	defer stopFront()
	// The engine outlives ctx, because calls that are under way still need it.
	engineCtx, stopEngine := context.WithCancel(context.WithoutCancel(ctx))
	defer stopEngine()

	var group errgroup.Group
	group.Go(func() error {
		defer stopFront()
		return b.Engine.Run(engineCtx)
	})
	if b.AdminSocket != "" {
		group.Go(func() error {
			defer stopFront()
			return serveAdmin(engineCtx, b)
		})
	}
	group.Go(func() error {
		defer stopEngine()
		return front(frontCtx)
	})
	err := group.Wait()
	b.Logger.Info("stopped")
	return err
}

// serveAdmin serves the admin socket until ctx ends, which also interrupts what it is doing. Agents do without
// a socket whose path is too long, so the server does too.
func serveAdmin(ctx context.Context, b Base) error {
	l, err := admin.Listen(b.AdminSocket)
	if errors.Is(err, admin.ErrPathTooLong) {
		b.Logger.Warn("people's commands cannot reach this server while it runs", "error", err)
		<-ctx.Done()
		return nil
	}
	if err != nil {
		return err
	}
	s := newHTTPServer(admin.Handler(b.Engine), b.Logger)
	// Maintenance takes as long as it takes.
	s.ReadTimeout, s.WriteTimeout = 0, 0
	s.BaseContext = func(net.Listener) context.Context { return ctx }
	var group errgroup.Group
	group.Go(func() error { return serve(s, l) })
	group.Go(func() error {
		<-ctx.Done()
		return shutdown(s)
	})
	return group.Wait()
}

func serve(s *http.Server, l net.Listener) error {
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// shutdown lets the server's requests finish, and breaks off those that take too long.
func shutdown(s *http.Server) error {
	ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
	defer cancel()
	err := s.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		return errors.Join(fmt.Errorf("calls were broken off after %v: %w", drainTimeout, err), s.Close())
	}
	return err
}
