package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/net/idna"
)

// textsTimeout limits one DNS query.
const textsTimeout = 3 * time.Second

// maxTexts is the maximum number of records that are read.
const maxTexts = 100

// Texts returns the TXT records of a name, at most 100, and none if there are none. It returns ErrUnreachable when no DNS server
// answers within three seconds, and ErrRefused for an invalid name.
func (c *Client) Texts(ctx context.Context, name string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, textsTimeout)
	defer cancel()
	name, err := idna.Punycode.ToASCII(name)
	if err != nil || len(name) > 253 {
		return nil, fmt.Errorf("%w: %q", ErrRefused, name)
	}
	found, err := c.resolver.LookupTXT(ctx, name+".") // the dot keeps search domains of this machine out
	var wrong *net.DNSError
	switch {
	case err == nil:
		return found[:min(len(found), maxTexts)], nil
	case errors.As(err, &wrong) && wrong.IsNotFound:
		return nil, nil
	}
	return nil, fmt.Errorf("%w: %w", ErrUnreachable, err)
}
