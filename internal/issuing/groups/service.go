package groups

import (
	"context"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

const defaultAchievement = "Certificate"

// Credentials provides what groups need from their credentials.
type Credentials interface {
	// CountByGroups returns the number of credentials of each group. Groups without credentials may be missing.
	CountByGroups(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]Counts, error)
	// DuplicatesExist reports whether a group has two credentials with the same email address.
	DuplicatesExist(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) (bool, error)
	// CountEarners returns how many credentials of each group are valid or expired.
	CountEarners(ctx context.Context, d pg.DB, groupIDs []int64) (map[int64]int, error)
	// SetDuplicateRuleTx updates the credentials of a group to allow or forbid duplicates.
	SetDuplicateRuleTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64, allowed bool) error
	// PurgeGroupTx permanently deletes the group's deleted credentials and its test credentials.
	PurgeGroupTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) error
}

// Service manages groups.
type Service struct {
	pool        *pgxpool.Pool
	clock       clock.Clock
	audit       *audit.Log
	queue       *jobs.Queue
	credentials Credentials
	texts       *i18n.Bundle
	elsewhere   CloneServices
	store       store
}

// New returns a Service.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, queue *jobs.Queue, credentials Credentials, texts *i18n.Bundle, elsewhere CloneServices) *Service {
	return &Service{pool: pool, clock: c, audit: log, queue: queue, credentials: credentials, texts: texts, elsewhere: elsewhere, store: newStore()}
}

// Create adds a group. It returns an error with all invalid fields, or ErrNameTaken.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Group, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	if by.Sees() != "" { // the new group would be out of its own sight
		return Group{}, access.Denied(access.ManageGroups)
	}
	defaults, err := s.ReadDefaults(ctx, by)
	if err != nil {
		return Group{}, err
	}
	return s.add(ctx, by, defaults.group(), in, "group.created", nil)
}

func (s *Service) add(ctx context.Context, by access.Actor, g Group, in Input, action string, details map[string]any) (Group, error) {
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		g.DepartmentID = by.DepartmentID
		if err := s.apply(ctx, tx, in, &g); err != nil {
			return err
		}
		g.UpdatedAt = s.clock.Now()
		id, err := s.store.insert(ctx, tx, g)
		if err != nil {
			return err
		}
		if err := s.store.setPrerequisites(ctx, tx, g, id, nil); err != nil {
			return err
		}
		if g, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if len(g.Prerequisites) > 0 {
			if err := s.queue.EnqueueTx(ctx, tx, ApplyPrerequisites{by.DepartmentID, id}); err != nil {
				return err
			}
		}
		recorded := map[string]any{"name": g.Name}
		for key, value := range details {
			recorded[key] = value
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "group", ObjectID: id, Details: recorded})
	})
	return g, err
}

// apply applies the input to g. It returns an error with all invalid fields, including designs of another kind or department.
func (s *Service) apply(ctx context.Context, tx pgx.Tx, in Input, g *Group) error {
	var wrong errs.Fields
	in.apply(g, &wrong)
	kinds, err := s.store.designKinds(ctx, tx, g.DepartmentID, g.CertificateDesignID, g.BadgeDesignID)
	if err != nil {
		return err
	}
	checkDesign(&wrong, "certificate_design_id", g.CertificateDesignID, "certificate", kinds)
	checkDesign(&wrong, "badge_design_id", g.BadgeDesignID, "badge", kinds)
	if err := s.choosePrerequisites(ctx, tx, in, g, &wrong); err != nil {
		return err
	}
	return wrong.Err()
}

func checkDesign(wrong *errs.Fields, field string, id *int64, kind string, kinds map[int64]string) {
	switch {
	case id == nil:
	case kinds[*id] == "":
		wrong.Add(field, "group.design_unknown")
	case kinds[*id] != kind:
		wrong.Add(field, "group.design_kind")
	}
}

// Update changes the given fields of a group. It returns the errors of Create, ErrNotFound, or ErrDuplicatesExist if the change would
// forbid duplicates but the group has some.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Group, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	var g Group
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.store.lock(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		before, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		after := before
		if err := s.apply(ctx, tx, in, &after); err != nil {
			return err
		}
		if err := s.changeDuplicates(ctx, tx, before, after); err != nil {
			return err
		}
		after.UpdatedAt = s.clock.Now()
		if err := s.store.update(ctx, tx, after); err != nil {
			return err
		}
		if err := s.store.setPrerequisites(ctx, tx, after, id, before.Prerequisites); err != nil {
			return err
		}
		if g, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if err := s.applyPrerequisitesTx(ctx, tx, before, g); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group.updated", ObjectKind: "group", ObjectID: id, Details: changes(before, g),
		})
	})
	return g, err
}

// changeDuplicates applies a changed duplicates rule to the credentials.
func (s *Service) changeDuplicates(ctx context.Context, tx pgx.Tx, before, after Group) error {
	if before.AllowDuplicateRecipients == after.AllowDuplicateRecipients {
		return nil
	}
	if !after.AllowDuplicateRecipients {
		exist, err := s.credentials.DuplicatesExist(ctx, tx, after.DepartmentID, after.ID)
		if err != nil {
			return err
		}
		if exist {
			return ErrDuplicatesExist
		}
	}
	err := s.credentials.SetDuplicateRuleTx(ctx, tx, after.DepartmentID, after.ID, after.AllowDuplicateRecipients)
	if pg.Violates(err, "credentials_duplicate_key") { // one came while we looked
		return ErrDuplicatesExist
	}
	return err
}

// Delete deletes a group and returns it. It returns ErrHasCredentials, or ErrIsPrerequisite if another group requires it. Deleted
// credentials of the group can no longer be restored; only tombstones remain.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) (Group, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	var g Group
	err := pg.InDepartment(pg.WithMode(ctx, pg.All), s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if g, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if err := s.credentials.PurgeGroupTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		if err := s.store.delete(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group.deleted", ObjectKind: "group", ObjectID: id, Details: map[string]any{"name": g.Name},
		})
	})
	return g, err
}

// Read returns a group with its counts.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Group, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Group{}, err
	}
	var g Group
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		g, err = s.readTx(ctx, tx, by.DepartmentID, id)
		return err
	})
	return g, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Group, error) {
	g, err := s.store.read(ctx, tx, departmentID, id)
	if err != nil {
		return Group{}, err
	}
	prerequisites, err := s.store.prerequisites(ctx, tx, departmentID, []int64{id})
	if err != nil {
		return Group{}, err
	}
	counts, err := s.credentials.CountByGroups(ctx, tx, departmentID, []int64{id})
	g.Prerequisites, g.Counts = prerequisites[id], counts[id]
	return g, err
}

// Search returns a page of matching groups.
func (s *Service) Search(ctx context.Context, by access.Actor, q Query) (page.Page[Group], error) {
	var found page.Page[Group]
	if err := by.Require(access.ViewDepartment); err != nil {
		return found, err
	}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if found, err = s.store.list(ctx, tx, by.DepartmentID, q); err != nil {
			return err
		}
		ids := make([]int64, len(found.Items))
		for i, g := range found.Items {
			ids[i] = g.ID
		}
		counts, err := s.credentials.CountByGroups(ctx, tx, by.DepartmentID, ids)
		if err != nil {
			return err
		}
		prerequisites, err := s.store.prerequisites(ctx, tx, by.DepartmentID, ids)
		for i := range found.Items {
			found.Items[i].Counts, found.Items[i].Prerequisites = counts[ids[i]], prerequisites[ids[i]]
		}
		return err
	})
	return found, err
}
