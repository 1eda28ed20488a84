package analytics

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// PastVisit is a visit at an earlier time.
type PastVisit struct {
	Visit

	At time.Time
}

// levels are how far a visitor goes with each type of event.
var levels = map[EventType]credentials.Engagement{
	Viewed: credentials.PageViewed, Verified: credentials.PageViewed, Shared: credentials.PageShared, AddedLinkedIn: credentials.PageShared,
}

// RecordPast records visits of the past, for a demo department, and counts them. No salt of a past day is left, so visitors get one that
// is forgotten at once.
func (s *Service) RecordPast(ctx context.Context, departmentID int64, all []PastVisit) error {
	salt := make([]byte, sha256.Size)
	_, _ = rand.Read(salt)
	p := db.InboxAddParams{}
	engaged := map[int64]visit{}
	for _, v := range all {
		mac := hmac.New(sha256.New, salt)
		_, _ = mac.Write([]byte(v.IP + "\n" + v.At.UTC().Format(time.DateOnly)))
		p.CredentialIds, p.Uuids, p.Types = append(p.CredentialIds, v.CredentialID), append(p.Uuids, uuid.New()), append(p.Types, string(v.Type))
		p.Actors, p.Details, p.Visitors, p.Ats = append(p.Actors, v.Actor), append(p.Details, v.Detail), append(p.Visitors, mac.Sum(nil)[:visitorBytes]), append(p.Ats, v.At)
		engaged[v.CredentialID] = engaged[v.CredentialID].and(engagementOf(v.Visit))
	}
	if err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) error { return s.q.InboxAdd(ctx, d, p) }); err != nil {
		return fmt.Errorf("record past visits: %w", err)
	}
	if err := s.writeEngagements(ctx, engaged); err != nil {
		return err
	}
	return s.RollUpDepartment(ctx, departmentID)
}

func engagementOf(v Visit) visit {
	how, ok := levels[v.Type]
	switch {
	case v.Type == Viewed && v.Actor == Owner:
		how = credentials.PageOpened
	case !ok:
		how = credentials.PageUsed
	}
	out := visit{level: int16(how.Rank())} //nolint:gosec // at most 4
	if v.Type == Viewed && v.Actor != Owner {
		out.views = 1
	}
	return out
}
