package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"time"

	"golang.org/x/net/idna"
)

// textsTimeout is how long a question to the domain name system may take.
const textsTimeout = 3 * time.Second

// maxTexts is how many records of a name are looked at.
const maxTexts = 100

// Texts returns the TXT records of a name, at most 100; none when there are none. It returns ErrUnreachable when nobody answers for the
// name within three seconds, and ErrRefused for what is no name.
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
