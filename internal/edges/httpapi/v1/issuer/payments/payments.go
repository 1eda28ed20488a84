// Package payments serves how departments pay: cards and billing details, invoices, and what the payment provider sends.
package payments

import (
	"io"
	"mime"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/documents/invoicepdf"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/payments"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Payments *payments.Service
	PDFs     *invoicepdf.Service
}

// MountV2 adds the routes to r, which is mounted at /v2 behind the issuers' authentication.
func MountV2(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/billing/payment_method", httpx.JSON(a.read))
	r.Put("/billing/payment_method", httpx.JSON(a.save))
	r.Delete("/billing/payment_method", httpx.JSON(a.removeCard))
	r.Post("/billing/payment_method/setup", httpx.JSON(a.addCard))
	r.Post("/billing/payment_method/portal", httpx.JSON(a.portal))
	r.Post("/billing/payment_method/refresh", httpx.JSON(a.refresh))
	r.Post("/billing/subscription/preview", httpx.JSON(a.preview))
	r.Get("/billing/invoices", httpx.JSON(a.invoices))
	r.Get("/billing/invoices/{id}", httpx.JSON(a.invoice))
	r.Get("/billing/invoices/{id}/pdf", a.pdf)
	r.Post("/billing/webhooks/{provider}", a.webhook)
}

type api struct{ Deps }

type cardOut struct {
	Brand    string `json:"brand"`
	Last4    string `json:"last4"`
	ExpMonth int    `json:"exp_month"`
	ExpYear  int    `json:"exp_year"`
}

type problemOut struct {
	Kind string `json:"kind"`
	URL  string `json:"url"`
}

type methodOut struct {
	Provider string         `json:"provider"`
	Cards    bool           `json:"takes_cards"`
	Card     *cardOut       `json:"card"`
	Details  payments.Buyer `json:"details"`
	Tax      string         `json:"tax_treatment"`
	Problem  *problemOut    `json:"problem"`
}

type methodReply struct {
	Method methodOut `json:"payment_method"`
}

func answer(c payments.Customer, err error) (methodReply, error) {
	out := methodOut{Provider: c.Provider, Cards: c.TakesCards(), Details: c.Buyer, Tax: c.TaxTreatment}
	if c.Card != nil {
		out.Card = &cardOut{c.Card.Brand, c.Card.Last4, c.Card.ExpMonth, c.Card.ExpYear}
	}
	if c.Problem != "" {
		out.Problem = &problemOut{c.Problem, c.ProblemURL}
	}
	return methodReply{out}, err
}

func (a api) read(r *http.Request, _ httpx.None) (methodReply, error) {
	return answer(a.Payments.Customer(r.Context(), access.From(r.Context())))
}

func (a api) refresh(r *http.Request, _ httpx.None) (methodReply, error) {
	return answer(a.Payments.Refresh(r.Context(), access.From(r.Context())))
}

type detailsIn struct {
	Details *struct {
		Name       httpx.Text `json:"name"`
		Email      httpx.Text `json:"email"`
		Line1      httpx.Text `json:"line1"`
		Line2      httpx.Text `json:"line2"`
		PostalCode httpx.Text `json:"postal_code"`
		City       httpx.Text `json:"city"`
		Region     httpx.Text `json:"region"`
		Country    httpx.Text `json:"country"`
		TaxID      httpx.Text `json:"tax_id"`
	} `json:"details" validate:"required"`
}

func (a api) save(r *http.Request, in detailsIn) (methodReply, error) {
	d := in.Details
	return answer(a.Payments.SaveBuyer(r.Context(), access.From(r.Context()), payments.Buyer{
		Name: string(d.Name), Email: string(d.Email), Line1: string(d.Line1), Line2: string(d.Line2), PostalCode: string(d.PostalCode), City: string(d.City),
		Region: string(d.Region), Country: string(d.Country), TaxID: string(d.TaxID),
	}))
}

func (a api) removeCard(r *http.Request, _ httpx.None) (methodReply, error) {
	by := access.From(r.Context())
	if err := a.Payments.RemoveCard(r.Context(), by); err != nil {
		return methodReply{}, err
	}
	return answer(a.Payments.Customer(r.Context(), by))
}

type redirectReply struct {
	URL string `json:"url"`
}

func (a api) addCard(r *http.Request, _ httpx.None) (redirectReply, error) {
	url, err := a.Payments.AddCard(r.Context(), access.From(r.Context()))
	return redirectReply{url}, err
}

func (a api) portal(r *http.Request, _ httpx.None) (redirectReply, error) {
	url, err := a.Payments.Portal(r.Context(), access.From(r.Context()))
	return redirectReply{url}, err
}

type previewIn struct {
	PlanID httpx.Int `json:"plan_id" validate:"required"`
}

type previewOut struct {
	Currency  string `json:"currency"`
	DueNow    int64  `json:"due_now"`
	Credit    int64  `json:"credit"`
	Tax       int64  `json:"tax"`
	Renewal   int64  `json:"renewal"`
	Every     string `json:"every"`
	On        string `json:"on"`
	Immediate bool   `json:"immediate"`
}

type previewReply struct {
	Preview previewOut `json:"preview"`
}

