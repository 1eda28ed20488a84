// Package starters reads the current rights of the person or API key that started background work. Long work reads them again for each
// chunk, so that losing a right stops the rest.
package starters

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys"
	"laurel/internal/accounts/starters/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// The reasons why work stops. Each code has a message in locales/en/errors.json.
var (
	ErrNotMember  = errs.New(errs.Forbidden, "starter.not_member")
	ErrKeyEnded   = errs.New(errs.Forbidden, "starter.key_ended")
	ErrRightLost  = errs.New(errs.Forbidden, "starter.right_lost")
	ErrGroupsLost = errs.New(errs.Forbidden, "starter.groups_lost")
)

// Reader reads the current rights of starters.
type Reader struct {
	clock clock.Clock
	q     *db.Queries
}

// New makes a reader.
func New(c clock.Clock) *Reader { return &Reader{c, db.New()} }

// Starter is the person or API key that started the work. Neither is set if the account or the key has been deleted since.
type Starter struct {
	UserID   *int64
	APIKeyID *int64
}

// Of returns the actor as a starter.
func Of(by access.Actor) Starter { return Starter{pg.OrNull(by.UserID), pg.OrNull(by.APIKeyID)} }

// ActorTx returns the starter with their present rights, with one query in a transaction of the department. It refuses with
// ErrNotMember, ErrKeyEnded, ErrRightLost where one of the needed permissions is missing, and ErrGroupsLost where the starter is
// limited to some groups: work on many credentials is for those who see the whole department.
func (r *Reader) ActorTx(ctx context.Context, tx pgx.Tx, departmentID int64, who Starter, needs ...access.Permission) (access.Actor, error) {
	return r.ScopedActorTx(ctx, tx, departmentID, who, access.WriteCredentials, needs...)
}

// MemberTx returns a member with their present rights, who may be limited to some groups. It refuses with ErrNotMember or ErrRightLost.
func (r *Reader) MemberTx(ctx context.Context, tx pgx.Tx, departmentID, userID int64, needs ...access.Permission) (access.Actor, error) {
	by, err := r.ActorTx(ctx, tx, departmentID, Starter{UserID: &userID}, needs...)
	if errors.Is(err, ErrGroupsLost) && by.UserID != 0 {
		err = nil
	}
	return by, err
}

// ScopedActorTx is ActorTx for work that takes another scope of an API key.
func (r *Reader) ScopedActorTx(ctx context.Context, tx pgx.Tx, departmentID int64, who Starter, scope string, needs ...access.Permission) (access.Actor, error) {
	by := access.Actor{DepartmentID: departmentID}
	row, err := r.q.StarterRead(ctx, tx, db.StarterReadParams{
		UserID: who.UserID, ApiKeyID: who.APIKeyID, Now: r.clock.Now(), DepartmentID: departmentID,
	})
	if err != nil && !pg.NoRows(err) {
		return by, fmt.Errorf("read the rights of who started it: %w", err)
	}
	switch {
	case who.APIKeyID != nil && row.Access == "":
		return by, ErrKeyEnded
	case who.APIKeyID != nil:
		by.APIKeyID, by.Groups = *who.APIKeyID, access.NewGroups(row.GroupIds)
		by.Role, by.Scopes = apikeys.RightsOf(apikeys.Access(row.Access), row.Scopes)
		if row.Archived {
			by.Role = by.Role.InArchived()
		}
	case who.UserID == nil || row.Role == "":
		return by, ErrNotMember
	default:
		by.UserID, by.Role, by.Unverified = *who.UserID, access.Role(row.Role), row.Unverified
		by.Groups = by.Role.Groups()
	}
	return by, CheckScope(by, scope, needs...)
}

// Check returns ErrRightLost unless the actor has all needed permissions, and an API key the scope of changing credentials. It returns
// ErrGroupsLost for an actor who is limited to some groups. Whoever starts or resumes work on many credentials has to pass it.
func Check(by access.Actor, needs ...access.Permission) error {
	return CheckScope(by, access.WriteCredentials, needs...)
}

// CheckScope is Check for work that takes another scope of an API key.
func CheckScope(by access.Actor, scope string, needs ...access.Permission) error {
	if by.APIKeyID != 0 && !by.Scopes.HasOne([]string{scope}) {
		return ErrRightLost
	}
	for _, p := range needs {
		if by.Allows(p) != nil {
			return ErrRightLost
		}
	}
	if by.In(needs...) != "" {
		return ErrGroupsLost
	}
	return nil
}

// StopReason returns the code of the reason for which ActorTx refused, or "" for any other error.
func StopReason(err error) string {
	for _, reason := range []*errs.Error{ErrNotMember, ErrKeyEnded, ErrRightLost, ErrGroupsLost} {
		if errors.Is(err, reason) {
			return reason.Code
		}
	}
	return ""
}
