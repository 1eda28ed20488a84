package operations

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/dataexports"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// dataExportsAPI serves exports of lists as files.
type dataExportsAPI struct {
	exports *dataexports.Service
	links   links.Links
}

func (a dataExportsAPI) routes(r chi.Router) {
	r.Post("/data_exports", httpx.JSON(a.create))
	r.Get("/data_exports", httpx.JSON(a.list))
	r.Get("/data_exports/download", a.download)
	r.Get("/data_exports/{id}", httpx.JSON(a.read))
	r.Delete("/data_exports/{id}", httpx.JSON(a.delete))
}

type dataExportOut struct {
	ID           int64           `json:"id"`
	DepartmentID int64           `json:"department_id"`
	Entity       string          `json:"entity"`
	Format       string          `json:"format"`
	Status       string          `json:"status"`
	FileName     string          `json:"file_name"`
	RowCount     int             `json:"row_count"`
	TotalCount   int             `json:"total_count"`
	CreatedAt    time.Time       `json:"created_at"`
	FinishedAt   *time.Time      `json:"finished_at"`
	ExpiresAt    time.Time       `json:"expires_at"`
	URLs         []dataExportURL `json:"urls"`
}

// dataExportURL is one file of an export. Exports always have a single file for all years.
type dataExportURL struct {
	ID     int64  `json:"id"`
	Status string `json:"status"`
	Year   *int   `json:"year"`
	URL    string `json:"url"`
}

func (a dataExportsAPI) wire(r *http.Request, e dataexports.Export) (dataExportOut, error) {
	out := dataExportOut{
		ID: e.ID, DepartmentID: e.DepartmentID, Entity: string(e.Entity), Format: string(e.Format), Status: string(e.State), FileName: e.FileName(),
		RowCount: e.RowCount, TotalCount: e.TotalCount, CreatedAt: e.CreatedAt, FinishedAt: e.FinishedAt, ExpiresAt: e.ExpiresAt, URLs: []dataExportURL{},
	}
	token, err := a.exports.Link(access.From(r.Context()), e)
	if err != nil || token == "" {
		return out, err
	}
	out.URLs = append(out.URLs, dataExportURL{ID: e.ID, Status: string(e.State), URL: a.links.DataExportDownload(token)})
	return out, nil
}

type dataExportReply struct {
	DataExport dataExportOut `json:"data_export"`
}

// dataExportCreated is a dataExportReply with status 201, as clients expect.
type dataExportCreated struct{ dataExportReply }

// Status returns 201.
func (dataExportCreated) Status() int { return http.StatusCreated }

type dataExportIn struct {
	DataExport struct {
		wire.SelectionIn
		Entity       dataexports.Entity `json:"entity"`
		Format       dataexports.Format `json:"format"`
		DepartmentID httpx.Int          `json:"department_id"`
		Query        httpx.Text         `json:"query"`
		State        string             `json:"state" validate:"max=50"`
		Kind         string             `json:"kind" validate:"max=50"`
		Publication  string             `json:"publication"`
	} `json:"data_export"`
}

func (in dataExportIn) order() (dataexports.Order, error) {
	e := in.DataExport
	o := dataexports.Order{Entity: e.Entity, Format: e.Format, Filter: dataexports.Filter{Term: string(e.Query), State: e.State, Kind: e.Kind}}
	if o.Entity == dataexports.Credentials {
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

func (a dataExportsAPI) create(r *http.Request, in dataExportIn) (dataExportCreated, error) {
	by := access.From(r.Context())
	order, err := in.order()
	if err != nil {
		return dataExportCreated{}, err
	}
	if d := int64(in.DataExport.DepartmentID); d != 0 && by.DepartmentID != 0 && d != by.DepartmentID {
		return dataExportCreated{}, departments.ErrNotFound
	}
	e, err := a.exports.Start(r.Context(), by, order)
	if err != nil {
		return dataExportCreated{}, err
	}
	out, err := a.wire(r, e)
	return dataExportCreated{dataExportReply{out}}, err
}

func (a dataExportsAPI) read(r *http.Request, in wire.IDIn) (dataExportReply, error) {
	e, err := a.exports.Read(r.Context(), access.From(r.Context()), int64(in.ID))
	if err != nil {
		return dataExportReply{}, err
	}
	out, err := a.wire(r, e)
	return dataExportReply{out}, err
}

type dataExportsReply struct {
	DataExports []dataExportOut `json:"data_exports"`
	Meta        wire.Meta       `json:"meta"`
}

func (a dataExportsAPI) list(r *http.Request, in wire.PageIn) (dataExportsReply, error) {
	found, err := a.exports.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return dataExportsReply{}, err
	}
	out := dataExportsReply{DataExports: make([]dataExportOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, e := range found.Items {
		if out.DataExports[i], err = a.wire(r, e); err != nil {
			return out, err
		}
	}
	return out, nil
}

func (a dataExportsAPI) delete(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	return wire.DoneReply{Success: true}, a.exports.Delete(r.Context(), access.From(r.Context()), int64(in.ID))
}

var sheetTypes = map[dataexports.Format]string{
	dataexports.CSV:  "text/csv; charset=utf-8",
	dataexports.XLSX: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

// download streams the file. Once streaming has begun, an error can only be signalled by closing the connection.
func (a dataExportsAPI) download(w http.ResponseWriter, r *http.Request) {
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
