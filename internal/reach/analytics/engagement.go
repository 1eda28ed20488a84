package analytics

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// Engaged notes how far somebody outside its department went with a credential that they may see. It takes no time: visits are written
// together, a second later.
func (s *Service) Engaged(credentialID int64, how credentials.Engagement) {
	level := int16(how.Rank()) //nolint:gosec // at most 4
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if s.visits.reached[credentialID] >= level || len(s.visits.waiting) >= mostWaiting {
		return
	}
	if s.visits.reached == nil || len(s.visits.reached) >= mostReached {
		s.visits.reached = map[int64]int16{}
	}
	s.visits.reached[credentialID] = level
	s.visits.wait(credentialID, level, func() { _ = s.WriteVisits(context.Background()) })
}

// WriteVisits writes the visits that wait. Those that cannot be written now wait for the next ones.
func (s *Service) WriteVisits(ctx context.Context) error {
	waiting := s.visits.take()
	if len(waiting) == 0 {
		return nil
	}
	p := db.EngagementNoteParams{Now: s.clock.Now()}
	for id, level := range waiting {
		p.CredentialIds, p.Levels = append(p.CredentialIds, id), append(p.Levels, level)
	}
	err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) error { return s.q.EngagementNote(ctx, d, p) })
	if err != nil {
		s.visits.putBack(waiting)
		return fmt.Errorf("note engagement: %w", err)
	}
	return nil
}

// Bounds of what a process remembers of visits, and of how long they wait.
const (
	mostReached = 10_000
	mostWaiting = 10_000
	writeEvery  = time.Second
)

// visits remembers how far people went, which only ever goes further, and what of it is not written yet.
type visits struct {
	mu      sync.Mutex
	reached map[int64]int16
	waiting map[int64]int16
	timer   *time.Timer
}

// wait is called under the lock.
func (v *visits) wait(credentialID int64, level int16, write func()) {
	if v.waiting == nil {
		v.waiting = map[int64]int16{}
	}
	v.waiting[credentialID] = max(v.waiting[credentialID], level)
	if v.timer == nil {
		v.timer = time.AfterFunc(writeEvery, write)
	}
}

func (v *visits) take() map[int64]int16 {
	v.mu.Lock()
	defer v.mu.Unlock()
	waiting := v.waiting
	v.waiting = nil
	if v.timer != nil {
		v.timer.Stop()
		v.timer = nil
	}
	return waiting
}

// putBack keeps what was not written until other visits are.
func (v *visits) putBack(waiting map[int64]int16) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waiting == nil {
		v.waiting = map[int64]int16{}
	}
	for id, level := range waiting {
		v.waiting[id] = max(v.waiting[id], level)
	}
}

// pagePath is the address of a credential's page, which always has a digit.
var pagePath = regexp.MustCompile(`^/([0-9a-z-]*[0-9][0-9a-z-]*)$`)

// engagedTx notes what a browser says of the page it shows, where that is a credential's.
func (s *Service) engagedTx(ctx context.Context, tx pgx.Tx, departmentID int64, path string, how credentials.Engagement) error {
	found := pagePath.FindStringSubmatch(path)
	if found == nil {
		return nil
	}
	p := db.EngagementNoteByPageParams{
		Ref: found[1], StaffOf: pg.OrNull(departmentID), Level: int16(how.Rank()), Now: s.clock.Now(), //nolint:gosec // at most 4
	}
	if id, err := uuid.Parse(found[1]); err == nil {
		p.Uuid = &id
	}
	if err := s.q.EngagementNoteByPage(ctx, tx, p); err != nil {
		return fmt.Errorf("note engagement: %w", err)
	}
	return nil
}

// pathOf is the path of an address, "" when it has none.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(u.Path, "/")
}
