package credentials

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials/internal/db"
	"laurel/internal/issuing/events"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
)

// Values are the values that bulk actions set. Each action sets one of them.
type Values struct {
	ExpiredOn string `json:"expired_on"` // a date, "" for never
	Private   bool   `json:"private"`
	GroupID   int64  `json:"group_id"`
}

// Field names one of Values.
type Field string

// The fields. Default is the privacy default of the group or else the department.
const (
	FieldExpiry  Field = "expired_on"
	FieldPrivacy Field = "private"
	FieldDefault Field = "private_by_default"
	FieldGroup   Field = "group_id"
)

// Want is the new value for one credential, and the value it must currently have. Nil accepts any current value.
type Want struct {
	To   Values
	From *Values
}

// BulkOutcome is the result of a bulk change. Before contains the previous values of the changed credentials.
type BulkOutcome struct {
	Before    map[int64]Values
	Unchanged []int64
	Refused   map[int64]error
}

// bulkRow is a credential during a bulk change.
type bulkRow = db.CredentialLockForBulkRow

func valuesOf(r bulkRow) Values { return Values{date(r.ExpiredOn), r.Private, r.GroupID} }

// get returns a field in a form in which two values can be compared.
func (v Values) get(f Field) any {
	switch f {
	case FieldExpiry:
		return v.ExpiredOn
	case FieldGroup:
		return v.GroupID
	default:
		return v.Private
	}
}

// SetManyTx sets a field of many credentials in a transaction of the department. The outcome lists the error of each credential that
// could not be changed.
func (s *Service) SetManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, field Field, wants map[int64]Want) (BulkOutcome, error) {
	out := BulkOutcome{Before: map[int64]Values{}, Refused: map[int64]error{}}
	if err := by.Require(access.ManageCredentials); err != nil {
		return out, err
	}
	rows, err := s.lockForBulk(ctx, tx, by.DepartmentID, wants, &out)
	if err != nil {
		return out, err
	}
	rule, err := s.rule(ctx, tx, by.DepartmentID, field, rows, wants)
	if err != nil {
		return out, err
	}
	after := map[int64]Values{}
	for _, r := range rows {
		want, had := wants[r.ID], valuesOf(r)
		if field == FieldDefault {
			want.To.Private = r.PrivateByDefault
		}
		switch {
		case want.From != nil && want.From.get(field) != had.get(field):
			out.Refused[r.ID] = ErrChangedSince
			continue
		case want.To.get(field) == had.get(field):
			out.Unchanged = append(out.Unchanged, r.ID)
			continue
		}
		if err := rule(r, want.To); errs.KindOf(err) != 0 {
			out.Refused[r.ID] = err
		} else if err != nil {
			return out, err
		} else {
			out.Before[r.ID], after[r.ID] = had, want.To
		}
	}
	if len(after) == 0 {
		return out, nil
	}
	happened, err := s.write(ctx, tx, by, field, out.Before, after)
	if err != nil {
		return out, refusal("set "+string(field), err)
	}
	return out, s.recordSet(ctx, tx, by, field, out.Before, after, happened)
}

// lockForBulk locks credentials. Those that do not exist or are deleted get an error.
func (s *Service) lockForBulk(ctx context.Context, tx pgx.Tx, departmentID int64, wants map[int64]Want, out *BulkOutcome) ([]bulkRow, error) {
	rows, err := s.s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{
		DepartmentID: departmentID, Ids: slices.Sorted(maps.Keys(wants)),
	})
	if err != nil {
		return nil, fmt.Errorf("lock credentials: %w", err)
	}
	for id := range wants {
		out.Refused[id] = ErrNotFound
	}
	rows = slices.DeleteFunc(rows, func(r bulkRow) bool { return r.State == string(Deleted) })
	for _, r := range rows {
		delete(out.Refused, r.ID)
	}
	return rows, nil
}

// rule returns a function that checks a new value of a field.
func (s *Service) rule(ctx context.Context, tx pgx.Tx, departmentID int64, field Field, rows []bulkRow, wants map[int64]Want) (func(bulkRow, Values) error, error) {
	switch field {
	case FieldExpiry:
		return func(r bulkRow, to Values) error { return s.mayExpire(ctx, tx, departmentID, r, to.ExpiredOn) }, nil
	case FieldGroup:
		return s.mayEnter(ctx, tx, departmentID, rows, wants)
	default:
		return func(bulkRow, Values) error { return nil }, nil
	}
}

// mayExpire rejects a last day before the date of issue, and one for which no credit is left.
func (s *Service) mayExpire(ctx context.Context, tx pgx.Tx, departmentID int64, r bulkRow, day string) error {
	var to *time.Time
	if day != "" {
		d, err := ParseDate(day)
		if err != nil || d.Before(r.IssuedOn) {
			return ErrExpiresBeforeIssue
		}
		to = &d
	}
	if !State(r.State).Issued() {
		return nil
	}
	return s.credits.ExtendTx(ctx, tx, departmentID, Charge{r.ID, lower(r.RecipientEmail)}, r.ExpiredOn, to)
}

