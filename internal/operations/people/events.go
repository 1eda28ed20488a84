package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// eventKinds maps the kinds of events that a list filters by to their actions.
var eventKinds = map[string][]string{
	"issued":  {"credential.created", "credential.scheduled", "credential.unscheduled", "credential.published", "credential.completed", "credential.renewed"},
	"emailed": {"mail.sent", "mail.uncertain"},
	"bounced": {"mail.failed", "mail.bounced"},
	"viewed":  {"page.viewed", "page.opened", "page.engaged", "page.shared", "credential.recipient_signed_in", "credential.added_to_wallet"},
	"changed": {
		"credential.updated", "credential.moved", "credential.privacy_changed", "credential.key_rotated", "credential.reworded",
		"evidence.added", "evidence.changed", "evidence.removed", "evidence.accepted", "evidence.rejected",
		"reference.added", "reference.changed", "reference.removed", "reference.submitted", "reference.approved", "reference.rejected",
	},
	"status": {
		"credential.suspended", "credential.reinstated", "credential.revoked", "credential.superseded", "credential.expired", "credential.deleted",
		"credential.restored",
	},
	"address": {"recipient.move_asked", "recipient.move_confirmed", "recipient.move_cancelled"},
}

// The limits of a list of events.
const (
	eventsPage     = 50
	maxEvents      = 100
	maxCredentials = 1000 // the newest ones, whose events are listed
)

// Event is something that happened to a person or to one of their credentials.
type Event struct {
	ID           string // unique in the list of a person
	Kind         string
	Action       string // such as credential.revoked, mail.sent or page.viewed
	At           time.Time
	By           string // a person or an API key by name; "" where nobody did it, or it is no longer known who
	System       access.System
	Details      map[string]any
	CredentialID uuid.UUID
	Course       string
}

// EventQuery asks for a page of events.
type EventQuery struct {
	Kinds  string // several separated by commas; "" is all
	Cursor string
	Limit  int
}

// position is where a page of events ends.
type position struct {
	At     time.Time `json:"t"`
	Source string    `json:"s"`
	ID     int64     `json:"i"`
}

// newest is the position before the newest event.
var newest = position{At: time.Date(9999, time.January, 1, 0, 0, 0, 0, time.UTC)}

func (q EventQuery) params() (db.PersonEventsParams, error) {
	var wrong errs.Fields
	p := db.PersonEventsParams{MaxCredentials: maxCredentials, RowLimit: eventsPage + 1}
	kinds := slices.Sorted(maps.Keys(eventKinds))
	if q.Kinds != "" {
		kinds = strings.Split(q.Kinds, ",")
	}
	for _, kind := range kinds {
		if eventKinds[kind] == nil {
			wrong.Add("kind", "not_one_of", "values", errs.Values(slices.Sorted(maps.Keys(eventKinds))))
			break
		}
		p.Actions = append(p.Actions, eventKinds[kind]...)
	}
	if q.Limit > 0 {
		p.RowLimit = int32(min(q.Limit, maxEvents)) + 1
	}
	after := newest
	if q.Cursor != "" {
		plain, err := base64.RawURLEncoding.DecodeString(q.Cursor)
		if err != nil || json.Unmarshal(plain, &after) != nil || after.At.Year() < 1 || after.At.Year() > 9999 || strings.Contains(after.Source, "\x00") {
			wrong.Add("cursor", "invalid")
		}
	}
	p.Before, p.BeforeSource, p.BeforeID = after.At, after.Source, after.ID
	return p, wrong.Err()
}

// Events lists what happened to a person and to their newest credentials, newest first, and returns the cursor of the next page or "". It
// returns ErrNotFound or field errors.
func (s *Service) Events(ctx context.Context, by access.Actor, ref string, q EventQuery) ([]Event, string, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, "", err
	}
	p, err := q.params()
	if err != nil {
		return nil, "", err
	}
	var rows []db.PersonEventsRow
	err = pg.WithCustomPlan(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		person, err := s.personTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		p.DepartmentID, p.Email = by.DepartmentID, person.Email
		if rows, err = s.q.PersonEvents(ctx, tx, p); err != nil {
			return fmt.Errorf("read events of person: %w", err)
		}
		return nil
	})
	if err != nil {
		return nil, "", err
	}
	next := ""
	if most := int(p.RowLimit) - 1; len(rows) > most {
		rows = rows[:most]
		last := rows[most-1]
		plain, err := json.Marshal(position{last.At, last.Source, last.ID})
		if err != nil {
			return nil, "", fmt.Errorf("write cursor: %w", err)
		}
		next = base64.RawURLEncoding.EncodeToString(plain)
	}
	out := make([]Event, len(rows))
	for i, r := range rows {
		if out[i], err = eventOf(r); err != nil {
			return nil, "", err
		}
	}
	return out, next, nil
}

func eventOf(r db.PersonEventsRow) (Event, error) {
	e := Event{
		ID: fmt.Sprintf("%s-%d", r.Source, r.ID), Action: r.Action, At: r.At, By: r.UserName, System: access.System(r.System),
		CredentialID: r.Uuid, Course: r.Course,
	}
	for kind, actions := range eventKinds {
		if slices.Contains(actions, r.Action) {
			e.Kind = kind
		}
	}
	switch {
	case r.ByRecipient:
		e.By = r.RecipientName
	case e.By == "":
		e.By = r.KeyName
	}
	if err := json.Unmarshal(r.Details, &e.Details); err != nil {
		return e, fmt.Errorf("read details of event: %w", err)
	}
	return e, nil
}
