package stripetest

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// subscribe begins a subscription with its first invoice, which is paid with the card.
func (s *Server) subscribe(customer, price, card string, percentOff int64) object {
	sub := s.add("sub", object{
		"object": "subscription", "customer": customer, "status": "active", "cancel_at_period_end": false, "default_payment_method": card, "metadata": object{},
		"percent_off": percentOff, "start": s.now.Unix(), "end": s.after(s.now, price).Unix(),
	})
	s.setPrice(sub, price)
	s.emit("customer.subscription.created", sub)
	s.invoice(sub, []object{s.line(price, s.amount(price), s.now, s.after(s.now, price))}, "subscription_create")
	return sub
}

func (s *Server) amount(price string) int64 { return s.objects[price]["unit_amount"].(int64) }

func (s *Server) after(at time.Time, price string) time.Time {
	if s.objects[price]["recurring"].(object)["interval"] == "month" {
		return at.AddDate(0, 1, 0)
	}
	return at.AddDate(1, 0, 0)
}

func (s *Server) setPrice(sub object, price string) {
	sub["price"] = price
	sub["items"] = list([]object{{
		"id": "si_" + text(sub, "id"), "object": "subscription_item", "price": s.objects[price], "quantity": 1,
		"current_period_start": sub["start"], "current_period_end": sub["end"],
	}})
}

func (s *Server) line(price string, amount int64, from, to time.Time) object {
	return object{
		"id": s.id("il"), "object": "line_item", "amount": amount, "currency": s.objects[price]["currency"], "quantity": 1,
		"description": "1 × " + text(s.objects[price], "nickname"), "period": object{"start": from.Unix(), "end": to.Unix()},
		"pricing": object{"type": "price_details", "price_details": object{"price": price, "product": s.objects[price]["product"]}, "unit_amount_decimal": "0"},
	}
}

// invoice finalizes an invoice and tries to charge the card of the subscription.
func (s *Server) invoice(sub object, lines []object, reason string) {
	i := s.add("in", s.bill(text(sub, "customer"), lines, sub["percent_off"].(int64)))
	i["billing_reason"], i["subscription"] = reason, sub["id"]
	i["hosted_invoice_url"] = s.base + "/pay/" + text(i, "id")
	sub["latest_invoice"] = i["id"]
	s.emit("invoice.created", i)
	i["status"], i["number"] = "open", s.id("N")
	i["status_transitions"] = object{"finalized_at": s.now.Unix()}
	s.emit("invoice.finalized", i)
	s.charge(sub, i)
}

// bill computes the amounts of an invoice.
func (s *Server) bill(customer string, lines []object, percentOff int64) object {
	c, subtotal := s.objects[customer], int64(0)
	for _, l := range lines {
		subtotal += l["amount"].(int64)
	}
	discount, rate, reason := subtotal*percentOff/100, s.Tax, "standard_rated"
	if c["tax_exempt"] == "reverse" {
		rate, reason = 0, "reverse_charge"
	}
	tax := (subtotal - discount) * rate / 100
	i := object{
		"object": "invoice", "status": "draft", "customer": customer, "customer_name": c["name"], "customer_email": c["email"], "customer_address": c["address"],
		"customer_tax_exempt": c["tax_exempt"], "customer_tax_ids": []object{}, "currency": lines[0]["currency"], "lines": list(lines), "subtotal": subtotal,
		"subtotal_excluding_tax": subtotal, "total": subtotal - discount + tax, "amount_due": max(subtotal-discount+tax, 0),
		"total_taxes": []object{{"amount": tax, "taxability_reason": reason}}, "total_discount_amounts": []object{{"amount": discount}}, "created": s.now.Unix(),
	}
	if ids, ok := c["tax_ids"].(object); ok {
		i["customer_tax_ids"] = ids["data"]
	}
	return i
}

func (s *Server) charge(sub, i object) {
	number := text(s.objects[text(sub, "default_payment_method")], "number")
	before := sub["status"]
	switch {
	case i["amount_due"] == int64(0) || number == Good:
		s.paid(sub, i)
		return
	case number == Authentication:
		i["action"] = true
		s.emit("invoice.payment_action_required", i)
	default:
		s.emit("invoice.payment_failed", i)
	}
	if before != "incomplete" && i["update"] != true {
		sub["status"] = "past_due"
	}
	s.emit("customer.subscription.updated", sub)
}

