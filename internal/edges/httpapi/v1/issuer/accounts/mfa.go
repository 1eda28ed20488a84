package accounts

import (
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
)

// mfaAPI serves the second factors of the user's own account.
type mfaAPI struct{ identity *identity.Service }

func (a mfaAPI) routes(r chi.Router) {
	r.Get("/mfa", httpx.JSON(a.read))
	r.Post("/mfa/totp", httpx.JSON(a.begin))
	r.Post("/mfa/totp/confirm", httpx.JSON(a.confirm))
	r.Post("/mfa/totp/delete", httpx.JSON(a.remove))
	r.Post("/mfa/recovery_codes", httpx.JSON(a.renew))
	r.Post("/mfa/passkeys", httpx.JSON(a.addPasskey))
	r.Post("/mfa/passkeys/options", httpx.JSON(a.passkeyOptions))
	r.Put("/mfa/passkeys/{id}", httpx.JSON(a.renamePasskey))
	r.Delete("/mfa/passkeys/{id}", httpx.JSON(a.removePasskey))
}

type factorsReply struct {
	MFA factorsWire `json:"mfa"`
}

type factorsWire struct {
	TOTP          *totpWire     `json:"totp"`
	Passkeys      []passkeyWire `json:"passkeys"`
	RecoveryCodes int           `json:"recovery_codes"`
}

type totpWire struct {
	CreatedAt string `json:"created_at"`
}

func (a mfaAPI) read(r *http.Request, _ httpx.None) (factorsReply, error) {
	f, err := a.identity.Factors(r.Context(), access.From(r.Context()))
	if err != nil {
		return factorsReply{}, err
	}
	out := factorsWire{RecoveryCodes: f.RecoveryCodes, Passkeys: make([]passkeyWire, len(f.Passkeys))}
	for i, p := range f.Passkeys {
		out.Passkeys[i] = passkeyToWire(p)
	}
	if f.TOTPSince != nil {
		out.TOTP = &totpWire{wire.Stamp(f.TOTPSince.In(time.UTC))}
	}
	return factorsReply{out}, nil
}

type enrolmentReply struct {
	TOTP enrolmentWire `json:"totp"`
}

type enrolmentWire struct {
	Secret string `json:"secret"`
	URI    string `json:"uri"`
}

func (a mfaAPI) begin(r *http.Request, _ httpx.None) (enrolmentReply, error) {
	e, err := a.identity.BeginTOTP(r.Context(), access.From(r.Context()))
	if err != nil {
		return enrolmentReply{}, err
	}
	return enrolmentReply{enrolmentWire{e.Secret, e.URI}}, nil
}

type codeIn struct {
	Code httpx.Text `json:"code" validate:"max=100"`
}

type codesReply struct {
	RecoveryCodes []string `json:"recovery_codes"`
}

func (a mfaAPI) confirm(r *http.Request, in codeIn) (codesReply, error) {
	codes, err := a.identity.ConfirmTOTP(r.Context(), access.From(r.Context()), string(in.Code))
	return codesReply{listed(codes)}, err
}

// listed is never null in JSON.
func listed(codes []string) []string { return append([]string{}, codes...) }

func (a mfaAPI) remove(r *http.Request, _ httpx.None) (wire.DoneReply, error) {
	return wire.Done(a.identity.RemoveTOTP(r.Context(), access.From(r.Context())))
}

func (a mfaAPI) renew(r *http.Request, _ httpx.None) (codesReply, error) {
	codes, err := a.identity.RenewRecoveryCodes(r.Context(), access.From(r.Context()))
	return codesReply{listed(codes)}, err
}
