package authoring

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
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
	Input credentials.Input
	Whole bool
}

// CreateManyTx adds drafts with a constant number of queries. Outcome i belongs to input i. Groups are given by ID, and images are
// those of Resolve. The outcomes have the errors of Create.
func (s *Service) CreateManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, inputs []credentials.Input, from Origin) ([]Outcome, error) {
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
	drafts := make([]credentials.Credential, len(inputs))
	var rows []row
	for i, in := range inputs {
		group, ok := found[in.GroupID]
		if !ok {
			out[i].Refusal = credentials.ErrGroupNotFound
			continue
		}
		if out[i].Refusal = usable(in, group.GroupForCredentialRow); out[i].Refusal != nil {
			continue
		}
		if out[i].Alone = duplicates(in, group) != ""; out[i].Alone {
			continue
		}
		if drafts[i], out[i].Refusal = s.draft(by, group, in, kinds); out[i].Refusal == nil {
			rows = append(rows, s.draftRow(drafts[i], group.AllowDuplicateCredentials).from(from))
		}
	}
	made, err := s.insertMany(ctx, tx, rows)
	if err != nil {
		return nil, err
	}
	if len(made) < len(rows) {
		if err := s.twins(ctx, tx, by.DepartmentID, drafts, made, out); err != nil {
			return nil, err
		}
	}
	var ids []int64
	var details []audit.Detail
	for i, c := range drafts {
		if out[i].Refusal == nil && !out[i].Alone {
			out[i].ID = made[c.UUID]
			ids = append(ids, out[i].ID)
			d := audit.Detail{ObjectID: out[i].ID, Details: map[string]any{"values": values(c)}}
			if from.ImportID != 0 {
				d.Details["import"] = from.ImportID
			}
			details = append(details, d)
		}
	}
	return out, s.credentials.RecordEachTx(ctx, tx, by, "credential.created", details, events.Of(ids, events.Created))
}

func (s *Service) groupsByID(ctx context.Context, tx pgx.Tx, departmentID int64, inputs []credentials.Input) (map[int64]start, error) {
	var ids []int64
	for _, in := range inputs {
		ids = append(ids, in.GroupID)
	}
	slices.Sort(ids)
	rows, err := s.q.GroupsForCredentials(ctx, tx, db.GroupsForCredentialsParams{DepartmentID: departmentID, Ids: slices.Compact(ids)})
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
	return start{group, settings, credentials.Location(group.TimeZone)}, err
}

// twins returns the names that other credentials already have, for those that a unique index rejected.
func (s *Service) twins(ctx context.Context, tx pgx.Tx, departmentID int64, drafts []credentials.Credential, made map[uuid.UUID]int64, out []Outcome) error {
	var licenses []string
	for i, c := range drafts {
		if out[i].Refusal == nil && made[c.UUID] == 0 && c.LicenseID != "" {
			licenses = append(licenses, c.LicenseID)
		}
	}
	taken, err := s.q.CredentialLicensesTaken(ctx, tx, db.CredentialLicensesTakenParams{DepartmentID: departmentID, LicenseIds: licenses})
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
	after := make([]credentials.Credential, 0, len(all))
	var details []audit.Detail
	var happened []events.Change
	var done []int64 // that were in progress
	for i, change := range all {
		out[i].ID = change.ID
		old, ok := before[change.ID]
		if !ok {
			out[i].Refusal = credentials.ErrNotFound
			continue
		}
		c := old
		if out[i].Refusal = change.onto(old).Apply(&c, kinds); out[i].Refusal != nil {
			continue
		}
		s.endAtOnce(by, change.Input, old, &c, zone)
		c.UpdatedAt = s.clock.Now()
		c.State = s.credentials.StateByDate(c)
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
	return out, s.credentials.RecordEachTx(ctx, tx, by, "credential.updated", details, happened)
}

// onto returns the input with the custom attributes that stay.
func (c Change) onto(old credentials.Credential) credentials.Input {
	in := c.Input
	if in.CustomAttributes.Given && !c.Whole {
		merged := maps.Clone(old.CustomAttributes)
		maps.Copy(merged, in.CustomAttributes.Value)
		in.CustomAttributes = optional.Set(merged)
	}
	return in
}

// updateMany writes all changes at once. If a unique index rejects one, it writes them one by one.
func (s *Service) updateMany(ctx context.Context, tx pgx.Tx, all []Change, after []credentials.Credential, out []Outcome) error {
	write := func(some []credentials.Credential) error {
		return pgx.BeginFunc(ctx, tx, func(inner pgx.Tx) error { return s.writeMany(ctx, inner, some, s.clock.Now()) })
	}
	err := write(after)
	if pg.Code(err) != "23505" {
		return err
	}
	for _, c := range after {
		err := write([]credentials.Credential{c})
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

func (s *Service) lockMany(ctx context.Context, tx pgx.Tx, departmentID int64, all []Change) (map[int64]credentials.Credential, error) {
	ids := make([]int64, len(all))
	for i, change := range all {
		ids[i] = change.ID
	}
	locked, err := s.credentials.LockManyTx(ctx, tx, departmentID, ids)
	found := make(map[int64]credentials.Credential, len(locked))
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
	rows, err := s.q.CredentialsOfRecipients(ctx, tx, db.CredentialsOfRecipientsParams{
		DepartmentID: by.DepartmentID, Emails: slices.Collect(maps.Keys(names)),
	})
	if err != nil {
		return nil, fmt.Errorf("find credentials of recipients: %w", err)
	}
	var all []Change
	var ids []int64
	for _, r := range rows {
		all = append(all, Change{ID: r.ID, Input: credentials.Input{RecipientName: optional.Set(names[r.Email])}})
		ids = append(ids, r.ID)
	}
	_, err = s.UpdateManyTx(ctx, tx, by, all)
	return ids, err
}
