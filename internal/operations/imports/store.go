package imports

import (
	"encoding/json"
	"fmt"

	"laurel/internal/accounts/starters"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports/internal/db"
)

// fromRow converts a database row into an import.
func fromRow(r db.Import) (Import, error) {
	i := Import{
		ID: r.ID, DepartmentID: r.DepartmentID, UUID: r.Uuid, State: State(r.State), Revision: int(r.Revision), ObjectKey: r.ObjectKey,
		FileName: r.FileName, Format: spreadsheets.Format(r.Format), Size: r.Size, FileDeletedAt: r.FileDeletedAt, Sheet: int(r.Sheet),
		Delimiter: r.Delimiter, Encoding: r.Encoding, HeaderRow: int(r.HeaderRow), Remembered: r.Remembered, TotalRows: int(r.TotalRows),
		GoodRows: int(r.GoodRows), WarningRows: int(r.WarningRows), ErrorRows: int(r.ErrorRows), ExcludedRows: int(r.ExcludedRows),
		NewRecipients: int(r.NewRecipients), Created: int(r.Created), Updated: int(r.Updated), Skipped: int(r.Skipped), Failed: int(r.Failed),
		Publish: r.Publish, SendEmail: r.SendEmail, HoldMinutes: int(r.HoldMinutes), Publication: r.PublicationUuid, ConsentAt: r.ConsentAt,
		CreatedByName: r.CreatedByName, CreatedAt: r.CreatedAt, StartedAt: r.StartedAt, FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt,
	}
	i.Starter = starters.Starter{UserID: r.CreatedBy, APIKeyID: r.ApiKeyID}
	i.UndoStarter = starters.Starter{UserID: r.UndoneBy, APIKeyID: r.UndoneByKey}
	if r.StopReason != nil {
		i.StopReason = *r.StopReason
	}
	if r.ConsentName != nil {
		i.ConsentName = *r.ConsentName
	}
	for _, part := range []struct {
		data []byte
		to   any
	}{
		{r.Problem, &i.Problem}, {r.Sheets, &i.Sheets}, {r.Columns, &i.Columns}, {r.Mapping, &i.Mapping}, {r.Settings, &i.Settings},
		{r.ProblemCounts, &i.ProblemCounts}, {r.Notices, &i.Notices}, {r.Undo, &i.Undo},
	} {
		if part.data == nil {
			continue
		}
		if err := json.Unmarshal(part.data, part.to); err != nil {
			return i, fmt.Errorf("read import %d: %w", r.ID, err)
		}
	}
	if i.Undo != nil && r.UndoStopReason != nil {
		i.Undo.StopReason = *r.UndoStopReason
	}
	return i, nil
}

//nolint:gosec // no count is beyond the rows of a sheet
func (i Import) params() (db.ImportSaveParams, error) {
	p := db.ImportSaveParams{
		State: string(i.State), Revision: int32(i.Revision), Size: i.Size, Sheet: int32(i.Sheet), Delimiter: i.Delimiter, Encoding: i.Encoding,
		HeaderRow: int32(i.HeaderRow), Remembered: i.Remembered, TotalRows: int32(i.TotalRows), GoodRows: int32(i.GoodRows),
		WarningRows: int32(i.WarningRows), ErrorRows: int32(i.ErrorRows), ExcludedRows: int32(i.ExcludedRows), NewRecipients: int32(i.NewRecipients),
		Created: int32(i.Created), Updated: int32(i.Updated), Skipped: int32(i.Skipped), Failed: int32(i.Failed), Publish: i.Publish,
		SendEmail: i.SendEmail, HoldMinutes: int32(i.HoldMinutes), PublicationUuid: i.Publication, ConsentAt: i.ConsentAt, StartedAt: i.StartedAt,
		FinishedAt: i.FinishedAt, CreatedBy: i.Starter.UserID, ApiKeyID: i.Starter.APIKeyID, UndoneBy: i.UndoStarter.UserID,
		UndoneByKey: i.UndoStarter.APIKeyID, DepartmentID: i.DepartmentID, ID: i.ID,
	}
	if i.ConsentName != "" {
		p.ConsentName = &i.ConsentName
	}
	if i.StopReason != "" {
		p.StopReason = &i.StopReason
	}
	for _, part := range []struct {
		from any
		to   *[]byte
	}{
		{orNone(i.Sheets), &p.Sheets}, {orNone(i.Columns), &p.Columns}, {i.Mapping, &p.Mapping}, {i.Settings, &p.Settings},
		{orNone(i.ProblemCounts), &p.ProblemCounts}, {orNone(i.Notices), &p.Notices},
	} {
		data, err := json.Marshal(part.from)
		if err != nil {
			return p, fmt.Errorf("write import %d: %w", i.ID, err)
		}
		*part.to = data
	}
	if i.Problem != nil {
		p.Problem, _ = json.Marshal(i.Problem) // it came out of JSON
	}
	if i.Undo != nil {
		p.Undo, _ = json.Marshal(i.Undo) // numbers and times
		p.UndoneAt = &i.Undo.StartedAt
		if i.Undo.StopReason != "" {
			p.UndoStopReason = &i.Undo.StopReason
		}
	}
	return p, nil
}

// orNone returns an empty list for nil, so that JSON has [] instead of null.
func orNone[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

func rowOf(r db.ImportRow) (importrows.Row, error) {
	row := importrows.Row{Number: int(r.Number), Excluded: r.Excluded}
	if r.Outcome != nil {
		row.Outcome = *r.Outcome
	}
	if r.CredentialID != nil {
		row.CredentialID = *r.CredentialID
	}
	if err := json.Unmarshal(r.Cells, &row.Cells); err != nil {
		return row, fmt.Errorf("read row %d: %w", r.Number, err)
	}
	if err := json.Unmarshal(r.Problems, &row.Problems); err != nil {
		return row, fmt.Errorf("read row %d: %w", r.Number, err)
	}
	if r.Reason != nil {
		if err := json.Unmarshal(r.Reason, &row.Reason); err != nil {
			return row, fmt.Errorf("read row %d: %w", r.Number, err)
		}
	}
	return row, nil
}

// plainRow returns a row with its cells only, without problems and outcome.
func plainRow(number int32, cells []byte) (importrows.Row, error) {
	row := importrows.Row{Number: int(number)}
	if err := json.Unmarshal(cells, &row.Cells); err != nil {
		return row, fmt.Errorf("read row %d: %w", number, err)
	}
	return row, nil
}
