package authoring

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// Columns of credentials. Those of texts come from their declarations, so the statements that write them are put together here instead
// of by sqlc.
var (
	// edited are the columns that inputs set.
	edited = append(columnsOf(func(credentials.TextField) bool { return true }), "recipient_meta_data", "issued_on", "expired_on",
		"expired_at", "grade", "custom_attributes", "private", "complete", "allow_supplemental_evidence", "allow_supplemental_references", "meta_data", "state")
	// corrected are those whose change corrects what an issued credential shows.
	corrected = append(columnsOf(func(f credentials.TextField) bool { return f.Shown }),
		"issued_on", "expired_on", "grade", "custom_attributes")
	// drafted are the columns of a new draft.
	drafted = append(slices.Clone(edited), "department_id", "group_id", "uuid", "encoded_id", "private_key", "allows_duplicate", "source",
		"import_id", "created_at", "updated_at")
	// added are those of a credential that may be issued at once.
	added = append(slices.Clone(drafted), "id", "supersedes_id", "revokes_superseded", "test", "published_at", "email_status",
		"certificate_version_id", "badge_version_id", "snapshot")
)

// The statements take rows as JSON objects by column.
var (
	insertMany = "-- name: CredentialInsertMany :many\n" + insertInto(drafted, "") + " on conflict do nothing returning id, uuid"
	insertOne  = "-- name: CredentialInsert :one\n" + insertInto(added, " overriding system value") +
		" returning " + each(credentials.RowColumns, "%s")
	// The IDs are given once more: there are as many as the planner then expects.
	updateMany = "-- name: CredentialUpdateMany :exec\nupdate credentials c set " + each(edited, "%[1]s = x.%[1]s") + `, updated_at = $2::timestamptz,
		corrected_at = case when c.state in ('published', 'expired', 'suspended')
				and (` + each(corrected, "c.%s") + ") is distinct from (" + each(corrected, "x.%s") + `)
			then $2::timestamptz else c.corrected_at end
		from jsonb_populate_recordset(null::credentials, $3::jsonb) x
		where without_index(c.department_id = $1) and c.id = any($4::bigint[]) and c.id = x.id`
)

func columnsOf(wanted func(credentials.TextField) bool) (columns []string) {
	for _, f := range credentials.TextFields {
		if wanted(f) {
			columns = append(columns, f.Column)
		}
	}
	return columns
}

func each(columns []string, form string) string {
	all := make([]string, len(columns))
	for i, c := range columns {
		all[i] = fmt.Sprintf(form, c)
	}
	return strings.Join(all, ", ")
}

func insertInto(columns []string, how string) string {
	return "insert into credentials (" + each(columns, "%s") + ")" + how +
		" select " + each(columns, "x.%s") + " from jsonb_populate_recordset(null::credentials, $1::jsonb) x"
}

// row is a credential by column. Missing columns are null.
type row map[string]any

// rowOf returns the edited columns of a credential, and its ID.
func rowOf(c credentials.Credential) row {
	r := row{
		"id": c.ID, "recipient_meta_data": object(c.Recipient.MetaData), "issued_on": c.IssuedOn.Format(time.DateOnly),
		"expired_on": pg.OrNull(date(c.ExpiredOn)), "expired_at": c.ExpiredAt, "grade": c.Grade, "custom_attributes": object(c.CustomAttributes),
		"private": c.Private, "complete": c.Complete, "allow_supplemental_evidence": c.AllowEvidence,
		"allow_supplemental_references": c.AllowReferences, "meta_data": object(c.MetaData), "state": c.State,
	}
	for _, f := range credentials.TextFields {
		if text := *f.Value(&c); text != "" || !f.Null {
			r[f.Column] = text
		}
	}
	return r
}

func object(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// draftRow returns the columns of a draft that is to be added.
func (s *Service) draftRow(c credentials.Credential, allowsDuplicate bool) row {
	r := rowOf(c)
	r["department_id"], r["group_id"], r["uuid"], r["encoded_id"] = c.DepartmentID, c.Group.ID, c.UUID, c.EncodedID
	r["private_key"], r["allows_duplicate"] = s.credentials.SealKey(c.UUID, c.PrivateKey), allowsDuplicate
	r["source"], r["created_at"], r["updated_at"] = c.Source, c.CreatedAt, c.UpdatedAt
	return r
}

// from sets where the draft comes from.
func (r row) from(o Origin) row {
	r["source"], r["import_id"] = o.Source, pg.OrNull(o.ImportID)
	return r
}

func encode(rows []row) ([]byte, error) {
	data, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("encode credentials: %w", err)
	}
	return data, nil
}

// insertMany adds drafts and returns their IDs. What a unique index rejects is omitted.
func (s *Service) insertMany(ctx context.Context, tx pgx.Tx, rows []row) (map[uuid.UUID]int64, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	data, err := encode(rows)
	if err != nil {
		return nil, err
	}
	made := make(map[uuid.UUID]int64, len(rows))
	var id int64
	var uid uuid.UUID
	found, err := tx.Query(ctx, insertMany, data)
	if err == nil {
		_, err = pgx.ForEachRow(found, []any{&id, &uid}, func() error { made[uid] = id; return nil })
	}
	if err != nil {
		return nil, fmt.Errorf("insert credentials: %w", err)
	}
	return made, nil
}

// writeMany writes the edited columns of credentials of one department.
func (s *Service) writeMany(ctx context.Context, tx pgx.Tx, all []credentials.Credential, now time.Time) error {
	if len(all) == 0 {
		return nil
	}
	rows, ids := make([]row, len(all)), make([]int64, len(all))
	for i, c := range all {
		rows[i], ids[i] = rowOf(c), c.ID
	}
	data, err := encode(rows)
	if err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, updateMany, all[0].DepartmentID, now, data, ids); err != nil {
		return fmt.Errorf("update credentials: %w", err)
	}
	return nil
}

func (s *Service) update(ctx context.Context, tx pgx.Tx, c credentials.Credential) error {
	if err := s.writeMany(ctx, tx, []credentials.Credential{c}, c.UpdatedAt); err != nil {
		return refusal("update credential", err)
	}
	return nil
}

// renewalOf returns which credential a new one renews, and what happens to that one.
type renewalOf struct {
	id     int64
	revoke bool
}

// insert adds a credential to a group. An issued one stores the current texts of the group.
func (s *Service) insert(
	ctx context.Context, tx pgx.Tx, c credentials.Credential, group db.GroupForNewRow, renews *renewalOf,
) (credentials.Row, error) {
	r := s.draftRow(c, group.AllowDuplicateCredentials)
	r["test"], r["published_at"], r["email_status"], r["revokes_superseded"] = c.Test, c.PublishedAt, c.EmailStatus, false
	if renews != nil {
		r["supersedes_id"], r["revokes_superseded"] = renews.id, renews.revoke
	}
	if c.State.Issued() {
		r["certificate_version_id"], r["badge_version_id"] = group.CertificateVersionID, group.BadgeVersionID
		r["snapshot"] = json.RawMessage(group.Snapshot)
	}
	data, err := encode([]row{r})
	if err != nil {
		return credentials.Row{}, err
	}
	made, err := tx.Query(ctx, insertOne, data)
	if err != nil {
		return credentials.Row{}, refusal("insert credential", err)
	}
	out, err := pgx.CollectExactlyOneRow(made, pgx.RowToStructByPos[credentials.Row])
	if err != nil {
		return out, refusal("insert credential", err)
	}
	return out, nil
}
