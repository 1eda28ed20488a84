package design

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strconv"

	"laurel/internal/accounts/access"
	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// proofKeys are the keys that only requests for proofs contain. All other requests are flat maps of tags, which contain a dot.
var proofKeys = []string{"design", "values", "credential_id", "format", "mode", "width"}

type proofIn struct {
	ID           httpx.Int             `json:"id" validate:"required"`
	Design       json.RawMessage       `json:"design"`
	Values       map[string]proofValue `json:"values" validate:"max=1000,dive"`
	CredentialID httpx.Ref             `json:"credential_id" validate:"max=255"`
	Format       string                `json:"format" validate:"omitempty,oneof=png pdf"`
	Mode         string                `json:"mode" validate:"omitempty,oneof=screen print"`
	Width        httpx.PageSize        `json:"width"`
}

// proofValue is a value of a tag. Images are not supported: those of a recipient come from the credential.
type proofValue struct {
	Kind  string `json:"kind" validate:"oneof=text date email"`
	Value string `json:"value" validate:"max=5000"`
}

// preview returns the bytes of a proof or, for a flat map of tags, the URL of an image.
func (a designsAPI) preview(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, httpx.MaxBody))
	if err != nil {
		httpx.Fail(w, r, httpx.ErrTooLarge.With("max", httpx.MaxBody))
		return
	}
	again := func() *http.Request {
		r.Body = io.NopCloser(bytes.NewReader(body))
		return r
	}
	var keys map[string]json.RawMessage
	if err := httpx.Decode(w, again(), &keys); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	for _, key := range proofKeys {
		if _, given := keys[key]; given {
			a.proof(w, again())
			return
		}
	}
	httpx.JSON(a.sample)(w, again())
}

func (a designsAPI) proof(w http.ResponseWriter, r *http.Request) {
	var in proofIn
	err := httpx.Decode(w, r, &in)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	order, err := in.order()
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	data, err := a.proofs.Make(r.Context(), access.From(r.Context()), order)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", contentTypes[order.Form])
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "no-store")
	_, _ = w.Write(data)
}

var contentTypes = map[documents.Form]string{documents.AsPicture: "image/png", documents.AsPDF: "application/pdf"}

func (in proofIn) order() (documents.Proof, error) {
	out := documents.Proof{
		DesignID: int64(in.ID), Credential: string(in.CredentialID), Form: documents.AsPicture, Mode: rendering.PDF, Width: int(in.Width),
	}
	if design := string(in.Design); design != "null" && design != "[]" { // PHP writes an empty object as a list
		out.Design = in.Design
	}
	if in.Format == string(documents.AsPDF) {
		out.Form = documents.AsPDF
	}
	if in.Mode == "print" {
		out.Mode = rendering.Print
		if out.Form != documents.AsPDF {
			return out, errs.Field("format", "not_one_of", "values", "pdf")
		}
	}
	if in.Values != nil {
		out.Values = make(map[string]rendering.Value, len(in.Values))
	}
	for tag, v := range in.Values {
		out.Values[tag] = rendering.Value{Kind: v.Kind, Value: v.Value}
	}
	return out, nil
}
