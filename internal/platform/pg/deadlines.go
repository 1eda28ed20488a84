package pg

import (
	"context"
	"net"
	"syscall"
	"time"

	"laurel/internal/platform/deadline"
)

// Deadlines bound how long anything waits for the database. ADR 0064 lists them.
type Deadlines struct {
	// Connect bounds opening a connection.
	Connect time.Duration
	// Public, Request and Job bound one statement, or the wait for a free connection, on behalf of a public page, of another request,
	// and of everything else. They hold even when the server has stopped answering.
	Public, Request, Job time.Duration
	// Suspect is how long a statement may take before it is checked whether the server still answers at all, and Probe is how long that
	// check may take. When it fails, everything that waits for the server ends, and further statements fail at once until it answers.
	Suspect, Probe time.Duration
}

// DefaultDeadlines answer a request within five seconds while the server is frozen.
func DefaultDeadlines() Deadlines {
	return Deadlines{
		Connect: 3 * time.Second, Public: 4 * time.Second, Request: 15 * time.Second, Job: statementTimeout + 5*time.Second,
		Suspect: 1500 * time.Millisecond, Probe: 2500 * time.Millisecond,
	}
}

const (
	// statementTimeout is how long the server works on one statement. The limits above end the wait of this process as well, which a
	// server that is frozen cannot do.
	statementTimeout = 30 * time.Second
	// lockTimeout is how long a statement of a request waits for rows or tables that somebody else has locked. It is the default of a
	// connection, since a statement that is prepared waits for locks before its transaction could set anything.
	lockTimeout = 4 * time.Second
	// idleInTransactionTimeout ends transactions that were left open. It is longer than a job may run.
	idleInTransactionTimeout = 3 * time.Minute
	// userTimeout is how long a packet may stay unacknowledged: a host that vanished is noticed after that.
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

// dial opens TCP connections that notice a host which vanished.
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