func (s *Server) paid(sub, i object) {
	i["status"], i["action"] = "paid", false
	i["status_transitions"].(object)["paid_at"] = s.now.Unix()
	if pending, ok := sub["pending_update"].(object); ok && pending["invoice"] == i["id"] {
		delete(sub, "pending_update")
		s.setPrice(sub, text(pending, "price"))
	}
	if sub["status"] != "canceled" {
		sub["status"] = "active"
	}
	s.emit("invoice.paid", i)
	s.emit("customer.subscription.updated", sub)
}

// Proration returns the lines of a change of price now: a credit for the rest of the old one, and the rest of the new one.
func (s *Server) proration(sub object, to string) []object {
	from, end := text(sub, "price"), time.Unix(sub["end"].(int64), 0)
	left, all := sub["end"].(int64)-s.now.Unix(), sub["end"].(int64)-sub["start"].(int64)
	if s.objects[from]["recurring"].(object)["interval"] != s.objects[to]["recurring"].(object)["interval"] {
		return []object{s.line(from, -s.amount(from)*left/all, s.now, end), s.line(to, s.amount(to), s.now, s.after(s.now, to))}
	}
	return []object{s.line(from, -s.amount(from)*left/all, s.now, end), s.line(to, s.amount(to)*left/all, s.now, end)}
}

func (s *Server) preview(f url.Values) object {
	sub := s.objects[f.Get("subscription")]
	return s.bill(text(sub, "customer"), s.proration(sub, f.Get("subscription_details[items][0][price]")), sub["percent_off"].(int64))
}

func (s *Server) update(id string, f url.Values) (object, *failure) {
	sub := s.objects[id]
	if f.Has("cancel_at_period_end") {
		sub["cancel_at_period_end"] = f.Get("cancel_at_period_end") == "true"
	}
	if m := f.Get("default_payment_method"); m != "" {
		sub["default_payment_method"] = m
	}
	if to := f.Get("items[0][price]"); to != "" && to != sub["price"] {
		if f.Get("proration_behavior") == "none" {
			s.setPrice(sub, to)
		} else if refused := s.upgrade(sub, to); refused != nil {
			return nil, refused
		}
	}
	s.emit("customer.subscription.updated", sub)
	return s.shown(id), nil
}

func (s *Server) upgrade(sub object, to string) *failure {
	if text(s.objects[text(sub, "default_payment_method")], "number") == Declined {
		return &failure{http.StatusPaymentRequired, "card_error", "card_declined"}
	}
	i := s.add("in", s.bill(text(sub, "customer"), s.proration(sub, to), sub["percent_off"].(int64)))
	i["subscription"], i["update"], i["hosted_invoice_url"] = sub["id"], true, s.base+"/pay/"+text(i, "id")
	i["status"], i["status_transitions"] = "open", object{"finalized_at": s.now.Unix()}
	sub["latest_invoice"], sub["pending_update"] = i["id"], object{"price": to, "invoice": i["id"]}
	s.emit("invoice.finalized", i)
	s.charge(sub, i)
	return nil
}

func (s *Server) end(id string) object {
	sub := s.objects[id]
	sub["status"], sub["canceled_at"] = "canceled", s.now.Unix()
	s.emit("customer.subscription.deleted", sub)
	return s.shown(id)
}

// advance moves the clock, and renews or ends subscriptions on the way.
func (s *Server) advance(to int64) {
	for {
		due := s.all("subscription", "", "")
		due = slices.DeleteFunc(due, func(sub object) bool { return sub["status"] == "canceled" || sub["end"].(int64) > to })
		if len(due) == 0 {
			break
		}
		slices.SortFunc(due, func(a, b object) int { return cmp.Compare(a["end"].(int64), b["end"].(int64)) })
		sub := due[0]
		s.now = time.Unix(sub["end"].(int64), 0).UTC()
		if sub["cancel_at_period_end"] == true {
			s.end(text(sub, "id"))
			continue
		}
		price := text(sub, "price")
		sub["start"], sub["end"] = s.now.Unix(), s.after(s.now, price).Unix()
		s.setPrice(sub, price)
		s.invoice(sub, []object{s.line(price, s.amount(price), s.now, s.after(s.now, price))}, "subscription_cycle")
	}
	s.now = time.Unix(to, 0).UTC()
}
