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
