package imports

import (
	"bytes"
	"mime"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/formats/spreadsheets"
	"laurel/internal/operations/importrows"
	"laurel/internal/operations/imports"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// importsAPI serves imports of credentials from spreadsheets.
type importsAPI struct {
	imports *imports.Service
	groups  wire.GroupRefs
	words   httpx.Messages
}

func (a importsAPI) routes(r chi.Router) {
	r.Post("/imports", httpx.JSON(a.create))
	r.Get("/imports", httpx.JSON(a.list))
	r.Get("/imports/template", a.template)
	r.Get("/imports/{uuid}", httpx.JSON(a.read))
	r.Delete("/imports/{uuid}", httpx.JSON(a.delete))
	r.Get("/imports/{uuid}/preview", httpx.JSON(a.preview))
	r.Post("/imports/{uuid}/read", httpx.JSON(a.readAgain))
	r.Put("/imports/{uuid}/mapping", httpx.JSON(a.mapping))
	r.Get("/imports/{uuid}/rows", httpx.JSON(a.rows))
	r.Patch("/imports/{uuid}/rows/{number}", httpx.JSON(a.mend))
	r.Get("/imports/{uuid}/errors", a.errors)
	r.Post("/imports/{uuid}/start", httpx.JSON(a.start))
	r.Post("/imports/{uuid}/cancel", httpx.JSON(a.cancel))
	r.Post("/imports/{uuid}/resume", httpx.JSON(a.resume))
	r.Post("/imports/{uuid}/undo", httpx.JSON(a.undo))
}

type importReply struct {
	Import importOut `json:"import"`
}

func (a importsAPI) reply(r *http.Request, i imports.Import, err error) (importReply, error) {
	if err != nil {
		return importReply{}, err
	}
	return importReply{a.wire(r, i)}, nil
}

type importCreateIn struct {
	FileKey string    `json:"file_key" validate:"required,max=300"`
	GroupID httpx.Ref `json:"group_id"`
}

func (a importsAPI) create(r *http.Request, in importCreateIn) (importReply, error) {
	group, err := a.groups.ID(r, in.GroupID)
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Begin(r.Context(), access.From(r.Context()), in.FileKey, someID(group))
	return a.reply(r, i, err)
}

// someID returns nil for 0.
func someID(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

type importRef struct {
	UUID string `json:"uuid"`
}

// id parses the ID. It returns imports.ErrNotFound for an invalid one.
func (in importRef) id() (uuid.UUID, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return id, imports.ErrNotFound
	}
	return id, nil
}

func (a importsAPI) read(r *http.Request, in importRef) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Read(r.Context(), access.From(r.Context()), id)
	return a.reply(r, i, err)
}

type importListIn struct {
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type importsReply struct {
	Imports []importOut `json:"imports"`
	Meta    wire.Meta   `json:"meta"`
}

func (a importsAPI) list(r *http.Request, in importListIn) (importsReply, error) {
	found, err := a.imports.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return importsReply{}, err
	}
	out := importsReply{Imports: make([]importOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for n, i := range found.Items {
		out.Imports[n] = a.wire(r, i)
	}
	return out, nil
}

func (a importsAPI) delete(r *http.Request, in importRef) (wire.DoneReply, error) {
	id, err := in.id()
	if err != nil {
		return wire.DoneReply{}, err
	}
	return wire.DoneReply{Success: true}, a.imports.Delete(r.Context(), access.From(r.Context()), id)
}

type importPreviewReply struct {
	Rows []importPreviewRow `json:"rows"`
}

type importPreviewRow struct {
	Number int      `json:"number"`
	Cells  []string `json:"cells"`
}

func (a importsAPI) preview(r *http.Request, in importRef) (importPreviewReply, error) {
	id, err := in.id()
	if err != nil {
		return importPreviewReply{}, err
	}
	rows, err := a.imports.Preview(r.Context(), access.From(r.Context()), id)
	out := importPreviewReply{Rows: make([]importPreviewRow, len(rows))}
	for n, row := range rows {
		out.Rows[n] = importPreviewRow{row.Number, row.Cells}
	}
	return out, err
}

type importReadIn struct {
	importRef
	Sheet     *int    `json:"sheet"`
	HeaderRow *int    `json:"header_row"`
	Delimiter *string `json:"delimiter"`
	Encoding  *string `json:"encoding"`
}

func (a importsAPI) readAgain(r *http.Request, in importReadIn) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.ReadAgain(r.Context(), access.From(r.Context()), id, imports.Choice{
		Sheet: in.Sheet, HeaderRow: in.HeaderRow, Delimiter: in.Delimiter, Encoding: in.Encoding,
	})
	return a.reply(r, i, err)
}

type importMappingIn struct {
	importRef
	Mapping  importrows.Mapping  `json:"mapping"`
	Settings importrows.Settings `json:"settings"`
}

func (a importsAPI) mapping(r *http.Request, in importMappingIn) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Map(r.Context(), access.From(r.Context()), id, in.Mapping, in.Settings)
	return a.reply(r, i, err)
}

