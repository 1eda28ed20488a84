package groups

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/errs"
)

// Prerequisite is a group whose credential is required.
type Prerequisite struct {
	ID   int64
	Name string
}

// Lost is what happens to a credential that was issued for prerequisites when one of them is no longer met.
type Lost string

// The values of Lost.
const (
	LostKeep    Lost = "keep"
	LostSuspend Lost = "suspend" // until it holds again
	LostRevoke  Lost = "revoke"
)

// The limits for the number of prerequisites of a group that has any. With only one, the credential would be a duplicate.
const (
	MinPrerequisites = 2
	MaxPrerequisites = 20
)

// ApplyPrerequisites is the job that issues, suspends, revokes and reinstates a group's credentials according to its prerequisites.
type ApplyPrerequisites struct {
	DepartmentID int64 `json:"department_id"`
	GroupID      int64 `json:"group_id"`
}

// Kind implements river.JobArgs. It is stored.
func (ApplyPrerequisites) Kind() string { return "stacks.stack" }

// applyPrerequisitesTx enqueues the job if what decides about it differs between two states of a group.
func (s *Service) applyPrerequisitesTx(ctx context.Context, tx pgx.Tx, before, after Group) error {
	if before.State == after.State && before.PrerequisitesLost == after.PrerequisitesLost &&
		sameDay(before.PrerequisitesAfter, after.PrerequisitesAfter) && slices.Equal(before.Prerequisites, after.Prerequisites) {
		return nil
	}
	return s.queue.EnqueueTx(ctx, tx, ApplyPrerequisites{after.DepartmentID, after.ID})
}

func sameDay(a, b *time.Time) bool { return a == b || a != nil && b != nil && a.Equal(*b) }

// setPrerequisites sets the prerequisite settings of g, except for the groups, which need the database.
func (in Input) setPrerequisites(g *Group, wrong *errs.Fields) {
	if in.PrerequisitesAfter.Given {
		g.PrerequisitesAfter = day(wrong, "prerequisites_after", in.PrerequisitesAfter.Value)
	}
	if in.PrerequisitesLost.Given {
		g.PrerequisitesLost = Lost(in.PrerequisitesLost.Value)
	}
	switch g.PrerequisitesLost {
	case "": // of a group that begins
		g.PrerequisitesLost = LostKeep
	case LostKeep, LostSuspend, LostRevoke:
	default:
		wrong.Add("prerequisites_lost", "not_one_of", "values", "keep, suspend, revoke")
	}
}

func day(wrong *errs.Fields, field, text string) *time.Time {
	if text = strings.TrimSpace(text); text == "" {
		return nil
	}
	date, err := time.Parse(time.DateOnly, text)
	if err != nil {
		wrong.Add(field, "invalid_date")
		return nil
	}
	return &date
}

// choosePrerequisites sets the prerequisite groups of g. It adds errors to wrong for too few or too many groups, unknown groups, newly
// chosen archived groups, and cycles.
func (s *Service) choosePrerequisites(ctx context.Context, tx pgx.Tx, in Input, g *Group, wrong *errs.Fields) error {
	if !in.Prerequisites.Given {
		return nil
	}
	ids := slices.Clone(in.Prerequisites.Value)
	slices.Sort(ids)
	ids = slices.Compact(ids)
	before := prerequisiteIDs(g.Prerequisites)
	slices.Sort(before)
	switch {
	case slices.Equal(ids, before): // all that who asks can see; there may be more
		return nil
	case len(ids) == 0:
		g.Prerequisites = nil
		return nil
	case len(ids) < MinPrerequisites:
		wrong.Add("prerequisites", "group.prerequisites_too_few")
		return nil
	case len(ids) > MaxPrerequisites:
		wrong.Add("prerequisites", "too_many", "max", MaxPrerequisites)
		return nil
	}
	found, err := s.store.findPrerequisites(ctx, tx, *g, ids)
	if err != nil {
		return err
	}
	if len(found) < len(ids) {
		wrong.Add("prerequisites", "group.prerequisite_unknown")
	}
	chosen := make([]Prerequisite, len(found))
	for i, row := range found {
		chosen[i] = Prerequisite{row.ID, row.Name}
		switch {
		case row.Ring:
			wrong.Add("prerequisites", "group.prerequisite_ring", "name", row.Name)
		case State(row.State) == Archived && !slices.Contains(g.Prerequisites, chosen[i]):
			wrong.Add("prerequisites", "group.prerequisite_archived", "name", row.Name)
		}
	}
	g.Prerequisites = chosen
	return nil
}

func (s store) findPrerequisites(ctx context.Context, tx db.DBTX, g Group, ids []int64) ([]db.GroupPrerequisitesFoundRow, error) {
	if err := s.q.GroupPrerequisitesLock(ctx, tx, g.DepartmentID); err != nil {
		return nil, fmt.Errorf("lock prerequisites: %w", err)
	}
	found, err := s.q.GroupPrerequisitesFound(ctx, tx, db.GroupPrerequisitesFoundParams{DepartmentID: g.DepartmentID, GroupID: g.ID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("find prerequisites: %w", err)
	}
	return found, nil
}

func (s store) prerequisites(ctx context.Context, tx db.DBTX, departmentID int64, ids []int64) (map[int64][]Prerequisite, error) {
	rows, err := s.q.GroupPrerequisiteList(ctx, tx, db.GroupPrerequisiteListParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("read prerequisites: %w", err)
	}
	out := map[int64][]Prerequisite{}
	for _, r := range rows {
		out[r.GroupID] = append(out[r.GroupID], Prerequisite{r.ID, r.Name})
	}
	return out, nil
}

// setPrerequisites writes the difference between the previous and the new prerequisites. Prerequisites that the actor cannot see are
// kept.
func (s store) setPrerequisites(ctx context.Context, tx db.DBTX, g Group, id int64, before []Prerequisite) error {
	was, is := prerequisiteIDs(before), prerequisiteIDs(g.Prerequisites)
	gone := slices.DeleteFunc(slices.Clone(was), func(id int64) bool { return slices.Contains(is, id) })
	fresh := slices.DeleteFunc(is, func(id int64) bool { return slices.Contains(was, id) })
	if len(gone) > 0 {
		err := s.q.GroupPrerequisitesDelete(ctx, tx, db.GroupPrerequisitesDeleteParams{DepartmentID: g.DepartmentID, GroupID: id, Ids: gone})
		if err != nil {
			return fmt.Errorf("remove prerequisites: %w", err)
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	err := s.q.GroupPrerequisitesInsert(ctx, tx, db.GroupPrerequisitesInsertParams{DepartmentID: g.DepartmentID, GroupID: id, Ids: fresh})
	if err != nil {
		return fmt.Errorf("add prerequisites: %w", err)
	}
	return nil
}

func prerequisiteIDs(all []Prerequisite) []int64 {
	ids := make([]int64, len(all))
	for i, p := range all {
		ids[i] = p.ID
	}
	return ids
}
