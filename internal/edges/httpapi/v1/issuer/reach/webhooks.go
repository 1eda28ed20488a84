package reach

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/reach/webhooks"
)

// webhooksAPI serves the webhooks of the current department and their deliveries.
type webhooksAPI struct {
	webhooks *webhooks.Service
}

func (a webhooksAPI) routes(r chi.Router) {
	r.Get("/issuer/webhooks", httpx.JSON(a.list))
	r.Post("/issuer/webhooks", httpx.JSON(a.create)) // no answer that shows a secret is kept for an Idempotency-Key
	r.Get("/issuer/webhooks/{id}", httpx.JSON(a.read))
	r.Put("/issuer/webhooks/{id}", httpx.JSON(a.update))
	r.Delete("/issuer/webhooks/{id}", httpx.JSON(a.delete))
	r.Post("/issuer/webhooks/{id}/rotate", httpx.JSON(a.rotate))
	r.Post("/issuer/webhooks/{id}/test", httpx.JSON(a.test))
	r.Post("/issuer/webhooks/{id}/replay", httpx.JSON(a.replayFailed))
	r.Get("/issuer/webhooks/{id}/deliveries", httpx.JSON(a.deliveries))
	r.Get("/issuer/webhooks/{id}/deliveries/{delivery_id}", httpx.JSON(a.delivery))
	r.Post("/issuer/webhooks/{id}/deliveries/{delivery_id}/replay", httpx.JSON(a.replay))
}

type webhookOut struct {
	ID            int64      `json:"id"`
	URL           string     `json:"url"`
	Description   string     `json:"description"`
	Events        []string   `json:"events"`
	State         string     `json:"state"`
	PausedReason  *string    `json:"paused_reason"`
	APIVersion    string     `json:"api_version"`
	RotatingUntil *time.Time `json:"rotating_until"`
	FailingSince  *time.Time `json:"failing_since"`
	LastStatus    *int       `json:"last_status"`
	LastError     *string    `json:"last_error"`
	LastAt        *time.Time `json:"last_at"`
	CreatedBy     string     `json:"created_by"`
	CreatedAt     time.Time  `json:"created_at"`
	UpdatedAt     time.Time  `json:"updated_at"`
}

func webhookToWire(w webhooks.Webhook) webhookOut {
	return webhookOut{
		ID: w.ID, URL: w.URL, Description: w.Description, Events: wire.List(w.Events), State: string(w.State), PausedReason: wire.Some(w.PausedReason),
		APIVersion: w.APIVersion, RotatingUntil: w.RotatingUntil, FailingSince: w.FailingSince, LastStatus: w.LastStatus, LastError: wire.Some(w.LastError),
		LastAt: w.LastAt, CreatedBy: w.CreatedBy, CreatedAt: w.CreatedAt, UpdatedAt: w.UpdatedAt,
	}
}

type webhookReply struct {
	Webhook webhookOut `json:"webhook"`
}

func webhookAnswer(w webhooks.Webhook, err error) (webhookReply, error) {
	return webhookReply{webhookToWire(w)}, err
}

// webhookSecretReply is the only response that contains a secret.
type webhookSecretReply struct {
	Webhook webhookOut `json:"webhook"`
	Secret  string     `json:"secret"`
}

type webhooksReply struct {
	Webhooks []webhookOut `json:"webhooks"`
	Meta     wire.Meta    `json:"meta"`
}

