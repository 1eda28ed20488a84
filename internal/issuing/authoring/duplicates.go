package authoring

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// duplicates returns the behavior that the client or else the group asks for. Without one, the unique index decides.
func duplicates(in credentials.Input, group start) credentials.DuplicateBehavior {
	if in.Duplicates != "" || in.KeepExisting {
		return in.Duplicates
	}
	if group.settings.Duplicates(group.AllowDuplicateCredentials) == groups.ReplaceDuplicates {
		return credentials.ReplaceDuplicate
	}
	return ""
}

// duplicateTx applies the behavior that a client asks for. If found is true, the same person's credential was changed instead.
func (s *Service) duplicateTx(
	ctx context.Context, tx pgx.Tx, by access.Actor, in credentials.Input, group start,
) (c credentials.Credential, found bool, err error) {
	how := duplicates(in, group)
	switch how {
	case "":
		return c, false, nil
	case credentials.AllowDuplicate:
		if !group.AllowDuplicateCredentials {
			err = errs.Field("duplicate_behavior", "credential.duplicates_not_allowed")
		}
		return c, false, err
	case credentials.DenyDuplicate, credentials.ReplaceDuplicate:
	default:
		return c, false, errs.Field("duplicate_behavior", "not_one_of", "values", "deny, replace, allow")
	}
	// The lock serialises requests for the same person and group, so that each sees what the other did.
	p := db.CredentialLockDuplicatesParams{GroupID: group.ID, Email: strings.ToLower(strings.TrimSpace(in.RecipientEmail.Value))}
	if err := s.q.CredentialLockDuplicates(ctx, tx, p); err != nil {
		return c, false, fmt.Errorf("lock duplicates: %w", err)
	}
	id, err := s.q.CredentialDuplicate(ctx, tx, db.CredentialDuplicateParams{DepartmentID: by.DepartmentID, GroupID: group.ID, Email: p.Email})
	switch {
	case pg.NoRows(err):
		return c, false, nil
	case err != nil:
		return c, false, fmt.Errorf("find duplicate: %w", err)
	case how == credentials.DenyDuplicate:
		return c, false, duplicateRefusal()
	}
	before, err := s.credentials.LockIDTx(ctx, tx, by.DepartmentID, id)
	if err != nil {
		return c, false, err
	}
	c, err = s.changeTx(ctx, tx, by, before, in)
	return c, err == nil, err
}
