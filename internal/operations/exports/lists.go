package exports

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/exports/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Entity is the list to export.
type Entity string

// The lists that can be exported.
const (
	Organizations Entity = "organizations"
	Credentials   Entity = "credentials"
	Events        Entity = "credential_analytics" // the name that clients know
	Groups        Entity = "groups"
	Designs       Entity = "designs"
	Attributes    Entity = "attributes"
	Publications  Entity = "publications"
	Outcomes      Entity = "outcomes" // of the credentials of one publication
	Mails         Entity = "mails"
	Audit         Entity = "audit"
)

// row is a row of a list: the ID of its object and the cells.
type row struct {
	id    int64
	cells []string
}

// list defines how the rows of an entity are read.
type list struct {
	permission access.Permission
	columns    func(ctx context.Context, s *Service, tx pgx.Tx, departmentID int64) ([]string, error)
	count      func(ctx context.Context, s *Service, tx pgx.Tx, e Export) (int64, error)
	// rows returns the next rows after the last row of e, or none at the end.
	rows func(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error)
}

// entities are the lists, in the order of error messages.
var entities = []Entity{Organizations, Credentials, Events, Groups, Designs, Attributes, Publications, Outcomes, Mails, Audit}

var lists = map[Entity]list{
	Organizations: plain(access.ViewDepartment, "id name url description language time_zone created_at updated_at", organizationRows),
	Credentials:   {access.ViewDepartment, credentialColumns, countCredentials, credentialRows},
	Events:        plain(access.ViewDepartment, "credential_id event created_at", eventRows),
	Groups: plain(access.ViewDepartment, "id name course_name course_description course_link state language certificate_design_id badge_design_id "+
		"learning_outcomes draft_count published_count created_at updated_at", groupRows),
	Designs:    plain(access.ViewDesigns, "id name kind size orientation language version created_at updated_at", designRows),
	Attributes: plain(access.ViewAttributes, "id name key kind created_at", attributeRows),
	Publications: plain(access.ViewDepartment, "uuid input_count published_count refused_count send_email created_at finished_at",
		publicationRows),
	Outcomes: plain(access.ViewDepartment, "credential_id recipient_name recipient_email outcome", outcomeRows),
	Mails:    plain(access.ViewDepartment, "id kind recipient subject state attempts last_error credential_id created_at sent_at", mailRows),
	// The audit log contains the actions of all members, so it requires ManageDepartment.
	Audit: plain(access.ManageDepartment, "id created_at action object_kind object_id user_email api_key_id system ip details", auditRows),
}

// longestTerm is the maximum length of a search term.
const longestTerm = 255

// list returns the definition of the requested list, or an error with all invalid fields.
func (r Request) list() (list, error) {
	var wrong errs.Fields
	found, known := lists[r.Entity]
	if !known {
		wrong.Add("entity", "not_one_of", "values", errs.Values(entities))
	}
	if r.Format != "" && r.Format != CSV && r.Format != XLSX {
		wrong.Add("format", "not_one_of", "values", "csv, xlsx")
	}
	if utf8.RuneCountInString(r.Filter.Term) > longestTerm {
		wrong.Add("query", "too_long", "max", longestTerm)
	}
	if r.Entity == Outcomes && r.Filter.Publication == uuid.Nil {
		wrong.Add("publication", "required")
	}
	return found, wrong.Err()
}

// plain returns a list with fixed columns.
func plain(permission access.Permission, columns string, rows func(context.Context, *Service, pgx.Tx, Export, int32) ([]row, error)) list {
	names := strings.Fields(columns)
	return list{
		permission,
		func(context.Context, *Service, pgx.Tx, int64) ([]string, error) { return names, nil },
		func(ctx context.Context, s *Service, tx pgx.Tx, e Export) (int64, error) {
			n, err := s.q.RowCount(ctx, tx, db.RowCountParams{
				Entity: string(e.Entity), DepartmentID: e.DepartmentID, Term: e.term(), State: e.filter.State, Kind: e.filter.Kind, Publication: e.filter.Publication,
			})
			if err != nil {
				return 0, fmt.Errorf("count rows: %w", err)
			}
			return n, nil
		},
		rows,
	}
}

// term returns the LIKE pattern of the search term, or "" if there is none.
func (e Export) term() string {
	if e.filter.Term == "" {
		return ""
	}
	return pg.Containing(e.filter.Term)
}

var credentialHead = strings.Fields("id uuid encoded_id license_id state")

var credentialTail = strings.Fields("name description issued_on expired_on grade private complete email_status engagement source created_at updated_at " +
	"published_at")

// customPrefix is the prefix of columns for custom attributes.
const customPrefix = "custom."

func credentialColumns(ctx context.Context, s *Service, tx pgx.Tx, departmentID int64) ([]string, error) {
	kinds, err := s.Attributes.KindsTx(ctx, tx, departmentID)
	if err != nil {
		return nil, err
	}
	columns := append(slices.Clone(credentialHead), "url", "group_id", "group_name")
	for _, f := range credentials.RecipientFields() {
		columns = append(columns, f.Column)
	}
	columns = append(columns, credentialTail...)
	for _, key := range slices.Sorted(maps.Keys(kinds)) {
		columns = append(columns, customPrefix+key)
	}
	return columns, nil
}

