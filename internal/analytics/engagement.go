package analytics

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/analytics/internal/db"
	"laurel/internal/credentials"
	"laurel/internal/pg"
)

// Engaged notes how far somebody outside its department went with a credential that they may see.
func (s *Service) Engaged(ctx context.Context, credentialID int64, how credentials.Engagement) error {
	level := int16(how.Rank()) //nolint:gosec // at most 4
	if s.reached.has(credentialID, level) {
		return nil
	}
	err := pg.InSystem(pg.Keyed(ctx), s.pool, func(tx pgx.Tx) error {
		return s.q.EngagementNote(ctx, tx, db.EngagementNoteParams{CredentialID: credentialID, Level: level, Now: s.clock.Now()})
	})
	if err != nil {
		return fmt.Errorf("note engagement: %w", err)
	}
	s.reached.note(credentialID, level)
	return nil
}

// reached remembers how far people went, which only ever goes further: what is noted already needs no question to the database.
type reached struct {
	mu     sync.Mutex
	levels map[int64]int16
}

// mostReached bounds what a process remembers.
const mostReached = 10_000

func (r *reached) has(credentialID int64, level int16) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.levels[credentialID] >= level
}

func (r *reached) note(credentialID int64, level int16) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.levels == nil || len(r.levels) >= mostReached {
		r.levels = map[int64]int16{}
	}
	r.levels[credentialID] = max(r.levels[credentialID], level)
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
		Ref: found[1], StaffOf: ref(departmentID), Level: int16(how.Rank()), Now: s.clock.Now(), //nolint:gosec // at most 4
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
