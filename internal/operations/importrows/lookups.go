package importrows

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/operations/importrows/internal/db"
)

// found contains the database records for a chunk of rows.
type found struct {
	people  map[string][]db.LookupRecipientsRow
	keys    map[string][]int64
	license map[string]int64
	targets map[int64]Target
}

func (c *Checker) lookUp(ctx context.Context, tx pgx.Tx, records []*Record) (found, error) {
	f := found{people: map[string][]db.LookupRecipientsRow{}, keys: map[string][]int64{}, license: map[string]int64{}, targets: map[int64]Target{}}
	var emails, licenses []string
	for _, r := range records {
		if r.Email != "" {
			emails = append(emails, r.Email)
		}
		if r.Input.LicenseID.Value != "" {
			licenses = append(licenses, r.Input.LicenseID.Value)
		}
	}
	if len(emails) > 0 {
		rows, err := c.s.q.LookupRecipients(ctx, tx, db.LookupRecipientsParams{DepartmentID: c.By.DepartmentID, Emails: emails})
		if err != nil {
			return f, fmt.Errorf("look up recipients: %w", err)
		}
		for _, row := range rows {
			f.people[row.Email] = append(f.people[row.Email], row)
		}
	}
	if len(licenses) > 0 {
		rows, err := c.s.q.LookupLicenses(ctx, tx, db.LookupLicensesParams{DepartmentID: c.By.DepartmentID, Keys: licenses})
		if err != nil {
			return f, fmt.Errorf("look up own ids: %w", err)
		}
		for _, row := range rows {
			f.license[row.Key] = row.ID
		}
	}
	if c.Plan.settings.Mode == Create && !c.replaces() {
		return f, nil
	}
	return f, c.lookUpTargets(ctx, tx, records, &f)
}

// lookUpTargets finds the credentials that the rows identify by key.
func (c *Checker) lookUpTargets(ctx context.Context, tx pgx.Tx, records []*Record, f *found) error {
	departmentID := c.By.DepartmentID
	var texts []string
	var numbers []int64
	var uuids []uuid.UUID
	for _, r := range records {
		if r.key == "" {
			continue
		}
		texts = append(texts, r.key)
		if n, err := strconv.ParseInt(r.key, 10, 64); err == nil {
			numbers = append(numbers, n)
		}
		if u, err := uuid.Parse(r.key); err == nil {
			uuids = append(uuids, u)
		}
	}
	note := func(key string, id int64) { f.keys[key] = append(f.keys[key], id) }
	switch c.Plan.settings.Key {
	case ByID:
		rows, err := c.s.q.LookupNumbers(ctx, tx, db.LookupNumbersParams{DepartmentID: departmentID, Ids: numbers})
		if err != nil {
			return fmt.Errorf("look up credentials: %w", err)
		}
		for _, row := range rows {
			note(row.Key, row.ID)
		}
	case ByUUID:
		rows, err := c.s.q.LookupUUIDs(ctx, tx, db.LookupUUIDsParams{DepartmentID: departmentID, Uuids: uuids})
		if err != nil {
			return fmt.Errorf("look up credentials: %w", err)
		}
		for _, row := range rows {
			note(row.Key, row.ID)
		}
	case ByLicenseID:
		for key, id := range f.license {
			note(key, id)
		}
	case ByRecipientID:
		rows, err := c.s.q.LookupRecipientIDs(ctx, tx, db.LookupRecipientIDsParams{DepartmentID: departmentID, Keys: texts})
		if err != nil {
			return fmt.Errorf("look up credentials: %w", err)
		}
		for _, row := range rows {
			note(row.Key, row.ID)
		}
	}
	ids := slices.Concat(slices.Collect(maps.Values(f.keys))...)
	for _, rows := range f.people {
		for _, row := range rows {
			ids = append(ids, row.Live...)
		}
	}
	rows, err := c.s.q.LookupCredentials(ctx, tx, db.LookupCredentialsParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("look up credentials: %w", err)
	}
	for _, row := range rows {
		t := Target{row.ID, row.GroupID, row.RecipientName, row.RecipientEmail, "", row.IssuedOn, row.ExpiredOn}
		if row.LicenseID != nil {
			t.license = *row.LicenseID
		}
		f.targets[row.ID] = t
	}
	return nil
}

// held returns the recipient's newest credential in a group, or nil if there is none.
func (f found) held(email string, g *group) *Target {
	for _, row := range f.people[email] {
		if row.GroupID != g.id || len(row.Live) == 0 {
			continue
		}
		if t, ok := f.targets[row.Live[len(row.Live)-1]]; ok {
			return &t
		}
	}
	return nil
}
