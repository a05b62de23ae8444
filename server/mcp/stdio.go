package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpserver "github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/semaphore"
)

// maxStdioCalls bounds how many messages of one client are worked on at a time.
const maxStdioCalls = 32

// Stdio serves one client that writes messages to in, one a line, and reads answers from out. It returns
// nil when in ends or ctx does, after answering what it has read. It writes nothing but protocol to out.
// A read from in that is under way when ctx ends is left to finish by itself.
func (s *Server) Stdio(ctx context.Context, in io.Reader, out io.Writer) error {
	session := mcpserver.NewInProcessSession("stdio", nil)
	c := &stdioClient{
		server:        s.protocol,
		notifications: session.ClientNotifications(),
		slots:         semaphore.NewWeighted(maxStdioCalls),
		out:           out,
	}
	// What was read is answered, also after ctx has ended; the call's own time limit bounds that.
	answering := s.protocol.WithContext(context.WithoutCancel(ctx), session)
	lines := readLines(ctx, in)
	for {
		select {
		case <-ctx.Done():
			c.calls.Wait()
			return c.writeError()
		case line, more := <-lines:
			if !more {
				c.calls.Wait()
				return c.writeError()
			}
			if line.err != nil {
				c.calls.Wait()
				return errors.Join(line.err, c.writeError())
			}
			c.take(answering, line)
		}
	}
}

// stdioClient answers one client's messages.
type stdioClient struct {
	server        *mcpserver.MCPServer
	notifications <-chan mcpgo.JSONRPCNotification
	slots         *semaphore.Weighted
	calls         sync.WaitGroup

	mu  sync.Mutex // guards out and err
	out io.Writer
	err error
}

// take starts work on a line, and waits while too much is being worked on. Only tool calls run side by
// side: what comes before them in the stream, such as initialize, is done before.
func (c *stdioClient) take(ctx context.Context, l line) {
	if l.tooLong {
		c.write(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(nil), mcpgo.INVALID_REQUEST, errTooLarge.Error(), nil))
		return
	}
	if err := checkMessage(l.text); err != nil {
		c.write(mcpgo.NewJSONRPCError(mcpgo.NewRequestId(nil), mcpgo.INVALID_REQUEST, err.Error(), nil))
		return
	}
	var message struct {
		Method string `json:"method"`
	}
	if json.Unmarshal(l.text, &message) != nil || message.Method != string(mcpgo.MethodToolsCall) {
		c.answer(ctx, l.text)
		return
	}
	if c.slots.Acquire(ctx, 1) != nil {
		return
	}
	c.calls.Go(func() {
		defer c.slots.Release(1)
		c.answer(ctx, l.text)
	})
}

func (c *stdioClient) answer(ctx context.Context, message []byte) {
	response := c.server.HandleMessage(ctx, message)
	// What handling the message announced comes before its answer.
	for len(c.notifications) > 0 {
		select {
		case n := <-c.notifications:
			c.write(n)
		default: // another call took it
		}
	}
	if response != nil {
		c.write(response)
	}
}

func (c *stdioClient) write(response mcpgo.JSONRPCMessage) {
	data, err := json.Marshal(response)
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil {
		_, err = c.out.Write(append(data, '\n'))
	}
	if err != nil && c.err == nil {
		c.err = fmt.Errorf("answer over stdio: %w", err)
	}
}

func (c *stdioClient) writeError() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// line is one line of input without its end, or why there are no more.
type line struct {
	text    []byte
	tooLong bool
	err     error
}

// readLines sends the lines of in that are not blank, and closes when in or ctx ends. Lines longer than a
// message may be are skipped, not kept in memory.
func readLines(ctx context.Context, in io.Reader) <-chan line {
	lines := make(chan line)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, 64<<10)
		for {
			l, end := readLine(r)
			if len(bytes.TrimSpace(l.text)) > 0 || l.tooLong || l.err != nil {
				select {
				case lines <- l:
				case <-ctx.Done():
					return
				}
			}
			if end {
				return
			}
		}
	}()
	return lines
}

// readLine reads one line; end says that there are no more behind it.
func readLine(r *bufio.Reader) (l line, end bool) {
	for {
		part, err := r.ReadSlice('\n')
		if len(l.text)+len(part) > MaxMessageBytes {
			l.tooLong, l.text = true, nil
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		switch {
		case err == nil:
			return l, false
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case errors.Is(err, io.EOF):
			return l, true
		default:
			return line{err: fmt.Errorf("read from stdin: %w", err)}, true
		}
	}
}
