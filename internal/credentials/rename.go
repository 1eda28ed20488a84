package credentials

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/audit"
	"laurel/internal/credentials/internal/db"
)

// Renaming corrects the name of a recipient on what was issued to them.
type Renaming struct {
	ID   int64
	Name string
	All  bool           // also on the others of the same address that show the same name
	Why  map[string]any // what the history keeps besides both names
}

// RenameTx corrects a name in a transaction of the department and tells which credentials show it now; whoever calls it has them
// signed and printed anew. The history keeps the old name. It refuses with ErrNotFound, and with ErrRevoked for what was withdrawn.
func (s *Service) RenameTx(ctx context.Context, tx pgx.Tx, by access.Actor, in Renaming) ([]int64, error) {
	c, err := s.s.lock(ctx, tx, by.DepartmentID, strconv.FormatInt(in.ID, 10))
	if err != nil {
		return nil, err
	}
	if c.State == Revoked {
		return nil, ErrRevoked
	}
	ids := []int64{c.ID}
	if in.All {
		ids, err = s.s.q.CredentialNamedAlike(ctx, tx, db.CredentialNamedAlikeParams{
			DepartmentID: by.DepartmentID, Email: c.Recipient.Email, Name: c.Recipient.Name,
		})
		if err != nil {
			return nil, fmt.Errorf("find credentials of the same name: %w", err)
		}
		if !slices.Contains(ids, c.ID) {
			ids = append(ids, c.ID)
		}
	}
	err = s.s.q.CredentialRename(ctx, tx, db.CredentialRenameParams{Name: in.Name, Now: s.clock.Now(), DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("rename recipient: %w", err)
	}
	details := map[string]any{"recipient.name": map[string]any{"before": c.Recipient.Name, "after": in.Name}}
	for name, value := range in.Why {
		details[name] = value
	}
	event := audit.Event{Action: "credential.updated", ObjectKind: "credential", Details: details}
	return ids, s.audit.RecordManyTx(ctx, tx, by, event, ids)
}

// NameChangeOpenTx notes whether the recipients of credentials wait for an answer to a request for another name.
func (s *Service) NameChangeOpenTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64, open bool) error {
	err := s.s.q.CredentialSetNameChangeOpen(ctx, tx, db.CredentialSetNameChangeOpenParams{Open: open, DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("note open name change: %w", err)
	}
	return nil
}

// ReadIDTx reads a credential by its number in a transaction of its department, deleted or not, for who writes to its recipient. It
// refuses with ErrNotFound.
func (s *Service) ReadIDTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Credential, error) {
	return s.s.find(ctx, tx, db.CredentialReadParams{DepartmentID: departmentID, ID: &id, Deleted: true})
}

// ReadIDsTx is ReadIDTx for many, without what they renew and what renews them.
func (s *Service) ReadIDsTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]Credential, error) {
	all, err := s.s.readEvery(ctx, tx, departmentID, ids)
	found := make(map[int64]Credential, len(all))
	for _, c := range all {
		found[c.ID] = c
	}
	return found, err
}
