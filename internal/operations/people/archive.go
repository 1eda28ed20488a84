package people

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/people/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/supplements/evidence"
)

// Exportable returns the credentials of a person of whom everything is exported. It returns ErrNotFound or ErrSomeGroups.
func (s *Service) Exportable(ctx context.Context, by access.Actor, ref string) ([]int64, error) {
	if err := whole(by, access.ManageCredentials); err != nil {
		return nil, err
	}
	var ids []int64
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		p, err := s.personTx(ctx, tx, by.DepartmentID, ref)
		if err != nil {
			return err
		}
		ids, err = s.q.PersonCredentialIDs(ctx, tx, db.PersonCredentialIDsParams{DepartmentID: by.DepartmentID, Email: p.Email})
		return err
	})
	return ids, err
}

// WriteArchive writes files with everything that a department keeps about the person of a credential: what is stored as JSON, a table of
// their credentials, and the files of evidence. It writes nothing about a person who was erased. It calls progressed before each file.
func (s *Service) WriteArchive(
	ctx context.Context, departmentID, credentialID int64, put func(name string, data []byte) error, progressed func(),
) error {
	var all []db.ArchiveCredentialsRow
	var rows []db.ArchiveRowsRow
	err := pg.WithCustomPlan(ctx, s.Pool, departmentID, func(tx pgx.Tx) error {
		address, err := s.q.ArchiveAddress(ctx, tx, db.ArchiveAddressParams{DepartmentID: departmentID, ID: credentialID})
		if pg.NoRows(err) || err == nil && address == "" {
			return nil
		}
		if err == nil {
			all, err = s.q.ArchiveCredentials(ctx, tx, db.ArchiveCredentialsParams{DepartmentID: departmentID, Address: address})
		}
		ids := make([]int64, len(all))
		for i, c := range all {
			ids[i] = c.ID
		}
		if err == nil {
			rows, err = s.q.ArchiveRows(ctx, tx, db.ArchiveRowsParams{DepartmentID: departmentID, Ids: ids, Address: address})
		}
		if err != nil {
			return fmt.Errorf("read all about a person: %w", err)
		}
		return nil
	})
	if err != nil || len(all) == 0 {
		return err
	}
	files := map[string][]json.RawMessage{}
	for _, c := range all {
		files["credentials.json"] = append(files["credentials.json"], c.Stored)
	}
	names := []string{"credentials.json"}
	for _, r := range rows {
		if files[r.File] == nil {
			names = append(names, r.File)
		}
		files[r.File] = append(files[r.File], r.Stored)
	}
	for _, name := range names {
		progressed()
		data, err := json.MarshalIndent(files[name], "", "  ")
		if err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
		if err := put(name, data); err != nil {
			return err
		}
	}
	if err := put("credentials.csv", credentialTable(all)); err != nil {
		return err
	}
	return s.writeEvidence(ctx, departmentID, all, put, progressed)
}

// credentialTable lists credentials for a spreadsheet program.
func credentialTable(all []db.ArchiveCredentialsRow) []byte {
	var out bytes.Buffer
	out.WriteString("\ufeff") // makes spreadsheet programs read UTF-8
	table := csv.NewWriter(&out)
	_ = table.Write([]string{"id", "uuid", "group", "title", "recipient_name", "recipient_email", "state", "issued_on", "expired_on", "published_at", "license_id"})
	for _, c := range all {
		line := []string{
			strconv.FormatInt(c.ID, 10), c.Uuid.String(), c.GroupName, c.Course, c.RecipientName, c.RecipientEmail, c.State, c.IssuedOn.Format(time.DateOnly),
			"", "", pg.OrZero(c.LicenseID),
		}
		if c.ExpiredOn != nil {
			line[8] = c.ExpiredOn.Format(time.DateOnly)
		}
		if c.PublishedAt != nil {
			line[9] = c.PublishedAt.UTC().Format(time.RFC3339)
		}
		for i := range line {
			line[i] = spreadsheets.Safe(line[i])
		}
		_ = table.Write(line) // a buffer takes everything
	}
	table.Flush()
	return out.Bytes()
}

// writeEvidence adds the files of evidence. Those that were not found free of malware, or that the file store has lost, are only in evidence.json.
func (s *Service) writeEvidence(
	ctx context.Context, departmentID int64, all []db.ArchiveCredentialsRow, put func(name string, data []byte) error, progressed func(),
) error {
	for part := range slices.Chunk(all, evidence.MostOfMany) {
		ids := make([]int64, len(part))
		for i, c := range part {
			ids[i] = c.ID
		}
		items, err := s.Evidence.OfMany(ctx, departmentID, ids)
		if err != nil {
			return err
		}
		for _, item := range items {
			if item.File == nil {
				continue
			}
			progressed()
			data, err := s.Evidence.File(ctx, item)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				continue
			}
			name := path.Join("evidence", item.UUID.String()+strings.ToLower(path.Ext(item.File.Name)))
			if err := put(name, data); err != nil {
				return err
			}
		}
	}
	return nil
}
