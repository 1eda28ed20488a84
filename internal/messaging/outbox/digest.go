package outbox

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/pg"
)

// digestKind is the kind of mail that tells a department weekly which of its emails did not arrive.
const digestKind = "bounce_digest"

// AnalyticsReport is the kind of mail that brings a report on a department's credentials to a member.
const AnalyticsReport = "analytics_report"

const week = 7 * 24 * time.Hour

// Digest tells the support contacts of departments how many of their emails came back in the week that has ended. Repeating it in a week
// does nothing.
func (s *Service) Digest(ctx context.Context) error {
	now := s.clock.Now()
	until := now.Truncate(week) // the same moment for all who look in a week
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.BounceDigests(ctx, tx, db.BounceDigestsParams{Since: until.Add(-week), Until: until})
		if err != nil {
			return fmt.Errorf("count what came back: %w", err)
		}
		drafts := make([]Draft, len(rows))
		for i, r := range rows {
			drafts[i] = Draft{
				Kind: digestKind, To: r.SupportEmail, Language: r.Language, DepartmentID: r.DepartmentID,
				DedupeKey: fmt.Sprintf("%s:%d:%s", digestKind, r.DepartmentID, until.Format(time.DateOnly)),
				Params: map[string]string{
					"department": r.Name, "bounced": strconv.FormatInt(r.Bounced, 10), "complained": strconv.FormatInt(r.Complained, 10),
					"suppressed": strconv.FormatInt(r.Suppressed, 10), "link": s.links.Page("/settings/email/suppressions"),
				},
			}
		}
		return s.WriteTx(ctx, tx, drafts)
	})
}
