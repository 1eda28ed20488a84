package credentials

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/platform/pg"
)

// Related is a credential that another one renews, or that renews it.
type Related struct {
	ID         int64
	UUID       uuid.UUID
	State      State
	Private    bool
	PrivateKey string
}

// relate reads which credential a credential renews, and which one renews it.
func (s store) relate(ctx context.Context, d pg.DB, c *Credential) error {
	rows, err := s.q.CredentialRelated(ctx, d, db.CredentialRelatedParams{DepartmentID: c.DepartmentID, ID: c.ID})
	if err != nil {
		return fmt.Errorf("read renewals: %w", err)
	}
	s.setRelated(c, rows)
	return nil
}

func (s store) setRelated(c *Credential, rows []db.CredentialRelatedRow) {
	for _, r := range rows {
		one := &Related{r.ID, r.Uuid, State(r.State), r.Private, s.keys.open(r.Uuid, r.PrivateKey)}
		if r.Newer {
			c.SupersededBy = one
		} else {
			c.Supersedes = one
		}
	}
}

// Key is the key that a link to a related credential must contain: "" unless it is private.
func (r Related) Key() string {
	if r.Private {
		return r.PrivateKey
	}
	return ""
}
