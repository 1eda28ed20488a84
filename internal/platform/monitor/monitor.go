// Package monitor records the running processes of the installation and the queues they work on, and measures the queues. Readiness,
// `laurel doctor` and the metrics use it.
package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/platform/jobs"
	"laurel/internal/platform/monitor/internal/db"
	"laurel/internal/platform/pg"
)

const (
	beatEvery = 5 * time.Second
	// staleAfter is how long after its last heartbeat a process counts as running.
	staleAfter = 30 * time.Second
)

// Service reads and writes the state of processes and queues.
type Service struct {
	pool *pgxpool.Pool
	q    *db.Queries
	log  *slog.Logger
}

// New returns a Service.
func New(pool *pgxpool.Pool, log *slog.Logger) *Service { return &Service{pool, db.New(), log} }

// Heartbeat keeps the record of a running process up to date.
type Heartbeat struct {
	service *Service
	id      uuid.UUID
	loop    *jobs.Loop
}

// Start records this process and its queues, and renews the record until the heartbeat is stopped.
func (s *Service) Start(ctx context.Context, version string, queues []string) (*Heartbeat, error) {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	if queues == nil {
		queues = []string{}
	}
	h := &Heartbeat{service: s, id: uuid.New()}
	beat := func(ctx context.Context) error {
		return s.inSystem(ctx, func(tx pgx.Tx) error {
			return s.q.ProcessBeat(ctx, tx, db.ProcessBeatParams{ID: h.id, Host: host, Version: version, Queues: queues})
		})
	}
	if err := beat(ctx); err != nil {
		return nil, fmt.Errorf("record this process: %w", err)
	}
	if err := s.inSystem(ctx, func(tx pgx.Tx) error { return s.q.ProcessDeleteStale(ctx, tx) }); err != nil {
		return nil, fmt.Errorf("delete records of old processes: %w", err)
	}
	h.loop = jobs.Repeat(ctx, beatEvery, s.log, func(ctx context.Context) (bool, error) { return false, beat(ctx) })
	return h, nil
}

// Stop ends the heartbeat and deletes the record, so that the process no longer counts as running. If the record cannot be deleted, it
// expires.
func (h *Heartbeat) Stop(ctx context.Context) {
	h.loop.Stop()
	if err := h.service.inSystem(ctx, func(tx pgx.Tx) error { return h.service.q.ProcessDelete(ctx, tx, h.id) }); err != nil {
		h.service.log.WarnContext(ctx, "delete the record of this process", "error", err)
	}
}

// TryToWrite stores a record and deletes it again. It returns an error if the database is read-only.
func (s *Service) TryToWrite(ctx context.Context) error {
	id := uuid.New()
	return s.inSystem(ctx, func(tx pgx.Tx) error {
		if err := s.q.ProcessBeat(ctx, tx, db.ProcessBeatParams{ID: id, Queues: []string{}}); err != nil {
			return err
		}
		return s.q.ProcessDelete(ctx, tx, id)
	})
}

func (s *Service) inSystem(ctx context.Context, fn func(pgx.Tx) error) error {
	return pg.InSystem(ctx, s.pool, fn)
}

// Queue is the state of one queue.
type Queue struct {
	Name    string
	Workers int   // running processes that work it
	Due     int64 // what could be worked now
	Running int64
	Later   int64         // what waits for a time to come, such as the next attempt
	Oldest  time.Duration // how long the oldest that is due has waited
}

// State is the state of all queues at one time.
type State struct {
	Processes int // that run, with or without queues
	Queues    []Queue
}

// Discarded counts the jobs of a kind that used up their attempts. They are kept for seven days.
type Discarded struct {
	Kind, Queue string
	Jobs        int64
}

// Read measures the named queues. webhookQueue is the queue that contains webhook deliveries instead of jobs.
func (s *Service) Read(ctx context.Context, queues []string, webhookQueue string) (State, error) {
	var st State
	err := s.inSystem(ctx, func(tx pgx.Tx) error {
		processes, err := s.q.ProcessList(ctx, tx, staleAfter.Seconds())
		if err != nil {
			return fmt.Errorf("list processes: %w", err)
		}
		depths, err := s.q.QueueDepths(ctx, tx)
		if err != nil {
			return fmt.Errorf("measure queues: %w", err)
		}
		deliveries, err := s.q.DeliveryDepth(ctx, tx)
		if err != nil {
			return fmt.Errorf("measure webhook deliveries: %w", err)
		}
		st = State{Processes: len(processes)}
		for _, name := range queues {
			q := Queue{Name: name}
			for _, p := range processes {
				if slices.Contains(p.Queues, name) {
					q.Workers++
				}
			}
			if name == webhookQueue {
				q.measure(deliveries.Due, deliveries.Running, deliveries.Later, deliveries.OldestSeconds)
			} else if i := slices.IndexFunc(depths, func(d db.QueueDepthsRow) bool { return d.Queue == name }); i >= 0 {
				q.measure(depths[i].Due, depths[i].Running, depths[i].Later, depths[i].OldestSeconds)
			}
			st.Queues = append(st.Queues, q)
		}
		return nil
	})
	return st, err
}

// Discarded counts the jobs that used up their attempts, by kind.
func (s *Service) Discarded(ctx context.Context) ([]Discarded, error) {
	var all []Discarded
	err := s.inSystem(ctx, func(tx pgx.Tx) error {
		rows, err := s.q.DiscardedJobs(ctx, tx)
		if err != nil {
			return fmt.Errorf("count discarded jobs: %w", err)
		}
		for _, d := range rows {
			all = append(all, Discarded{d.Kind, d.Queue, d.Jobs})
		}
		return nil
	})
	return all, err
}

func (q *Queue) measure(due, running, later int64, oldestSeconds float64) {
	q.Due, q.Running, q.Later = due, running, later
	q.Oldest = time.Duration(oldestSeconds * float64(time.Second)).Round(time.Second)
}
