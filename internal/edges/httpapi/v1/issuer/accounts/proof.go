package accounts

import (
	"encoding/json"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/httpx"
)

// proofAPI serves the step-up of a session: the person proves again who they are.
type proofAPI struct{ identity *identity.Service }

func (a proofAPI) routes(r chi.Router) {
	r.Get("/proof", httpx.JSON(a.methods))
	r.Post("/proof", httpx.JSON(a.prove))
	r.Post("/proof/options", httpx.JSON(a.options))
}

type proofReply struct {
	Proof proofWire `json:"proof"`
}

type proofWire struct {
	Methods []factors.Method `json:"methods"`
}

func (a proofAPI) methods(r *http.Request, _ httpx.None) (proofReply, error) {
	methods, err := a.identity.ProofMethods(r.Context(), access.From(r.Context()))
	return proofReply{proofWire{methods}}, err
}

func (a proofAPI) options(r *http.Request, _ httpx.None) (optionsReply, error) {
	options, err := a.identity.BeginProof(r.Context(), access.From(r.Context()))
	return optionsReply{options}, err
}

type proofIn struct {
	Password   string          `json:"current_password" validate:"max=1000"`
	Code       httpx.Text      `json:"code" validate:"max=100"`
	Credential json.RawMessage `json:"credential" validate:"max=65536"`
}

type provedReply struct {
	Success bool `json:"success"`

	token string
}

// Headers sets the new token of the session.
func (p provedReply) Headers(h http.Header) {
	if p.token != "" {
		h.Set("Authorization", p.token)
	}
}

func (a proofAPI) prove(r *http.Request, in proofIn) (provedReply, error) {
	token, err := a.identity.Prove(r.Context(), access.From(r.Context()), identity.Proof{
		Password: in.Password, Code: string(in.Code), Credential: given(in.Credential),
	})
	return provedReply{err == nil, token}, err
}
