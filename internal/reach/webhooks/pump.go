package webhooks

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/pg"
	"laurel/internal/reach/webhooks/internal/db"
)

const (
	slots  = 128       // deliveries that one process sends at once
	spared = slots / 2 // slots that those who lag never take
	places = 16        // of the slots of all processes for one receiver, an eighth of one process's; one that lags has one
	lease  = 3 * sendTimeout
	look   = time.Second // how often to look for what is due
)

// Pump sends due deliveries until it is stopped.
type Pump struct {
	stop context.CancelFunc
	done chan struct{}
}

// Start starts sending. Any number of processes may send concurrently.
func (s *Service) Start(ctx context.Context) *Pump {
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	p := &Pump{cancel, make(chan struct{})}
	go func() {
		defer close(p.done)
		s.newRound(ctx, slots).run(look)
	}()
	return p
}

// Stop starts no new attempts and waits for running ones until ctx ends. Interrupted attempts are retried later.
func (p *Pump) Stop(ctx context.Context) error {
	p.stop()
	select {
	case <-p.done:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("stop sending webhooks: %w", ctx.Err())
	}
}

// SendDue sends all due deliveries and returns the number of attempts.
func (s *Service) SendDue(ctx context.Context) (int, error) {
	r := s.newRound(ctx, slots)
	r.run(0)
	return r.sent, r.err
}

// round is one process's part in sending.
type round struct {
	*Service
	ctx     context.Context //nolint:containedctx // it lives as long as one run
	free    chan bool       // an attempt ended; whether it lagged
	running int
	lagging int
	slots   int
	sent    int
	err     error
	all     sync.WaitGroup
}

func (s *Service) newRound(ctx context.Context, n int) *round {
	return &round{Service: s, ctx: ctx, free: make(chan bool, n), slots: n}
}

// run claims and sends deliveries until none is due, or forever with a pause before looking again.
func (r *round) run(pause time.Duration) {
	defer r.all.Wait()
	for r.ctx.Err() == nil {
		begun, err := r.begin()
		if err != nil && r.ctx.Err() == nil {
			r.err = errors.Join(r.err, err)
			r.Log.WarnContext(r.ctx, "send webhooks", "error", err)
		}
		if pause == 0 && begun == 0 && r.running == 0 {
			return
		}
		r.wait(pause)
	}
}

// wait returns when an attempt has ended, or it is time to look again.
func (r *round) wait(pause time.Duration) {
	var tick <-chan time.Time
	if pause > 0 {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		tick = timer.C
	}
	select {
	case lagged := <-r.free:
		r.ended(lagged)
		for len(r.free) > 0 { // those that ended at the same time
			r.ended(<-r.free)
		}
	case <-tick:
	case <-r.ctx.Done():
	}
}

func (r *round) ended(lagged bool) {
	r.running--
	if lagged {
		r.lagging--
	}
}

// begin claims due deliveries and starts to send them.
func (r *round) begin() (int, error) {
	begun := 0
	for _, lagging := range []bool{false, true} {
		room := r.slots - r.running
		if lagging {
			room = min(room, r.slots-spared-r.lagging)
		}
		if room <= 0 {
			continue
		}
		claimed, err := r.claim(lagging, room)
		if err != nil {
			return begun, err
		}
		for _, c := range r.prepared(claimed) {
			begun++
			r.running++
			if lagging {
				r.lagging++
			}
			r.sent++
			r.all.Go(func() { r.one(c, lagging) })
		}
	}
	return begun, nil
}

func (r *round) one(c db.DeliveriesClaimRow, lagging bool) {
	defer func() { r.free <- lagging }()
	// A process that is being stopped still waits for the responses to what it has sent.
	if err := r.send(context.WithoutCancel(r.ctx), c); err != nil {
		r.Log.WarnContext(r.ctx, "a webhook's delivery waits for its lease to end", "delivery", c.ID, "error", err)
	}
}

func (r *round) claim(lagging bool, room int) ([]db.DeliveriesClaimRow, error) {
	now := r.Clock.Now()
	p := db.DeliveriesClaimParams{Now: now, Until: now.Add(lease), Places: places, Lagging: lagging, RowLimit: int32(room)} //nolint:gosec // bounded by slots
	if lagging {
		p.Places = 1
	}
	var claimed []db.DeliveriesClaimRow
	err := pg.InSystem(r.ctx, r.Pool, func(tx pgx.Tx) error {
		if err := r.q.DeliveriesTurn(r.ctx, tx); err != nil {
			return fmt.Errorf("wait for a turn: %w", err)
		}
		var err error
		claimed, err = r.q.DeliveriesClaim(r.ctx, tx, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("claim deliveries: %w", err)
	}
	return claimed, nil
}

// prepared puts together what has no body yet, department by department, and leaves out what that fails for.
func (r *round) prepared(claimed []db.DeliveriesClaimRow) []db.DeliveriesClaimRow {
	byDepartment := map[int64][]db.DeliveriesClaimRow{}
	for _, c := range claimed {
		byDepartment[c.DepartmentID] = append(byDepartment[c.DepartmentID], c)
	}
	var ready []db.DeliveriesClaimRow
	for department, all := range byDepartment {
		var events, deliveries []int64
		for _, c := range all {
			events, deliveries = append(events, c.EventID), append(deliveries, c.ID)
		}
		if err := r.write(r.ctx, department, events); err != nil {
			r.Log.WarnContext(r.ctx, "put webhook events together", "department", department, "error", err)
			r.release(deliveries)
			continue
		}
		ready = append(ready, all...)
	}
	return ready
}

// release gives back what could not be begun.
func (r *round) release(deliveries []int64) {
	err := pg.InSystem(r.ctx, r.Pool, func(tx pgx.Tx) error {
		return r.q.DeliveriesRelease(r.ctx, tx, db.DeliveriesReleaseParams{NextAt: r.Clock.Now().Add(time.Minute), Ids: deliveries})
	})
	if err != nil {
		r.Log.WarnContext(r.ctx, "give webhook deliveries back", "error", err)
	}
}