// mayEnter returns a function that checks whether a group accepts a credential: the group must accept new ones, and must not have one
// for the same address already.
func (s *Service) mayEnter(ctx context.Context, tx pgx.Tx, departmentID int64, rows []bulkRow, wants map[int64]Want) (func(bulkRow, Values) error, error) {
	groups, emails := map[int64]bool{}, map[string]bool{}
	for _, r := range rows {
		groups[wants[r.ID].To.GroupID], emails[lower(r.RecipientEmail)] = true, true
	}
	ids := slices.Sorted(maps.Keys(groups))
	found, err := s.s.q.CredentialGroupRules(ctx, tx, db.CredentialGroupRulesParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	taken, err := s.taken(ctx, tx, departmentID, ids, slices.Sorted(maps.Keys(emails)))
	if err != nil {
		return nil, err
	}
	rules := map[int64]db.CredentialGroupRulesRow{}
	for _, g := range found {
		rules[g.ID] = g
	}
	return func(r bulkRow, to Values) error {
		group, ok := rules[to.GroupID]
		at := seat{to.GroupID, lower(r.RecipientEmail)}
		switch {
		case r.State == string(Revoked):
			return ErrRevoked
		case !ok:
			return ErrGroupNotFound
		case group.State == "archived":
			return ErrGroupArchived
		case group.AllowDuplicateCredentials || r.Beside:
			return nil
		case taken[at]:
			return ErrDuplicate
		}
		taken[at] = true // the next one with the same address finds it there
		return nil
	}, nil
}

// seat identifies an address in a group that accepts each address once.
type seat struct {
	groupID int64
	email   string
}

func (s *Service) taken(ctx context.Context, tx pgx.Tx, departmentID int64, groupIDs []int64, emails []string) (map[seat]bool, error) {
	rows, err := s.s.q.CredentialTaken(ctx, tx, db.CredentialTakenParams{DepartmentID: departmentID, GroupIds: groupIDs, Emails: emails})
	if err != nil {
		return nil, fmt.Errorf("look for duplicates: %w", err)
	}
	taken := make(map[seat]bool, len(rows))
	for _, r := range rows {
		taken[seat{r.GroupID, r.Email}] = true
	}
	return taken, nil
}

// write stores the new values of a field and returns the events of the changed credentials.
func (s *Service) write(ctx context.Context, tx pgx.Tx, by access.Actor, field Field, before, after map[int64]Values) ([]events.Change, error) {
	ids, now, departmentID := slices.Sorted(maps.Keys(after)), s.clock.Now(), by.DepartmentID
	switch field {
	case FieldExpiry:
		return s.writeExpiries(ctx, tx, by, ids, after)
	case FieldGroup:
		groups, happened := make([]int64, len(ids)), events.Of(ids, events.Moved, string(FieldGroup))
		for i, id := range ids {
			groups[i], happened[i].FromGroupID = after[id].GroupID, before[id].GroupID
		}
		return happened, s.s.q.CredentialSetGroups(ctx, tx, db.CredentialSetGroupsParams{Now: now, DepartmentID: departmentID, Ids: ids, GroupIds: groups})
	default:
		private := make([]bool, len(ids))
		for i, id := range ids {
			private[i] = after[id].Private
		}
		err := s.s.q.CredentialSetPrivacies(ctx, tx, db.CredentialSetPrivaciesParams{Now: now, DepartmentID: departmentID, Ids: ids, Private: private})
		return events.Of(ids, events.Updated, string(FieldPrivacy)), err
	}
}

func (s *Service) writeExpiries(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, after map[int64]Values) ([]events.Change, error) {
	days := make([]string, len(ids))
	for i, id := range ids {
		days[i] = after[id].ExpiredOn
	}
	zone, err := s.zone(ctx, tx, by.DepartmentID)
	if err != nil {
		return nil, err
	}
	expired, err := s.s.q.CredentialSetExpiries(ctx, tx, db.CredentialSetExpiriesParams{
		AtOnce: by.APIKeyID != 0, Now: s.clock.Now(), Today: clock.Today(s.clock, zone), DepartmentID: by.DepartmentID, Ids: ids, Days: days,
	})
	happened := events.Of(ids, events.Updated, string(FieldExpiry))
	for i, id := range ids {
		if _, found := slices.BinarySearch(expired, id); found {
			happened[i].Type = events.Expired
		}
	}
	return happened, err
}

// recordSet adds the old and new values to the histories.
func (s *Service) recordSet(
	ctx context.Context, tx pgx.Tx, by access.Actor, field Field, before, after map[int64]Values, happened []events.Change,
) error {
	name, action := string(field), "credential.updated"
	switch field {
	case FieldDefault:
		name = string(FieldPrivacy)
	case FieldGroup:
		action = "credential.moved"
	}
	details := make([]audit.Detail, len(happened))
	for i, c := range happened {
		details[i] = audit.Detail{ObjectID: c.CredentialID, Details: map[string]any{
			name: map[string]any{"before": before[c.CredentialID].get(field), "after": after[c.CredentialID].get(field)},
		}}
	}
	return s.recordEachTx(ctx, tx, by, action, details, happened)
}

// DeleteManyTx soft-deletes credentials in a transaction of the department and returns their IDs.
func (s *Service) DeleteManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	now := s.clock.Now()
	deleted, err := s.s.q.CredentialSetDeleted(ctx, tx, db.CredentialSetDeletedParams{Now: &now, DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("delete credentials: %w", err)
	}
	return deleted, s.recordTx(ctx, tx, by, audit.Event{Action: "credential.deleted"}, events.Of(deleted, events.Deleted))
}

// RestoreManyTx restores soft-deleted credentials in a transaction of the department. Credentials that are not deleted, or whose
// recipient has another one by now, get an error.
func (s *Service) RestoreManyTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) (BulkOutcome, error) {
	out := BulkOutcome{Before: map[int64]Values{}, Refused: map[int64]error{}}
	if err := by.Require(access.ManageCredentials); err != nil {
		return out, err
	}
	rows, err := s.s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return out, fmt.Errorf("lock credentials: %w", err)
	}
	for _, id := range ids {
		out.Refused[id] = ErrNotFound
	}
	free, err := s.mayReturn(ctx, tx, by.DepartmentID, rows)
	if err != nil {
		return out, err
	}
	p := db.CredentialRestoreManyParams{Now: s.clock.Now(), DepartmentID: by.DepartmentID}
	for _, r := range rows {
		delete(out.Refused, r.ID)
		switch refusal := free(r); {
		case r.State != string(Deleted):
			out.Unchanged = append(out.Unchanged, r.ID)
		case refusal != nil:
			out.Refused[r.ID] = refusal
		default:
			out.Before[r.ID] = valuesOf(r)
			p.Ids, p.States = append(p.Ids, r.ID), append(p.States, string(s.stateBefore(beforeDeletion(r))))
		}
	}
	if err := s.s.q.CredentialRestoreMany(ctx, tx, p); err != nil {
		return out, refusal("restore credentials", err)
	}
	return out, s.recordTx(ctx, tx, by, audit.Event{Action: "credential.restored"}, events.Of(p.Ids, events.Restored))
}

