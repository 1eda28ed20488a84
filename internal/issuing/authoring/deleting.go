package authoring

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/pg"
)

// DeleteManyTx soft-deletes credentials in a transaction of the department and returns their IDs. With sendEmail, recipients who were
// emailed about them are told.
func (s *Service) DeleteManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, sendEmail bool) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	deleted, err := s.q.CredentialSetDeleted(ctx, tx, db.CredentialSetDeletedParams{Now: &now, DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("delete credentials: %w", err)
	}
	if sendEmail && len(deleted) > 0 && s.notices != nil {
		if err := s.notices.DeletedTx(ctx, tx, by.DepartmentID, deleted); err != nil {
			return nil, err
		}
	}
	return deleted, s.credentials.RecordTx(ctx, tx, by, audit.Event{Action: "credential.deleted"}, events.Of(deleted, events.Deleted))
}

// RestoreManyTx restores soft-deleted credentials in a transaction of the department. Credentials that are not deleted, or whose
// recipient has another one by now, get an error.
func (s *Service) RestoreManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) (BulkOutcome, error) {
	out := BulkOutcome{Before: map[int64]Values{}, Refused: map[int64]error{}}
	if err := by.Require(access.ManageCredentials); err != nil {
		return out, err
	}
	rows, err := s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return out, fmt.Errorf("lock credentials: %w", err)
	}
	for _, id := range ids {
		out.Refused[id] = credentials.ErrNotFound
	}
	free, err := s.mayReturn(ctx, tx, by.DepartmentID, rows)
	if err != nil {
		return out, err
	}
	p := db.CredentialRestoreManyParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID}
	for _, r := range rows {
		delete(out.Refused, r.ID)
		switch refusal := free(r); {
		case r.State != string(credentials.Deleted):
			out.Unchanged = append(out.Unchanged, r.ID)
		case refusal != nil:
			out.Refused[r.ID] = refusal
		default:
			out.Before[r.ID] = valuesOf(r)
			p.Ids, p.States = append(p.Ids, r.ID), append(p.States, string(s.stateBefore(beforeDeletion(r))))
		}
	}
	if err := s.q.CredentialRestoreMany(ctx, tx, p); err != nil {
		return out, refusal("restore credentials", err)
	}
	return out, s.credentials.RecordTx(ctx, tx, by, audit.Event{Action: "credential.restored"}, events.Of(p.Ids, events.Restored))
}

// mayReturn rejects restoring a credential whose address has another one in the same group.
func (s *Service) mayReturn(ctx context.Context, tx pgx.Tx, departmentID int64, rows []bulkRow) (func(bulkRow) error, error) {
	groups, emails := map[int64]bool{}, map[string]bool{}
	for _, r := range rows {
		groups[r.GroupID], emails[strings.ToLower(r.RecipientEmail)] = true, true
	}
	taken, err := s.taken(ctx, tx, departmentID, slices.Sorted(maps.Keys(groups)), slices.Sorted(maps.Keys(emails)))
	if err != nil {
		return nil, err
	}
	rules, err := s.q.CredentialGroupRules(ctx, tx, db.CredentialGroupRulesParams{DepartmentID: departmentID, Ids: slices.Sorted(maps.Keys(groups))})
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	allowed := map[int64]bool{}
	for _, g := range rules {
		allowed[g.ID] = g.AllowDuplicateCredentials
	}
	return func(r bulkRow) error {
		at := seat{r.GroupID, strings.ToLower(r.RecipientEmail)}
		if r.State != string(credentials.Deleted) || allowed[r.GroupID] || r.RevokedAt != nil || r.Beside {
			return nil
		}
		if taken[at] {
			return credentials.ErrDuplicate
		}
		taken[at] = true
		return nil
	}, nil
}

