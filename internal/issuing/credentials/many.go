package credentials

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// Origin is the common origin of many credentials.
type Origin struct {
	Source   string
	ImportID int64
}

// Outcome is the result for one of many inputs: the credential's ID or an error. It is empty for one that has to be created separately,
// because it may change an existing credential.
type Outcome struct {
	ID      int64
	Refusal error
	Alone   bool
}

// Change is an input for an existing credential. Custom attributes that it does not contain stay unchanged, unless it is the whole
// credential.
type Change struct {
	ID    int64
	Input Input
	Whole bool
}

// Check validates an input for a credential without changing anything.
func (in Input) Check(onto Credential, kinds map[string]attributes.Kind) error {
	return in.apply(&onto, kinds)
}

// CreateManyTx adds drafts with a constant number of queries. Outcome i belongs to input i. Groups are given by ID, and images are
// those of Resolve. The outcomes have the errors of Create.
func (s *Service) CreateManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, inputs []Input, from Origin) ([]Outcome, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	if len(inputs) == 0 {
		return nil, nil
	}
	found, err := s.groupsByID(ctx, tx, by.DepartmentID, inputs)
	if err != nil {
		return nil, err
	}
	kinds, err := s.attributes.KindsTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, len(inputs))
	drafts := make([]Credential, len(inputs))
	var rows []manyRow
	for i, in := range inputs {
		group, ok := found[in.GroupID]
		if !ok {
			out[i].Refusal = ErrGroupNotFound
			continue
		}
		if out[i].Refusal = in.usable(group.GroupForCredentialRow); out[i].Refusal != nil {
			continue
		}
		if out[i].Alone = in.duplicates(group) != ""; out[i].Alone {
			continue
		}
		if drafts[i], out[i].Refusal = s.draft(by, group, in, kinds); out[i].Refusal == nil {
			rows = append(rows, manyRow{drafts[i], group.AllowDuplicateCredentials, s.s.keys.seal(drafts[i].UUID, drafts[i].PrivateKey)})
		}
	}
	made, err := s.s.insertMany(ctx, tx, by.DepartmentID, rows, from, s.clock.Now())
	if err != nil {
		return nil, err
	}
	if len(made) < len(rows) {
		if err := s.twins(ctx, tx, by.DepartmentID, drafts, made, out); err != nil {
			return nil, err
		}
	}
	var ids []int64
	for i, c := range drafts {
		if out[i].Refusal == nil && !out[i].Alone {
			out[i].ID = made[c.UUID]
			ids = append(ids, out[i].ID)
		}
	}
	record := audit.Event{Action: "credential.created"}
	if from.ImportID != 0 {
		record.Details = map[string]any{"import": from.ImportID}
	}
	return out, s.recordTx(ctx, tx, by, record, events.Of(ids, events.Created))
}