func (a api) preview(r *http.Request, in previewIn) (previewReply, error) {
	p, err := a.Payments.Preview(r.Context(), access.From(r.Context()), int64(in.PlanID))
	return previewReply{previewOut{p.Currency, p.DueNow, p.Credit, p.Tax, p.Renewal, p.Every, p.On.Format(time.DateOnly), p.Immediate}}, err
}

type lineOut struct {
	Text     string `json:"text"`
	Quantity int64  `json:"quantity"`
	Amount   int64  `json:"amount"`
}

type invoiceOut struct {
	ID          int64          `json:"id"`
	Kind        string         `json:"kind"`
	Number      string         `json:"number"`
	State       payments.State `json:"state"`
	Currency    string         `json:"currency"`
	Lines       []lineOut      `json:"lines"`
	Subtotal    int64          `json:"subtotal"`
	Discount    int64          `json:"discount"`
	Tax         int64          `json:"tax"`
	Total       int64          `json:"total"`
	Treatment   string         `json:"tax_treatment"`
	Corrects    *string        `json:"corrects"`
	IssuedOn    string         `json:"issued_on"`
	DueOn       *string        `json:"due_on"`
	PaidAt      *time.Time     `json:"paid_at"`
	PeriodStart *string        `json:"period_start"`
	PeriodEnd   *string        `json:"period_end"`
	PaymentURL  *string        `json:"payment_url"`
}

type invoiceReply struct {
	Invoice invoiceOut `json:"invoice"`
}

type invoicesReply struct {
	Invoices []invoiceOut `json:"invoices"`
	Meta     wire.Meta    `json:"meta"`
}

func day(t *time.Time) *string {
	if t == nil {
		return nil
	}
	return new(t.Format(time.DateOnly))
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func toWire(i payments.Invoice) invoiceOut {
	out := invoiceOut{
		ID: i.ID, Kind: i.Kind, Number: i.Number, State: i.State, Currency: i.Currency, Lines: []lineOut{}, Subtotal: i.Subtotal, Discount: i.Discount, Tax: i.Tax,
		Total: i.Total, Treatment: i.TaxTreatment, Corrects: orNull(i.Corrects), IssuedOn: i.IssuedOn.Format(time.DateOnly), DueOn: day(i.DueOn),
		PeriodStart: day(i.PeriodStart), PeriodEnd: day(i.PeriodEnd),
	}
	if i.PaidAt != nil {
		out.PaidAt = new(i.PaidAt.UTC())
	}
	if i.State == payments.Open {
		out.PaymentURL = orNull(i.PaymentURL)
	}
	for _, l := range i.Lines {
		out.Lines = append(out.Lines, lineOut{l.Text, l.Quantity, l.Amount})
	}
	return out
}

type invoicesIn struct {
	wire.PageIn
	State httpx.Text `json:"state"`
	Kind  httpx.Text `json:"kind"`
}

func (a api) invoices(r *http.Request, in invoicesIn) (invoicesReply, error) {
	f := payments.Filter{State: payments.State(in.State), Kind: string(in.Kind)}
	found, err := a.Payments.Invoices(r.Context(), access.From(r.Context()), f, in.Request())
	if err != nil {
		return invoicesReply{}, err
	}
	out := invoicesReply{Invoices: make([]invoiceOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for n, i := range found.Items {
		out.Invoices[n] = toWire(i)
	}
	return out, nil
}

func (a api) invoice(r *http.Request, in wire.IDIn) (invoiceReply, error) {
	i, err := a.Payments.Invoice(r.Context(), access.From(r.Context()), int64(in.ID))
	if err != nil {
		return invoiceReply{}, err
	}
	return invoiceReply{toWire(i)}, nil
}

// pdf answers with an invoice or, with ?kind=receipt, with the receipt of a paid one.
func (a api) pdf(w http.ResponseWriter, r *http.Request) {
	id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
	if err != nil {
		err = payments.ErrNotFound
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wire.FileTime)) // a writer without deadlines needs none
	var made invoicepdf.File
	var found payments.Invoice
	if err == nil {
		found, err = a.Payments.Invoice(r.Context(), access.From(r.Context()), id)
	}
	if err == nil {
		switch kind := r.URL.Query().Get("kind"); kind {
		case "", "invoice", "receipt":
			made, err = a.PDFs.Print(r.Context(), found, kind == "receipt")
		default:
			err = errs.Field("kind", "not_one_of", "values", "invoice, receipt")
		}
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": made.Name + ".pdf"}))
	h.Set("Cache-Control", "private, no-store")
	h.Set("Content-Length", strconv.Itoa(len(made.Data)))
	_, _ = w.Write(made.Data)
}

// maxEvent is the maximum size of an event, in bytes. Stripe's have some KiB.
const maxEvent = 1 << 20

// webhook takes an event of a payment provider. The signature proves who sent it.
func (a api) webhook(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxEvent))
	if err != nil {
		httpx.Fail(w, r, httpx.ErrTooLarge.Wrap(err))
		return
	}
	if err := a.Payments.Receive(r.Context(), chi.URLParam(r, "provider"), body, r.Header.Get("Stripe-Signature")); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, map[string]bool{"received": true})
}
