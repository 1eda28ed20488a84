// Package billing serves plans, the subscription, the usage and the ledger of a department. Without billing, its routes don't exist.
package billing

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/billing"
	"laurel/internal/platform/httpx"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Billing *billing.Service
}

// MountV2 adds the routes to r, which is mounted at /v2 behind the issuers' authentication.
func MountV2(r chi.Router, d Deps) {
	a := api{d.Billing}
	r.Get("/billing/plans", httpx.JSON(a.plans))
	r.Get("/billing/subscription", httpx.JSON(a.subscription))
	r.Put("/billing/subscription", httpx.JSON(a.choose))
	r.Get("/billing/usage", httpx.JSON(a.usage))
	r.Post("/billing/transfers", httpx.JSON(a.transfer))
	r.Get("/billing/ledger", httpx.JSON(a.ledger))
	r.Get("/billing/ledger.csv", a.ledgerCSV)
	r.Post("/billing/cancellation", httpx.JSON(a.cancel))
	r.Delete("/billing/cancellation", httpx.JSON(a.resume))
}

type api struct{ billing *billing.Service }

type planOut struct {
	ID       int64    `json:"id"`
	Name     string   `json:"name"`
	Seats    int      `json:"seats"`
	Price    int64    `json:"price"`
	Currency string   `json:"currency"`
	Interval string   `json:"interval"`
	Features []string `json:"features"`
}

func planToWire(p billing.Plan) planOut {
	return planOut{p.ID, p.Name, p.Seats, p.Price, p.Currency, p.Every, wire.List(p.Features)}
}

type subscriptionOut struct {
	Plan         planOut       `json:"plan"`
	State        billing.State `json:"state"`
	PeriodStart  string        `json:"period_start"`
	PeriodEnd    string        `json:"period_end"`
	CancelAt     *string       `json:"cancel_at"`
	CancelReason string        `json:"cancel_reason"`
	NextPlanID   *int64        `json:"next_plan_id"`
	PastDueSince *string       `json:"past_due_since"`
	BlockedFrom  *string       `json:"blocked_from"`
	Blocked      bool          `json:"blocked"`
	FundedBy     *int64        `json:"funded_by"`
	CreditsLeft  int           `json:"credits_left"`
}

// Payload returns a subscription in the format of the API.
func Payload(s billing.Subscription) any { return subscriptionToWire(s) }

func subscriptionToWire(s billing.Subscription) subscriptionOut {
	return subscriptionOut{
		Plan: planToWire(s.Plan), State: s.State, PeriodStart: day(s.Start), PeriodEnd: day(s.End), CancelAt: dayOrNull(s.CancelAt), CancelReason: s.CancelReason,
		NextPlanID: wire.IDOrNull(s.NextPlanID), PastDueSince: wire.Stamped(s.PastDueSince), BlockedFrom: wire.Stamped(s.BlockedFrom()), Blocked: s.Blocked,
		FundedBy: wire.IDOrNull(s.FundedBy), CreditsLeft: s.Available,
	}
}

type plansReply struct {
	Plans        []planOut        `json:"plans"`
	Subscription *subscriptionOut `json:"subscription"`
}

func (a api) plans(r *http.Request, _ httpx.None) (plansReply, error) {
	found, err := a.billing.Offers(r.Context(), access.From(r.Context()))
	out := plansReply{Plans: make([]planOut, len(found.Plans))}
	for i, p := range found.Plans {
		out.Plans[i] = planToWire(p)
	}
	if found.Subscription != nil {
		out.Subscription = new(subscriptionToWire(*found.Subscription))
	}
	return out, err
}

type subscriptionReply struct {
	Subscription subscriptionOut `json:"subscription"`
}

func subscriptionAnswer(s billing.Subscription, err error) (subscriptionReply, error) {
	return subscriptionReply{subscriptionToWire(s)}, err
}

func (a api) subscription(r *http.Request, _ httpx.None) (subscriptionReply, error) {
	return subscriptionAnswer(a.billing.Subscription(r.Context(), access.From(r.Context())))
}

type chooseIn struct {
	Subscription *struct {
		PlanID httpx.Int `json:"plan_id" validate:"required"`
	} `json:"subscription" validate:"required"`
}

type chooseReply struct {
	Subscription *subscriptionOut `json:"subscription"`
	Redirect     *string          `json:"redirect_url"`
	Changed      bool             `json:"changed"`
	On           *string          `json:"changes_on"`
}

func (a api) choose(r *http.Request, in chooseIn) (chooseReply, error) {
	c, err := a.billing.ChoosePlan(r.Context(), access.From(r.Context()), int64(in.Subscription.PlanID))
	if err != nil {
		return chooseReply{}, err
	}
	out := chooseReply{Redirect: wire.Some(c.Redirect), Changed: c.Change.Now}
	if c.Subscription.Plan.ID != 0 {
		out.Subscription = new(subscriptionToWire(c.Subscription))
	}
	if !c.Change.On.IsZero() {
		out.On = new(day(c.Change.On))
	}
	return out, nil
}

type cancelIn struct {
	Cancellation *struct {
		Reason httpx.Text `json:"reason" validate:"max=1000"`
	} `json:"cancellation" validate:"required"`
}

func (a api) cancel(r *http.Request, in cancelIn) (subscriptionReply, error) {
	return subscriptionAnswer(a.billing.Cancel(r.Context(), access.From(r.Context()), string(in.Cancellation.Reason)))
}

func (a api) resume(r *http.Request, _ httpx.None) (subscriptionReply, error) {
	return subscriptionAnswer(a.billing.Resume(r.Context(), access.From(r.Context())))
}

type transferIn struct {
	Transfer *struct {
		DepartmentID httpx.Int  `json:"department_id" validate:"required"`
		Credits      httpx.Int  `json:"credits"`
		Reason       httpx.Text `json:"reason"`
	} `json:"transfer" validate:"required"`
}

func (a api) transfer(r *http.Request, in transferIn) (usageReply, error) {
	by := access.From(r.Context())
	t := billing.Transfer{DepartmentID: int64(in.Transfer.DepartmentID), Quantity: int(in.Transfer.Credits), Reason: string(in.Transfer.Reason)}
	if err := a.billing.Transfer(r.Context(), by, t); err != nil {
		return usageReply{}, err
	}
	return usageAnswer(a.billing.Usage(r.Context(), by))
}