func countCredentials(ctx context.Context, s *Service, tx pgx.Tx, e Export) (int64, error) {
	return s.Search.CountTx(ctx, tx, e.asker(), e.filter.Selection)
}

func credentialRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	var found []db.CredentialRowsRow
	for len(found) == 0 { // all of a page may have been deleted since it was chosen
		ids, err := s.Search.SelectAfterTx(ctx, tx, e.asker(), e.filter.Selection, e.lastID, limit)
		if err != nil || len(ids) == 0 {
			return nil, err
		}
		if found, err = s.q.CredentialRows(ctx, tx, db.CredentialRowsParams{DepartmentID: e.DepartmentID, Ids: ids}); err != nil {
			return nil, fmt.Errorf("read credentials: %w", err)
		}
		e.lastID = ids[len(ids)-1]
	}
	rows := make([]row, len(found))
	for i, c := range found {
		custom, stored := map[string]any{}, map[string]any{}
		if err := cmp.Or(json.Unmarshal(c.CustomAttributes, &custom), json.Unmarshal(c.Stored, &stored)); err != nil {
			return nil, fmt.Errorf("read attributes: %w", err)
		}
		key := ""
		if c.Private && e.privateKeys {
			key = s.Credentials.OpenKey(c.Uuid, c.PrivateKey)
		}
		cells := append(append(c.Head, s.Links.Credential(c.Uuid.String(), key)), c.OfGroup...)
		for _, f := range credentials.RecipientFields() {
			cells = append(cells, text(stored[f.Column]))
		}
		cells = append(cells, c.Tail...)
		for _, column := range e.columns[len(cells):] {
			cells = append(cells, text(custom[strings.TrimPrefix(column, customPrefix)]))
		}
		rows[i] = row{c.ID, cells}
	}
	return rows, nil
}

func text(value any) string {
	if value == nil {
		return ""
	}
	return fmt.Sprint(value)
}

func organizationRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.OrganizationRows(ctx, tx, db.OrganizationRowsParams{DepartmentID: e.DepartmentID, After: e.lastID, RowLimit: limit})
	return rowsOf(found, err, func(r db.OrganizationRowsRow) row { return row{r.ID, r.Cells} })
}

func eventRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.EventRows(ctx, tx, db.EventRowsParams{DepartmentID: pg.OrNull(e.DepartmentID), After: e.lastID, RowLimit: limit})
	return rowsOf(found, err, func(r db.EventRowsRow) row { return row{r.ID, r.Cells} })
}

func groupRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.GroupRows(ctx, tx, db.GroupRowsParams{
		DepartmentID: e.DepartmentID, After: e.lastID, Term: e.term(), State: e.filter.State, RowLimit: limit,
	})
	return rowsOf(found, err, func(r db.GroupRowsRow) row { return row{r.ID, r.Cells} })
}

func designRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.DesignRows(ctx, tx, db.DesignRowsParams{
		DepartmentID: e.DepartmentID, After: e.lastID, Term: e.term(), Kind: e.filter.Kind, RowLimit: limit,
	})
	return rowsOf(found, err, func(r db.DesignRowsRow) row { return row{r.ID, r.Cells} })
}

func attributeRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.AttributeRows(ctx, tx, db.AttributeRowsParams{DepartmentID: e.DepartmentID, After: e.lastID, Term: e.term(), RowLimit: limit})
	return rowsOf(found, err, func(r db.AttributeRowsRow) row { return row{r.ID, r.Cells} })
}

func publicationRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.PublicationRows(ctx, tx, db.PublicationRowsParams{DepartmentID: e.DepartmentID, After: e.lastID, RowLimit: limit})
	return rowsOf(found, err, func(r db.PublicationRowsRow) row { return row{r.ID, r.Cells} })
}

func outcomeRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.OutcomeRows(ctx, tx, db.OutcomeRowsParams{
		DepartmentID: e.DepartmentID, Publication: e.filter.Publication, After: e.lastID, RowLimit: limit,
	})
	return rowsOf(found, err, func(r db.OutcomeRowsRow) row { return row{r.ID, r.Cells} })
}

func mailRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.MailRows(ctx, tx, db.MailRowsParams{
		DepartmentID: pg.OrNull(e.DepartmentID), After: e.lastID, Term: e.term(), State: e.filter.State, RowLimit: limit,
	})
	return rowsOf(found, err, func(r db.MailRowsRow) row { return row{r.ID, r.Cells} })
}

func auditRows(ctx context.Context, s *Service, tx pgx.Tx, e Export, limit int32) ([]row, error) {
	found, err := s.q.AuditRows(ctx, tx, db.AuditRowsParams{DepartmentID: pg.OrNull(e.DepartmentID), After: e.lastID, Term: e.term(), RowLimit: limit})
	return rowsOf(found, err, func(r db.AuditRowsRow) row { return row{r.ID, r.Cells} })
}

func rowsOf[R any](found []R, err error, read func(R) row) ([]row, error) {
	if err != nil {
		return nil, fmt.Errorf("read rows: %w", err)
	}
	rows := make([]row, len(found))
	for i, r := range found {
		rows[i] = read(r)
	}
	return rows, nil
}