func (a webhooksAPI) list(r *http.Request, in wire.PageIn) (webhooksReply, error) {
	found, err := a.webhooks.List(r.Context(), access.From(r.Context()), in.Request())
	if err != nil {
		return webhooksReply{}, err
	}
	out := webhooksReply{Webhooks: make([]webhookOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, w := range found.Items {
		out.Webhooks[i] = webhookToWire(w)
	}
	return out, nil
}

type webhookIn struct {
	ID      httpx.Int `json:"id"`
	Webhook struct {
		URL         *httpx.Text  `json:"url"`
		Description *httpx.Text  `json:"description"`
		Events      []httpx.Text `json:"events" validate:"max=100"`
		State       *httpx.Text  `json:"state"`
	} `json:"webhook"`
}

func (in webhookIn) domain() webhooks.Input {
	w := in.Webhook
	out := webhooks.Input{URL: wire.OptionalText(w.URL), Description: wire.OptionalText(w.Description), State: wire.OptionalText(w.State)}
	if w.Events != nil {
		out.Events = optional.Set(wire.Texts(w.Events))
	}
	return out
}

func (a webhooksAPI) create(r *http.Request, in webhookIn) (webhookSecretReply, error) {
	w, secret, err := a.webhooks.Create(r.Context(), access.From(r.Context()), in.domain())
	return webhookSecretReply{webhookToWire(w), secret}, err
}

func (a webhooksAPI) read(r *http.Request, in wire.IDIn) (webhookReply, error) {
	return webhookAnswer(a.webhooks.Read(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a webhooksAPI) update(r *http.Request, in webhookIn) (webhookReply, error) {
	return webhookAnswer(a.webhooks.Update(r.Context(), access.From(r.Context()), int64(in.ID), in.domain()))
}

func (a webhooksAPI) delete(r *http.Request, in wire.IDIn) (webhookReply, error) {
	return webhookAnswer(a.webhooks.Delete(r.Context(), access.From(r.Context()), int64(in.ID)))
}

func (a webhooksAPI) rotate(r *http.Request, in wire.IDIn) (webhookSecretReply, error) {
	w, secret, err := a.webhooks.Rotate(r.Context(), access.From(r.Context()), int64(in.ID))
	return webhookSecretReply{webhookToWire(w), secret}, err
}

type deliveryOut struct {
	ID          int64      `json:"id"`
	EventID     string     `json:"event_id"`
	Type        string     `json:"type"`
	SubjectKind string     `json:"subject_kind"`
	SubjectID   int64      `json:"subject_id"`
	OccurredAt  time.Time  `json:"occurred_at"`
	State       string     `json:"state"`
	Attempts    int        `json:"attempts"`
	NextAt      *time.Time `json:"next_at"`
	LastStatus  *int       `json:"last_status"`
	LastError   *string    `json:"last_error"`
	LastMS      *int       `json:"last_ms"`
	TriedAt     *time.Time `json:"tried_at"`
	CreatedAt   time.Time  `json:"created_at"`
}

func deliveryToWire(d webhooks.Delivery) deliveryOut {
	return deliveryOut{
		ID: d.ID, EventID: d.EventID.String(), Type: d.Type, SubjectKind: d.SubjectKind, SubjectID: d.SubjectID, OccurredAt: d.OccurredAt,
		State: string(d.State), Attempts: d.Attempts, NextAt: d.NextAt, LastStatus: d.LastStatus, LastError: wire.Some(d.LastError), LastMS: d.LastMS,
		TriedAt: d.TriedAt, CreatedAt: d.CreatedAt,
	}
}

// deliveryDetailOut is a delivery with its body and its attempts.
type deliveryDetailOut struct {
	deliveryOut

	Body  string             `json:"body"`
	Tries []webhooks.Attempt `json:"tries"`
}

type deliveryReply struct {
	Delivery deliveryDetailOut `json:"delivery"`
}

func deliveryAnswer(d webhooks.Delivery, err error) (deliveryReply, error) {
	return deliveryReply{deliveryDetailOut{deliveryToWire(d), d.Body, wire.List(d.Tries)}}, err
}

func (a webhooksAPI) test(r *http.Request, in wire.IDIn) (deliveryReply, error) {
	return deliveryAnswer(a.webhooks.Test(r.Context(), access.From(r.Context()), int64(in.ID)))
}

type deliveriesIn struct {
	wire.PageIn

	ID    httpx.Int `json:"id" validate:"required"`
	State string    `json:"state" validate:"max=50"`
	Type  string    `json:"type" validate:"max=50"`
	Since string    `json:"since" validate:"max=50"`
	Until string    `json:"until" validate:"max=50"`
	Sort  string    `json:"sort" validate:"omitempty,oneof=created_at -created_at"`
}

func (in deliveriesIn) filter() (webhooks.Filter, error) {
	f := webhooks.Filter{State: in.State, Type: in.Type, Oldest: in.Sort == "created_at"}
	var wrong errs.Fields
	f.Since, f.Until = wire.Moment(&wrong, "since", in.Since), wire.Moment(&wrong, "until", in.Until)
	return f, wrong.Err()
}

type deliveriesReply struct {
	Deliveries []deliveryOut `json:"deliveries"`
	Meta       wire.Meta     `json:"meta"`
}

func (a webhooksAPI) deliveries(r *http.Request, in deliveriesIn) (deliveriesReply, error) {
	filter, err := in.filter()
	if err != nil {
		return deliveriesReply{}, err
	}
	found, err := a.webhooks.Deliveries(r.Context(), access.From(r.Context()), int64(in.ID), filter, in.Request())
	if err != nil {
		return deliveriesReply{}, err
	}
	out := deliveriesReply{Deliveries: make([]deliveryOut, len(found.Items)), Meta: wire.MetaOf(found)}
	for i, d := range found.Items {
		out.Deliveries[i] = deliveryToWire(d)
	}
	return out, nil
}

type deliveryIn struct {
	ID         httpx.Int `json:"id" validate:"required"`
	DeliveryID httpx.Int `json:"delivery_id" validate:"required"`
}

func (a webhooksAPI) delivery(r *http.Request, in deliveryIn) (deliveryReply, error) {
	return deliveryAnswer(a.webhooks.Delivery(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DeliveryID)))
}

func (a webhooksAPI) replay(r *http.Request, in deliveryIn) (deliveryReply, error) {
	return deliveryAnswer(a.webhooks.Replay(r.Context(), access.From(r.Context()), int64(in.ID), int64(in.DeliveryID)))
}

type replayIn struct {
	ID    httpx.Int `json:"id" validate:"required"`
	Since string    `json:"since" validate:"required,max=50"`
}

type replayedReply struct {
	Replayed int `json:"replayed_count"`
}

func (a webhooksAPI) replayFailed(r *http.Request, in replayIn) (replayedReply, error) {
	var wrong errs.Fields
	since := wire.Moment(&wrong, "since", in.Since)
	if err := wrong.Err(); err != nil {
		return replayedReply{}, err
	}
	n, err := a.webhooks.ReplayFailed(r.Context(), access.From(r.Context()), int64(in.ID), *since)
	return replayedReply{n}, err
}
