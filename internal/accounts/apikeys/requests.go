package apikeys

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

const (
	// noteEvery is how long requests are buffered before they are written in one batch.
	noteEvery = time.Second
	// maxNotes is the maximum number of buffered requests. Requests beyond it, while the database is slow, are dropped.
	maxNotes = 10_000
	// keptFor and keptOfKey limit the age and the number of stored requests per key.
	keptFor   = 30 * 24 * time.Hour
	keptOfKey = 100_000
	sweepRows = 10_000
	maxPath   = 200
)

// Request is a logged request of a key and its response. Path has placeholders instead of IDs.
type Request struct {
	ID        int64
	KeyID     int64
	Method    string
	Path      string
	Status    int
	Took      time.Duration
	RequestID string
	Code      string // of the refusal
	IP        string
	At        time.Time
}

// notes buffers requests until they are written.
type notes struct {
	mu      sync.Mutex
	waiting []Request
	timer   *time.Timer
}

// Note logs a request. It does not block: requests are written in batches, a second later.
func (s *Service) Note(r Request) {
	r.At = s.clock.Now()
	s.notes.mu.Lock()
	defer s.notes.mu.Unlock()
	if len(s.notes.waiting) >= maxNotes {
		return
	}
	s.notes.waiting = append(s.notes.waiting, r)
	if s.notes.timer == nil {
		s.notes.timer = time.AfterFunc(noteEvery, func() {
			_ = s.WriteNotes(context.Background()) // a log of requests is no reason to fail one; the next batch tries anew
		})
	}
}

// WriteNotes writes the buffered requests and the last use of their keys.
func (s *Service) WriteNotes(ctx context.Context) error {
	s.notes.mu.Lock()
	batch := s.notes.waiting
	s.notes.waiting = nil
	if s.notes.timer != nil {
		s.notes.timer.Stop()
		s.notes.timer = nil
	}
	s.notes.mu.Unlock()
	if len(batch) == 0 {
		return nil
	}
	var in db.APIKeyRequestsInsertParams
	last := map[int64]Request{}
	for _, r := range batch {
		in.Ids, in.Methods, in.Paths = append(in.Ids, r.KeyID), append(in.Methods, cut(r.Method, 10)), append(in.Paths, cut(r.Path, maxPath))
		in.Statuses = append(in.Statuses, int32(r.Status))                        //nolint:gosec // an HTTP status
		in.Milliseconds = append(in.Milliseconds, int32(r.Took/time.Millisecond)) //nolint:gosec // no request takes weeks
		in.RequestIds, in.Codes = append(in.RequestIds, r.RequestID), append(in.Codes, r.Code)
		in.Ips, in.Ats = append(in.Ips, r.IP), append(in.Ats, r.At)
		last[r.KeyID] = r
	}
	var used db.APIKeysUsedParams
	for id, r := range last {
		used.Ids, used.Ats, used.Ips = append(used.Ids, id), append(used.Ats, r.At), append(used.Ips, r.IP)
	}
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		if err := s.q.APIKeyRequestsInsert(ctx, tx, in); err != nil {
			return fmt.Errorf("note requests of api keys: %w", err)
		}
		if err := s.q.APIKeysUsed(ctx, tx, used); err != nil {
			return fmt.Errorf("note api key use: %w", err)
		}
		return nil
	})
}

func cut(text string, most int) string {
	if r := []rune(strings.ToValidUTF8(text, "")); len(r) > most {
		return string(r[:most])
	}
	return strings.ToValidUTF8(text, "")
}

// Search filters the logged requests of a key. Status is a status code, or a single digit for its class: 4 means 400 to 499.
type Search struct {
	Method string
	Path   string
	Status int
	Since  *time.Time
	Before *time.Time
	Page   page.Request
}

// statuses returns the range of status codes that match.
func (s Search) statuses() (least, most int32) {
	switch {
	case s.Status <= 0 || s.Status > 999:
		return 0, 999
	case s.Status < 10:
		return int32(s.Status * 100), int32(s.Status*100 + 99)
	}
	return int32(s.Status), int32(s.Status)
}

// Requests returns a page of a key's logged requests, newest first. It returns ErrNotFound.
func (s *Service) Requests(ctx context.Context, by access.Actor, id int64, in Search) (page.Page[Request], error) {
	if err := by.Require(access.ViewAPIKeys); err != nil {
		return page.Page[Request]{}, err
	}
	var out []Request
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if _, err := s.find(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		least, most := in.statuses()
		filter := db.APIKeyRequestsListParams{
			DepartmentID: by.DepartmentID, ApiKeyID: id, Method: given(strings.ToUpper(in.Method)), Path: given(in.Path), LeastStatus: least, MostStatus: most,
			Since: in.Since, Before: in.Before, RowLimit: in.Page.Limit(), RowOffset: in.Page.Offset(),
		}
		rows, err := s.q.APIKeyRequestsList(ctx, tx, filter)
		if err != nil {
			return fmt.Errorf("list requests of api key: %w", err)
		}
		for _, row := range rows {
			out = append(out, Request{
				ID: row.ID, KeyID: row.ApiKeyID, Method: row.Method, Path: row.Path, Status: int(row.Status), Took: time.Duration(row.Milliseconds) * time.Millisecond,
				RequestID: row.RequestID, Code: row.Code, IP: row.Ip, At: row.At.UTC(),
			})
		}
		total, err = s.q.APIKeyRequestsCount(ctx, tx, db.APIKeyRequestsCountParams{
			DepartmentID: filter.DepartmentID, ApiKeyID: id, Method: filter.Method, Path: filter.Path, LeastStatus: least, MostStatus: most,
			Since: in.Since, Before: in.Before,
		})
		if err != nil {
			return fmt.Errorf("count requests of api key: %w", err)
		}
		return nil
	})
	if err != nil {
		return page.Page[Request]{}, err
	}
	return page.Of(in.Page, out, total), nil
}

func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// DeleteOld deletes requests that are older than 30 days, and all but the newest 100,000 of each key. It returns the number of deleted
// requests.
func (s *Service) DeleteOld(ctx context.Context) (int64, error) {
	var all int64
	for {
		var n int64
		err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) (err error) {
			n, err = s.q.APIKeyRequestsDeleteOld(ctx, tx, db.APIKeyRequestsDeleteOldParams{Before: s.clock.Now().Add(-keptFor), RowLimit: sweepRows})
			return err
		})
		if err != nil {
			return all, fmt.Errorf("delete old requests of api keys: %w", err)
		}
		all += n
		if n < sweepRows {
			break
		}
	}
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		n, err := s.q.APIKeyRequestsTrim(ctx, tx, keptOfKey)
		all += n
		return err
	})
	if err != nil {
		return all, fmt.Errorf("trim requests of api keys: %w", err)
	}
	return all, nil
}
