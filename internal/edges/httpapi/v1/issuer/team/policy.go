package team

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// policyAPI serves what a department asks of the sign-in of its members.
type policyAPI struct{ departments *departments.Service }

func (a policyAPI) routes(r chi.Router) {
	r.Get("/sign_in_policy", httpx.JSON(a.read))
	r.Put("/sign_in_policy", httpx.JSON(a.update))
}

type policyReply struct {
	Policy policyWire `json:"sign_in_policy"`
}

type policyWire struct {
	SecondFactorFrom *string `json:"second_factor_from"`
}

func (a policyAPI) read(r *http.Request, _ httpx.None) (policyReply, error) {
	d, err := a.departments.Read(r.Context(), access.From(r.Context()), 0)
	return policyReply{policyWire{wire.Stamped(d.SecondFactorFrom)}}, err
}

type policyIn struct {
	Policy struct {
		SecondFactorFrom wire.Maybe[httpx.Text] `json:"second_factor_from"`
	} `json:"sign_in_policy" validate:"required"`
}

func (a policyAPI) update(r *http.Request, in policyIn) (policyReply, error) {
	given := in.Policy.SecondFactorFrom
	if !given.Given {
		return policyReply{}, errs.Field("second_factor_from", "required")
	}
	var from *time.Time
	if given.Value != nil {
		var wrong errs.Fields
		from = wire.Moment(&wrong, "second_factor_from", string(*given.Value))
		if err := wrong.Err(); err != nil {
			return policyReply{}, err
		}
	}
	if err := a.departments.RequireSecondFactor(r.Context(), access.From(r.Context()), from); err != nil {
		return policyReply{}, err
	}
	return a.read(r, httpx.None{})
}
