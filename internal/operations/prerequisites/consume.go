package prerequisites

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/operations/prerequisites/internal/db"
	"laurel/internal/platform/jobs"
)

// debounce is the period in which all events that concern a group lead to one job.
const debounce = 15 * time.Second

// decisive are the types of events that may change who meets a prerequisite. Those of an update are decided by the changed fields.
var decisive = []events.Type{
	events.Published, events.InProgress, events.Completed, events.Superseded, events.Expired, events.Suspended, events.Reinstated,
	events.Revoked, events.Deleted, events.Restored, events.Moved, events.Updated,
}

// decisiveFields are the fields of a credential that may change who meets a prerequisite.
var decisiveFields = []string{"recipient.email", "expired_on"}

// Consumer returns the consumer of credential events that starts the jobs of groups whose prerequisites are concerned.
func (s *Service) Consumer() events.Consumer { return consumer{s.q, s.queue} }

type consumer struct {
	q     *db.Queries
	queue *jobs.Queue
}

// Name implements events.Consumer.
func (consumer) Name() string { return "prerequisites" }

// WantsTx implements events.Consumer: it returns the departments in which a group has prerequisites.
func (c consumer) WantsTx(ctx context.Context, tx pgx.Tx, departmentIDs []int64, types []events.Type) ([]int64, error) {
	if !slices.ContainsFunc(types, func(t events.Type) bool { return slices.Contains(decisive, t) }) {
		return nil, nil
	}
	found, err := c.q.DepartmentsWithPrerequisites(ctx, tx, departmentIDs)
	if err != nil {
		return nil, fmt.Errorf("find departments with prerequisites: %w", err)
	}
	return found, nil
}

// ConsumeTx implements events.Consumer.
func (c consumer) ConsumeTx(ctx context.Context, tx pgx.Tx, departmentID int64, batch []events.Event) error {
	var changed []int64
	for _, e := range batch {
		if isDecisive(e) {
			changed = append(changed, e.GroupID)
			if e.FromGroupID != 0 {
				changed = append(changed, e.FromGroupID)
			}
		}
	}
	if len(changed) == 0 {
		return nil
	}
	ids, err := c.q.GroupsRequiring(ctx, tx, db.GroupsRequiringParams{DepartmentID: departmentID, Prerequisites: distinct(changed)})
	if err != nil {
		return fmt.Errorf("find groups that require others: %w", err)
	}
	all := make([]jobs.Args, len(ids))
	for i, id := range ids {
		all[i] = groups.ApplyPrerequisites{DepartmentID: departmentID, GroupID: id}
	}
	return c.queue.DebounceTx(ctx, tx, debounce, all)
}

func isDecisive(e events.Event) bool {
	if e.Type == events.Updated {
		return !e.Test && slices.ContainsFunc(e.Changed, func(field string) bool { return slices.Contains(decisiveFields, field) })
	}
	return !e.Test && slices.Contains(decisive, e.Type)
}
