package credentials

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// livesAPI serves scheduling, renewal, moving, private keys and examples of credentials.
type livesAPI struct {
	credentialsAPI

	identity *identity.Service
	groups   *groups.Service
}

func (a livesAPI) routes(r chi.Router) {
	r.Post("/credentials/schedule", httpx.JSON(a.schedule))
	r.Post("/credentials/unschedule", httpx.JSON(a.unschedule))
	r.Post("/credentials/{id}/renew", httpx.JSON(a.renew))
	r.Post("/credentials/{id}/move", httpx.JSON(a.move))
	r.Post("/credentials/{id}/rotate_key", httpx.JSON(a.rotateKey))
	r.Get("/credentials/{id}/shared", httpx.JSON(a.shared))
	r.Post("/issuer/groups/{id}/send_example", httpx.JSON(a.example))
}

type scheduleIn struct {
	wire.SelectionIn
	PublishAt httpx.Text `json:"publish_at"`
}

type plannedReply struct {
	Changed int `json:"changed_count"`
	Refused int `json:"refused_count"`
}

func (a livesAPI) schedule(r *http.Request, in scheduleIn) (plannedReply, error) {
	plan := lifecycle.Plan{SendEmail: wire.SendsEmail(in.SendEmail)}
	if in.PublishAt != "" {
		at, err := time.Parse(time.RFC3339, string(in.PublishAt))
		if err != nil {
			return plannedReply{}, errs.Field("publish_at", "invalid_date")
		}
		plan.At = at
	}
	planned, err := a.lifecycle.Schedule(r.Context(), access.From(r.Context()), in.Domain(), plan)
	return plannedReply(planned), err
}

func (a livesAPI) unschedule(r *http.Request, in wire.SelectionIn) (plannedReply, error) {
	planned, err := a.lifecycle.Unschedule(r.Context(), access.From(r.Context()), in.Domain())
	return plannedReply(planned), err
}

type renewIn struct {
	wire.RefIn
	GroupID httpx.Ref  `json:"group_id"`
	Revoke  httpx.Bool `json:"revoke"`
}

func (a livesAPI) renew(r *http.Request, in renewIn) (credentialReply, error) {
	by := access.From(r.Context())
	group, err := a.group(r, in.GroupID)
	if err != nil {
		return credentialReply{}, err
	}
	c, err := a.authoring.Renew(r.Context(), by, in.ID, authoring.Renewal{GroupID: group, Revoke: bool(in.Revoke)})
	return a.reply(by, c, err)
}

type moveIn struct {
	wire.RefIn
	GroupID httpx.Ref `json:"group_id" validate:"required"`
	Texts   string    `json:"texts" validate:"omitempty,oneof=keep follow"`
}

func (a livesAPI) move(r *http.Request, in moveIn) (credentialReply, error) {
	by := access.From(r.Context())
	group, err := a.group(r, in.GroupID)
	if err != nil {
		return credentialReply{}, err
	}
	c, err := a.authoring.MoveTo(r.Context(), by, in.ID, authoring.Move{GroupID: group, Follow: in.Texts == "follow"})
	return a.reply(by, c, err)
}

func (a livesAPI) rotateKey(r *http.Request, in wire.RefIn) (credentialReply, error) {
	by := access.From(r.Context())
	c, err := a.authoring.RotateKey(r.Context(), by, in.ID)
	return a.reply(by, c, err)
}

type sharedReply struct {
	Recipient int `json:"recipient_count"`
	Group     int `json:"group_count"`
}

func (a livesAPI) shared(r *http.Request, in wire.RefIn) (sharedReply, error) {
	shared, err := a.authoring.CountShared(r.Context(), access.From(r.Context()), in.ID)
	return sharedReply(shared), err
}

func (a livesAPI) example(r *http.Request, in wire.IDIn) (wire.DoneReply, error) {
	by := access.From(r.Context())
	g, err := a.groups.Read(r.Context(), by, int64(in.ID))
	if err != nil {
		return wire.DoneReply{}, err
	}
	to := publishing.Person{}
	if by.UserID != 0 {
		who, err := a.identity.Whoami(r.Context(), by)
		if err != nil {
			return wire.DoneReply{}, err
		}
		to.Email = who.User.Email
	}
	return wire.DoneReply{Success: true}, a.publishing.SendExample(r.Context(), by, to, g)
}

// alsoIn lists the other credentials to which a correction is applied.
type alsoIn []string

func (in alsoIn) domain() (out authoring.Also, err error) {
	for _, name := range in {
		switch name {
		case "recipient":
			out.Recipient = true
		case "group":
			out.Group = true
		default:
			return out, errs.Field("also", "not_one_of", "values", "recipient, group")
		}
	}
	return out, nil
}
