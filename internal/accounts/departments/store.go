package departments

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments/internal/db"
	"laurel/internal/platform/pg"
)

// store reads and writes departments in the database.
type store struct{ q *db.Queries }

func (s store) insert(ctx context.Context, tx db.DBTX, d Department, now time.Time) (Department, error) {
	meta, err := encodeMeta(d.MetaData)
	if err != nil {
		return Department{}, err
	}
	row, err := s.q.DepartmentInsert(ctx, tx, db.DepartmentInsertParams{
		Name: d.Name, Url: d.URL, Logo: d.Logo, PageBanner: d.PageBanner, WhitelabelLogo: d.WhitelabelLogo,
		Description: d.Description, Language: d.Language, TimeZone: d.TimeZone,
		GeneratePrivateCredential: d.GeneratePrivateCredential, LinkedinCompanyID: d.LinkedinCompanyID, ContactEmail: d.ContactEmail, MetaData: meta, Now: now,
		HoldMinutes:    int32(d.HoldMinutes), //nolint:gosec // at most 60
		OrganizationID: pg.OrNull(d.OrganizationID),
	})
	if err != nil {
		return Department{}, fmt.Errorf("insert department: %w", err)
	}
	return fromRow(row)
}

func (s store) find(ctx context.Context, tx db.DBTX, id int64) (Department, error) {
	return found(s.q.DepartmentFind(ctx, tx, id))
}

func (s store) lock(ctx context.Context, tx db.DBTX, id int64) (Department, error) {
	return found(s.q.DepartmentLock(ctx, tx, id))
}

func found(row db.Department, err error) (Department, error) {
	if pg.NoRows(err) {
		return Department{}, ErrNotFound
	}
	if err != nil {
		return Department{}, fmt.Errorf("find department: %w", err)
	}
	return fromRow(row)
}

func (s store) update(ctx context.Context, tx db.DBTX, d Department, now time.Time) (Department, error) {
	meta, err := encodeMeta(d.MetaData)
	if err != nil {
		return Department{}, err
	}
	return found(s.q.DepartmentUpdate(ctx, tx, db.DepartmentUpdateParams{
		ID: d.ID, Name: d.Name, Url: d.URL, Logo: d.Logo, PageBanner: d.PageBanner, WhitelabelLogo: d.WhitelabelLogo,
		Description: d.Description, Language: d.Language, TimeZone: d.TimeZone,
		GeneratePrivateCredential: d.GeneratePrivateCredential, LinkedinCompanyID: d.LinkedinCompanyID, ContactEmail: d.ContactEmail, MetaData: meta, Now: now,
		HoldMinutes:          int32(d.HoldMinutes), //nolint:gosec // at most 60
		UndeclaredAttributes: d.UndeclaredAttributes,
	}))
}

func (s store) delete(ctx context.Context, tx db.DBTX, id int64, now time.Time) error {
	n, err := s.q.DepartmentDelete(ctx, tx, db.DepartmentDeleteParams{ID: id, Now: &now})
	if err != nil {
		return fmt.Errorf("delete department: %w", err)
	}
	if n == 0 {
		return ErrNotFound
	}
	return nil
}

func (s store) ofUser(ctx context.Context, tx db.DBTX, userID int64) ([]Membership, error) {
	rows, err := s.q.DepartmentsOfUser(ctx, tx, db.DepartmentsOfUserParams{UserID: userID, RowLimit: maxPerUser})
	if err != nil {
		return nil, fmt.Errorf("list departments: %w", err)
	}
	out := make([]Membership, 0, len(rows))
	for _, row := range rows {
		d, err := fromRow(row.Department)
		if err != nil {
			return nil, err
		}
		out = append(out, Membership{Department: d, Role: access.Role(row.Role)})
	}
	return out, nil
}

// role returns what a user is in a department, and what the department asks of their session.
func (s store) role(ctx context.Context, tx db.DBTX, userID, departmentID int64) (access.Role, SignInPolicy, error) {
	row, err := s.q.MembershipRole(ctx, tx, db.MembershipRoleParams{UserID: userID, DepartmentID: departmentID})
	if pg.NoRows(err) {
		return "", SignInPolicy{}, ErrNotFound
	}
	if err != nil {
		return "", SignInPolicy{}, fmt.Errorf("find membership: %w", err)
	}
	return access.Role(row.Role), SignInPolicy{SecondFactorFrom: row.SecondFactorFrom, AllowedNetworks: row.AllowedNetworks}, nil
}

// memberUser returns the user of the membership with the given ID of the API. It returns ErrNotMember.
func (s store) memberUser(ctx context.Context, tx db.DBTX, departmentID, memberID int64) (int64, error) {
	userID, err := s.q.MembershipUser(ctx, tx, db.MembershipUserParams{DepartmentID: departmentID, MemberID: memberID})
	if pg.NoRows(err) {
		return 0, ErrNotMember
	}
	if err != nil {
		return 0, fmt.Errorf("find member: %w", err)
	}
	return userID, nil
}

func (s store) lockMemberships(ctx context.Context, tx db.DBTX, userID int64) ([]int64, error) {
	ids, err := s.q.MembershipsLock(ctx, tx, userID)
	if err != nil {
		return nil, fmt.Errorf("lock memberships: %w", err)
	}
	return ids, nil
}

func encodeMeta(meta map[string]any) ([]byte, error) {
	if meta == nil {
		return []byte("{}"), nil
	}
	data, err := json.Marshal(meta)
	if err != nil {
		return nil, fmt.Errorf("encode meta data: %w", err)
	}
	return data, nil
}

func fromRow(row db.Department) (Department, error) {
	d := Department{
		ID: row.ID, OrganizationID: row.OrganizationID, Name: row.Name, URL: row.Url, Logo: row.Logo, PageBanner: row.PageBanner, WhitelabelLogo: row.WhitelabelLogo,
		Description: row.Description, Language: row.Language,
		TimeZone: row.TimeZone, GeneratePrivateCredential: row.GeneratePrivateCredential, HoldMinutes: int(row.HoldMinutes), UndeclaredAttributes: row.UndeclaredAttributes, LinkedinCompanyID: row.LinkedinCompanyID, ContactEmail: row.ContactEmail,
		SignInPolicy: policyFromRow(row), ArchivedAt: row.ArchivedAt, CreatedAt: row.CreatedAt.UTC(), UpdatedAt: row.UpdatedAt.UTC(),
	}
	if err := json.Unmarshal(row.MetaData, &d.MetaData); err != nil {
		return Department{}, fmt.Errorf("read meta data of department %d: %w", row.ID, err)
	}
	return d, nil
}
