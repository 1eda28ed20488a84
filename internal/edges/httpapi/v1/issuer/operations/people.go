package operations

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/downloads"
	"laurel/internal/operations/people"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// peopleAPI serves the people a department has issued to.
type peopleAPI struct {
	people    *people.Service
	groups    wire.GroupRefs
	texts     httpx.Messages
	downloads *downloads.Service
}

func (a peopleAPI) routes(r chi.Router) {
	r.Get("/recipients", httpx.JSON(a.list))
	r.Get("/recipients/{id}", httpx.JSON(a.read))
	r.Put("/recipients/{id}", httpx.JSON(a.update))
	r.Get("/recipients/{id}/events", httpx.JSON(a.events))
	r.Delete("/recipients/{id}/pending_email", httpx.JSON(a.cancelMove))
	r.Post("/recipients/{id}/export", httpx.JSON(a.export))
	r.Post("/recipients/{id}/erase", httpx.JSON(a.erase))
}

type personOut struct {
	ID              uuid.UUID  `json:"id"`
	Email           string     `json:"email"`
	Name            string     `json:"name"`
	Names           []string   `json:"names"`
	ExternalIDs     []string   `json:"external_ids"`
	CredentialCount int        `json:"credential_count"`
	IssuedCount     int        `json:"issued_count"`
	LastIssuedAt    *time.Time `json:"last_issued_at"`
	LastOpenedAt    *time.Time `json:"last_opened_at"`
	EmailProblem    string     `json:"email_problem"`
}

// wholePerson is a single recipient.
type wholePerson struct {
	personOut
	PendingEmail *pendingEmail `json:"pending_email"`
}

// pendingEmail is an address that waits for confirmation.
type pendingEmail struct {
	Email     string    `json:"email"`
	ExpiresAt time.Time `json:"expires_at"`
}

func personWire(p people.Person) personOut {
	return personOut{
		ID: p.ID, Email: p.Email, Name: p.Name, Names: p.Names, ExternalIDs: p.ExternalIDs, CredentialCount: p.CredentialCount, IssuedCount: p.IssuedCount,
		LastIssuedAt: p.LastIssuedAt, LastOpenedAt: p.LastOpenedAt, EmailProblem: p.EmailProblem,
	}
}

type peopleIn struct {
	Query        httpx.Text     `json:"query"`
	Email        httpx.Text     `json:"email"`
	ExternalID   httpx.Ref      `json:"external_id"`
	GroupID      httpx.Ref      `json:"group_id"`
	EmailProblem httpx.Text     `json:"email_problem"`
	Sort         string         `json:"sort"`
	Page         httpx.PageSize `json:"page"`
	PageSize     httpx.PageSize `json:"page_size"`
}

type peopleMeta struct {
	wire.Meta
	Capped bool `json:"total_is_capped"`
}

type peopleReply struct {
	Recipients []personOut `json:"recipients"`
	Meta       peopleMeta  `json:"meta"`
}

func (a peopleAPI) list(r *http.Request, in peopleIn) (peopleReply, error) {
	group, err := a.groups.Filter(r, in.GroupID)
	if err != nil {
		return peopleReply{}, err
	}
	found, err := a.people.List(r.Context(), access.From(r.Context()), people.Query{
		Term: string(in.Query), Email: string(in.Email), ExternalID: string(in.ExternalID), GroupID: group, EmailProblem: string(in.EmailProblem), Sort: in.Sort,
		Page: page.Request{Number: int(in.Page), Size: int(in.PageSize)},
	})
	out := peopleReply{Recipients: make([]personOut, len(found.Items)), Meta: peopleMeta{wire.MetaOf(found.Page), found.Capped}}
	for i, p := range found.Items {
		out.Recipients[i] = personWire(p)
	}
	return out, err
}

type personReply struct {
	Recipient wholePerson `json:"recipient"`
}

func personReplyOf(p people.Person, err error) (personReply, error) {
	out := personReply{wholePerson{personOut: personWire(p)}}
	if p.Move != nil {
		out.Recipient.PendingEmail = &pendingEmail{p.Move.Email, p.Move.ExpiresAt.UTC()}
	}
	return out, err
}

func (a peopleAPI) read(r *http.Request, in wire.RefIn) (personReply, error) {
	return personReplyOf(a.people.Read(r.Context(), access.From(r.Context()), in.ID))
}

type personIn struct {
	ID        string `json:"id" validate:"max=255"`
	Recipient struct {
		Name  httpx.Text `json:"name"`
		Email httpx.Text `json:"email"`
		Merge httpx.Bool `json:"merge"`
	} `json:"recipient"`
}

func (a peopleAPI) update(r *http.Request, in personIn) (personReply, error) {
	change := people.Change{Name: string(in.Recipient.Name), Email: string(in.Recipient.Email), Merge: bool(in.Recipient.Merge)}
	return personReplyOf(a.people.Change(r.Context(), access.From(r.Context()), in.ID, change))
}

func (a peopleAPI) cancelMove(r *http.Request, in wire.RefIn) (personReply, error) {
	by := access.From(r.Context())
	if err := a.people.CancelMove(r.Context(), by, in.ID); err != nil {
		return personReply{}, err
	}
	return personReplyOf(a.people.Read(r.Context(), by, in.ID))
}

// export begins a download of everything about a person.
func (a peopleAPI) export(r *http.Request, in wire.RefIn) (downloadReply, error) {
	by := access.From(r.Context())
	ids, err := a.people.Exportable(r.Context(), by, in.ID)
	if err != nil {
		return downloadReply{}, err
	}
	e, err := a.downloads.StartRecipient(r.Context(), by, ids)
	return downloadReply{downloadWire(e)}, err
}

type eraseIn struct {
	ID    string     `json:"id" validate:"max=255"`
	Email httpx.Text `json:"email" validate:"max=320"`
}

type erasedReply struct {
	Erased int `json:"erased_count"`
}

func (a peopleAPI) erase(r *http.Request, in eraseIn) (erasedReply, error) {
	n, err := a.people.Erase(r.Context(), access.From(r.Context()), in.ID, string(in.Email))
	return erasedReply{n}, err
}
