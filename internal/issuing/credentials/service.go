package credentials

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/design/uploads"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Attributes provides the custom attributes of a department.
type Attributes interface {
	// KindsTx returns the kind of each attribute by its key.
	KindsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (map[string]attributes.Kind, error)
	// MatchTx finds the attribute of each value by its key or name.
	MatchTx(ctx context.Context, tx pgx.Tx, departmentID int64, values map[string]any) (attributes.Matched, error)
	// AcceptTx is MatchTx for a credential that is being written. It may create attributes.
	AcceptTx(ctx context.Context, tx pgx.Tx, by access.Actor, values map[string]any) (attributes.Matched, error)
}

// Images checks an image that a client sets as the value of an image attribute.
type Images interface {
	Use(ctx context.Context, by access.Actor, url string) (uploads.Image, error)
}

// Service manages credentials.
type Service struct {
	pool       *pgxpool.Pool
	s          store
	clock      clock.Clock
	audit      *audit.Log
	events     *events.Log
	attributes Attributes
	images     Images
	credits    Credits
	traces     []Traces

	completions Completions // nil: nobody is told
}

// New returns a service. The keyring encrypts stored private keys.
func New(pool *pgxpool.Pool, c clock.Clock, log *audit.Log, happened *events.Log, attributes Attributes, images Images, keyring *secrets.Keyring) *Service {
	return &Service{
		pool: pool, s: store{db.New(), newMemory(), keySeal{keyring}}, clock: c, audit: log, events: happened, attributes: attributes, images: images, credits: Unlimited{},
	}
}

// With adds what belongs to a credential in the transaction that creates it.
type With func(ctx context.Context, tx pgx.Tx, credentialID int64) error

// Create adds a draft. It returns field errors, ErrGroupNotFound, ErrGroupArchived or ErrGroupWithoutDesign.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input, with ...With) (Credential, error) {
	in, err := s.Resolve(ctx, by, in)
	if err != nil {
		return Credential{}, err
	}
	var c Credential
	err = pg.InDepartment(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		c, _, err = s.newTx(ctx, tx, by, in, false)
		if err != nil || len(with) == 0 {
			return err
		}
		if err := addTo(ctx, tx, c.ID, with); err != nil {
			return err
		}
		c, err = s.s.readID(ctx, tx, by.DepartmentID, c.ID, false)
		return err
	})
	return c, err
}

// draft returns a new credential of a group with the values of the input.
func (s *Service) draft(by access.Actor, group start, in Input, kinds map[string]attributes.Kind) (Credential, error) {
	now := s.clock.Now()
	c := Credential{
		DepartmentID: by.DepartmentID, UUID: uuid.New(), EncodedID: newEncodedID(), PrivateKey: newPrivateKey(), State: Draft,
		IssuedOn: clock.Today(s.clock, group.zone), Private: group.Private, Complete: true, AllowEvidence: group.settings.EvidenceAllowed,
		AllowReferences: group.settings.ReferencesAllowed, CustomAttributes: map[string]any{}, Source: in.Source, EmailStatus: mailNone,
		CreatedAt: now, UpdatedAt: now,
	}
	if c.Source == "" {
		c.Source = "dashboard"
	}
	c.Group.ID = group.ID
	if err := in.apply(&c, kinds); err != nil {
		return Credential{}, err
	}
	s.endAtOnce(by, in, Credential{}, &c, group.zone)
	if !in.ExpiredOn.Given && group.AutoExpiryAmount != nil {
		d := expiry(c.IssuedOn, int(*group.AutoExpiryAmount), deref(group.AutoExpiryUnit))
		c.ExpiredOn = &d
	}
	return c, nil
}

func (s *Service) group(ctx context.Context, tx pgx.Tx, departmentID int64, in Input) (db.GroupForCredentialRow, error) {
	group, err := s.s.q.GroupForCredential(ctx, tx, in.group(departmentID))
	switch {
	case pg.NoRows(err):
		return group, ErrGroupNotFound
	case err != nil:
		return group, fmt.Errorf("read group: %w", err)
	}
	return group, in.usable(group)
}

// usable returns an error if a group does not accept new credentials, or not this one.
func (in Input) usable(group db.GroupForCredentialRow) error {
	switch {
	case group.State == "archived":
		return ErrGroupArchived
	case group.CertificateDesignID == nil && group.BadgeDesignID == nil && !in.Undesigned:
		return ErrGroupWithoutDesign
	}
	return nil
}

