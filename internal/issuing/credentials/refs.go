package credentials

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// ReadRefs returns the public credentials among those the references identify: own IDs, IDs, UUIDs or encoded IDs. An unknown reference
// is ErrNotFound.
func (s *Service) ReadRefs(ctx context.Context, by access.Actor, refs []string) ([]Credential, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	refs = slices.Compact(slices.Sorted(slices.Values(refs)))
	p := db.CredentialIDsByRefsParams{DepartmentID: by.DepartmentID, RowLimit: 2 * int32(len(refs)), Refs: []string{}, Ids: []int64{}, Uuids: []uuid.UUID{}} //nolint:gosec // as many as a request names
	for _, ref := range refs {
		if !Storable(ref) {
			return nil, ErrNotFound
		}
		p.Refs = append(p.Refs, ref)
		id, uid := ParseRef(ref)
		if id != nil {
			p.Ids = append(p.Ids, *id)
		}
		if uid != nil {
			p.Uuids = append(p.Uuids, *uid)
		}
	}
	var rows []db.CredentialIDsByRefsRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.s.q.CredentialIDsByRefs(ctx, tx, p)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("find credentials: %w", err)
	}
	ids, named := make([]int64, len(rows)), map[string]bool{}
	for i, r := range rows {
		ids[i] = r.ID
		for _, ref := range []string{strconv.FormatInt(r.ID, 10), r.Uuid.String(), r.EncodedID, pg.OrZero(r.LicenseID)} {
			named[ref] = true
		}
	}
	if slices.ContainsFunc(refs, func(ref string) bool { return !named[ref] }) {
		return nil, ErrNotFound
	}
	return s.ReadIssued(ctx, by.DepartmentID, ids)
}
