package trust

import (
	"fmt"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// auditAPI serves the audit log of the current department.
type auditAPI struct {
	log   *audit.Reader
	chain *auditchain.Service
}

func (a auditAPI) routes(r chi.Router) {
	r.Get("/audit_events", httpx.JSON(a.list))
	r.Get("/audit_events/heads", httpx.JSON(a.heads))
	r.Get("/audit_events/log", a.export)
}

type auditQuery struct {
	UserID     httpx.Int      `json:"user_id"`
	APIKeyID   httpx.Int      `json:"api_key_id"`
	Action     httpx.Text     `json:"action"`
	ObjectKind httpx.Text     `json:"object_kind"`
	ObjectID   httpx.Text     `json:"object_id"`
	Since      httpx.Text     `json:"since"`
	Until      httpx.Text     `json:"until"`
	Page       httpx.PageSize `json:"page"`
	PageSize   httpx.PageSize `json:"page_size"`
}

type auditEventWire struct {
	ID        int64          `json:"id"`
	Position  *int64         `json:"position"`
	At        string         `json:"at"`
	Action    string         `json:"action"`
	Object    auditObject    `json:"object"`
	Actor     auditActor     `json:"actor"`
	IP        string         `json:"ip"`
	RequestID string         `json:"request_id"`
	Details   map[string]any `json:"details"`
}

type auditObject struct {
	Kind string `json:"kind"`
	ID   string `json:"id"`
}

type auditActor struct {
	Kind   string `json:"kind"`
	ID     *int64 `json:"id"`
	Name   string `json:"name"`
	System string `json:"system"`
}

type auditReply struct {
	Events []auditEventWire `json:"audit_events"`
	Meta   auditMeta        `json:"meta"`
}

type auditMeta struct {
	wire.Meta
	Capped bool `json:"total_is_capped"`
}

func (a auditAPI) list(r *http.Request, in auditQuery) (auditReply, error) {
	var wrong errs.Fields
	q := audit.Query{
		UserID: int64(in.UserID), APIKeyID: int64(in.APIKeyID), Action: string(in.Action), ObjectKind: string(in.ObjectKind), ObjectID: string(in.ObjectID),
		Since: wire.Moment(&wrong, "since", string(in.Since)), Until: wire.Moment(&wrong, "until", string(in.Until)),
		Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	}
	if err := wrong.Err(); err != nil {
		return auditReply{}, err
	}
	found, err := a.log.Find(r.Context(), access.From(r.Context()), q)
	if err != nil {
		return auditReply{}, err
	}
	out := auditReply{Events: make([]auditEventWire, len(found.Items)), Meta: auditMeta{wire.MetaOf(found), found.Total >= audit.MostCounted}}
	for i, e := range found.Items {
		out.Events[i] = auditEventWire{
			ID: e.ID, At: wire.Stamp(e.At), Action: e.Action, Object: auditObject{e.ObjectKind, e.ObjectID}, Actor: auditActorOf(e.Actor),
			IP: e.IP, RequestID: e.RequestID, Details: e.Details,
		}
		if e.Position != 0 {
			out.Events[i].Position = &e.Position
		}
	}
	return out, nil
}

func auditActorOf(a audit.Actor) auditActor {
	out := auditActor{Kind: "system", Name: a.Name, System: string(a.System)}
	for kind, id := range map[string]int64{"user": a.UserID, "api_key": a.APIKeyID, "embed": a.EmbedID, "recipient": a.RecipientID} {
		if id != 0 {
			out.Kind, out.ID = kind, &id
		}
	}
	return out
}

type auditHeadWire struct {
	Position int64  `json:"position"`
	SignedAt string `json:"signed_at"`
	Token    string `json:"token"`
}

type auditHeadsReply struct {
	Heads []auditHeadWire `json:"heads"`
}

func (a auditAPI) heads(r *http.Request, _ httpx.None) (auditHeadsReply, error) {
	heads, err := a.chain.Heads(r.Context(), access.From(r.Context()))
	if err != nil {
		return auditHeadsReply{}, err
	}
	out := auditHeadsReply{Heads: make([]auditHeadWire, len(heads))}
	for i, h := range heads {
		out.Heads[i] = auditHeadWire{h.Position, wire.Stamp(h.SignedAt), h.Token}
	}
	return out, nil
}

// export streams the sealed log.
func (a auditAPI) export(w http.ResponseWriter, r *http.Request) {
	var in struct {
		After httpx.Int `json:"after"`
	}
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	by, began := access.From(r.Context()), false
	err := a.chain.Export(r.Context(), by, int64(in.After), func() io.Writer {
		began = true
		h := w.Header()
		h.Set("Content-Type", "application/jsonl")
		h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="audit-log-%d.jsonl"`, by.DepartmentID))
		h.Set("Cache-Control", "no-store")
		return w
	})
	switch {
	case err == nil:
	case !began:
		httpx.Fail(w, r, err)
	default:
		panic(http.ErrAbortHandler) // a log that is cut short must not look whole
	}
}
