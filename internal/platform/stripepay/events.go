package stripepay

import (
	"errors"
	"fmt"
	"strings"

	"github.com/stripe/stripe-go/v85"
)

// Event says that something happened to an object. What the object is now has to be read: events come late, twice and out of order.
type Event struct {
	ID, Type string
	Customer string // whose; "": nobody's
	Invoice  string // "": of none
	Session  string // a page where a card was entered; "": of none
}

// Event checks the signature of a delivery and reads it. It returns ErrForged.
func (c *Client) Event(payload []byte, signature string) (Event, error) {
	e, err := stripe.ConstructEvent(payload, signature, c.webhookSecret, stripe.WithIgnoreAPIVersionMismatch())
	switch {
	case errors.Is(err, stripe.ErrWebhookInvalidHeader), errors.Is(err, stripe.ErrWebhookNoValidSignature), errors.Is(err, stripe.ErrWebhookNotSigned), errors.Is(err, stripe.ErrWebhookTooOld):
		return Event{}, ErrForged
	case err != nil:
		return Event{}, fmt.Errorf("read event: %w", err)
	case e.Data == nil:
		return Event{ID: e.ID, Type: string(e.Type)}, nil
	}
	out := Event{ID: e.ID, Type: string(e.Type), Customer: reference(e.Data.Object["customer"])}
	id := reference(e.Data.Object["id"])
	switch kind := reference(e.Data.Object["object"]); {
	case kind == "customer":
		out.Customer = id
	case kind == "invoice":
		out.Invoice = id
	case kind == "credit_note":
		out.Invoice = reference(e.Data.Object["invoice"])
	case kind == "checkout.session" && strings.HasSuffix(out.Type, ".completed"):
		out.Session = id
	}
	return out, nil
}

// reference is the id of a member of an object, which may be the whole object.
func reference(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case map[string]any:
		id, _ := v["id"].(string)
		return id
	}
	return ""
}
