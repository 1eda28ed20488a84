package operations

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/exports"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// exportsAPI serves exports of lists as files.
type exportsAPI struct {
	exports *exports.Service
	links   links.Links
}

func (a exportsAPI) routes(r chi.Router) {
	r.Post("/data_exports", httpx.JSON(a.create))
	r.Get("/data_exports", httpx.JSON(a.list))
	r.Get("/data_exports/download", a.download)
	r.Get("/data_exports/{id}", httpx.JSON(a.read))
	r.Delete("/data_exports/{id}", httpx.JSON(a.delete))
}

type exportOut struct {
	ID           int64       `json:"id"`
	DepartmentID int64       `json:"department_id"`
	Entity       string      `json:"entity"`
	Format       string      `json:"format"`
	Status       string      `json:"status"`
	FileName     string      `json:"file_name"`
	RowCount     int         `json:"row_count"`
	TotalCount   int         `json:"total_count"`
	CreatedAt    time.Time   `json:"created_at"`
	FinishedAt   *time.Time  `json:"finished_at"`
	ExpiresAt    time.Time   `json:"expires_at"`
	URLs         []exportURL `json:"urls"`
}

// exportURL is one file of an export. Exports always have a single file for all years.
type exportURL struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Year   *int   `json:"year"`
	URL    string `json:"url"`
}

func (a exportsAPI) wire(r *http.Request, e exports.Export) (exportOut, error) {
	out := exportOut{
		ID: e.ID, DepartmentID: e.DepartmentID, Entity: string(e.Entity), Format: string(e.Format), Status: string(e.State), FileName: e.FileName(),
		RowCount: e.RowCount, TotalCount: e.TotalCount, CreatedAt: e.CreatedAt, FinishedAt: e.FinishedAt, ExpiresAt: e.ExpiresAt, URLs: []exportURL{},
	}
	token, err := a.exports.Link(access.From(r.Context()), e)
	if err != nil || token == "" {
		return out, err
	}
	out.URLs = append(out.URLs, exportURL{ID: e.ID, Status: string(e.State), URL: a.links.ExportDownload(token)})
	return out, nil
}

type exportReply struct {
	DataExport exportOut `json:"data_export"`
}

// exportCreated is a exportReply with status 201, as clients expect.
type exportCreated struct{ exportReply }

// Status returns 201.
func (exportCreated) Status() int { return http.StatusCreated }

type exportIn struct {
	DataExport struct {
		wire.SelectionIn
		Entity       exports.Entity `json:"entity"`
		Format       exports.Format `json:"format"`
		DepartmentID httpx.Int      `json:"department_id"`
		Query        httpx.Text     `json:"query"`
		State        string         `json:"state" validate:"max=50"`
		Kind         string         `json:"kind" validate:"max=50"`
		Publication  string         `json:"publication"`
	} `json:"data_export"`
}

func (in exportIn) request() (exports.Request, error) {
	e := in.DataExport
	o := exports.Request{Entity: e.Entity, Format: e.Format, Filter: exports.Filter{Term: string(e.Query), State: e.State, Kind: e.Kind}}
	if o.Entity == exports.Credentials {
		o.Filter.Selection = e.Domain()
		if e.AllMatching == nil && e.CredentialIDs == nil { // clients that name nothing want all
			e.AllMatching = &wire.Matching{}
			o.Filter.Selection = e.Domain()
		}
	}
	if e.Publication != "" {
		id, err := uuid.Parse(e.Publication)
		if err != nil {
			return o, errs.Field("publication", "invalid")
		}
		o.Filter.Publication = id
	}
	return o, nil
}

func (a exportsAPI) create(r *http.Request, in exportIn) (exportCreated, error) {
	by := access.From(r.Context())
	request, err := in.request()
	if err != nil {
		return exportCreated{}, err
	}
	if d := int64(in.DataExport.DepartmentID); d != 0 && by.DepartmentID != 0 && d != by.DepartmentID {
		return exportCreated{}, departments.ErrNotFound
	}
	e, err := a.exports.Start(r.Context(), by, request)
	if err != nil {
		return exportCreated{}, err
	}
	out, err := a.wire(r, e)
	return exportCreated{exportReply{out}}, err
}

func (a exportsAPI) read(r *http.Request, in wire.IDIn) (exportReply, error) {
	e, err := a.exports.Read(r.Context(), access.From(r.Context()), int64(in.ID))
	if err != nil {
		return exportReply{}, err
	}
	out, err := a.wire(r, e)
	return exportReply{out}, err
}

type exportsReply struct {
	Exports []exportOut `json:"data_exports"`
	Meta    wire.Meta   `json:"meta"`
}

func (a exportsAPI) list(r *http.Request, in wire.PageIn) (exportsReply, error) {
	found, err := a.exports.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return exportsReply{}, err
	}
	out := exportsReply{Exports: make([]exportOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, e := range found.Items {
		if out.Exports[i], err = a.wire(r, e); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (a exportsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.DoneReply{Success: true}, a.exports.Delete(r.Context(), access.From(r.Context()), int64(in.ID))
}

var sheetTypes = map[exports.Format]string{
	exports.CSV:  "text/csv; charset=utf-8",
	exports.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// download streams the file. Once streaming has begun, an error can only be signalled by closing the connection.
func (a exportsAPI) download(w http.ResponseWriter, r *http.Request) {
	var in wire.DownloadIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	e, err := a.exports.Open(r.Context(), in.Token)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", sheetTypes[e.Format])
	h.Set("Content-Disposition", `attachment; filename="`+e.FileName()+`"`)
	h.Set("Cache-Control", "no-store")
	deadline := http.NewResponseController(w)
	// The error is ignored: a writer without deadlines needs no extension.
	more := func() { _ = deadline.SetWriteDeadline(time.Now().Add(wire.FileTime)) }
	more()
	if err := a.exports.WriteFile(r.Context(), e, w, more); err != nil {
		panic(http.ErrAbortHandler)
	}
}
