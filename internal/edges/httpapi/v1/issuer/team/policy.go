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
	"laurel/internal/platform/optional"
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
	SecondFactorFrom *string  `json:"second_factor_from"`
	SessionIdleHours *int     `json:"session_idle_hours"`
	SessionHours     *int     `json:"session_hours"`
	AllowedNetworks  []string `json:"allowed_networks"`
}

func policyToWire(p departments.SignInPolicy) policyReply {
	out := policyWire{SecondFactorFrom: wire.Stamped(p.SecondFactorFrom), AllowedNetworks: []string{}}
	if p.SessionIdleHours != 0 {
		out.SessionIdleHours = &p.SessionIdleHours
	}
	if p.SessionHours != 0 {
		out.SessionHours = &p.SessionHours
	}
	for _, n := range p.AllowedNetworks {
		out.AllowedNetworks = append(out.AllowedNetworks, n.String())
	}
	return policyReply{out}
}

func (a policyAPI) read(r *http.Request, _ httpx.None) (policyReply, error) {
	d, err := a.departments.Read(r.Context(), access.From(r.Context()), 0)
	return policyToWire(d.SignInPolicy), err
}

type policyIn struct {
	Policy policyInput `json:"sign_in_policy" validate:"required"`
}

type policyInput struct {
	SecondFactorFrom wire.Maybe[httpx.Text]   `json:"second_factor_from"`
	SessionIdleHours wire.Maybe[httpx.Int]    `json:"session_idle_hours"`
	SessionHours     wire.Maybe[httpx.Int]    `json:"session_hours"`
	AllowedNetworks  wire.Maybe[[]httpx.Text] `json:"allowed_networks"`
}

func (in policyInput) domain() (departments.PolicyChange, error) {
	var wrong errs.Fields
	c := departments.PolicyChange{
		SessionIdleHours: hours(&wrong, "session_idle_hours", in.SessionIdleHours), SessionHours: hours(&wrong, "session_hours", in.SessionHours),
	}
	if in.SecondFactorFrom.Given {
		c.SecondFactorFrom = optional.Set[*time.Time](nil)
		if text := in.SecondFactorFrom.Value; text != nil {
			c.SecondFactorFrom.Value = wire.Moment(&wrong, "second_factor_from", string(*text))
		}
	}
	if in.AllowedNetworks.Given {
		c.AllowedNetworks = optional.Set([]string{})
		if list := in.AllowedNetworks.Value; list != nil {
			for _, text := range *list {
				c.AllowedNetworks.Value = append(c.AllowedNetworks.Value, string(text))
			}
		}
	}
	return c, wrong.Err()
}

// hours reads a limit; null removes it.
func hours(wrong *errs.Fields, field string, given wire.Maybe[httpx.Int]) optional.Value[int] {
	out := optional.Value[int]{Given: given.Given}
	if given.Value == nil {
		return out
	}
	if *given.Value < 1 {
		wrong.Add(field, "too_small", "min", 1)
	}
	out.Value = int(*given.Value)
	return out
}

func (a policyAPI) update(r *http.Request, in policyIn) (policyReply, error) {
	change, err := in.Policy.domain()
	if err != nil {
		return policyReply{}, err
	}
	p, err := a.departments.ChangeSignInPolicy(r.Context(), access.From(r.Context()), change)
	return policyToWire(p), err
}
