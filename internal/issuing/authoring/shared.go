package authoring

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/pg"
)

// Shared counts the other credentials to which a correction may apply.
type Shared struct {
	Recipient int // of the same address in the department
	Group     int // of the same group
}

// CountShared counts the other credentials to which a correction may apply, or returns ErrNotFound.
func (s *Service) CountShared(ctx context.Context, by access.Actor, ref string) (Shared, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Shared{}, err
	}
	var out Shared
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		c, err := s.credentials.ReadRefTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		row, err := s.q.CredentialCountShared(ctx, tx, db.CredentialCountSharedParams{
			DepartmentID: by.DepartmentID, ID: c.ID, Email: strings.ToLower(c.Recipient.Email), GroupID: c.Group.ID,
		})
		out = Shared{int(row.SameRecipient), int(row.SameGroup)}
		return err
	})
	return out, err
}

// Also is to which other credentials a correction applies.
type Also struct {
	Recipient bool // name and address, to all of the same address
	Group     bool // own name and description, to all of the group
}

// Correction is what a correction of one credential changes on others.
type Correction struct {
	CredentialID int64  `json:"credential_id"`
	Email        string `json:"email,omitempty"` // of those whose recipient is corrected, in lower case; "" for none
	GroupID      int64  `json:"group_id,omitempty"`
	NewName      string `json:"new_name,omitempty"`
	NewEmail     string `json:"new_email,omitempty"`
	Title        string `json:"title,omitempty"`
	Description  string `json:"description,omitempty"`
}

// Empty reports whether nothing is to be done.
func (c Correction) Empty() bool { return c.Email == "" && c.GroupID == 0 }

// fields lists what the correction may change on another credential.
func (c Correction) fields() (all []string) {
	if c.Email != "" {
		all = append(all, "recipient.name", "recipient.email")
	}
	if c.GroupID != 0 {
		all = append(all, "name", "description")
	}
	return all
}

// CorrectTx is Update in a transaction of the department, for an input that was resolved. It returns what has to be changed on other
// credentials, without changing them.
func (s *Service) CorrectTx(ctx context.Context, tx pgx.Tx, by access.Actor, ref string, in credentials.Input, also Also) (credentials.Credential, Correction, error) {
	before, err := s.credentials.LockTx(ctx, tx, by.DepartmentID, ref)
	if err != nil {
		return credentials.Credential{}, Correction{}, err
	}
	c, err := s.changeTx(ctx, tx, by, before, in)
	if err != nil {
		return c, Correction{}, err
	}
	out := Correction{CredentialID: c.ID}
	if also.Recipient && (c.Recipient.Name != before.Recipient.Name || c.Recipient.Email != before.Recipient.Email) {
		out.Email, out.NewName, out.NewEmail = strings.ToLower(before.Recipient.Email), c.Recipient.Name, c.Recipient.Email
	}
	if also.Group && (c.OwnName != before.OwnName || c.OwnDescription != before.OwnDescription) {
		out.GroupID, out.Title, out.Description = c.Group.ID, c.OwnName, c.OwnDescription
	}
	return c, out, nil
}

// CorrectManyTx corrects a batch of the others. It returns the ID after which to continue, how many it found, which is 0 when all are
// done, and how many of them it changed. It skips what is already correct, so it may run any number of times. An address that would cause
// a duplicate in its group stays unchanged.
func (s *Service) CorrectManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, c Correction, after int64, limit int32) (last int64, found, changed int, err error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return 0, 0, 0, err
	}
	ids, err := s.q.CredentialLockShared(ctx, tx, db.CredentialLockSharedParams{
		DepartmentID: by.DepartmentID, ID: c.CredentialID, Email: c.Email, GroupID: c.GroupID, After: after, RowLimit: limit,
	})
	if err != nil {
		return 0, 0, 0, fmt.Errorf("lock credentials to correct: %w", err)
	}
	if len(ids) == 0 {
		return 0, 0, 0, nil
	}
	rows, err := s.q.CredentialCorrect(ctx, tx, db.CredentialCorrectParams{
		DepartmentID: by.DepartmentID, Ids: ids, Email: c.Email, NewName: c.NewName, NewEmail: c.NewEmail,
		GroupID: c.GroupID, Title: pg.OrNull(c.Title), Description: pg.OrNull(c.Description), Now: s.clock.Now(),
	})
	if err != nil {
		return 0, 0, 0, fmt.Errorf("correct credentials: %w", err)
	}
	details, corrected := make([]audit.Detail, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		corrected[i] = r.ID
		details[i] = audit.Detail{ObjectID: r.ID, Details: map[string]any{"corrected_with": c.CredentialID}}
		for field, v := range map[string]change{
			"recipient.name": {r.NameBefore, r.RecipientName}, "recipient.email": {r.EmailBefore, r.RecipientEmail},
			"name": {pg.OrZero(r.TitleBefore), pg.OrZero(r.Name)}, "description": {pg.OrZero(r.DescriptionBefore), pg.OrZero(r.Description)},
		} {
			if v.Before != v.After {
				details[i].Details[field] = v
			}
		}
	}
	happened := events.Of(corrected, events.Updated, c.fields()...)
	return ids[len(ids)-1], len(ids), len(rows), s.credentials.RecordEachTx(ctx, tx, by, "credential.updated", details, happened)
}