// mayReturn rejects restoring a credential whose address has another one in the same group.
func (s *Service) mayReturn(ctx context.Context, tx pgx.Tx, departmentID int64, rows []bulkRow) (func(bulkRow) error, error) {
	groups, emails := map[int64]bool{}, map[string]bool{}
	for _, r := range rows {
		groups[r.GroupID], emails[lower(r.RecipientEmail)] = true, true
	}
	taken, err := s.taken(ctx, tx, departmentID, slices.Sorted(maps.Keys(groups)), slices.Sorted(maps.Keys(emails)))
	if err != nil {
		return nil, err
	}
	rules, err := s.s.q.CredentialGroupRules(ctx, tx, db.CredentialGroupRulesParams{DepartmentID: departmentID, Ids: slices.Sorted(maps.Keys(groups))})
	if err != nil {
		return nil, fmt.Errorf("read groups: %w", err)
	}
	allowed := map[int64]bool{}
	for _, g := range rules {
		allowed[g.ID] = g.AllowDuplicateCredentials
	}
	return func(r bulkRow) error {
		at := seat{r.GroupID, lower(r.RecipientEmail)}
		if r.State != string(Deleted) || allowed[r.GroupID] || r.RevokedAt != nil || r.Beside {
			return nil
		}
		if taken[at] {
			return ErrDuplicate
		}
		taken[at] = true
		return nil
	}, nil
}

// beforeDeletion is the part of a deleted credential that determines its former state.
func beforeDeletion(r bulkRow) Credential {
	c := Credential{State: Deleted, Complete: r.Complete, ExpiredOn: r.ExpiredOn, PublishedAt: r.PublishedAt, PublishAt: r.PublishAt}
	if r.SuspendedAt != nil {
		c.Suspension = &Suspension{}
	}
	if r.RevokedAt != nil {
		c.Revocation = &Revocation{}
	}
	return c
}

// Suspensions returns when and why credentials were suspended, for those that are.
func (s *Service) Suspensions(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]Suspension, error) {
	rows, err := s.s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("lock credentials: %w", err)
	}
	out := map[int64]Suspension{}
	for _, r := range rows {
		if r.State == string(Suspended) {
			out[r.ID] = Suspension{r.SuspensionReason, *r.SuspendedAt}
		}
	}
	return out, nil
}

// SelectDeletedTx returns those of ids that belong to the department, deleted or not. It returns ErrNothingSelected.
func (s *Service) SelectDeletedTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) ([]int64, error) {
	found, err := s.s.q.CredentialExisting(ctx, tx, db.CredentialExistingParams{DepartmentID: by.DepartmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("select credentials: %w", err)
	}
	if len(found) == 0 {
		return nil, ErrNothingSelected
	}
	return found, nil
}

// CheckGroup returns the error with which Create would reject the group.
func (s *Service) CheckGroup(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) error {
	_, err := s.group(ctx, tx, departmentID, Input{GroupID: groupID})
	return err
}
