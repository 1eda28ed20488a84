package operations

import (
	"fmt"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/downloads"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
)

// downloadsAPI serves downloads of several files as a ZIP.
type downloadsAPI struct {
	downloads *downloads.Service
	links     links.Links
}

func (a downloadsAPI) routes(r chi.Router) {
	r.Post("/exports", httpx.JSON(a.create))
	r.Get("/exports", httpx.JSON(a.list))
	r.Get("/exports/download", a.download)
	r.Get("/exports/{uuid}", httpx.JSON(a.read))
	r.Delete("/exports/{uuid}", httpx.JSON(a.delete))
	r.Post("/exports/{uuid}/link", httpx.JSON(a.link))
}

type downloadOut struct {
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

func downloadWire(e downloads.Download) downloadOut {
	out := downloadOut{
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

type downloadReply struct {
	Export downloadOut `json:"export"`
}

type downloadCreateIn struct {
	wire.SelectionIn
	Kind  downloads.Kind `json:"kind"`
	Marks httpx.Bool     `json:"marks"`
	Paper string         `json:"paper"`
	Gap   httpx.Int      `json:"gap"`
}

func (a downloadsAPI) create(r *http.Request, in downloadCreateIn) (downloadReply, error) {
	e, err := a.downloads.Start(r.Context(), access.From(r.Context()), downloads.Request{
		Kind: in.Kind, Marks: bool(in.Marks), Paper: in.Paper, Gap: int(in.Gap), Selection: in.Domain(),
	})
	return downloadReply{downloadWire(e)}, err
}

type downloadRef struct {
	UUID string `json:"uuid"`
}

// id parses the ID. It returns downloads.ErrNotFound for an invalid one.
func (in downloadRef) id() (uuid.UUID, error) {
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return id, downloads.ErrNotFound
	}
	return id, nil
}

func (a downloadsAPI) read(r *http.Request, in downloadRef) (downloadReply, error) {
	id, err := in.id()
	if err != nil {
		return downloadReply{}, err
	}
	e, err := a.downloads.Read(r.Context(), access.From(r.Context()), id)
	return downloadReply{downloadWire(e)}, err
}

type downloadsReply struct {
	Downloads []downloadOut `json:"exports"`
	Meta      wire.Meta     `json:"meta"`
}

func (a downloadsAPI) list(r *http.Request, in wire.PageIn) (downloadsReply, error) {
	found, err := a.downloads.List(r.Context(), access.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return downloadsReply{}, err
	}
	out := downloadsReply{Downloads: make([]downloadOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, e := range found.Items {
		out.Downloads[i] = downloadWire(e)
	}
	return out, nil
}

func (a downloadsAPI) delete(r *http.Request, in downloadRef) (wire.DoneReply, error) {
	id, err := in.id()
	if err != nil {
		return wire.DoneReply{}, err
	}
	return wire.DoneReply{Success: true}, a.downloads.Delete(r.Context(), access.From(r.Context()), id)
}

type downloadLinkIn struct {
	downloadRef
	Part httpx.Int `json:"part"`
}

func (a downloadsAPI) link(r *http.Request, in downloadLinkIn) (wire.LinkReply, error) {
	id, err := in.id()
	if err != nil {
		return wire.LinkReply{}, err
	}
	token, err := a.downloads.Link(r.Context(), access.From(r.Context()), id, max(1, int(in.Part)))
	return wire.LinkReply{Link: a.links.ZipDownload(token)}, err
}

// download streams the ZIP. Once streaming has begun, an error can only be signalled by closing the connection.
func (a downloadsAPI) download(w http.ResponseWriter, r *http.Request) {
	var in wire.DownloadIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	e, part, err := a.downloads.Open(r.Context(), in.Token)
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
	if err := a.downloads.Write(r.Context(), e, part, w, more); err != nil {
		panic(http.ErrAbortHandler)
	}
}
