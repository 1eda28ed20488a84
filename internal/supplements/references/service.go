package references

import (
	"context"
	"slices"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/references/internal/db"
)

// Service manages references.
type Service struct {
	Deps
	s store
}

// Deps are the dependencies of the service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Audit       *audit.Log
	Credentials *credentials.Service
	Recipients  *recipients.Service
	Outbox      *outbox.Service
	Throttle    *throttle.Limiter
	Links       links.Links
}

// New returns a service.
func New(d Deps) *Service { return &Service{d, store{db.New()}} }

// List returns the references of a credential in their order. It returns credentials.ErrNotFound.
func (s *Service) List(ctx context.Context, by access.Actor, ref string) ([]Reference, error) {
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return nil, err
	}
	return s.all(ctx, c)
}

func (s *Service) all(ctx context.Context, c credentials.Credential) (all []Reference, err error) {
	err = pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		all, err = s.s.of(ctx, tx, c.DepartmentID, c.ID)
		return err
	})
	return all, err
}

// ShownTx returns the approved references of a credential, which everybody who sees it can see.
func (s *Service) ShownTx(ctx context.Context, d pg.DB, c credentials.Credential) ([]Reference, error) {
	all, err := s.s.of(ctx, d, c.DepartmentID, c.ID)
	return slices.DeleteFunc(all, func(r Reference) bool { return r.State != Approved }), err
}

// Worded returns the references of a credential for its issuer, without those that are not yet written.
func (s *Service) Worded(ctx context.Context, c credentials.Credential) ([]Reference, error) {
	all, err := s.all(ctx, c)
	return slices.DeleteFunc(all, func(r Reference) bool { return !r.worded() }), err
}

// Read returns a reference of a credential, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, ref string, id int64) (Reference, error) {
	all, err := s.List(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	return one(all, id)
}

func one(all []Reference, id int64) (Reference, error) {
	at := slices.IndexFunc(all, func(r Reference) bool { return r.ID == id })
	if at < 0 {
		return Reference{}, ErrNotFound
	}
	return all[at], nil
}

// Add adds a reference that the issuer already has. It is shown at once unless the input says otherwise. It returns field errors,
// credentials.ErrNotFound or ErrTooMany.
func (s *Service) Add(ctx context.Context, by access.Actor, ref string, in Input) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	var out Reference
	err = s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		out, err = s.addTx(ctx, tx, by, c.ID, all, in)
		return err
	})
	return s.again(ctx, c, out.ID, err)
}

// With adds references to a new credential in the transaction that creates it. If the credential replaces an earlier one, references it
// already has are not added again. It returns the errors of Add with the number of the reference before each field.
func (s *Service) With(by access.Actor, inputs []Input) authoring.With {
	return func(ctx context.Context, tx pgx.Tx, credentialID int64) error {
		if err := by.Require(access.ManageCredentials); err != nil {
			return err
		}
		if len(inputs) > Max {
			return ErrTooMany.With("max", Max).At("references")
		}
		return s.changingTx(ctx, tx, by.DepartmentID, credentialID, func(all []Reference) error {
			for n, in := range inputs {
				if slices.ContainsFunc(all, in.same) {
					continue
				}
				r, err := s.addTx(ctx, tx, by, credentialID, all, in)
				if err != nil {
					return at(err, n)
				}
				all = append(all, r)
			}
			return nil
		})
	}
}

func (s *Service) addTx(ctx context.Context, tx pgx.Tx, by access.Actor, credentialID int64, all []Reference, in Input) (Reference, error) {
	now := s.Clock.Now()
	r := Reference{
		DepartmentID: by.DepartmentID, CredentialID: credentialID, AskedBy: OfIssuer, Position: len(all), State: Approved,
		CreatedAt: now, UpdatedAt: now, SubmittedAt: &now, DecidedAt: &now,
	}
	if in.Approve.Given && !in.Approve.Value {
		r.State, r.DecidedAt = Submitted, nil
	}
	if err := in.apply(&r); err != nil {
		return r, err
	}
	if err := s.insertTx(ctx, tx, &r, all); err != nil {
		return r, err
	}
	if in.Position.Given {
		if err := s.s.place(ctx, tx, r.DepartmentID, moved(append(all, r), r.ID, in.Position.Value)); err != nil {
			return r, err
		}
	}
	return r, s.note(ctx, tx, by, "reference.added", r, nil)
}

// insertTx adds a reference if the limit permits it.
func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, r *Reference, all []Reference) (err error) {
	if len(all) >= Max {
		return ErrTooMany.With("max", Max)
	}
	r.ID, err = s.s.insert(ctx, tx, *r)
	return err
}

