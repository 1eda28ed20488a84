package analytics

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/analytics/internal/db"
	"laurel/internal/credentials"
	"laurel/internal/pg"
)

// Engaged notes how far somebody outside its department went with a credential that they may see.
func (s *Service) Engaged(ctx context.Context, credentialID int64, how credentials.Engagement) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		err := s.q.EngagementNote(ctx, tx, db.EngagementNoteParams{CredentialID: credentialID, Level: int16(how.Rank()), Now: s.clock.Now()}) //nolint:gosec // at most 4
		if err != nil {
			return fmt.Errorf("note engagement: %w", err)
		}
		return nil
	})
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
