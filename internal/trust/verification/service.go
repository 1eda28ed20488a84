package verification

import (
	"context"
	"time"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/throttle"
)

// perAddress is how many things one address of a network may have checked: each makes us fetch what a stranger names.
var perAddress = throttle.Rule{Name: "verify.address", Limit: 60, Window: time.Minute}

// maxConcurrent is how many are checked at the same time in this process: the canonical form takes a whole core.
const maxConcurrent = 8

// perComparison is how many email addresses one address of a network may compare with recipients. It stands whatever the limits of
// requests are: each comparison is a guess at who somebody is.
var perComparison = throttle.Rule{Name: "verify.email", Limit: 30, Window: 10 * time.Minute}

// Service checks credentials for the public.
type Service struct {
	verifier *Verifier
	limiter  *throttle.Limiter
	limited  bool
	places   chan struct{}
}

// NewService makes the service. limited says whether the requests of one address are limited.
func NewService(v *Verifier, limiter *throttle.Limiter, limited bool) *Service {
	return &Service{v, limiter, limited, make(chan struct{}, maxConcurrent)}
}

// Domain asks the domain of an issuer's website about the issuer, like Verifier.Domain.
func (s *Service) Domain(ctx context.Context, issuer, site string) *Domain {
	return s.verifier.Domain(ctx, issuer, site)
}

// Verify checks something for whoever asks from an address. It refuses with throttle.ErrTooMany, and an email address
// that is none.
func (s *Service) Verify(ctx context.Context, ip string, in Input) (Result, error) {
	if s.limited {
		if err := s.limiter.Allow(ctx, perAddress, throttle.Network(ip)); err != nil {
			return Result{}, err
		}
	}
	if in.Email != "" {
		if !ValidEmail(in.Email) {
			return Result{}, errs.Field("email", "not_an_email")
		}
		if err := s.limiter.Allow(ctx, perComparison, throttle.Network(ip)); err != nil {
			return Result{}, err
		}
	}
	select {
	case s.places <- struct{}{}:
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	defer func() { <-s.places }()
	return s.verifier.Verify(ctx, in), nil
}
