package stripetest

import (
	"fmt"
	"html"
	"net/http"
	"strings"
	"time"

	"github.com/stripe/stripe-go/v85"
)

// page shows and takes the form of a checkout or of an invoice. The caller has the lock.
func (s *Server) page(r *http.Request) (int, any) {
	o := s.objects[strings.TrimPrefix(r.URL.Path, "/pay/")]
	if o == nil {
		return http.StatusNotFound, "<h1>Not found</h1>"
	}
	if r.Method == http.MethodGet {
		return http.StatusOK, fmt.Sprintf(`<!doctype html><html lang="en"><title>Checkout</title><h1>%s</h1><form method="post">
<p><label>Card number <input name="number"></label></p><p><label>Promotion code <input name="promotion"></label></p>
<p><label>Tax ID <input name="tax_id"></label></p><button>Pay</button></form><a href="%s">Back</a></html>`, text(o, "mode"), html.EscapeString(text(o, "cancel_url")))
	}
	s.submit(o, r.Form.Get("number"), r.Form.Get("promotion"), r.Form.Get("tax_id"))
	return http.StatusSeeOther, text(o, "success_url")
}

// Submit fills in the page of a checkout or of an open invoice with a card.
func (s *Server) Submit(page, number, promotion, taxID string) {
	s.mu.Lock()
	s.submit(s.objects[page[strings.LastIndex(page, "/")+1:]], number, promotion, taxID)
	s.unlock()
}

func (s *Server) unlock() {
	pending := s.pending
	s.pending = nil
	s.mu.Unlock()
	s.deliver(pending)
}

func (s *Server) submit(o object, number, promotion, taxID string) {
	if o["object"] == "invoice" {
		s.paid(s.objects[text(o, "subscription")], o)
		return
	}
	customer := s.objects[text(o, "customer")]
	card := s.add("pm", object{
		"object": "payment_method", "type": "card", "customer": customer["id"], "number": number,
		"card": object{"brand": "visa", "last4": number[len(number)-4:], "exp_month": 12, "exp_year": 2034},
	})
	if taxID != "" {
		customer["tax_ids"] = list([]object{{"id": s.id("txi"), "object": "tax_id", "type": "eu_vat", "value": taxID}})
		customer["tax_exempt"] = "reverse"
	}
	o["status"] = "complete"
	if o["mode"] == "setup" {
		o["setup_intent"] = s.add("seti", object{"object": "setup_intent", "payment_method": card["id"]})["id"]
	} else {
		off := int64(0)
		if promotion == "HALF" {
			off = 50
		}
		o["subscription"] = s.subscribe(text(customer, "id"), text(o, "price"), text(card, "id"), off)["id"]
	}
	s.emit("checkout.session.completed", o)
}

// Advance moves the test clock.
func (s *Server) Advance(to time.Time) {
	s.mu.Lock()
	s.advance(to.Unix())
	s.unlock()
}

// Now is the time of the test clock.
func (s *Server) Now() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now
}

// Cancel ends the subscription of a customer, as somebody does in Stripe's dashboard.
func (s *Server) Cancel(customer string) {
	s.mu.Lock()
	for _, sub := range s.all("subscription", "customer", customer) {
		s.end(text(sub, "id"))
	}
	s.unlock()
}

// Credit issues a credit note for the newest invoice of a customer.
func (s *Server) Credit(customer string, amount int64) {
	s.mu.Lock()
	i := s.all("invoice", "customer", customer)[0]
	i["post_payment_credit_notes_amount"] = amount
	s.emit("credit_note.created", s.add("cn", object{
		"object": "credit_note", "invoice": i["id"], "customer": customer, "status": "issued", "reason": "duplicate", "total": amount, "currency": i["currency"],
	}))
	s.unlock()
}

// Pay pays the newest invoice of a customer, if it is open.
func (s *Server) Pay(customer string) {
	s.mu.Lock()
	if i := s.all("invoice", "customer", customer)[0]; i["status"] == "open" {
		s.paid(s.objects[text(i, "subscription")], i)
	}
	s.unlock()
}

// Sign returns the signature header of an event for a delivery now.
func Sign(e Event) string { return SignWith(e, Secret) }

// SignWith signs with another secret, as a forger would.
func SignWith(e Event, secret string) string {
	return stripe.GenerateTestSignedPayload(&stripe.UnsignedPayload{Payload: e.Body, Secret: secret, Timestamp: time.Now()}).Header
}
