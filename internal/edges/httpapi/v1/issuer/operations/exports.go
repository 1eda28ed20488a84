package operations

import (
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/exports"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// exportsAPI serves downloads of several files as a ZIP.
type exportsAPI struct {
	exports *exports.Service
	links   links.Links
}

func (a exportsAPI) routes(r chi.Router) {
	r.Post("/exports", httpx.JSON(a.create))
	r.Get("/exports", httpx.JSON(a.list))
	r.Get("/exports/download", a.download)
	r.Get("/exports/{uuid}", httpx.JSON(a.read))
	r.Delete("/exports/{uuid}", httpx.JSON(a.delete))
	r.Post("/exports/{uuid}/link", httpx.JSON(a.link))
}

type exportOut struct {
	UUID         string       `json:"uuid"`
	Kind         string       `json:"kind"`
	Marks        bool         `json:"marks"`
	Paper        string       `json:"paper,omitempty"`
	Gap          int          `json:"gap"`
	State        string       `json:"state"`
	InputCount   int          `json:"input_count"`
	ReadyCount   int          `json:"ready_count"`
	LeftOutCount int          `json:"left_out_count"`
	PartCount    int          `json:"part_count"`
	LeftOut      []leftOutOut `json:"left_out"`
	CreatedAt    time.Time    `json:"created_at"`
	FinishedAt   *time.Time   `json:"finished_at"`
	ExpiresAt    time.Time    `json:"expires_at"`
}

type leftOutOut struct {
	CredentialID  int64  `json:"credential_id"`
	RecipientName string `json:"recipient_name"`
	Reason        string `json:"reason"`
}

func exportWire(e exports.Export) exportOut {
	out := exportOut{
		UUID: e.UUID.String(), Kind: string(e.Kind), Marks: e.Marks, Paper: e.Paper, Gap: e.Gap, State: "working",
		InputCount: e.InputCount, ReadyCount: e.ReadyCount, LeftOutCount: e.LeftOutCount, PartCount: e.Parts, LeftOut: []leftOutOut{}, CreatedAt: e.CreatedAt, FinishedAt: e.FinishedAt, ExpiresAt: e.ExpiresAt,
	}
	if e.FinishedAt != nil {
		out.State = "finished"
	}
	for _, l := range e.LeftOut {
		out.LeftOut = append(out.LeftOut, leftOutOut(l))
	}
	return out
}

type exportReply struct {
	Export exportOut `json:"export"`
}

type exportCreateIn struct {
	wire.SelectionIn
	Kind  exports.Kind `json:"kind"`
	Marks httpx.Bool   `json:"marks"`
	Paper string       `json:"paper"`
	Gap   httpx.Int    `json:"gap"`
}

func (a exportsAPI) create(r *http.Request, in exportCreateIn) (exportReply, error) {
	e, err := a.exports.Start(r.Context(), access.From(r.Context()), exports.Order{
		Kind: in.Kind, Marks: bool(in.Marks), Paper: in.Paper, Gap: int(in.Gap), Selection: in.Domain(),
	})
	return exportReply{exportWire(e)}, err
}

type exportRef struct {
	UUID string `json:"uuid"`
}

// id parses the ID. It returns exports.ErrNotFound for an invalid one.
func (in exportRef) id() (uuid.UUID, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return id, exports.ErrNotFound
	}
	return id, nil
}

func (a exportsAPI) read(r *http.Request, in exportRef) (exportReply, error) {
	id, err := in.id()
	if err != nil {
		return exportReply{}, err
	}
	e, err := a.exports.Read(r.Context(), access.From(r.Context()), id)
	return exportReply{exportWire(e)}, err
}

type exportsReply struct {
	Exports []exportOut `json:"exports"`
	Meta    wire.Meta   `json:"meta"`
}

func (a exportsAPI) list(r *http.Request, in wire.PageIn) (exportsReply, error) {
	found, err := a.exports.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return exportsReply{}, err
	}
	out := exportsReply{Exports: make([]exportOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, e := range found.Items {
		out.Exports[i] = exportWire(e)
	}
	return out, nil
}

func (a exportsAPI) delete(r *http.Request, in exportRef) (wire.DoneReply, error) {
	id, err := in.id()
	if err != nil {
		return wire.DoneReply{}, err
	}
	return wire.DoneReply{Success: true}, a.exports.Delete(r.Context(), access.From(r.Context()), id)
}

type exportLinkIn struct {
	exportRef
	Part httpx.Int `json:"part"`
}

func (a exportsAPI) link(r *http.Request, in exportLinkIn) (wire.LinkReply, error) {
	id, err := in.id()
	if err != nil {
		return wire.LinkReply{}, err
	}
	token, err := a.exports.Link(r.Context(), access.From(r.Context()), id, max(1, int(in.Part)))
	return wire.LinkReply{Link: a.links.ExportDownload(token)}, err
}

// download streams the ZIP. Once streaming has begun, an error can only be signalled by closing the connection.
func (a exportsAPI) download(w http.ResponseWriter, r *http.Request) {
	var in wire.DownloadIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	e, part, err := a.exports.Open(r.Context(), in.Token)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/zip")
	name := "laurel-" + string(e.Kind) + "-" + e.CreatedAt.Format(time.DateOnly)
	if e.Parts > 1 {
		name += fmt.Sprintf("-%d-of-%d", part, e.Parts)
	}
	h.Set("Content-Disposition", `attachment; filename="`+name+`.zip"`)
	h.Set("Cache-Control", "no-store")
	deadline := http.NewResponseController(w)
	// The error is ignored: a writer without deadlines needs no extension.
	more := func() { _ = deadline.SetWriteDeadline(time.Now().Add(wire.FileTime)) }
	more()
	if err := a.exports.Write(r.Context(), e, part, w, more); err != nil {
		panic(http.ErrAbortHandler)
	}
}
