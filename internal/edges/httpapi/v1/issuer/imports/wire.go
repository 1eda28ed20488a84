package imports

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports"
)

type importOut struct {
	UUID           string                 `json:"uuid"`
	ID             int64                  `json:"id"`
	State          imports.State          `json:"state"`
	Problem        *toldOut               `json:"problem"`
	FileName       string                 `json:"file_name"`
	Format         spreadsheets.Format    `json:"format"`
	Size           int64                  `json:"size"`
	Sheets         []string               `json:"sheets"`
	Sheet          int                    `json:"sheet"`
	Delimiter      string                 `json:"delimiter"`
	Encoding       string                 `json:"encoding"`
	HeaderRow      int                    `json:"header_row"`
	Columns        []importrows.Column    `json:"columns"`
	Mapping        importrows.Mapping     `json:"mapping"`
	Remembered     bool                   `json:"remembered"`
	Settings       importrows.Settings    `json:"settings"`
	TotalRows      int                    `json:"total_rows"`
	GoodRows       int                    `json:"good_rows"`
	WarningRows    int                    `json:"warning_rows"`
	ErrorRows      int                    `json:"error_rows"`
	ExcludedRows   int                    `json:"excluded_rows"`
	NewRecipients  int                    `json:"new_recipients"`
	ProblemCounts  []imports.ProblemCount `json:"problem_counts"`
	SkippedColumns []int                  `json:"skipped_columns"`
	Notices        []toldOut              `json:"notices"`
	Created        int                    `json:"created"`
	Updated        int                    `json:"updated"`
	Skipped        int                    `json:"skipped"`
	Failed         int                    `json:"failed"`
	Publish        bool                   `json:"publish"`
	SendEmail      bool                   `json:"send_email"`
	HoldMinutes    int                    `json:"hold_minutes"`
	Publication    *string                `json:"publication_uuid"`
	Consent        *consentOut            `json:"consent"`
	Undo           *undoOut               `json:"undo"`
	Stop           *wire.Stop             `json:"stop,omitempty"`
	CreatedBy      string                 `json:"created_by"`
	CreatedAt      time.Time              `json:"created_at"`
	StartedAt      *time.Time             `json:"started_at"`
	FinishedAt     *time.Time             `json:"finished_at"`
	ExpiresAt      time.Time              `json:"expires_at"`
}

// undoOut is the undo of an import.
type undoOut struct {
	*imports.Undo
	Stop *wire.Stop `json:"stop,omitempty"`
}

// toldOut is a notice with its message.
type toldOut struct {
	Code    string         `json:"code"`
	Params  map[string]any `json:"params"`
	Message string         `json:"message"`
}

type consentOut struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

type importRowOut struct {
	Number       int          `json:"number"`
	Cells        []string     `json:"cells"`
	Excluded     bool         `json:"excluded"`
	Problems     []problemOut `json:"problems"`
	Outcome      *string      `json:"outcome"`
	Reason       *toldOut     `json:"reason"`
	CredentialID *int64       `json:"credential_id"`
}

type problemOut struct {
	Code     string         `json:"code"`
	Severity string         `json:"severity"`
	Column   *int           `json:"column"`
	Field    string         `json:"field"`
	Params   map[string]any `json:"params"`
	Message  string         `json:"message"`
}

// rowWords returns messages for problems of rows in the language of the request.
func (a importsAPI) rowWords(r *http.Request) imports.Words {
	return func(code string, params map[string]any) string {
		return a.words.Message(wire.Language(r), "import.row."+code, params)
	}
}

func (a importsAPI) told(r *http.Request, group string, n *importrows.Notice) *toldOut {
	if n == nil {
		return nil
	}
	return &toldOut{n.Code, wire.OrEmpty(n.Params), a.words.Message(wire.Language(r), "import."+group+"."+n.Code, n.Params)}
}

func (a importsAPI) wire(r *http.Request, i imports.Import) importOut {
	out := importOut{
		UUID: i.UUID.String(), ID: i.ID, State: i.State, Problem: a.told(r, "problem", i.Problem), FileName: i.FileName, Format: i.Format, Size: i.Size,
		Sheets: wire.List(i.Sheets), Sheet: i.Sheet, Delimiter: i.Delimiter, Encoding: i.Encoding, HeaderRow: max(0, i.HeaderRow), Columns: wire.List(i.Columns),
		Mapping:    importrows.Mapping{Columns: wire.List(i.Mapping.Columns), Constants: wire.List(i.Mapping.Constants)},
		Remembered: i.Remembered, Settings: i.Settings, TotalRows: i.TotalRows, GoodRows: i.GoodRows, WarningRows: i.WarningRows, ErrorRows: i.ErrorRows,
		ExcludedRows: i.ExcludedRows, NewRecipients: i.NewRecipients, ProblemCounts: wire.List(i.ProblemCounts), SkippedColumns: i.SkippedColumns(),
		Notices: []toldOut{}, Created: i.Created, Updated: i.Updated, Skipped: i.Skipped, Failed: i.Failed, Publish: i.Publish, SendEmail: i.SendEmail,
		HoldMinutes: i.HoldMinutes, CreatedBy: i.CreatedByName, CreatedAt: i.CreatedAt, StartedAt: i.StartedAt,
		FinishedAt: i.FinishedAt, ExpiresAt: i.ExpiresAt,
	}
	by := access.From(r.Context())
	if i.StopReason != "" {
		out.State, out.Stop = "stopped", wire.StopOf(r, a.words, i.StopReason, i.NotDoneCount(), i.CanResume(by))
	}
	if i.Undo != nil {
		out.Undo = &undoOut{i.Undo, wire.StopOf(r, a.words, i.Undo.StopReason, i.NotUndoneCount(), i.CanResumeUndo(by))}
	}
	for _, n := range i.Notices {
		out.Notices = append(out.Notices, *a.told(r, "notice", &n))
	}
	if i.Publication != nil {
		id := i.Publication.String()
		out.Publication = &id
	}
	if i.ConsentAt != nil {
		out.Consent = &consentOut{i.ConsentName, *i.ConsentAt}
	}
	return out
}

func (a importsAPI) row(r *http.Request, row importrows.Row) importRowOut {
	out := importRowOut{Number: row.Number, Cells: row.Cells, Excluded: row.Excluded, Problems: []problemOut{}, Reason: a.told(r, "row", row.Reason)}
	words := a.rowWords(r)
	for _, p := range row.Problems {
		out.Problems = append(out.Problems, problemOut{p.Code, p.Severity, p.Column, p.Field, wire.OrEmpty(p.Params), words(p.Code, p.Params)})
	}
	if row.Outcome != "" {
		out.Outcome = &row.Outcome
	}
	if row.CredentialID != 0 {
		out.CredentialID = &row.CredentialID
	}
	return out
}
