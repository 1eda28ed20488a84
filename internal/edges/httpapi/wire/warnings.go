package wire

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// WarningHeader names the first warning of an answer; the log of a key's requests keeps it.
const WarningHeader = "Laurel-Warning"

// warningOut tells what was accepted otherwise than it was sent.
type warningOut struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Warned is part of replies that may carry warnings; without any the reply looks as if it had no place for them.
type Warned struct {
	Warnings []warningOut `json:"warnings,omitempty"`
}

// Headers names the first warning.
func (w Warned) Headers(h http.Header) {
	if len(w.Warnings) > 0 {
		h.Set(WarningHeader, w.Warnings[0].Code)
	}
}

// Warn logs warnings and puts them into words.
func Warn(r *http.Request, texts httpx.Messages, all []errs.Warning) Warned {
	var out Warned
	for _, w := range all {
		out.Warnings = append(out.Warnings, warningOut{w.Field, w.Code, texts.Message(Language(r), w.Code, w.Params)})
		by := access.From(r.Context())
		httpx.Warn(r, "input accepted with a warning", "field", w.Field, "code", w.Code, "department_id", by.DepartmentID, "api_key_id", by.APIKeyID)
	}
	return out
}