type importRowsIn struct {
	importRef
	Status   string         `json:"status"`
	Problem  string         `json:"problem" validate:"max=50"`
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type importRowsReply struct {
	Rows []importRowOut `json:"rows"`
	Meta wire.Meta      `json:"meta"`
}

func (a importsAPI) rows(r *http.Request, in importRowsIn) (importRowsReply, error) {
	id, err := in.id()
	if err != nil {
		return importRowsReply{}, err
	}
	found, err := a.imports.Rows(r.Context(), access.From(r.Context()), id, imports.RowQuery{
		Status: in.Status, Problem: in.Problem, Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	if err != nil {
		return importRowsReply{}, err
	}
	out := importRowsReply{Rows: make([]importRowOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for n, row := range found.Items {
		out.Rows[n] = a.row(r, row)
	}
	return out, nil
}

type importMendIn struct {
	importRef
	Number   httpx.Int             `json:"number"`
	Cells    map[string]httpx.Text `json:"cells"`
	Excluded *httpx.Bool           `json:"excluded"`
}

type importMendReply struct {
	Row    importRowOut `json:"row"`
	Import importOut    `json:"import"`
}

func (a importsAPI) mend(r *http.Request, in importMendIn) (importMendReply, error) {
	id, err := in.id()
	if err != nil {
		return importMendReply{}, err
	}
	m := imports.RowEdit{Cells: make(map[int]string, len(in.Cells)), Excluded: (*bool)(in.Excluded)}
	for key, text := range in.Cells {
		index, err := strconv.Atoi(key)
		if err != nil {
			return importMendReply{}, errs.Field("cells."+key, "invalid")
		}
		m.Cells[index] = string(text)
	}
	i, row, err := a.imports.EditRow(r.Context(), access.From(r.Context()), id, int(in.Number), m)
	if err != nil {
		return importMendReply{}, err
	}
	return importMendReply{a.row(r, row), a.wire(r, i)}, nil
}

type importStartIn struct {
	importRef
	Consent     httpx.Bool `json:"consent"`
	ValidOnly   httpx.Bool `json:"valid_only"`
	Publish     httpx.Bool `json:"publish"`
	SendEmail   httpx.Bool `json:"send_email"`
	HoldMinutes httpx.Int  `json:"hold_minutes"`
}

func (a importsAPI) start(r *http.Request, in importStartIn) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Start(r.Context(), access.From(r.Context()), id, imports.Options{
		Consent: bool(in.Consent), ValidOnly: bool(in.ValidOnly), Publish: bool(in.Publish), SendEmail: bool(in.SendEmail),
		HoldMinutes: int(in.HoldMinutes),
	})
	return a.reply(r, i, err)
}

func (a importsAPI) cancel(r *http.Request, in importRef) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Cancel(r.Context(), access.From(r.Context()), id)
	return a.reply(r, i, err)
}

func (a importsAPI) resume(r *http.Request, in importRef) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Resume(r.Context(), access.From(r.Context()), id)
	return a.reply(r, i, err)
}

func (a importsAPI) undo(r *http.Request, in importRef) (importReply, error) {
	id, err := in.id()
	if err != nil {
		return importReply{}, err
	}
	i, err := a.imports.Undo(r.Context(), access.From(r.Context()), id)
	return a.reply(r, i, err)
}

// errors serves the rows that have errors as a CSV file.
func (a importsAPI) errors(w http.ResponseWriter, r *http.Request) {
	var in importRef
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	id, err := in.id()
	var file bytes.Buffer // at most what a spreadsheet may have
	if err == nil {
		err = a.imports.Errors(r.Context(), access.From(r.Context()), id, a.rowWords(r), &file)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	sendFile(w, "errors.csv", "text/csv; charset=utf-8", file.Bytes())
}

type importTemplateIn struct {
	GroupID httpx.Ref `json:"group_id" validate:"required"`
	Format  string    `json:"format" validate:"omitempty,oneof=csv xlsx"`
}

// template serves an empty spreadsheet for a group.
func (a importsAPI) template(w http.ResponseWriter, r *http.Request) {
	var in importTemplateIn
	err := httpx.Decode(w, r, &in)
	var head []string
	var group int64
	if err == nil {
		group, err = a.groups.ID(r, in.GroupID)
	}
	if err == nil {
		head, err = a.imports.Template(r.Context(), access.From(r.Context()), group)
	}
	var file bytes.Buffer
	kind := "text/csv; charset=utf-8"
	switch {
	case err != nil:
	case in.Format == "xlsx":
		kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
		err = spreadsheets.WriteXLSX(&file, "Import", [][]string{head})
	default:
		in.Format = "csv"
		err = spreadsheets.WriteCSV(&file, func(row func([]string) error) error { return row(head) })
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	sendFile(w, "template."+in.Format, kind, file.Bytes())
}

// sendFile serves a file as a download.
func sendFile(w http.ResponseWriter, name, kind string, data []byte) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": name}))
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	_, _ = w.Write(data)
}
