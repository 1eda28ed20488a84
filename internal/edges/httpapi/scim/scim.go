// Package scim serves SCIM 2.0, with which the identity providers of departments say who belongs to them.
package scim

import (
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/provisioning"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/scim"
	"laurel/internal/platform/throttle"
)

// maxBody is the maximum size of a request, in bytes. It fits a group of 10,000.
const maxBody = 2 << 20

// Providers that list and change thousands of people do so in a few minutes. Wrong keys are tried less often.
var (
	perKey   = throttle.Rule{Name: "scim key", Limit: 1500, Window: time.Minute}
	perWrong = throttle.Rule{Name: "scim address", Limit: 60, Window: time.Minute}
)

// Deps are the dependencies of these routes.
type Deps struct {
	Provisioning *provisioning.Service
	Meter        *throttle.Meter
}

// Mount adds the routes to r, which is mounted at /scim/v2.
func Mount(r chi.Router, d Deps) {
	a := api{d.Provisioning, d.Meter}
	r.NotFound(a.open(func(*http.Request) (reply, error) {
		return reply{}, &scim.Error{Status: http.StatusNotFound, Detail: "There is no such endpoint."}
	}))
	r.MethodNotAllowed(a.open(func(*http.Request) (reply, error) {
		return reply{}, &scim.Error{Status: http.StatusMethodNotAllowed, Detail: "This endpoint has no such method."}
	}))
	r.Get("/ServiceProviderConfig", a.known(func(*http.Request, provisioning.Provider) (reply, error) {
		return found(scim.ServiceDocument(a.service.Base())), nil
	}))
	r.Get("/ResourceTypes", a.known(a.described((*scim.Type).TypeDocument)))
	r.Get("/ResourceTypes/{id}", a.known(a.describedOne((*scim.Type).TypeDocument)))
	r.Get("/Schemas", a.known(a.described((*scim.Type).SchemaDocument)))
	r.Get("/Schemas/{id}", a.known(a.describedOne((*scim.Type).SchemaDocument)))
	for _, k := range a.kinds() {
		r.Get(k.of.Endpoint, a.known(k.list))
		r.Post(k.of.Endpoint, a.known(k.create))
		r.Get(k.of.Endpoint+"/{id}", a.known(k.read))
		r.Put(k.of.Endpoint+"/{id}", a.known(k.replace))
		r.Patch(k.of.Endpoint+"/{id}", a.known(k.patch))
		r.Delete(k.of.Endpoint+"/{id}", a.known(k.remove))
	}
}

type api struct {
	service *provisioning.Service
	meter   *throttle.Meter
}

// reply is what is answered.
type reply struct {
	status int
	body   any // nil: nothing
	etag   string
	at     string // the Location
}

func found(body any) reply { return reply{status: http.StatusOK, body: body} }

// open answers in the form of SCIM.
func (a api) open(do func(*http.Request) (reply, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		out, err := do(r)
		if err != nil {
			out = failed(r, err)
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		if out.etag != "" {
			h.Set("ETag", out.etag)
		}
		if out.at != "" {
			h.Set("Location", out.at)
		}
		if out.status == http.StatusUnauthorized {
			h.Set("WWW-Authenticate", `Bearer realm="SCIM"`)
		}
		if out.body == nil {
			w.WriteHeader(out.status)
			return
		}
		h.Set("Content-Type", "application/scim+json")
		w.WriteHeader(out.status)
		_ = json.NewEncoder(w).Encode(out.body)
	}
}

func failed(r *http.Request, err error) reply {
	known := new(scim.Error)
	if !errors.As(err, &known) {
		known = &scim.Error{Status: http.StatusInternalServerError, Detail: "Something went wrong. Try again later."}
		if errs.KindOf(err) == errs.TooMany {
			known = &scim.Error{Status: http.StatusTooManyRequests, Detail: "Too many requests. Try again in a minute."}
		} else {
			slog.ErrorContext(r.Context(), "provisioning failed", "error", err)
		}
	}
	return reply{status: known.Status, body: known.Document()}
}

// known answers those who have a key.
func (a api) known(do func(*http.Request, provisioning.Provider) (reply, error)) http.HandlerFunc {
	return a.open(func(r *http.Request) (reply, error) {
		from := access.Actor{IP: httpx.ClientIP(r.Context()), RequestID: httpx.RequestID(r.Context())}
		p, err := a.service.Provider(r.Context(), from, r.Header.Get("Authorization"))
		if errors.Is(err, provisioning.ErrKeyWrong) {
			if _, tooMany := a.meter.Count(perWrong, throttle.Network(from.IP)); tooMany != nil {
				err = tooMany
			}
		}
		if err != nil {
			return reply{}, err
		}
		if _, err := a.meter.Count(perKey, p.KeyID()); err != nil {
			return reply{}, err
		}
		return do(r, p)
	})
}

func (a api) described(how func(*scim.Type, string) map[string]any) func(*http.Request, provisioning.Provider) (reply, error) {
	return func(*http.Request, provisioning.Provider) (reply, error) {
		var all []map[string]any
		for _, t := range scim.Types {
			all = append(all, how(t, a.service.Base()))
		}
		return found(scim.ListOf(all, 1, len(all))), nil
	}
}

func (a api) describedOne(how func(*scim.Type, string) map[string]any) func(*http.Request, provisioning.Provider) (reply, error) {
	return func(r *http.Request, _ provisioning.Provider) (reply, error) {
		for _, t := range scim.Types {
			if document := how(t, a.service.Base()); document["id"] == chi.URLParam(r, "id") {
				return found(document), nil
			}
		}
		return reply{}, &scim.Error{Status: http.StatusNotFound, Detail: "There is no such description."}
	}
}

func body(r *http.Request) ([]byte, error) {
	data, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	if err != nil {
		return nil, &scim.Error{Status: http.StatusRequestEntityTooLarge, Detail: "The request is too large."}
	}
	return data, nil
}
