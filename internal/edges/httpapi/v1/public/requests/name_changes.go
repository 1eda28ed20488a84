package requests

import (
	"net/http"

	"laurel/internal/accounts/access"
)

type secretIn struct {
	Secret string `json:"secret" validate:"required,max=200"`
}

func (a api) nameChangeConfirm(r *http.Request, in secretIn) (doneReply, error) {
	return doneReply{true}, a.NameChanges.Confirm(r.Context(), access.From(r.Context()), in.Secret)
}

// addressChangeConfirm confirms a change of address that an issuer asked for.
func (a api) addressChangeConfirm(r *http.Request, in secretIn) (doneReply, error) {
	return doneReply{true}, a.People.ConfirmMove(r.Context(), access.From(r.Context()), in.Secret)
}
