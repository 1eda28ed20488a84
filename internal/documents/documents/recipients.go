package documents

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/attributes"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// Merged returns the tag values of the actor's credentials exactly as printing uses them. Links open private credentials only if
// the actor may see their keys.
func (s *Service) Merged(ctx context.Context, by access.Actor, all []credentials.Credential) ([]map[string]rendering.Value, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return nil, err
	}
	var kinds map[string]attributes.Kind
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		kinds, err = s.attributes.KindsTx(ctx, tx, by.DepartmentID)
		return err
	})
	if err != nil {
		return nil, err
	}
	merged := make([]map[string]rendering.Value, len(all))
	for i, c := range all {
		merged[i] = s.Values(c.SeenBy(by), kinds)
	}
	return merged, nil
}