// expiry returns the last day of a term that begins on the date of issue. The 31st of a shorter month is its last day.
func expiry(issued time.Time, amount int, unit string) time.Time {
	switch unit {
	case "day":
		return issued.AddDate(0, 0, amount)
	case "month":
		return addMonths(issued, amount)
	default:
		return addMonths(issued, 12*amount)
	}
}

func addMonths(d time.Time, months int) time.Time {
	to := d.AddDate(0, months, 0)
	if to.Day() != d.Day() { // AddDate runs over into the next month
		to = to.AddDate(0, 0, -to.Day())
	}
	return to
}

// Read returns a credential of the department by the issuer's own ID, ID, UUID or encoded ID, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, ref string) (Credential, error) {
	c, _, err := s.ReadAttached(ctx, by, ref)
	return c, err
}

// ReadAttached is Read that also reports whether the credential has evidence or references.
func (s *Service) ReadAttached(ctx context.Context, by access.Actor, ref string) (c Credential, attached bool, err error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Credential{}, false, err
	}
	err = pg.SingleStatement(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(d pg.DB) (err error) {
		c, attached, err = s.s.read(ctx, d, by.DepartmentID, ref)
		return err
	})
	return c, attached, err
}

// Update changes the given fields. The history keeps the old values. It returns the errors of Create.
func (s *Service) Update(ctx context.Context, by access.Actor, ref string, in Input) (Credential, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return Credential{}, err
	}
	in, err := s.Resolve(ctx, by, in)
	if err != nil {
		return Credential{}, err
	}
	var after Credential
	err = pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.s.lock(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		after, err = s.changeTx(ctx, tx, by, before, in)
		return err
	})
	return after, err
}

// changeTx applies an input to a locked credential.
func (s *Service) changeTx(ctx context.Context, tx pgx.Tx, by access.Actor, before Credential, in Input) (Credential, error) {
	kinds, err := s.attributes.KindsTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return before, err
	}
	c := before
	if err := in.apply(&c, kinds); err != nil {
		return before, err
	}
	s.endAtOnce(by, in, before, &c, before.Issuer.zone())
	if err := s.extendTx(ctx, tx, before, c); err != nil {
		return before, err
	}
	c.UpdatedAt = s.clock.Now()
	c.State = s.stateByDate(c)
	if err := s.s.update(ctx, tx, c); err != nil {
		return before, err
	}
	record := audit.Event{Action: "credential.updated", Details: changes(before, c)}
	if err := s.recordTx(ctx, tx, by, record, []events.Change{edit(before, c)}); err != nil {
		return before, err
	}
	if completed(before, c) {
		if err := s.completedTx(ctx, tx, c.DepartmentID, []int64{c.ID}); err != nil {
			return before, err
		}
	}
	return s.s.readID(ctx, tx, by.DepartmentID, c.ID, false)
}

// stateByDate returns the state of an issued credential according to its completion and dates.
func (s *Service) stateByDate(c Credential) State {
	if !c.State.Achieved() && c.State != InProgress {
		return c.State
	}
	if !c.Complete {
		return InProgress
	}
	if end, ends := c.End(); ends && !s.clock.Now().Before(end) {
		return Expired
	}
	return Published
}

// stateBefore returns the state that a deleted credential had.
func (s *Service) stateBefore(c Credential) State {
	switch {
	case c.Revocation != nil:
		return Revoked
	case c.Suspension != nil:
		return Suspended
	case c.PublishedAt == nil && c.PublishAt != nil && c.PublishAt.After(s.clock.Now()):
		return Scheduled
	case c.PublishedAt == nil:
		return Draft // its time has passed, and nobody expects it to go out now
	}
	c.State = Published
	return s.stateByDate(c)
}

// changes lists the fields that an edit changed, before and after, for the history.
func changes(before, after Credential) map[string]any {
	out := map[string]any{}
	note := func(field string, a, b any) {
		if fmt.Sprint(a) != fmt.Sprint(b) {
			out[field] = map[string]any{"before": a, "after": b}
		}
	}
	note("recipient.name", before.Recipient.Name, after.Recipient.Name)
	note("recipient.email", before.Recipient.Email, after.Recipient.Email)
	note("name", before.OwnName, after.OwnName)
	note("description", before.OwnDescription, after.OwnDescription)
	note("issued_on", before.IssuedOn.Format(time.DateOnly), after.IssuedOn.Format(time.DateOnly))
	note("expired_on", date(before.ExpiredOn), date(after.ExpiredOn))
	if (before.ExpiredAt == nil) != (after.ExpiredAt == nil) {
		out["expired_on"] = map[string]any{"before": date(before.ExpiredOn), "after": date(after.ExpiredOn)}
	}
	note("grade", number(before.Grade), number(after.Grade))
	note("private", before.Private, after.Private)
	note("license_id", before.LicenseID, after.LicenseID)
	note("recipient.id", before.Recipient.ID, after.Recipient.ID)
	note("recipient.phone_number", before.Recipient.Phone, after.Recipient.Phone)
	note("complete", before.Complete, after.Complete)
	note("custom_attributes", before.CustomAttributes, after.CustomAttributes)
	return out
}

