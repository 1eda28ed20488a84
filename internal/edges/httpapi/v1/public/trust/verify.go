package trust

import (
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/verification"
)

type verifyIn struct {
	Input string `json:"input" validate:"required,max=1048576"`
	Email string `json:"email" validate:"max=320"`
}

// verify verifies the submitted text (as JSON) or file.
func (a api) verify(w http.ResponseWriter, r *http.Request) {
	in, err := Input(w, r)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	out, err := a.Verified(r, in)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, out)
}

// Verified verifies what somebody submitted, counts it, and describes the result in the language of the request. Errors are those of
// verification.Service.Verify.
func (d Deps) Verified(r *http.Request, in verification.Input) (Verification, error) {
	result, err := d.Verify.Verify(r.Context(), httpx.ClientIP(r.Context()), in)
	if err != nil {
		return Verification{}, err
	}
	d.count(r, result)
	return d.view(r, result), nil
}

// Checked is Verified without counting, for a request of which it is not known who sends it.
func (d Deps) Checked(r *http.Request, in verification.Input) (Verification, error) {
	result, err := d.Verify.Verify(r.Context(), httpx.ClientIP(r.Context()), in)
	if err != nil {
		return Verification{}, err
	}
	return d.view(r, result), nil
}

func (d Deps) view(r *http.Request, result verification.Result) Verification {
	words := func(key string, params map[string]string) string {
		all := make(map[string]any, len(params))
		for name, value := range params {
			all[name] = value
		}
		return d.Texts.Text(httpx.Language(r.Context()), "verification."+key, all)
	}
	return VerificationView(result, words)
}

// genuine are the verdicts on credentials that are as their issuer issued them.
var genuine = []verification.Verdict{
	verification.Valid, verification.Expired, verification.NotYetValid, verification.InProgress, verification.Suspended, verification.Revoked,
	verification.Superseded,
}

// count counts the verification of a credential of this installation, except by recipients, whose own it may be. A failure is logged and
// costs a number only.
func (d Deps) count(r *http.Request, result verification.Result) {
	if result.Credential == nil || !slices.Contains(genuine, result.Verdict) || recipients.From(r.Context()).SignedIn() == nil || !wire.Counted(r) {
		return
	}
	ref, ours := d.Links.Ref(result.Credential.ID)
	if !ours {
		return
	}
	if err := d.Analytics.Verified(r.Context(), ref, access.From(r.Context()).DepartmentID); err != nil {
		slog.WarnContext(r.Context(), "could not count a verification", "error", err)
	}
}

// Input reads the submitted text or file. It returns field errors, httpx.ErrMalformed or httpx.ErrTooLarge.
func Input(w http.ResponseWriter, r *http.Request) (verification.Input, error) {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "multipart/form-data" {
		_, data, texts, err := httpx.Form(w, r, verification.MaxInput)
		return verification.Input{File: data, Email: strings.TrimSpace(texts["email"])}, err
	}
	var in verifyIn
	err := httpx.Decode(w, r, &in)
	return verification.Input{Text: in.Input, Email: strings.TrimSpace(in.Email)}, err
}

// Verification is the result of a verification.
type Verification struct {
	Verdict    string              `json:"verdict"`
	Text       string              `json:"text"`
	Standard   *string             `json:"standard"`
	Credential *verifiedCredential `json:"credential"`
	EmailMatch *string             `json:"email_match"`
	Steps      []verificationStep  `json:"steps"`
	CheckedAt  time.Time           `json:"checked_at"`
}

type verifiedCredential struct {
	ID          string  `json:"id"`
	Name        string  `json:"name"`
	Description string  `json:"description"`
	Recipient   *string `json:"recipient"`
	Grade       *string `json:"grade"`
	LicenseID   *string `json:"license_id"`

	Attributes []verifiedAttribute `json:"attributes"`

	Issuer     verifiedIssuer `json:"issuer"`
	IssuedAt   *time.Time     `json:"issued_at"`
	ValidUntil *time.Time     `json:"valid_until"`
}

type verifiedAttribute struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type verifiedIssuer struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	URL  *string `json:"url"`

	Domain *issuerDomain `json:"domain"`
}

// issuerDomain is the result of checking whether an issuer controls the domain of its website.
type issuerDomain struct {
	Name      string    `json:"name"`
	State     string    `json:"state"`
	Method    *string   `json:"method"`
	CheckedAt time.Time `json:"checked_at"`
}

type verificationStep struct {
	Code    string            `json:"code"`
	State   string            `json:"state"`
	Text    string            `json:"text"`
	Params  map[string]string `json:"params"`
	Signer  *string           `json:"signer"`
	Fetched []fetchedDocument `json:"fetched"`
}

type fetchedDocument struct {
	URL     string  `json:"url"`
	Status  *int    `json:"status"`
	Problem *string `json:"problem"`
}

// VerificationView converts a result. words returns the text for a key below "verification".
func VerificationView(result verification.Result, words func(key string, params map[string]string) string) Verification {
	out := Verification{
		Verdict: string(result.Verdict), Text: words("verdict."+string(result.Verdict)+".title", nil), Standard: given(string(result.Standard)),
		EmailMatch: given(string(result.EmailMatch)), Steps: make([]verificationStep, 0, len(result.Steps)), CheckedAt: result.CheckedAt,
	}
	if c := result.Credential; c != nil {
		out.Credential = &verifiedCredential{
			ID: c.ID, Name: c.Name, Description: c.Description, Recipient: given(c.Recipient), Grade: given(c.Grade), LicenseID: given(c.LicenseID),
			Issuer: verifiedIssuer{ID: c.Issuer.ID, Name: c.Issuer.Name, URL: given(c.Issuer.URL)}, IssuedAt: given(c.IssuedAt), ValidUntil: given(c.ValidUntil),
			Attributes: make([]verifiedAttribute, len(c.Attributes)),
		}
		if d := c.Issuer.Domain; d != nil {
			out.Credential.Issuer.Domain = &issuerDomain{d.Name, string(d.State), given(string(d.Method)), d.CheckedAt}
		}
		for i, a := range c.Attributes {
			out.Credential.Attributes[i] = verifiedAttribute(a)
		}
	}
	for _, step := range result.Steps {
		s := verificationStep{
			Code: string(step.Code), State: string(step.State), Text: words("steps."+string(step.Code), step.Params), Params: step.Params,
			Signer: given(step.Signer), Fetched: make([]fetchedDocument, 0, len(step.Fetched)),
		}
		if s.Params == nil {
			s.Params = map[string]string{}
		}
		for _, f := range step.Fetched {
			s.Fetched = append(s.Fetched, fetchedDocument{f.URL, given(f.Status), given(f.Problem)})
		}
		out.Steps = append(out.Steps, s)
	}
	return out
}

// given returns nil for the zero value.
func given[T comparable](value T) *T {
	var nothing T
	if value == nothing {
		return nil
	}
	return &value
}
