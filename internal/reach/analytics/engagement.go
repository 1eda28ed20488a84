package analytics

import (
	"context"
	"errors"
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

// Engaged records how far somebody outside its department went with a credential that they may see, and counts views by others than its
// recipient. It takes no time: visits are written in batches, a second later.
func (s *Service) Engaged(credentialID int64, how credentials.Engagement) {
	v := visit{level: int16(how.Rank())} //nolint:gosec // at most 4
	if how == credentials.PageViewed {
		v.views = 1
	}
	s.visits.mu.Lock()
	defer s.visits.mu.Unlock()
	if s.visits.reached[credentialID] >= v.level && v.views == 0 || len(s.visits.waiting) >= mostWaiting {
		return
	}
	if s.visits.reached == nil || len(s.visits.reached) >= mostReached {
		s.visits.reached = map[int64]int16{}
	}
	s.visits.reached[credentialID] = max(s.visits.reached[credentialID], v.level)
	s.visits.wait(credentialID, v, func() { _ = s.WriteVisits(context.Background()) })
}

// WriteVisits writes the visits that wait. Those that cannot be written now wait for the next ones.
func (s *Service) WriteVisits(ctx context.Context) error {
	waiting, all := s.visits.take()
	err := s.writeEngagements(ctx, waiting)
	if err != nil {
		s.visits.putBack(waiting)
	}
	failed := s.writeRecorded(ctx, all)
	if failed != nil {
		s.visits.putBackRecorded(all)
	}
	return errors.Join(err, failed)
}

func (s *Service) writeEngagements(ctx context.Context, waiting map[int64]visit) error {
	if len(waiting) == 0 {
		return nil
	}
	p := db.EngagementNoteParams{Now: s.clock.Now()}
	for id, v := range waiting {
		p.CredentialIds, p.Levels, p.ViewCounts = append(p.CredentialIds, id), append(p.Levels, v.level), append(p.ViewCounts, v.views)
	}
	err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) error { return s.q.EngagementNote(ctx, d, p) })
	if err != nil {
		return fmt.Errorf("note engagement: %w", err)
	}
	return nil
}

// Verified counts a verification of a credential, given its UUID or encoded ID, by somebody who is signed in to staffOf, or to no
// department if it is 0.
func (s *Service) Verified(ctx context.Context, ref string, staffOf int64) error {
	p := db.VerificationNoteParams{
		Ref: ref, StaffOf: pg.OrNull(staffOf), Level: int16(credentials.PageViewed.Rank()), Now: s.clock.Now(), //nolint:gosec // at most 4
	}
	if id, err := uuid.Parse(ref); err == nil {
		p.Uuid = &id
	}
	err := pg.BatchSystem(ctx, s.pool,
		func(d pg.DB) error { return s.q.VerificationNote(ctx, d, p) },
		func(d pg.DB) error {
			return s.q.InboxAddVerification(ctx, d, db.InboxAddVerificationParams{EventUuid: uuid.New(), At: p.Now, Uuid: p.Uuid, Ref: ref, StaffOf: p.StaffOf})
		})
	if err != nil {
		return fmt.Errorf("count verification: %w", err)
	}
	return nil
}

// Counts is how often people other than its recipient and its issuer viewed and verified a credential.
type Counts struct{ Views, Verifications int }

// CountsTx returns how often a credential was viewed and verified.
func (s *Service) CountsTx(ctx context.Context, d pg.DB, departmentID, credentialID int64) (Counts, error) {
	rows, err := s.q.EngagementCounts(ctx, d, db.EngagementCountsParams{DepartmentID: departmentID, CredentialID: credentialID})
	if err != nil || len(rows) == 0 {
		return Counts{}, err
	}
	return Counts{int(rows[0].ViewCount), int(rows[0].VerificationCount)}, nil
}

// Bounds of what a process remembers of visits, and of how long they wait.
const (
	mostReached = 10_000
	mostWaiting = 10_000
	writeEvery  = time.Second
)

// visit is what happened to a credential since visits were last written.
type visit struct {
	level int16
	views int32
}

func (v visit) and(other visit) visit { return visit{max(v.level, other.level), v.views + other.views} }

// visits remembers how far people went, which only ever goes further, and what of it is not written yet.
type visits struct {
	mu      sync.Mutex
	reached map[int64]int16
	waiting map[int64]visit
	// recorded are the visits to be counted that are not written yet.
	recorded []recorded
	timer    *time.Timer
}

// wait is called under the lock.
func (v *visits) wait(credentialID int64, happened visit, write func()) {
	if v.waiting == nil {
		v.waiting = map[int64]visit{}
	}
	v.waiting[credentialID] = v.waiting[credentialID].and(happened)
	v.start(write)
}

// start is called under the lock.
func (v *visits) start(write func()) {
	if v.timer == nil {
		v.timer = time.AfterFunc(writeEvery, write)
	}
}

func (v *visits) take() (map[int64]visit, []recorded) {
	v.mu.Lock()
	defer v.mu.Unlock()
	waiting, all := v.waiting, v.recorded
	v.waiting, v.recorded = nil, nil
	if v.timer != nil {
		v.timer.Stop()
		v.timer = nil
	}
	return waiting, all
}

// putBackRecorded keeps visits that were not written until others are, up to mostWaiting.
func (v *visits) putBackRecorded(all []recorded) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.recorded = append(all[:min(len(all), max(0, mostWaiting-len(v.recorded)))], v.recorded...)
}

// putBack keeps what was not written until other visits are.
func (v *visits) putBack(waiting map[int64]visit) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.waiting == nil {
		v.waiting = map[int64]visit{}
	}
	for id, happened := range waiting {
		v.waiting[id] = v.waiting[id].and(happened)
	}
}

// pagePath is the address of a credential's page, which always has a digit.
var pagePath = regexp.MustCompile(`^/([0-9a-z-]*[0-9][0-9a-z-]*)$`)

// happening is what a browser reports of the page it shows.
type happening struct {
	Type   EventType
	Detail string
	Client Client
}

// engagedTx notes what a browser reports of the page it shows, where that is a credential's.
func (s *Service) engagedTx(ctx context.Context, tx pgx.Tx, departmentID int64, path string, how credentials.Engagement, h happening) error {
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
	visitor, err := s.visitor(ctx, p.Now, h.Client.IP, h.Client.UserAgent)
	if err != nil {
		return err
	}
	err = s.q.InboxAddByPage(ctx, tx, db.InboxAddByPageParams{
		EventUuid: uuid.New(), Type: string(h.Type), Detail: cut(h.Detail, maxDetail), Visitor: visitor, At: p.Now, Uuid: p.Uuid, Ref: p.Ref, StaffOf: p.StaffOf,
	})
	if err != nil {
		return fmt.Errorf("record what a page reports: %w", err)
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
