package stripetest

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// call answers a call of the API. The caller has the lock.
func (s *Server) call(r *http.Request, p []string) (object, *failure) {
	kind, id, verb := p[0], "", ""
	if kind == "checkout" || kind == "billing_portal" || kind == "test_helpers" {
		kind, p = kind+"/"+p[1], p[1:]
	}
	if len(p) > 1 {
		id = p[1]
	}
	if len(p) > 2 {
		verb = p[2]
	}
	if id != "" && id != "create_preview" && s.objects[id] == nil {
		return nil, missing
	}
	f, post := r.Form, r.Method == http.MethodPost
	switch {
	case kind == "balance":
		return object{"object": "balance"}, nil
	case kind == "customers" && id == "":
		return s.customer(s.add("cus", object{"object": "customer", "metadata": object{}, "tax_exempt": "none"}), f), nil
	case kind == "customers" && post:
		return s.customer(s.objects[id], f), nil
	case kind == "customers":
		return s.shown(id), nil
	case kind == "prices" && id == "" && !post:
		return list(s.all("price", "lookup_key", f.Get("lookup_keys[0]"))), nil
	case kind == "prices" && id == "":
		return s.price(f), nil
	case kind == "checkout/sessions" && id == "":
		return s.session(f), nil
	case kind == "billing_portal/sessions":
		o := s.add("bps", object{"object": "billing_portal.session"})
		o["url"] = s.base + "/portal/" + text(o, "id")
		return o, nil
	case kind == "payment_methods" && verb == "detach":
		return s.detach(id), nil
	case kind == "payment_methods":
		return list(s.all("payment_method", "customer", f.Get("customer"))), nil
	case kind == "subscriptions" && id == "":
		return s.subscriptions(f.Get("customer")), nil
	case kind == "subscriptions" && r.Method == http.MethodDelete:
		return s.end(id), nil
	case kind == "subscriptions" && post:
		return s.update(id, f)
	case kind == "invoices" && id == "create_preview":
		return s.preview(f), nil
	case kind == "invoice_payments":
		return s.payments(f.Get("invoice")), nil
	case kind == "credit_notes":
		return list(s.all("credit_note", "invoice", f.Get("invoice"))), nil
	case kind == "test_helpers/test_clocks" && id == "":
		return s.add("clock", object{"object": "test_helpers.test_clock", "frozen_time": s.now.Unix(), "status": "ready"}), nil
	case kind == "test_helpers/test_clocks" && verb == "advance":
		at, _ := strconv.ParseInt(f.Get("frozen_time"), 10, 64)
		s.advance(at)
		s.objects[id]["frozen_time"] = at
		return s.objects[id], nil
	case id != "":
		return s.shown(id), nil
	}
	return nil, missing
}

func (s *Server) customer(c object, f url.Values) object {
	for _, name := range []string{"name", "email"} {
		if f.Has(name) {
			c[name] = f.Get(name)
		}
	}
	if f.Has("address[line1]") || f.Has("address[country]") {
		address := object{}
		for _, name := range []string{"line1", "line2", "city", "postal_code", "state", "country"} {
			address[name] = f.Get("address[" + name + "]")
		}
		c["address"] = address
	}
	for name := range f {
		if key, ok := strings.CutPrefix(name, "metadata["); ok {
			c["metadata"].(object)[strings.TrimSuffix(key, "]")] = f.Get(name)
		}
	}
	if m := f.Get("invoice_settings[default_payment_method]"); m != "" {
		c["invoice_settings"] = object{"default_payment_method": m}
	}
	s.emit("customer.updated", c)
	return c
}

func (s *Server) price(f url.Values) object {
	amount, _ := strconv.ParseInt(f.Get("unit_amount"), 10, 64)
	return s.add("price", object{
		"object": "price", "active": true, "currency": f.Get("currency"), "unit_amount": amount, "lookup_key": f.Get("lookup_key"), "type": "recurring",
		"recurring": object{"interval": f.Get("recurring[interval]")}, "product": s.id("prod"), "nickname": f.Get("product_data[name]"),
		"metadata": object{"laurel_plan": f.Get("metadata[laurel_plan]")},
	})
}

func (s *Server) session(f url.Values) object {
	o := s.add("cs", object{
		"object": "checkout.session", "mode": f.Get("mode"), "customer": f.Get("customer"), "status": "open", "price": f.Get("line_items[0][price]"),
		"success_url": f.Get("success_url"), "cancel_url": f.Get("cancel_url"), "locale": f.Get("locale"),
	})
	o["url"] = s.base + "/pay/" + text(o, "id")
	return o
}

func (s *Server) detach(id string) object {
	m := s.objects[id]
	for _, c := range s.all("customer", "id", text(m, "customer")) {
		if settings, ok := c["invoice_settings"].(object); ok && settings["default_payment_method"] == id {
			delete(c, "invoice_settings")
		}
	}
	for _, sub := range s.all("subscription", "default_payment_method", id) {
		delete(sub, "default_payment_method")
	}
	m["customer"] = nil
	s.emit("payment_method.detached", m)
	return m
}

// shown is an object with the objects that it refers to, as an answer with "expand" has them.
func (s *Server) shown(id string) object {
	out := object{}
	for name, value := range s.objects[id] {
		out[name] = value
	}
	for _, name := range []string{"default_payment_method", "latest_invoice"} {
		if ref := text(out, name); ref != "" {
			out[name] = s.objects[ref]
		}
	}
	if settings, ok := out["invoice_settings"].(object); ok {
		out["invoice_settings"] = object{"default_payment_method": s.objects[text(settings, "default_payment_method")]}
	}
	if ref := text(out, "setup_intent"); ref != "" {
		intent := s.objects[ref]
		out["setup_intent"] = object{"id": ref, "object": "setup_intent", "status": "succeeded", "payment_method": s.objects[text(intent, "payment_method")]}
	}
	return out
}

func (s *Server) subscriptions(customer string) object {
	all := []object{}
	for _, sub := range s.all("subscription", "customer", customer) {
		all = append(all, s.shown(text(sub, "id")))
	}
	return list(all)
}

func (s *Server) payments(invoice string) object {
	status := "succeeded"
	switch i := s.objects[invoice]; {
	case i["action"] == true:
		status = "requires_action"
	case i["status"] == "open":
		status = "requires_payment_method"
	}
	return list([]object{{
		"id": "inpay_" + invoice, "object": "invoice_payment", "payment": object{"type": "payment_intent", "payment_intent": object{"id": "pi_" + invoice, "object": "payment_intent", "status": status}},
	}})
}
