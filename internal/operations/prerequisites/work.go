package prerequisites

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/prerequisites/internal/db"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

const (
	chunk = 200              // credentials that one transaction issues or changes
	look  = 10_000           // people that are looked for at once
	turn  = 20 * time.Second // how long one job works before it lets others have a go
)

// step processes one batch of a group's recipients or credentials in a transaction. Each call continues after the previous batch, so
// that it terminates even if some recipients fail every time. done reports that nothing is left.
type step func(ctx context.Context, tx pgx.Tx, g group) (done bool, err error)

// group is a group as read when it was locked.
type group struct {
	db.GroupLockRow
	id int64
	by access.Actor
}

// Work updates the credentials of a group: it suspends or revokes those whose prerequisites are no longer met, reinstates suspended
// ones, and issues to recipients who meet all prerequisites. Each batch is recorded in the transaction that issues it, so after a crash
// every recipient was issued one credential or none.
func (s *Service) Work(ctx context.Context, job groups.ApplyPrerequisites) error {
	started := time.Now()
	for _, next := range []step{s.losing(), s.regaining(), s.issuing()} {
		for done := false; !done; {
			err := pg.AmbientTx(ctx, s.pool, job.DepartmentID, func(ctx context.Context, tx pgx.Tx) error {
				row, err := s.q.GroupLock(ctx, tx, db.GroupLockParams{Now: s.clock.Now(), DepartmentID: job.DepartmentID, GroupID: job.GroupID})
				if done = pg.NoRows(err) || err == nil && len(row.Prerequisites) < groups.MinPrerequisites; done {
					return nil // the group is gone, or asks for nothing any more
				}
				if err != nil {
					return fmt.Errorf("lock a group: %w", err)
				}
				done, err = next(ctx, tx, group{row, job.GroupID, access.Prerequisites.In(job.DepartmentID)})
				return err
			})
			if err != nil {
				return err
			}
			if !done && time.Since(started) > turn {
				return jobs.Later(0)
			}
		}
	}
	return nil
}

// losing returns the step that suspends or revokes credentials whose prerequisites are no longer met, if the group's settings say so.
func (s *Service) losing() step {
	after := int64(0)
	return func(ctx context.Context, tx pgx.Tx, g group) (bool, error) {
		lost := groups.Lost(g.PrerequisitesLost)
		if lost != groups.LostSuspend && lost != groups.LostRevoke {
			return true, nil
		}
		rows, err := s.q.ResultsLost(ctx, tx, db.ResultsLostParams{
			DepartmentID: g.by.DepartmentID, GroupID: g.id, Prerequisites: g.Prerequisites, Today: g.Today,
			ForGood: lost == groups.LostRevoke, After: after, RowLimit: chunk,
		})
		if err != nil {
			return false, fmt.Errorf("find what was lost: %w", err)
		}
		missing := map[string][]int64{}
		for _, r := range rows {
			after = r.ID
			missing[r.Missing] = append(missing[r.Missing], r.ID)
		}
		for course, ids := range missing {
			if err := s.take(ctx, tx, g, lost, course, ids); err != nil {
				return false, err
			}
		}
		return len(rows) < chunk, nil
	}
}

// take suspends or revokes credentials because of a lost prerequisite.
func (s *Service) take(ctx context.Context, tx pgx.Tx, g group, lost groups.Lost, course string, ids []int64) error {
	why := s.texts.Text(g.Language, "stacks.lost", map[string]any{"course": course})
	to := lifecycle.StatusChange{To: credentials.Suspended, Reason: why}
	if lost == groups.LostRevoke {
		to = lifecycle.StatusChange{To: credentials.Revoked, Reason: string(credentials.OtherReason), Note: why}
	}
	stood, err := s.publishing.SetStatusTx(ctx, tx, g.by, ids, to, true)
	if err != nil || lost == groups.LostRevoke {
		return err
	}
	if err := s.q.ResultsSuspend(ctx, tx, db.ResultsSuspendParams{DepartmentID: g.by.DepartmentID, Ids: stood.Changed}); err != nil {
		return fmt.Errorf("note suspensions: %w", err)
	}
	return nil
}