func date(d *time.Time) string {
	if d == nil {
		return ""
	}
	return d.Format(time.DateOnly)
}

func number(f *float64) string {
	if f == nil {
		return ""
	}
	return fmt.Sprint(*f)
}

// Resolve finds the attributes of an input, checks its images and replaces them by their public URLs. The result contains warnings and
// is marked as resolved; resolving it again changes nothing. It calls the file store and therefore runs before the transaction.
func (s *Service) Resolve(ctx context.Context, by access.Actor, in Input) (Input, error) {
	if err := by.Require(access.ManageCredentials); err != nil || in.resolved || len(in.CustomAttributes.Value) == 0 {
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
	in.CustomAttributes.Value, in.Warnings, in.resolved = m.Values, append(in.Warnings, m.Warnings...), true
	return in, nil
}

// ReadIssued returns those of ids that recipients can see, for background work such as printing in advance.
func (s *Service) ReadIssued(ctx context.Context, departmentID int64, ids []int64) ([]Credential, error) {
	var all []Credential
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		all, err = s.s.readIssued(ctx, tx, departmentID, ids)
		return err
	})
	for i, c := range all {
		all[i].State = s.stateByDate(c) // as on its public page
	}
	return all, err
}

// ReadEvery returns ids in any state, including deleted ones, for telling programs what became of them.
func (s *Service) ReadEvery(ctx context.Context, departmentID int64, ids []int64) ([]Credential, error) {
	var all []Credential
	err := pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) (err error) {
		all, err = s.s.readEvery(ctx, tx, departmentID, ids)
		return err
	})
	return all, err
}

// ReadPublic resolves a public link. It returns ErrNotFound for a draft, ErrGone for a deleted credential that had been issued, and
// ErrPrivate for a private one without its key. IDs and issuers' own IDs can be guessed: for these, a credential that the visitor may
// not see is ErrNotFound, like an unknown ID, after the same queries.
func (s *Service) ReadPublic(ctx context.Context, ref, key string) (Credential, error) {
	return s.ReadPublicAfter(ctx, ref, key)
}

// ReadPublicAfter is ReadPublic combined with other queries in one round trip. See pg.Batch.
func (s *Service) ReadPublicAfter(ctx context.Context, ref, key string, before ...func(pg.DB) error) (Credential, error) {
	var c Credential
	var row db.CredentialReadPublicRow
	var refusal error
	ctx = pg.WithGenericPlan(ctx)
	err := pg.BatchSystem(ctx, s.pool, append(before, func(d pg.DB) (err error) {
		row, err = s.s.publicRow(ctx, d, ref)
		return err
	})...)
	if err == nil {
		refusal = s.closed(row.Credential, key)
	}
	if err == nil && refusal == nil {
		err = pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) (err error) {
			c, err = s.s.public(ctx, d, row)
			return err
		})
	}
	if err != nil && !errors.Is(err, ErrNotFound) {
		return Credential{}, err
	}
	if err != nil || refusal != nil {
		gone := s.readTombstone(ctx, ref, key) // asked about in each case, so that how long it takes tells nothing
		if !errors.Is(gone, ErrNotFound) && !errors.Is(gone, ErrGone) {
			return Credential{}, gone
		}
		if number, _ := parseRef(ref); number != nil || row.ByLicense {
			refusal = ErrNotFound
		}
		return Credential{}, cmp.Or(refusal, gone)
	}
	c.State = s.stateByDate(c) // the stored state follows within minutes
	return c, nil
}

// closed returns the error with which a public link does not open a credential, or nil.
func (s *Service) closed(c db.Credential, key string) error {
	allowed := !c.Private || opens(key, s.OpenKey(c.Uuid, c.PrivateKey))
	switch {
	case State(c.State) == Deleted && c.PublishedAt != nil && allowed:
		return ErrGone
	case !State(c.State).Issued():
		return ErrNotFound
	case !allowed:
		return ErrPrivate
	}
	return nil
}
