package credentials

import (
	"errors"
	"net/http"
	"strconv"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/publishing"
	"laurel/internal/platform/errs"
)

// mostAtOnce is the maximum number of credentials per request in version 1.
const mostAtOnce = 100

type bulkIn struct {
	Credentials []credentialInput `json:"credentials"`
}

// bulkItem is a credential or its errors.
type bulkItem struct {
	Credential *wire.CredentialOut `json:"credential,omitempty"`
	Errors     map[string][]string `json:"errors,omitempty"`
	Code       string              `json:"code,omitempty"`
	wire.Warned
}

// bulkCreate creates credentials independently of each other. Each result has its own errors. If all of them fail, the whole request
// fails with the field errors of each.
func (a contractAPI) bulkCreate(r *http.Request, in bulkIn) ([]bulkItem, error) {
	made, err := a.createEach(r, in.Credentials, mostAtOnce)
	if err != nil {
		return nil, err
	}
	out, failed := make([]bulkItem, len(made)), errs.Fields{}
	for i, m := range made {
		if m.refusal == nil {
			out[i].Credential, out[i].Warned = &m.credential, m.Warned
			continue
		}
		out[i] = bulkItem{Errors: map[string][]string{}, Code: m.refusal.Name()}
		for _, d := range detailsOf(m.refusal) {
			out[i].Errors[d.field] = append(out[i].Errors[d.field], a.reasons.Message(wire.Language(r), d.Code, d.Params))
			failed.Add("credentials."+strconv.Itoa(i)+"."+d.field, d.Code, pairs(d.Params)...)
		}
	}
	for _, m := range made {
		if m.refusal == nil {
			return out, nil
		}
	}
	return nil, failed.Err()
}

// attempt is the result for one of several credentials.
type attempt struct {
	credential wire.CredentialOut
	made       credentials.Credential
	refusal    *errs.Error // nil where it was made
	wire.Warned
}

// createEach creates credentials. Internal errors abort it; other errors belong to their credential.
func (a contractAPI) createEach(r *http.Request, inputs []credentialInput, most int) ([]attempt, error) {
	by := access.From(r.Context())
	if err := by.Require(access.ManageCredentials); err != nil {
		return nil, err
	}
	switch {
	case len(inputs) == 0:
		return nil, errs.Field("credentials", "required")
	case len(inputs) > most:
		return nil, errs.Field("credentials", "too_many", "max", most)
	}
	out := make([]attempt, len(inputs))
	var requests []publishing.IssueRequest
	var places []int // of the requests among the inputs
	for i, in := range inputs {
		request, err := a.request(r, by, in)
		if err != nil {
			if !out[i].refuse(err) {
				return nil, err
			}
			continue
		}
		requests, places = append(requests, request), append(places, i)
	}
	placed, err := a.publishing.CreateEach(r.Context(), by, requests)
	if err != nil {
		return nil, err
	}
	for n, p := range placed {
		to := &out[places[n]]
		if to.refuse(p.Refusal) {
			continue
		}
		reply, err := a.created(r, by, requests[n], p.Credential)
		if err != nil {
			return nil, err
		}
		to.made, to.credential, to.Warned = p.Credential, reply.Credential, reply.Warned
	}
	return out, nil
}

// refuse stores an error of the credential and reports whether err is one. An unavailable service is not.
func (a *attempt) refuse(err error) bool {
	return errors.As(err, &a.refusal) && a.refusal.Kind != errs.Unavailable
}

// detail is an error of a field, or of the whole input if the field is "credential".
type detail struct {
	field string
	errs.Detail
}

// detailsOf returns all details of an error.
func detailsOf(refusal *errs.Error) []detail {
	var out []detail
	for field, all := range refusal.Fields {
		for _, d := range all {
			out = append(out, detail{field, d})
		}
	}
	if out == nil {
		out = append(out, detail{"credential", errs.Detail{Code: refusal.Code, Params: refusal.Params}})
	}
	return out
}

func pairs(params map[string]any) []any {
	var out []any
	for name, value := range params {
		out = append(out, name, value)
	}
	return out
}
