package imports

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// makeGroups creates the missing groups that the next rows name, as copies of the selected one. It does so before the rows are
// imported; a group that exists already is harmless.
func (s *Service) makeGroups(ctx context.Context, job Run) error {
	var names []string
	var by access.Actor
	var like int64
	var stopped bool
	err := pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		i, err := s.current(ctx, tx, job.work, Importing)
		if err != nil || !i.Settings.CreateGroups || i.Settings.GroupID == nil {
			return err
		}
		rows, err := s.openTx(ctx, tx, i)
		if err != nil || len(rows) == 0 {
			return err
		}
		if by, stopped, err = s.starterTx(ctx, tx, i); err != nil || stopped {
			return err
		}
		like = *i.Settings.GroupID
		c, err := s.rows.Checker(ctx, tx, by, i.sheet())
		if err != nil {
			return err
		}
		names, err = c.MissingGroups(ctx, tx, rows)
		return err
	})
	if err != nil {
		return err
	}
	if stopped {
		return errStale
	}
	for _, name := range names {
		if err := s.makeGroup(ctx, by, like, name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) makeGroup(ctx context.Context, by access.Actor, like int64, name string) error {
	model, err := s.groups.Read(ctx, by, like)
	if err != nil {
		return err
	}
	_, err = s.groups.Create(ctx, by, groups.Input{
		Name: optional.Set(name), CourseName: optional.Set(name), Language: optional.Set(model.Language),
		CertificateDesignID: optional.Set(model.CertificateDesignID), BadgeDesignID: optional.Set(model.BadgeDesignID),
		SendEmails: optional.Set(model.SendEmails), AttachPDF: optional.Set(model.AttachPDF),
	})
	if errs.KindOf(err) != 0 { // the rows say what is wrong with it: there is no such group
		return nil
	}
	return err
}
