package moves

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/design/designs"
	"laurel/internal/operations/moves/internal/db"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// luggage is the designs of the next group, whose pictures were copied.
type luggage struct{ designs map[int64]designs.Package }

// prepare copies the pictures of the designs of the next group, which must not happen within a transaction. It returns nil if nothing is left,
// or if the starter may not move groups any more, which next finds out.
func (s *Service) prepare(ctx context.Context, o operations.Operation) (any, error) {
	what, err := orderOf(o)
	if err != nil || int(o.Position) >= len(what.GroupIDs) {
		return (*luggage)(nil), err
	}
	var by access.Actor
	err = pg.InDepartment(ctx, s.Pool, o.DepartmentID, func(tx pgx.Tx) (err error) {
		by, err = s.Starters.ActorTx(ctx, tx, o.DepartmentID, o.Starter, needed...)
		return err
	})
	if starters.StopReason(err) != "" {
		return (*luggage)(nil), nil
	}
	if err != nil {
		return nil, err
	}
	there, err := s.both(ctx, by, what.DepartmentID)
	if refused(err) {
		return (*luggage)(nil), nil
	}
	if err != nil {
		return nil, err
	}
	return s.pack(ctx, by, there, what.GroupIDs[o.Position])
}

func (s *Service) pack(ctx context.Context, by, there access.Actor, groupID int64) (*luggage, error) {
	used, err := s.designs(ctx, by.DepartmentID, groupID)
	if err != nil {
		return nil, err
	}
	out := &luggage{map[int64]designs.Package{}}
	for _, d := range used {
		if out.designs[d.ID], err = s.Elsewhere.Designs.PackVersions(ctx, by, there, d.ID, d.Versions); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// refused reports whether an error is an answer to the actor, not a fault.
func refused(err error) bool {
	var e *errs.Error
	return errors.As(err, &e) || errs.KindOf(err) == errs.Invalid
}

// next moves the next group in one transaction: it is here or there with all that belongs to it, also after a crash.
func (s *Service) next(_ context.Context, tx pgx.Tx, o operations.Operation, prepared any) (operations.Chunk, error) {
	what, err := orderOf(o)
	if err != nil {
		return nil, err
	}
	bags, _ := prepared.(*luggage)
	done := int(o.Position) >= len(what.GroupIDs)
	if done && (what.OrganizationID == 0 || o.Counts.Refused > 0) {
		return nil, nil
	}
	return func(ctx context.Context, by access.Actor) (operations.Progress, error) {
		ctx = pg.Joining(ctx, s.Pool, o.DepartmentID, tx)
		if done {
			return operations.Progress{Last: true}, s.closeTx(ctx, by, what)
		}
		there, err := s.both(ctx, by, what.DepartmentID)
		if refused(err) {
			return operations.Progress{Stop: starters.ErrRightLost.Code}, nil
		}
		if err != nil || bags == nil {
			return operations.Progress{Pause: again}, err
		}
		return s.moveTx(ctx, tx, by, there, o, what.GroupIDs[o.Position], bags)
	}, nil
}

func (s *Service) moveTx(
	ctx context.Context, tx pgx.Tx, by, there access.Actor, o operations.Operation, id int64, bags *luggage,
) (operations.Progress, error) {
	row, err := s.q.GroupMoveLock(ctx, tx, db.GroupMoveLockParams{DepartmentID: by.DepartmentID, ID: id})
	if pg.NoRows(err) { // deleted meanwhile
		return operations.Progress{Counts: operations.Counts{Unchanged: 1}, Position: o.Position + 1}, nil
	}
	if err != nil {
		return operations.Progress{}, fmt.Errorf("lock a group: %w", err)
	}
	wait, problem, err := s.check(ctx, by, there, id, bags)
	switch {
	case err != nil:
		return operations.Progress{}, err
	case wait:
		return operations.Progress{Pause: again}, nil
	case problem != nil:
		err := s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group_move.refused", ObjectKind: "group", ObjectID: id, Details: map[string]any{"reason": problem.Code, "to_department": there.DepartmentID},
		})
		return operations.Progress{Counts: operations.Counts{Refused: 1}, Position: o.Position + 1}, err
	}
	if err := s.carry(ctx, tx, by, there, id, row, bags); err != nil {
		return operations.Progress{}, err
	}
	return operations.Progress{Counts: operations.Counts{Done: 1}, Position: o.Position + 1}, nil
}

