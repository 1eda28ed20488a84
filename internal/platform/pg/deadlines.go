package pg

import (
	"context"
	"net"
	"syscall"
	"time"

	"laurel/internal/platform/deadline"
)

// Deadlines limits every wait for the database. ADR 0064 lists them.
type Deadlines struct {
	// Connect limits opening a connection.
	Connect time.Duration
	// Public, Request and Job limit one statement, or the wait for a free connection, for a public page, for another request, and
	// for everything else. They apply even when the server has stopped responding.
	Public, Request, Job time.Duration
	// Suspect is the duration after which a running statement triggers a probe of the server; Probe limits that probe. When it
	// fails, every waiting statement is cancelled and new ones fail at once until the server responds again.
	Suspect, Probe time.Duration
}

// DefaultDeadlines returns limits with which a request fails within five seconds while the server is frozen.
func DefaultDeadlines() Deadlines {
	return Deadlines{
		Connect: 3 * time.Second, Public: 4 * time.Second, Request: 15 * time.Second, Job: statementTimeout + 5*time.Second,
		Suspect: 1500 * time.Millisecond, Probe: 2500 * time.Millisecond,
	}
}

const (
	// statementTimeout is the server-side limit of one statement. The limits above end the client's wait as well, which a frozen
	// server cannot do.
	statementTimeout = 30 * time.Second
	// lockTimeout is how long a statement of a request waits for locked rows or tables. It is a connection default because
	// preparing a statement waits for locks before its transaction could set anything.
	lockTimeout = 4 * time.Second
	// idleInTransactionTimeout closes abandoned transactions. It is longer than any job may run.
	idleInTransactionTimeout = 3 * time.Minute
	// userTimeout is how long a packet may stay unacknowledged before the connection counts as dead (TCP_USER_TIMEOUT).
	userTimeout = 4 * time.Second
)

func (d Deadlines) statement(ctx context.Context) time.Duration {
	switch deadline.UseOf(ctx) {
	case deadline.Public:
		return d.Public
	case deadline.Request:
		return d.Request
	default:
		return d.Job
	}
}

// dial opens TCP connections that detect a vanished peer.
func dial(ctx context.Context, network, address string) (net.Conn, error) {
	dialer := net.Dialer{
		KeepAliveConfig: net.KeepAliveConfig{Enable: true, Idle: 15 * time.Second, Interval: 5 * time.Second, Count: 3},
		Control: func(network, _ string, c syscall.RawConn) error {
			if network == "unix" {
				return nil
			}
			var err error
			controlled := c.Control(func(fd uintptr) { err = limitUnacknowledged(int(fd)) })
			if controlled != nil {
				return controlled
			}
			return err
		},
	}
	return dialer.DialContext(ctx, network, address)
}
