package credentials

import (
	"errors"
	"maps"
	"net/http"
	"slices"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// Requests of API keys differ from those of users: credentials are issued immediately by default, and all field errors are also listed
// under "credential".

// approved reports whether a new credential is to be issued immediately.
func (in credentialInput) approved(by access.Actor) bool {
	if in.Approve == nil {
		return by.APIKeyID != 0
	}
	return bool(*in.Approve)
}

// group returns the ID of a group that is given by ID or name, or 0 if none is given. It returns ErrGroupNotFound.
func (a credentialsAPI) group(r *http.Request, ref httpx.Ref) (int64, error) {
	id, err := wire.GroupRefs{Groups: a.groups}.ID(r, ref)
	if errors.Is(err, groups.ErrNotFound) {
		err = credentials.ErrGroupNotFound
	}
	return id, err
}

// withFieldErrors wraps a handler that writes credentials, so that it returns errors in the form that integrations expect.
func withFieldErrors[In, Out any](write func(*http.Request, In) (Out, error)) func(*http.Request, In) (Out, error) {
	return func(r *http.Request, in In) (Out, error) {
		out, err := write(r, in)
		return out, toldOfCredential(access.From(r.Context()), err)
	}
}

// toldOfCredential also lists all field errors under "credential", where plug-ins look for them.
func toldOfCredential(by access.Actor, err error) error {
	var refusal *errs.Error
	if by.APIKeyID == 0 || !errors.As(err, &refusal) || len(refusal.Fields) == 0 || refusal.Fields["credential"] != nil {
		return err
	}
	told := *refusal
	told.Fields = maps.Clone(refusal.Fields)
	for _, field := range slices.Sorted(maps.Keys(refusal.Fields)) {
		told.Fields["credential"] = append(told.Fields["credential"], refusal.Fields[field]...)
	}
	return &told
}