// regaining returns the step that reinstates suspended credentials whose prerequisites are all met again.
func (s *Service) regaining() step {
	after := int64(0)
	return func(ctx context.Context, tx pgx.Tx, g group) (bool, error) {
		rows, err := s.q.ResultsRegained(ctx, tx, db.ResultsRegainedParams{
			DepartmentID: g.by.DepartmentID, GroupID: g.id, Prerequisites: g.Prerequisites, Today: g.Today, After: after, RowLimit: chunk,
		})
		if err != nil || len(rows) == 0 {
			return true, err
		}
		var all, suspended []int64
		for _, r := range rows {
			after, all = r.ID, append(all, r.ID)
			if r.Suspended { // else somebody decided otherwise meanwhile
				suspended = append(suspended, r.ID)
			}
		}
		if _, err := s.publishing.SetStatusTx(ctx, tx, g.by, suspended, lifecycle.StatusChange{To: credentials.Published}, true); err != nil {
			return false, err
		}
		if err := s.q.ResultsReinstate(ctx, tx, db.ResultsReinstateParams{DepartmentID: g.by.DepartmentID, Ids: all}); err != nil {
			return false, fmt.Errorf("note reinstatements: %w", err)
		}
		return len(rows) < chunk, nil
	}
}

// issuing returns the step that issues to recipients who meet all prerequisites and have no credential of the group. Failures are
// retried by the next job.
func (s *Service) issuing() step {
	var found []string // addresses that are next, of which each chunk makes sure
	after, last := "", false
	return func(ctx context.Context, tx pgx.Tx, g group) (bool, error) {
		if groups.State(g.State) != groups.Active || !g.Open {
			return true, nil
		}
		if len(found) == 0 && !last {
			var err error
			found, err = s.q.EligibleAddresses(ctx, tx, db.EligibleAddressesParams{
				DepartmentID: g.by.DepartmentID, GroupID: g.id, Prerequisites: g.Prerequisites, Today: g.Today, After: after, RowLimit: look,
			})
			if err != nil {
				return false, fmt.Errorf("find eligible recipients: %w", err)
			}
			last = len(found) < look
		}
		if len(found) == 0 {
			return true, nil
		}
		some := found[:min(chunk, len(found))]
		found, after = found[len(some):], some[len(some)-1]
		return last && len(found) == 0, s.issue(ctx, tx, g, some)
	}
}

// issue issues to those addresses that still meet all prerequisites, and records the results.
func (s *Service) issue(ctx context.Context, tx pgx.Tx, g group, addresses []string) error {
	rows, err := s.q.EligibleRecipients(ctx, tx, db.EligibleRecipientsParams{
		DepartmentID: g.by.DepartmentID, GroupID: g.id, Prerequisites: g.Prerequisites, Today: g.Today, Addresses: addresses,
	})
	if err != nil || len(rows) == 0 {
		return err
	}
	orders := make([]publishing.IssueRequest, len(rows))
	for i, r := range rows {
		in := credentials.Input{
			GroupID: g.id, RecipientName: optional.Set(r.RecipientName), RecipientEmail: optional.Set(r.RecipientEmail),
			Source: "stack", KeepExisting: true,
		}
		if r.RecipientID != nil {
			in.RecipientID = optional.Set(*r.RecipientID)
		}
		orders[i] = publishing.IssueRequest{Input: in, Publish: true}
	}
	placed, err := s.publishing.IssueMany(ctx, g.by, orders)
	if err != nil {
		return err
	}
	note := db.ResultsInsertParams{DepartmentID: g.by.DepartmentID, GroupID: g.id, Now: s.clock.Now()}
	for i, p := range placed {
		if p.Credential.ID != 0 {
			note.Addresses, note.CredentialIds = append(note.Addresses, rows[i].Address), append(note.CredentialIds, p.Credential.ID)
		}
	}
	if err := s.q.ResultsInsert(ctx, tx, note); err != nil {
		return fmt.Errorf("note who was issued to: %w", err)
	}
	return nil
}

func distinct(ids []int64) []int64 {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}
