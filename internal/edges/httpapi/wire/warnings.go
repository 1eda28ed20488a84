package wire

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// WarningHeader contains the code of a response's first warning. The request log of API keys stores it.
const WarningHeader = "Laurel-Warning"

// warningOut describes input that was accepted with a change.
type warningOut struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Warned is embedded in responses that may contain warnings. The field is omitted if there are none.
type Warned struct {
	Warnings []warningOut `json:"warnings,omitempty"`
}

// Headers sets the code of the first warning.
func (w Warned) Headers(h http.Header) {
	if len(w.Warnings) > 0 {
		h.Set(WarningHeader, w.Warnings[0].Code)
	}
}

// Warn logs warnings and returns them with their messages.
func Warn(r *http.Request, texts httpx.Messages, all []errs.Warning) Warned {
	var out Warned
	for _, w := range all {
		out.Warnings = append(out.Warnings, warningOut{w.Field, w.Code, texts.Message(Language(r), w.Code, w.Params)})
		by := access.From(r.Context())
		httpx.Warn(r, "input accepted with a warning", "field", w.Field, "code", w.Code, "department_id", by.DepartmentID, "api_key_id", by.APIKeyID)
	}
	return out
}
