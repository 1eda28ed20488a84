package identity

import (
	"context"
	"fmt"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/pg"
)

// store maps rows to users.
type store struct{ q *db.Queries }

// none is returned for a row that does not exist. Callers map it to an error.
var none = User{}

func (s store) insertUser(ctx context.Context, tx db.DBTX, u User, now time.Time) (User, error) {
	params := db.UserInsertParams{Email: u.Email, Name: u.Name, Language: u.Language, Now: now}
	if u.passwordHash != "" {
		params.PasswordHash = &u.passwordHash
	}
	if u.Verified {
		params.VerifiedAt = &now
	}
	row, err := s.q.UserInsert(ctx, tx, params)
	if pg.Violates(err, "users_email_key") { // made meanwhile
		return none, ErrToken
	}
	return user(row, err, "insert user")
}

// userByEmail returns the zero User if there is none.
func (s store) userByEmail(ctx context.Context, tx db.DBTX, email string) (User, error) {
	row, err := s.q.UserFindByEmail(ctx, tx, email)
	if pg.NoRows(err) {
		return none, nil
	}
	return user(row, err, "find user by email")
}

// member returns the zero User if the department has no member with the address.
func (s store) member(ctx context.Context, tx db.DBTX, departmentID int64, email string) (User, access.Role, error) {
	row, err := s.q.UserMember(ctx, tx, db.UserMemberParams{DepartmentID: departmentID, Email: email})
	if pg.NoRows(err) {
		return none, "", nil
	}
	u, err := user(row.User, err, "find member")
	return u, access.Role(row.Role), err
}

func (s store) user(ctx context.Context, tx db.DBTX, id int64) (User, error) {
	row, err := s.q.UserFind(ctx, tx, id)
	return user(row, err, "find user")
}

func (s store) updateUser(ctx context.Context, tx db.DBTX, u User, now time.Time) (User, error) {
	row, err := s.q.UserUpdate(ctx, tx, db.UserUpdateParams{ID: u.ID, Name: u.Name, Language: u.Language, Now: now})
	return user(row, err, "update user")
}

func (s store) setPassword(ctx context.Context, tx db.DBTX, userID int64, hash string, now time.Time) (User, error) {
	row, err := s.q.UserSetPassword(ctx, tx, db.UserSetPasswordParams{ID: userID, PasswordHash: &hash, Now: now})
	return user(row, err, "set password")
}

func (s store) verify(ctx context.Context, tx db.DBTX, userID int64, now time.Time) (User, error) {
	row, err := s.q.UserVerify(ctx, tx, db.UserVerifyParams{ID: userID, Now: now})
	return user(row, err, "verify user")
}

func user(row db.User, err error, doing string) (User, error) {
	if err != nil {
		return none, fmt.Errorf("%s: %w", doing, err)
	}
	u := User{ID: row.ID, Email: row.Email, Name: row.Name, Language: row.Language, Verified: row.VerifiedAt != nil}
	if row.PasswordHash != nil {
		u.passwordHash = *row.PasswordHash
	}
	return u, nil
}
