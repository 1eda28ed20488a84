package lifecycle

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/errs"
)

var revocationReasons = []credentials.RevocationReason{credentials.IssuedInError, credentials.Misconduct, credentials.Superseded, credentials.Withdrawn, credentials.OtherReason}

// StatusChange is a change of the validity of issued credentials.
type StatusChange struct {
	To     credentials.State // Suspended, Revoked, or Published to take a suspension back
	Reason string            // of a revocation a RevocationReason, of a suspension any text
	Note   string            // of a revocation
}

// maxReason is the maximum length of reasons and notes, in characters.
const maxReason = 500

// Validate trims the texts and returns field errors.
func (in *StatusChange) Validate() error {
	var wrong errs.Fields
	in.Reason, in.Note = strings.TrimSpace(in.Reason), strings.TrimSpace(in.Note)
	switch {
	case in.To == credentials.Revoked && in.Reason == "":
		wrong.Add("reason", "required")
	case in.To == credentials.Revoked && !slices.Contains(revocationReasons, credentials.RevocationReason(in.Reason)):
		wrong.Add("reason", "not_one_of", "values", errs.Values(revocationReasons))
	case utf8.RuneCountInString(in.Reason) > maxReason:
		wrong.Add("reason", "too_long", "max", maxReason)
	}
	if utf8.RuneCountInString(in.Note) > maxReason {
		wrong.Add("note", "too_long", "max", maxReason)
	}
	return wrong.Err()
}

// permits returns an error if a credential in state from does not permit the change. ok is false if nothing has to be changed.
func (in StatusChange) permits(from credentials.State) (ok bool, refusal error) {
	holds := from.Achieved() || from == credentials.InProgress
	switch {
	case !from.Issued():
		return false, credentials.ErrNotPublished
	case from == in.To, holds && in.To == credentials.Published:
		return false, nil
	case !from.MayBecome(in.To):
		return false, credentials.ErrRevoked
	}
	return true, nil
}

// StatusResult is the result of a status change.
type StatusResult struct {
	Changed   []int64
	Unchanged []int64         // they stood so already
	Refused   map[int64]error // ErrNotPublished, ErrRevoked or ErrUnapproved
	Mails     []int64         // those of Changed whose recipients the group writes to
}

// standings describes each status change: what is stored, and what happens by it.
var standings = map[credentials.State]struct {
	happened events.Type
	write    func(*Service, context.Context, pgx.Tx, change) error
}{
	credentials.Suspended: {events.Suspended, (*Service).suspend},
	credentials.Published: {events.Reinstated, (*Service).reinstate},
	credentials.Revoked:   {events.Revoked, (*Service).revoke},
}

// SetStatusTx changes the validity status of credentials in a transaction of the department. The result lists the error of each
// credential that could not be changed. Credentials with the requested status stay unchanged. It returns field errors.
func (s *Service) SetStatusTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, to StatusChange) (StatusResult, error) {
	if err := by.Require(access.RevokeCredentials); err != nil {
		return StatusResult{}, err
	}
	if err := to.Validate(); err != nil {
		return StatusResult{}, err
	}
	rows, err := s.q.CredentialLockForStanding(ctx, tx, db.CredentialLockForStandingParams{
		DepartmentID: by.DepartmentID, Ids: ids, Revokes: to.To == credentials.Revoked && by.System == "",
	})
	if err != nil {
		return StatusResult{}, fmt.Errorf("lock credentials: %w", err)
	}
	out := StatusResult{Refused: map[int64]error{}}
	for _, r := range rows {
		switch ok, refusal := to.permits(credentials.State(r.State)); {
		case refusal != nil:
			out.Refused[r.ID] = refusal
		case r.Unapproved && ok:
			out.Refused[r.ID] = credentials.ErrUnapproved
		case !ok:
			out.Unchanged = append(out.Unchanged, r.ID)
		default:
			out.Changed = append(out.Changed, r.ID)
			if r.Mails {
				out.Mails = append(out.Mails, r.ID)
			}
		}
	}
	if len(out.Changed) == 0 {
		return out, nil
	}
	way := standings[to.To]
	err = way.write(s, ctx, tx, change{by.DepartmentID, out.Changed, to, s.clock.Now()})
	if err != nil {
		return StatusResult{}, fmt.Errorf("change standing: %w", err)
	}
	record := audit.Event{Action: "credential." + string(way.happened), Details: to.details()}
	return out, s.credentials.RecordTx(ctx, tx, by, record, events.Of(out.Changed, way.happened))
}

// details returns what the history keeps.
func (in StatusChange) details() map[string]any {
	out := map[string]any{}
	if in.Reason != "" {
		out["reason"] = in.Reason
	}
	if in.Note != "" {
		out["note"] = in.Note
	}
	return out
}

// change is a status change to be stored.
type change struct {
	departmentID int64
	ids          []int64
	to           StatusChange
	now          time.Time
}

func (s *Service) suspend(ctx context.Context, tx pgx.Tx, c change) error {
	return s.q.CredentialSuspend(ctx, tx, db.CredentialSuspendParams{Now: c.now, Reason: c.to.Reason, DepartmentID: c.departmentID, Ids: c.ids})
}

func (s *Service) reinstate(ctx context.Context, tx pgx.Tx, c change) error {
	return s.q.CredentialReinstate(ctx, tx, db.CredentialReinstateParams{Now: c.now, DepartmentID: c.departmentID, Ids: c.ids})
}

func (s *Service) revoke(ctx context.Context, tx pgx.Tx, c change) error {
	return s.q.CredentialRevoke(ctx, tx, db.CredentialRevokeParams{
		Now: c.now, Reason: c.to.Reason, Note: c.to.Note, DepartmentID: c.departmentID, Ids: c.ids,
	})
}
