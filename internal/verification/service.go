package verification

import (
	"context"
	"time"

	"laurel/internal/throttle"
)

// perAddress is how many things one address of a network may have checked: each makes us fetch what a stranger names.
var perAddress = throttle.Rule{Name: "verify.address", Limit: 60, Window: time.Minute}

// atOnce is how many are checked at the same time in this process: the canonical form takes a whole core.
const atOnce = 8

// Service checks credentials for the public.
type Service struct {
	verifier *Verifier
	limiter  *throttle.Limiter
	places   chan struct{}
}

// NewService makes the service.
func NewService(v *Verifier, limiter *throttle.Limiter) *Service {
	return &Service{v, limiter, make(chan struct{}, atOnce)}
}

// Verify checks something for whoever asks from an address. It refuses with throttle.ErrTooMany.
func (s *Service) Verify(ctx context.Context, ip string, in Input) (Result, error) {
	if err := s.limiter.Allow(ctx, perAddress, throttle.Network(ip)); err != nil {
		return Result{}, err
	}
	select {
	case s.places <- struct{}{}:
	case <-ctx.Done():
		return Result{}, ctx.Err()
	}
	defer func() { <-s.places }()
	return s.verifier.Verify(ctx, in), nil
}
