package webhooks

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/reach/webhooks/internal/db"
)

// Consumer returns the consumer that makes webhook events of credential events.
func (s *Service) Consumer() events.Consumer { return consumer{s.q} }

type consumer struct{ q *db.Queries }

// Name implements events.Consumer.
func (consumer) Name() string { return "webhooks" }

// possible lists the webhook types that an event may have, depending on the credential's state.
var possible = map[events.Type]string{
	events.InProgress: "credential.in_progress", events.Published: "credential.published", events.Completed: "credential.published",
	events.Updated: "credential.updated", events.Moved: "credential.updated", events.Expired: "credential.expired",
	events.Suspended: "credential.suspended", events.Revoked: "credential.revoked", events.Reinstated: "credential.reinstated",
	events.Restored: "credential.reinstated", events.Deleted: "credential.deleted", events.Bounced: "email.bounced",
}

// hidden are the fields that receivers do not see in a credential.
var hidden = []string{"allow_supplemental", "publish_refusal"}

// typeOf returns the webhook type of an event, or "". Changes of drafts have none, except deletions and bounces.
func typeOf(e events.Event) string {
	switch {
	case e.Type != events.Deleted && e.Type != events.Bounced && !credentials.State(e.State).Issued(),
		e.Type == events.Updated && !slices.ContainsFunc(e.Changed, func(field string) bool { return !slices.Contains(hidden, field) }):
		return ""
	}
	return possible[e.Type]
}

// WantsTx implements events.Consumer: it returns the departments with an active webhook for any of the types.
func (c consumer) WantsTx(ctx context.Context, tx pgx.Tx, departmentIDs []int64, types []events.Type) ([]int64, error) {
	var wanted []string
	for _, t := range types {
		if possible[t] != "" {
			wanted = append(wanted, possible[t])
		}
	}
	if len(wanted) == 0 {
		return nil, nil
	}
	found, err := c.q.WebhookDepartments(ctx, tx, db.WebhookDepartmentsParams{DepartmentIds: departmentIDs, Types: wanted})
	if err != nil {
		return nil, fmt.Errorf("look for webhooks: %w", err)
	}
	return found, nil
}

// ConsumeTx implements events.Consumer: it adds the webhook events that an active webhook subscribes to.
func (c consumer) ConsumeTx(ctx context.Context, tx pgx.Tx, departmentID int64, batch []events.Event) error {
	p := db.EventsInsertOfCredentialsParams{DepartmentID: departmentID}
	for _, e := range batch {
		if t := typeOf(e); t != "" {
			p.EventIds, p.Types = append(p.EventIds, e.ID), append(p.Types, t)
			p.CredentialIds, p.Times, p.Tests = append(p.CredentialIds, e.CredentialID), append(p.Times, e.At), append(p.Tests, e.Test)
		}
	}
	if len(p.EventIds) == 0 {
		return nil
	}
	if err := c.q.EventsInsertOfCredentials(ctx, tx, p); err != nil {
		return fmt.Errorf("insert events of credentials: %w", err)
	}
	return nil
}
