package analytics

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/analytics/internal/db"
)

// Event is one thing that happened to a credential.
type Event struct {
	CredentialID int64
	LicenseID    string // the issuer's own id, "" when none was given
	Name         string // such as "privacy_updated"
	At           time.Time
}

// EventQuery narrows events; zero values match all.
type EventQuery struct {
	CredentialID int64
	GroupID      int64
	From, Before *time.Time
	Page         page.Request
}

// names are the events that clients know by another name than the record.
var names = map[string]string{
	"credential.recipient_signed_in": "credential_user_verified",
}

// Events lists what happened to the department's credentials, newest first, as far as the record goes back.
func (s *Service) Events(ctx context.Context, by access.Actor, q EventQuery) (page.Page[Event], error) {
	var found page.Page[Event]
	if err := by.Require(access.ViewAnalytics); err != nil {
		return found, err
	}
	credential := ""
	if q.CredentialID != 0 {
		credential = strconv.FormatInt(q.CredentialID, 10)
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		rows, err := s.q.EventList(ctx, tx, db.EventListParams{
			DepartmentID: by.DepartmentID, CredentialID: credential, GroupID: q.GroupID, FromAt: q.From, BeforeAt: q.Before,
			MaxRows: q.Page.Limit(), Skip: q.Page.Offset(),
		})
		if err != nil {
			return fmt.Errorf("list events: %w", err)
		}
		total, err := s.q.EventCount(ctx, tx, db.EventCountParams{
			DepartmentID: by.DepartmentID, CredentialID: credential, GroupID: q.GroupID, FromAt: q.From, BeforeAt: q.Before,
		})
		if err != nil {
			return fmt.Errorf("count events: %w", err)
		}
		events := make([]Event, len(rows))
		for i, r := range rows {
			events[i] = Event{CredentialID: r.CredentialID, Name: nameOf(r.Action, r.OfPrivacy), At: r.CreatedAt}
			if r.LicenseID != nil {
				events[i].LicenseID = *r.LicenseID
			}
		}
		found = page.Of(q.Page, events, total)
		return nil
	})
	return found, err
}

func nameOf(action string, ofPrivacy bool) string {
	if name, ok := names[action]; ok {
		return name
	}
	if action == "credential.updated" && ofPrivacy {
		return "privacy_updated"
	}
	return strings.Replace(action, ".", "_", 1)
}
