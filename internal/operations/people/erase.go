package people

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Eraser deletes what a part of the product keeps about a person of a department, besides what a purge of their credentials deletes. The
// address is in lower case.
type Eraser interface {
	EraseTx(ctx context.Context, tx pgx.Tx, departmentID int64, address string, names []string, credentialIDs []int64) error
}

// OnErase registers what an erasure has to delete. Call it once, before the service is used.
func (s *Service) OnErase(erasers ...Eraser) { s.erasers = erasers }

// Erase deletes everything that the actor's department keeps about a person, in one transaction, and returns the number of credentials.
// Tombstones remain of those, which tell neither who had them nor what they were. confirmed has to be the person's address. It returns
// ErrNotFound, ErrSomeGroups or a field error.
func (s *Service) Erase(ctx context.Context, by access.Actor, ref, confirmed string) (int, error) {
	for _, p := range []access.Permission{access.ManageCredentials, access.RevokeCredentials} {
		if err := whole(by, p); err != nil {
			return 0, err
		}
	}
	n := 0
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		p, err := s.personTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		if !strings.EqualFold(strings.TrimSpace(confirmed), p.Email) {
			return errs.Field("email", "person.other_address")
		}
		n, err = s.eraseTx(ctx, tx, by, p.Email)
		return err
	})
	return n, err
}

func (s *Service) eraseTx(ctx context.Context, tx pgx.Tx, by access.Actor, address string) (int, error) {
	rows, err := s.q.PersonCredentials(ctx, tx, db.PersonCredentialsParams{DepartmentID: by.DepartmentID, Email: address})
	if err != nil {
		return 0, fmt.Errorf("lock credentials of person: %w", err)
	}
	var ids []int64
	var names []string
	for _, r := range rows {
		ids, names = append(ids, r.ID), append(names, r.RecipientName)
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if _, err := s.Authoring.DeleteManyTx(ctx, tx, by, ids, false); err != nil {
		return 0, err
	}
	if err := s.q.MovesErase(ctx, tx, db.MovesEraseParams{DepartmentID: by.DepartmentID, Address: strings.ToLower(address)}); err != nil {
		return 0, fmt.Errorf("erase changes of addresses: %w", err)
	}
	for _, e := range s.erasers {
		if err := e.EraseTx(ctx, tx, by.DepartmentID, address, names, ids); err != nil {
			return 0, err
		}
	}
	if err := s.Lifecycle.PurgeTx(ctx, tx, ids); err != nil {
		return 0, err
	}
	return len(ids), s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "recipient.erased", ObjectKind: "recipient", ObjectID: uuid.New(), Details: map[string]any{"credentials": len(ids)},
	})
}
