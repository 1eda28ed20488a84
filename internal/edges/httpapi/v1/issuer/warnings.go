package issuer

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// warningHeader names the first warning of an answer; the log of a key's requests keeps it.
const warningHeader = "Laurel-Warning"

// warningOut tells what was accepted otherwise than it was sent.
type warningOut struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// warned is part of replies that may carry warnings; without any the reply looks as if it had no place for them.
type warned struct {
	Warnings []warningOut `json:"warnings,omitempty"`
}

// Headers names the first warning.
func (w warned) Headers(h http.Header) {
	if len(w.Warnings) > 0 {
		h.Set(warningHeader, w.Warnings[0].Code)
	}
}

// warn logs warnings and puts them into words.
func warn(r *http.Request, texts httpx.Messages, all []errs.Warning) warned {
	var out warned
	for _, w := range all {
		out.Warnings = append(out.Warnings, warningOut{w.Field, w.Code, texts.Message(language(r), w.Code, w.Params)})
		by := access.From(r.Context())
		httpx.Warn(r, "input accepted with a warning", "field", w.Field, "code", w.Code, "department_id", by.DepartmentID, "api_key_id", by.APIKeyID)
	}
	return out
}
