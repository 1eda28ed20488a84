package fetch

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"time"

	"golang.org/x/net/idna"
)

// dialTimeout limits connecting to all addresses of a host.
const dialTimeout = 10 * time.Second

// Dial connects to a port of a host that a user named. Like Get, it reaches public addresses only, unless Options allow more. It returns
// ErrRefused or ErrUnreachable.
func (c *Client) Dial(ctx context.Context, host, port string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	addresses, err := c.admitHost(ctx, host)
	if err != nil {
		return nil, err
	}
	conn, err := c.dial(ctx, "tcp", net.JoinHostPort(host, port), addresses)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	return conn, nil
}

// admitHost resolves a host and returns its addresses. It returns ErrRefused when any of them is not allowed.
func (c *Client) admitHost(ctx context.Context, host string) ([]netip.Addr, error) {
	if ascii, err := idna.Lookup.ToASCII(host); err == nil {
		host = ascii
	}
	found, err := c.resolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
	}
	for i, address := range found {
		found[i] = address.Unmap()
		if !within(found[i], c.Allow) && !public(found[i]) {
			return nil, fmt.Errorf("%w: %s", ErrRefused, host)
		}
	}
	return found, nil
}