// Change changes a reference. The text of a referee who was asked stays theirs: only its position can be changed. It returns the errors
// of Add, ErrNotFound and ErrReferees.
func (s *Service) Change(ctx context.Context, by access.Actor, ref string, id int64, in Input) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	err = s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		before, err := one(all, id)
		if err != nil {
			return err
		}
		if in.writes(before) {
			if before.asked() {
				return ErrReferees
			}
			if err := s.rewriteTx(ctx, tx, by, before, in); err != nil {
				return err
			}
		}
		if !in.Position.Given {
			return nil
		}
		order := moved(all, id, in.Position.Value)
		if slices.IndexFunc(order, func(r Reference) bool { return r.ID == id }) == slices.IndexFunc(all, func(r Reference) bool { return r.ID == id }) {
			return nil
		}
		if err := s.s.place(ctx, tx, c.DepartmentID, order); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "reference.moved", before, nil)
	})
	return s.again(ctx, c, id, err)
}

func (s *Service) rewriteTx(ctx context.Context, tx pgx.Tx, by access.Actor, before Reference, in Input) error {
	r := before
	if err := in.apply(&r); err != nil {
		return err
	}
	r.UpdatedAt = s.Clock.Now()
	if err := s.s.update(ctx, tx, r); err != nil {
		return err
	}
	return s.note(ctx, tx, by, "reference.changed", r, changes(before, r))
}

// Remove deletes a reference and returns it. A pending request is withdrawn. It returns ErrNotFound.
func (s *Service) Remove(ctx context.Context, by access.Actor, ref string, id int64) (Reference, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Reference{}, err
	}
	c, err := s.Credentials.Read(ctx, by, ref)
	if err != nil {
		return Reference{}, err
	}
	return s.remove(ctx, by, c, id, func(Reference) error { return nil })
}

func (s *Service) remove(ctx context.Context, by access.Actor, c credentials.Credential, id int64, may func(Reference) error) (r Reference, err error) {
	err = s.changing(ctx, c, func(tx pgx.Tx, all []Reference) error {
		if r, err = one(all, id); err != nil {
			return err
		}
		if err := may(r); err != nil {
			return err
		}
		if err := s.s.q.ReferenceDelete(ctx, tx, db.ReferenceDeleteParams{DepartmentID: c.DepartmentID, ID: id}); err != nil {
			return err
		}
		return s.note(ctx, tx, by, "reference.removed", r, nil)
	})
	return r, err
}

// changing runs a change of a credential's references under a lock.
func (s *Service) changing(ctx context.Context, c credentials.Credential, change func(tx pgx.Tx, all []Reference) error) error {
	return pg.InDepartment(ctx, s.Pool, c.DepartmentID, func(tx pgx.Tx) error {
		return s.changingTx(ctx, tx, c.DepartmentID, c.ID, func(all []Reference) error { return change(tx, all) })
	})
}

func (s *Service) changingTx(ctx context.Context, tx pgx.Tx, departmentID, credentialID int64, change func(all []Reference) error) error {
	if err := s.s.lock(ctx, tx, departmentID, credentialID); err != nil {
		return err
	}
	all, err := s.s.of(ctx, tx, departmentID, credentialID)
	if err != nil {
		return err
	}
	return change(all)
}

// again reads a reference after a change.
func (s *Service) again(ctx context.Context, c credentials.Credential, id int64, err error) (Reference, error) {
	if err != nil {
		return Reference{}, err
	}
	all, err := s.all(ctx, c)
	if err != nil {
		return Reference{}, err
	}
	return one(all, id)
}

// moved returns the references with one of them at another position.
func moved(all []Reference, id int64, to int) []Reference {
	out := slices.Clone(all)
	from := slices.IndexFunc(out, func(r Reference) bool { return r.ID == id })
	r := out[from]
	out = slices.Delete(out, from, from+1)
	return slices.Insert(out, min(max(to, 0), len(out)), r)
}

// changes lists the fields that an edit changed, before and after, for the history.
func changes(before, after Reference) map[string]any {
	out := map[string]any{}
	note := func(field string, a, b any) {
		if a != b {
			out[field] = map[string]any{"before": a, "after": b}
		}
	}
	note(fieldText, before.Text, after.Text)
	note(fieldRelationship, string(before.Relationship), string(after.Relationship))
	note(fieldName, before.Referee.Name, after.Referee.Name)
	note(fieldEmail, before.Referee.Email, after.Referee.Email)
	note(fieldTitle, before.Referee.Title, after.Referee.Title)
	note(fieldURL, before.Referee.URL, after.Referee.URL)
	note(fieldAvatar, before.Referee.Avatar, after.Referee.Avatar)
	return out
}

// note adds to the history of the credential.
func (s *Service) note(ctx context.Context, tx pgx.Tx, by access.Actor, action string, r Reference, details map[string]any) error {
	if details == nil {
		details = map[string]any{}
	}
	details["reference"] = r.Referee.Name
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "credential", ObjectID: r.CredentialID, Details: details})
}
