package authoring

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
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
	rule, err := s.rule(ctx, tx, by, field, rows, wants)
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
			out.Refused[r.ID] = credentials.ErrChangedSince
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
	rows, err := s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{
		DepartmentID: departmentID, Ids: slices.Sorted(maps.Keys(wants)),
	})
	if err != nil {
		return nil, fmt.Errorf("lock credentials: %w", err)
	}
	for id := range wants {
		out.Refused[id] = credentials.ErrNotFound
	}
	rows = slices.DeleteFunc(rows, func(r bulkRow) bool { return r.State == string(credentials.Deleted) })
	for _, r := range rows {
		delete(out.Refused, r.ID)
	}
	return rows, nil
}

// rule returns a function that checks a new value of a field.
func (s *Service) rule(ctx context.Context, tx pgx.Tx, by access.Actor, field Field, rows []bulkRow, wants map[int64]Want) (func(bulkRow, Values) error, error) {
	switch field {
	case FieldExpiry:
		return func(r bulkRow, to Values) error { return s.mayExpire(ctx, tx, by, r, to.ExpiredOn) }, nil
	case FieldGroup:
		return s.mayEnter(ctx, tx, by.DepartmentID, rows, wants)
	default:
		return func(bulkRow, Values) error { return nil }, nil
	}
}

// mayExpire rejects a last day before the date of issue, and one for which no credit is left.
func (s *Service) mayExpire(ctx context.Context, tx pgx.Tx, by access.Actor, r bulkRow, day string) error {
	var to *time.Time
	if day != "" {
		d, err := credentials.ParseDate(day)
		if err != nil || d.Before(r.IssuedOn) {
			return credentials.ErrExpiresBeforeIssue
		}
		to = &d
	}
	if !credentials.State(r.State).Issued() {
		return nil
	}
	return s.credits.ExtendTx(ctx, tx, by, credentials.Charge{CredentialID: r.ID, Recipient: strings.ToLower(r.RecipientEmail)}, r.ExpiredOn, to)
}

// mayEnter returns a function that checks whether a group accepts a credential: the group must accept new ones, and must not have one
// for the same address already.
func (s *Service) mayEnter(ctx context.Context, tx pgx.Tx, departmentID int64, rows []bulkRow, wants map[int64]Want) (func(bulkRow, Values) error, error) {
	groups, emails := map[int64]bool{}, map[string]bool{}
	for _, r := range rows {
		groups[wants[r.ID].To.GroupID], emails[strings.ToLower(r.RecipientEmail)] = true, true
	}
	ids := slices.Sorted(maps.Keys(groups))
	found, err := s.q.CredentialGroupRules(ctx, tx, db.CredentialGroupRulesParams{DepartmentID: departmentID, Ids: ids})
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
		at := seat{to.GroupID, strings.ToLower(r.RecipientEmail)}
		switch {
		case r.State == string(credentials.Revoked):
			return credentials.ErrRevoked
		case !ok:
			return credentials.ErrGroupNotFound
		case group.State == "archived":
			return credentials.ErrGroupArchived
		case group.AllowDuplicateCredentials || r.Beside:
			return nil
		case taken[at]:
			return credentials.ErrDuplicate
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
	rows, err := s.q.CredentialTaken(ctx, tx, db.CredentialTakenParams{DepartmentID: departmentID, GroupIds: groupIDs, Emails: emails})
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
		return happened, s.q.CredentialSetGroups(ctx, tx, db.CredentialSetGroupsParams{Now: now, DepartmentID: departmentID, Ids: ids, GroupIds: groups})
	default:
		private := make([]bool, len(ids))
		for i, id := range ids {
			private[i] = after[id].Private
		}
		err := s.q.CredentialSetPrivacies(ctx, tx, db.CredentialSetPrivaciesParams{Now: now, DepartmentID: departmentID, Ids: ids, Private: private})
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
	expired, err := s.q.CredentialSetExpiries(ctx, tx, db.CredentialSetExpiriesParams{
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
	return s.credentials.RecordEachTx(ctx, tx, by, action, details, happened)
}

// Suspensions returns when and why credentials were suspended, for those that are.
func (s *Service) Suspensions(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) (map[int64]credentials.Suspension, error) {
	rows, err := s.q.CredentialLockForBulk(ctx, tx, db.CredentialLockForBulkParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, fmt.Errorf("lock credentials: %w", err)
	}
	out := map[int64]credentials.Suspension{}
	for _, r := range rows {
		if r.State == string(credentials.Suspended) {
			out[r.ID] = credentials.Suspension{Reason: r.SuspensionReason, At: *r.SuspendedAt}
		}
	}
	return out, nil
}

// CheckGroup returns the error with which Create would reject the group.
func (s *Service) CheckGroup(ctx context.Context, tx pgx.Tx, departmentID, groupID int64) error {
	_, err := s.group(ctx, tx, departmentID, credentials.Input{GroupID: groupID})
	return err
}