func (s *Service) groupsByID(ctx context.Context, tx pgx.Tx, departmentID int64, inputs []Input) (map[int64]start, error) {
	var ids []int64
	for _, in := range inputs {
		ids = append(ids, in.GroupID)
	}
	slices.Sort(ids)
	rows, err := s.s.q.GroupsForCredentials(ctx, tx, db.GroupsForCredentialsParams{DepartmentID: departmentID, Ids: slices.Compact(ids)})
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	found := make(map[int64]start, len(rows))
	for _, g := range rows {
		if found[g.ID], err = beginning(db.GroupForCredentialRow(g)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// start is what new credentials of a group begin with. It is read once per group.
type start struct {
	db.GroupForCredentialRow
	settings groups.Settings
	zone     *time.Location
}

func beginning(group db.GroupForCredentialRow) (start, error) {
	settings, err := groups.ParseSettings(group.Settings)
	return start{group, settings, location(group.TimeZone)}, err
}

// twins returns the names that other credentials already have, for those that a unique index rejected.
func (s *Service) twins(ctx context.Context, tx pgx.Tx, departmentID int64, drafts []Credential, made map[uuid.UUID]int64, out []Outcome) error {
	var licenses []string
	for i, c := range drafts {
		if out[i].Refusal == nil && made[c.UUID] == 0 && c.LicenseID != "" {
			licenses = append(licenses, c.LicenseID)
		}
	}
	taken, err := s.s.q.CredentialLicensesTaken(ctx, tx, db.CredentialLicensesTakenParams{DepartmentID: departmentID, LicenseIds: licenses})
	if err != nil {
		return fmt.Errorf("look for own ids: %w", err)
	}
	for i, c := range drafts {
		switch {
		case out[i].Refusal != nil || out[i].Alone || made[c.UUID] != 0:
		case c.LicenseID != "" && slices.Contains(taken, c.LicenseID):
			out[i].Refusal = errLicenseTaken()
		default:
			out[i].Refusal = duplicateRefusal()
		}
	}
	return nil
}

// UpdateManyTx changes credentials with a constant number of queries. Outcome i belongs to change i. The outcomes have the errors of
// Update, and ErrNotFound.
func (s *Service) UpdateManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, all []Change) ([]Outcome, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	if len(all) == 0 {
		return nil, nil
	}
	kinds, err := s.attributes.KindsTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return nil, err
	}
	zone, err := s.zone(ctx, tx, by.DepartmentID)
	if err != nil {
		return nil, err
	}
	before, err := s.lockMany(ctx, tx, by.DepartmentID, all)
	if err != nil {
		return nil, err
	}
	out := make([]Outcome, len(all))
	after := make([]Credential, 0, len(all))
	var details []audit.Detail
	var happened []events.Change
	var done []int64 // that were in progress
	for i, change := range all {
		out[i].ID = change.ID
		old, ok := before[change.ID]
		if !ok {
			out[i].Refusal = ErrNotFound
			continue
		}
		c := old
		if out[i].Refusal = change.onto(old).apply(&c, kinds); out[i].Refusal != nil {
			continue
		}
		s.endAtOnce(by, change.Input, old, &c, zone)
		c.UpdatedAt = s.clock.Now()
		c.State = s.stateByDate(c)
		if changed := changes(old, c); len(changed) > 0 {
			details = append(details, audit.Detail{ObjectID: c.ID, Details: changed})
			happened = append(happened, edit(old, c))
			after = append(after, c)
			if completed(old, c) {
				done = append(done, c.ID)
			}
			before[c.ID] = c // a second change of the same one stands on the first
		}
	}
	if err := s.updateMany(ctx, tx, all, after, out); err != nil {
		return nil, err
	}
	refused := func(id int64) bool {
		return slices.ContainsFunc(out, func(o Outcome) bool { return o.ID == id && o.Refusal != nil })
	}
	details = slices.DeleteFunc(details, func(d audit.Detail) bool { return refused(d.ObjectID) })
	happened = slices.DeleteFunc(happened, func(c events.Change) bool { return refused(c.CredentialID) })
	if err := s.completedTx(ctx, tx, by.DepartmentID, slices.DeleteFunc(done, refused)); err != nil {
		return nil, err
	}
	return out, s.recordEachTx(ctx, tx, by, "credential.updated", details, happened)
}

// onto returns the input with the custom attributes that stay.
func (c Change) onto(old Credential) Input {
	in := c.Input
	if in.CustomAttributes.Given && !c.Whole {
		merged := maps.Clone(old.CustomAttributes)
		maps.Copy(merged, in.CustomAttributes.Value)
		in.CustomAttributes = optional.Set(merged)
	}
	return in
}

// updateMany writes all changes at once. If a unique index rejects one, it writes them one by one.
func (s *Service) updateMany(ctx context.Context, tx pgx.Tx, all []Change, after []Credential, out []Outcome) error {
	write := func(some []Credential) error {
		return pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error { return s.s.updateMany(ctx, inner, some, s.clock.Now()) })
	}
	err := write(after)
	if pg.Code(err) != "23505" {
		return err
	}
	for _, c := range after {
		err := write([]Credential{c})
		if err == nil {
			continue
		}
		refused := refusal("update credentials", err)
		if _, ok := errors.AsType[*errs.Error](refused); !ok {
			return refused
		}
		for i, change := range all {
			if change.ID == c.ID {
				out[i].Refusal = refused
			}
		}
	}
	return nil
}

func (s *Service) lockMany(ctx context.Context, tx pgx.Tx, departmentID int64, all []Change) (map[int64]Credential, error) {
	ids := make([]int64, len(all))
	for i, change := range all {
		ids[i] = change.ID
	}
	rows, err := s.s.q.CredentialReadMany(ctx, tx, db.CredentialReadManyParams{DepartmentID: departmentID, Ids: ids})
	locked, err := s.s.shown(ctx, tx, rows, err)
	found := make(map[int64]Credential, len(locked))
	for _, c := range locked {
		found[c.ID] = c
	}
	return found, err
}