// check reports whether a group has to wait for other work or for its designs, or why it cannot be moved.
func (s *Service) check(ctx context.Context, by, there access.Actor, id int64, bags *luggage) (wait bool, problem *errs.Error, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if wait, err = s.q.GroupMoveBusy(ctx, tx, db.GroupMoveBusyParams{DepartmentID: &by.DepartmentID, ID: id}); err != nil {
			return fmt.Errorf("read what a group waits for: %w", err)
		}
		p, err := s.previewTx(ctx, tx, by.DepartmentID, id, there.DepartmentID)
		if len(p.Problems) > 0 {
			problem = p.Problems[0]
		}
		return err
	})
	if err != nil || wait || problem != nil {
		return wait, problem, err
	}
	used, err := s.designs(ctx, by.DepartmentID, id)
	if err != nil {
		return false, nil, err
	}
	for _, d := range used { // of another version since they were packed
		if p, packed := bags.designs[d.ID]; !packed || !p.Has(d.Versions) {
			return true, nil, nil
		}
	}
	for _, p := range bags.designs {
		for _, document := range p.Documents() {
			if err := s.Elsewhere.CheckFonts(ctx, by, there, document); refused(err) {
				return false, asProblem(err), nil
			} else if err != nil {
				return false, nil, err
			}
		}
	}
	return false, nil, nil
}

// carry copies designs and attributes, and moves the group.
func (s *Service) carry(ctx context.Context, tx pgx.Tx, by, there access.Actor, id int64, g db.GroupMoveLockRow, bags *luggage) error {
	keys, err := s.keys(ctx, tx, by, there, id, bags)
	if err != nil {
		return err
	}
	made, versions := map[int64]int64{}, map[int64]int64{}
	for _, old := range slices.Sorted(maps.Keys(bags.designs)) {
		design, copies, err := s.Elsewhere.Designs.UnpackVersions(ctx, there, bags.designs[old], keys)
		if err != nil {
			return err
		}
		made[old] = design
		maps.Copy(versions, copies)
	}
	renamed := maps.Clone(keys)
	maps.DeleteFunc(renamed, func(from, to string) bool { return from == to })
	data, err := json.Marshal(renamed)
	if err != nil {
		return fmt.Errorf("encode keys: %w", err)
	}
	p := db.GroupMoveParams{
		GroupID: id, Source: by.DepartmentID, Target: there.DepartmentID, Keys: data, At: s.Clock.Now(),
		Certificate: copyOf(made, g.CertificateDesignID), Badge: copyOf(made, g.BadgeDesignID), Main: copyOf(made, g.PrimaryDesignID),
	}
	for old, made := range versions {
		p.OldVersions, p.NewVersions = append(p.OldVersions, old), append(p.NewVersions, made)
	}
	n, err := s.q.GroupMove(ctx, tx, p)
	if err != nil {
		return fmt.Errorf("move group %d: %w", id, err)
	}
	return s.recordTx(ctx, tx, by, there, id, map[string]any{
		"name": g.Name, "credentials": n, "from_department": by.DepartmentID, "to_department": there.DepartmentID,
	})
}

// copyOf returns the copy of a design.
func copyOf(made map[int64]int64, id *int64) *int64 {
	if id == nil {
		return nil
	}
	return pg.OrNull(made[*id])
}

// keys returns the keys that the custom attributes of the credentials and designs have in the other department, where they are made if needed.
func (s *Service) keys(ctx context.Context, tx pgx.Tx, by, there access.Actor, id int64, bags *luggage) (map[string]string, error) {
	all, err := s.q.GroupMoveKeys(ctx, tx, db.GroupMoveKeysParams{DepartmentID: by.DepartmentID, GroupID: id})
	if err != nil {
		return nil, fmt.Errorf("list custom attributes: %w", err)
	}
	for _, p := range bags.designs {
		all = append(all, p.CustomAttributes()...)
	}
	return s.Elsewhere.Attributes.CopyInto(ctx, by, there, all)
}

// recordTx writes to the audit log of both departments.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by, there access.Actor, id int64, details map[string]any) error {
	err := s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "group.moved_away", ObjectKind: "group", ObjectID: id, Details: details})
	if err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, there.DepartmentID, func(tx pgx.Tx) error {
		return s.Audit.RecordTx(ctx, tx, there, audit.Event{Action: "group.moved_here", ObjectKind: "group", ObjectID: id, Details: details})
	})
}
