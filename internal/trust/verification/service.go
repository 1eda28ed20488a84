package verification

import (
	"context"
	"time"

	"golang.org/x/sync/semaphore"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/throttle"
)

// perAddress limits verifications per IP address, because each fetches URLs chosen by the caller.
var perAddress = throttle.Rule{Name: "verify.address", Limit: 60, Window: time.Minute}

// maxConcurrent limits concurrent verifications per process: canonicalisation takes a full core.
const maxConcurrent = 8

// perComparison limits email comparisons per IP address, whatever the request limits are: each comparison is a guess at a
// recipient's identity.
var perComparison = throttle.Rule{Name: "verify.email", Limit: 30, Window: 10 * time.Minute}

// Service verifies credentials for the public.
type Service struct {
	verifier *Verifier
	limiter  *throttle.Limiter
	limited  bool
	places   *semaphore.Weighted
}

// NewService returns a Service. limited enables the limit per IP address.
func NewService(v *Verifier, limiter *throttle.Limiter, limited bool) *Service {
	return &Service{v, limiter, limited, semaphore.NewWeighted(maxConcurrent)}
}

// Domain checks the domain of an issuer's website like Verifier.Domain.
func (s *Service) Domain(ctx context.Context, issuer, site string) *Domain {
	return s.verifier.Domain(ctx, issuer, site)
}

// Verify verifies input from an IP address. It returns throttle.ErrTooMany, and a field error for an invalid email address.
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
	return s.VerifyAgain(ctx, in)
}

// VerifyAgain verifies input for which the caller has a limit of its own.
func (s *Service) VerifyAgain(ctx context.Context, in Input) (Result, error) {
	if err := s.places.Acquire(ctx, 1); err != nil {
		return Result{}, err
	}
	defer s.places.Release(1)
	return s.verifier.Verify(ctx, in), nil
}
