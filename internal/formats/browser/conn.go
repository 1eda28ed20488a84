package browser

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/chromedp/cdproto"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/cdp/jsonv2"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// errGone means that the pipe to Chrome is closed.
var errGone = errors.New("connection to the browser lost")

// conn multiplexes the commands of all sessions over one pipe. chromedp's own Context would enable the DOM, CSS, Network and Log
// domains of every tab, which costs time and memory per document and is not needed.
type conn struct {
	pipe   *chromedp.PipeConn
	writes chan *cdproto.Message
	gone   chan struct{}

	mu       sync.Mutex
	lastID   int64
	waiting  map[int64]chan *cdproto.Message
	handlers map[target.SessionID]eventHandler
	closed   bool
}

// eventHandler runs on the reading goroutine and must not block.
type eventHandler func(method cdproto.MethodType, params jsonv2.Value)

func newConn(pipe *chromedp.PipeConn) *conn {
	c := &conn{
		pipe:     pipe,
		writes:   make(chan *cdproto.Message),
		gone:     make(chan struct{}),
		waiting:  map[int64]chan *cdproto.Message{},
		handlers: map[target.SessionID]eventHandler{},
	}
	go c.read()
	go c.write()
	return c
}

func (c *conn) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.closed {
		c.closed = true
		close(c.gone)
		_ = c.pipe.Close()
	}
}

func (c *conn) read() {
	defer c.close()
	for {
		msg := new(cdproto.Message)
		if err := c.pipe.Read(context.Background(), msg); err != nil {
			return
		}
		c.mu.Lock()
		reply := c.waiting[msg.ID]
		delete(c.waiting, msg.ID)
		handle := c.handlers[msg.SessionID]
		c.mu.Unlock()
		switch {
		case reply != nil:
			reply <- msg
		case msg.ID == 0 && handle != nil:
			handle(msg.Method, msg.Params)
		}
	}
}

// write runs in its own goroutine, so that a browser that stopped reading cannot block a caller past its deadline.
func (c *conn) write() {
	for {
		select {
		case <-c.gone:
			return
		case msg := <-c.writes:
			if err := c.pipe.Write(context.Background(), msg); err != nil {
				c.close()
				return
			}
		}
	}
}

// session is an attached target; the root session is the browser itself.
type session struct {
	conn *conn
	id   target.SessionID
	// dead, when not nil, is closed once the target has crashed: it would
	// leave every later call without an answer.
	dead chan struct{}
}

func (c *conn) root() *session { return &session{conn: c} }

// attach returns a session whose events are passed to handle.
func (c *conn) attach(id target.SessionID, handle eventHandler) *session {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.handlers[id] = handle
	return &session{conn: c, id: id, dead: make(chan struct{})}
}

func (s *session) detach() {
	s.conn.mu.Lock()
	defer s.conn.mu.Unlock()
	delete(s.conn.handlers, s.id)
}

// call sends one protocol command and waits for its result.
func call[P, R any](ctx context.Context, s *session, command cdp.Command[P, R], params P) (R, error) {
	var result R
	body, err := jsonv2.Marshal(params, chromedp.DefaultMarshalOptions)
	if err != nil {
		return result, fmt.Errorf("%s: %w", command.Method, err)
	}
	reply, err := s.roundTrip(ctx, command.Method, body)
	if err != nil {
		return result, fmt.Errorf("%s: %w", command.Method, err)
	}
	if reply.Error != nil {
		return result, fmt.Errorf("%s: %w", command.Method, reply.Error)
	}
	if err := jsonv2.Unmarshal(reply.Result, &result, chromedp.DefaultUnmarshalOptions); err != nil {
		return result, fmt.Errorf("%s: %w", command.Method, err)
	}
	return result, nil
}

func (s *session) roundTrip(ctx context.Context, method string, params []byte) (*cdproto.Message, error) {
	c := s.conn
	answer := make(chan *cdproto.Message, 1)
	c.mu.Lock()
	c.lastID++
	id := c.lastID
	c.waiting[id] = answer
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		delete(c.waiting, id)
		c.mu.Unlock()
	}()

	msg := &cdproto.Message{ID: id, SessionID: s.id, Method: cdproto.MethodType(method), Params: params}
	select {
	case c.writes <- msg:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.dead:
		return nil, ErrCrashed
	case <-c.gone:
		return nil, errGone
	}
	select {
	case reply := <-answer:
		return reply, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.dead:
		return nil, ErrCrashed
	case <-c.gone:
		return nil, errGone
	}
}
