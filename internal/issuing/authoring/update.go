package authoring

import (
	"context"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/pg"
)

// Update changes the given fields. The history keeps the old values. It returns the errors of Create.
func (s *Service) Update(ctx context.Context, by access.Actor, ref string, in credentials.Input) (credentials.Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return credentials.Credential{}, err
	}
	in, err := s.Resolve(ctx, by, in)
	if err != nil {
		return credentials.Credential{}, err
	}
	var after credentials.Credential
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.credentials.LockTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		after, err = s.changeTx(ctx, tx, by, before, in)
		return err
	})
	return after, err
}

// changeTx applies an input to a locked credential.
func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, by access.Actor, before credentials.Credential, in credentials.Input) (credentials.Credential, error) {
	kinds, err := s.attributes.KindsTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return before, err
	}
	c := before
	if err := in.Apply(&c, kinds); err != nil {
		return before, err
	}
	s.endAtOnce(by, in, before, &c, before.Issuer.Zone())
	if err := s.extendTx(ctx, tx, by, before, c); err != nil {
		return before, err
	}
	c.UpdatedAt = s.clock.Now()
	c.State = s.credentials.StateByDate(c)
	if err := s.update(ctx, tx, c); err != nil {
		return before, err
	}
	record := audit.Event{Action: "credential.updated", Details: changes(before, c)}
	if err := s.credentials.RecordTx(ctx, tx, by, record, []events.Change{edit(before, c)}); err != nil {
		return before, err
	}
	if completed(before, c) {
		if err := s.completedTx(ctx, tx, c.DepartmentID, []int64{c.ID}); err != nil {
			return before, err
		}
	}
	return s.credentials.ReadTx(ctx, tx, by.DepartmentID, c.ID)
}

// Resolve finds the attributes of an input, checks its images and replaces them by their public URLs. The result contains warnings and
// is marked as resolved; resolving it again changes nothing. It calls the file store and therefore runs before the transaction.
func (s *Service) Resolve(ctx context.Context, by access.Actor, in credentials.Input) (credentials.Input, error) {
	if err := by.Require(access.ManageCredentials); err != nil || in.Resolved || len(in.CustomAttributes.Value) == 0 {
		return in, err
	}
	var m attributes.Matched
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		m, err = s.attributes.AcceptTx(ctx, tx, by, in.CustomAttributes.Value)
		return err
	})
	if err != nil {
		return in, err
	}
	for key, value := range m.Values {
		url, ok := value.(string)
		if !ok || url == "" || m.Kinds[key] != attributes.Image {
			continue
		}
		image, err := s.images.Use(ctx, by, url)
		if err != nil {
			return in, err
		}
		m.Values[key] = image.URL
	}
	in.CustomAttributes.Value, in.Warnings, in.Resolved = m.Values, append(in.Warnings, m.Warnings...), true
	return in, nil
}