// RenamePeopleTx sets the recipient's name on every credential of some people, who are given by their addresses in lower case. It
// returns the IDs of the credentials it examined.
func (s *Service) RenamePeopleTx(ctx context.Context, tx pgx.Tx, by access.Actor, names map[string]string) ([]int64, error) {
	if len(names) == 0 {
		return nil, nil
	}
	rows, err := s.s.q.CredentialsOfRecipients(ctx, tx, db.CredentialsOfRecipientsParams{
		DepartmentID: by.DepartmentID, Emails: slices.Collect(maps.Keys(names)),
	})
	if err != nil {
		return nil, fmt.Errorf("find credentials of recipients: %w", err)
	}
	var all []Change
	var ids []int64
	for _, r := range rows {
		all = append(all, Change{ID: r.ID, Input: Input{RecipientName: optional.Set(names[r.Email])}})
		ids = append(ids, r.ID)
	}
	_, err = s.UpdateManyTx(ctx, tx, by, all)
	return ids, err
}

// DeleteDraftsTx deletes those of ids that were never issued and returns them.
func (s *Service) DeleteDraftsTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	deleted, err := s.s.q.CredentialDeleteDrafts(ctx, tx, db.CredentialDeleteDraftsParams{Now: &now, DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("delete drafts: %w", err)
	}
	return deleted, s.recordTx(ctx, tx, by, audit.Event{Action: "credential.deleted"}, events.Of(deleted, events.Deleted))
}

// manyRow is a credential as one of many rows.
type manyRow struct {
	c               Credential
	allowsDuplicate bool
	sealedKey       string // of a new one
}

// MarshalJSON encodes the row as the queries read it.
func (r manyRow) MarshalJSON() ([]byte, error) {
	c := r.c
	object := func(m map[string]any) map[string]any {
		if m == nil {
			return map[string]any{}
		}
		return m
	}
	row := map[string]any{
		"id": c.ID, "group_id": c.Group.ID, "uuid": c.UUID, "encoded_id": c.EncodedID, "license_id": text(c.LicenseID),
		"recipient_name": c.Recipient.Name, "recipient_email": c.Recipient.Email, "recipient_id": text(c.Recipient.ID),
		"recipient_phone": c.Recipient.Phone, "recipient_meta_data": object(c.Recipient.MetaData), "name": text(c.OwnName),
		"description": text(c.OwnDescription), "issued_on": c.IssuedOn.Format(time.DateOnly), "expired_on": text(date(c.ExpiredOn)), "expired_at": c.ExpiredAt, "grade": c.Grade,
		"custom_attributes": object(c.CustomAttributes), "private": c.Private, "private_key": r.sealedKey, "complete": c.Complete,
		"allow_evidence": c.AllowEvidence, "allow_references": c.AllowReferences, "allows_duplicate": r.allowsDuplicate,
		"meta_data": object(c.MetaData), "state": c.State,
	}
	return json.Marshal(row)
}

func (s store) insertMany(
	ctx context.Context, tx pgx.Tx, departmentID int64, rows []manyRow, from Origin, now time.Time,
) (map[uuid.UUID]int64, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("encode credentials: %w", err)
	}
	p := db.CredentialInsertManyParams{DepartmentID: departmentID, Source: from.Source, Now: now, Rows: data}
	if from.ImportID != 0 {
		p.ImportID = &from.ImportID
	}
	inserted, err := s.q.CredentialInsertMany(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("insert credentials: %w", err)
	}
	made := make(map[uuid.UUID]int64, len(inserted))
	for _, r := range inserted {
		made[r.Uuid] = r.ID
	}
	return made, nil
}

func (s store) updateMany(ctx context.Context, tx pgx.Tx, all []Credential, now time.Time) error {
	if len(all) == 0 {
		return nil
	}
	rows, ids := make([]manyRow, len(all)), make([]int64, len(all))
	for i, c := range all {
		rows[i], ids[i] = manyRow{c: c}, c.ID
	}
	data, err := json.Marshal(rows)
	if err != nil {
		return fmt.Errorf("encode credentials: %w", err)
	}
	err = s.q.CredentialUpdateMany(ctx, tx, db.CredentialUpdateManyParams{DepartmentID: all[0].DepartmentID, Now: now, Rows: data, Ids: ids})
	if err != nil {
		return fmt.Errorf("update credentials: %w", err)
	}
	return nil
}