// beforeDeletion is the part of a deleted credential that determines its former state.
func beforeDeletion(r bulkRow) credentials.Credential {
	c := credentials.Credential{State: credentials.Deleted, Complete: r.Complete, ExpiredOn: r.ExpiredOn, PublishedAt: r.PublishedAt, PublishAt: r.PublishAt}
	if r.SuspendedAt != nil {
		c.Suspension = &credentials.Suspension{}
	}
	if r.RevokedAt != nil {
		c.Revocation = &credentials.Revocation{}
	}
	return c
}

// SelectDeletedTx returns those of ids that belong to the department, deleted or not. It returns ErrNothingSelected.
func (s *Service) SelectDeletedTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	found, err := s.q.CredentialExisting(ctx, tx, db.CredentialExistingParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("select credentials: %w", err)
	}
	if len(found) == 0 {
		return nil, credentials.ErrNothingSelected
	}
	return found, nil
}

// DeleteDraftsTx deletes those of ids that were never issued and returns them.
func (s *Service) DeleteDraftsTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	deleted, err := s.q.CredentialDeleteDrafts(ctx, tx, db.CredentialDeleteDraftsParams{Now: &now, DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("delete drafts: %w", err)
	}
	return deleted, s.credentials.RecordTx(ctx, tx, by, audit.Event{Action: "credential.deleted"}, events.Of(deleted, events.Deleted))
}

// Delete soft-deletes a credential and returns it as it was, or ErrNotFound. With sendEmail, its recipient is told.
func (s *Service) Delete(ctx context.Context, by access.Actor, ref string, sendEmail bool) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	var c credentials.Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = s.credentials.ReadRefTx(ctx, tx, by.DepartmentID, ref); err != nil {
			return err
		}
		_, err = s.DeleteManyTx(ctx, tx, by, []int64{c.ID}, sendEmail)
		return err
	})
	return c, err
}

// DeleteMany is Delete for a selection. It returns the number of deleted credentials.
func (s *Service) DeleteMany(ctx context.Context, by access.Actor, sel credentialsearch.Selection, sendEmail bool) (int, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return 0, err
	}
	n := 0
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		ids, err := s.search.SelectTx(ctx, tx, by, sel)
		if err != nil {
			return err
		}
		deleted, err := s.DeleteManyTx(ctx, tx, by, ids, sendEmail)
		n = len(deleted)
		return err
	})
	return n, err
}

// Restore restores a deleted credential to the state it had. It returns ErrNotDeleted, or the duplicate error if the recipient has
// another one by now.
func (s *Service) Restore(ctx context.Context, by access.Actor, ref string) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	var c credentials.Credential
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if c, err = s.credentials.ReadAnyTx(ctx, tx, by.DepartmentID, ref); err != nil {
			return err
		}
		if c.State != credentials.Deleted {
			return credentials.ErrNotDeleted
		}
		c.State = s.stateBefore(c)
		err = s.q.CredentialRestore(ctx, tx, db.CredentialRestoreParams{
			State: string(c.State), Now: s.clock.Now(), DepartmentID: by.DepartmentID, ID: c.ID,
		})
		if err != nil {
			return refusal("restore credential", err)
		}
		record := audit.Event{Action: "credential.restored"}
		if err := s.credentials.RecordTx(ctx, tx, by, record, events.Of([]int64{c.ID}, events.Restored)); err != nil {
			return err
		}
		c, err = s.credentials.ReadTx(ctx, tx, by.DepartmentID, c.ID)
		return err
	})
	return c, err
}

// stateBefore returns the state that a deleted credential had.
func (s *Service) stateBefore(c credentials.Credential) credentials.State {
	switch {
	case c.Revocation != nil:
		return credentials.Revoked
	case c.Suspension != nil:
		return credentials.Suspended
	case c.PublishedAt == nil && c.PublishAt != nil && c.PublishAt.After(s.clock.Now()):
		return credentials.Scheduled
	case c.PublishedAt == nil:
		return credentials.Draft // its time has passed, and nobody expects it to go out now
	}
	c.State = credentials.Published
	return s.credentials.StateByDate(c)
}
