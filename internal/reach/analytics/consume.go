package analytics

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/events"
	"laurel/internal/reach/analytics/internal/db"
)

// Consumer returns the consumer that counts changes of credentials.
func (s *Service) Consumer() events.Consumer { return consumer{s} }

type consumer struct{ s *Service }

// Name implements events.Consumer.
func (consumer) Name() string { return "analytics" }

// changes are the counted names of changes. Others are not counted.
var changes = map[events.Type]string{
	events.Created: "created", events.Published: "published", events.InProgress: "published", events.Completed: "completed", events.Moved: "moved",
	events.Expired: "expired", events.Suspended: "suspended", events.Reinstated: "reinstated", events.Revoked: "revoked", events.Deleted: "deleted",
	events.Restored: "restored", events.Bounced: "email_bounced", events.Unscheduled: "unscheduled",
}

// privacyChanged is the counted name of an update that made a credential private or public.
const privacyChanged = "privacy_changed"

func nameOfChange(e events.Event) (string, bool) {
	if e.Type == events.Updated {
		return privacyChanged, slices.Contains(e.Changed, "private")
	}
	name, ok := changes[e.Type]
	return name, ok
}

// WantsTx implements events.Consumer: every department is counted.
func (consumer) WantsTx(_ context.Context, _ pgx.Tx, departmentIDs []int64, types []events.Type) ([]int64, error) {
	counted := func(t events.Type) bool { return t == events.Updated || changes[t] != "" }
	if !slices.ContainsFunc(types, counted) {
		return nil, nil
	}
	return departmentIDs, nil
}

// ConsumeTx implements events.Consumer: it adds the changes of real credentials to the inbox.
func (c consumer) ConsumeTx(ctx context.Context, tx pgx.Tx, departmentID int64, batch []events.Event) error {
	p := db.InboxAddChangesParams{DepartmentID: departmentID}
	for _, e := range batch {
		name, counted := nameOfChange(e)
		if e.Test || !counted {
			continue
		}
		p.Uuids, p.GroupIds, p.CredentialIds = append(p.Uuids, uuidOfChange(e.ID)), append(p.GroupIds, e.GroupID), append(p.CredentialIds, e.CredentialID)
		p.Types, p.Ats = append(p.Types, name), append(p.Ats, e.At)
	}
	if len(p.Uuids) == 0 {
		return nil
	}
	if err := c.s.q.InboxAddChanges(ctx, tx, p); err != nil {
		return fmt.Errorf("record changes of credentials: %w", err)
	}
	return nil
}

// uuidOfChange returns the same UUID for the same change.
func uuidOfChange(id int64) uuid.UUID {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64([]byte("credential event "), uint64(id))) //nolint:gosec // IDs are positive
	u, _ := uuid.FromBytes(sum[:16])
	return u
}
