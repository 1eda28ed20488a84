package scim

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"laurel/internal/accounts/provisioning"
	"laurel/internal/platform/scim"
)

// kind is a kind of resource and what can be done with it.
type kind struct {
	of     *scim.Type
	all    func(context.Context, provisioning.Provider, scim.Query) ([]scim.Resource, int, error)
	one    func(ctx context.Context, p provisioning.Provider, id string, q scim.Query) (scim.Resource, error)
	add    func(context.Context, provisioning.Provider, scim.Resource) (scim.Resource, error)
	change func(ctx context.Context, p provisioning.Provider, id, ifMatch string, how func(scim.Resource) (scim.Resource, error)) (scim.Resource, error)
	end    func(ctx context.Context, p provisioning.Provider, id, ifMatch string) error
}

func (a api) kinds() []kind {
	return []kind{
		{
			scim.User, a.service.Users, func(ctx context.Context, p provisioning.Provider, id string, _ scim.Query) (scim.Resource, error) {
				return a.service.User(ctx, p, id)
			}, a.service.CreateUser, a.service.ChangeUser, a.service.DeleteUser,
		},
		{
			scim.Group, a.service.Groups, func(ctx context.Context, p provisioning.Provider, id string, q scim.Query) (scim.Resource, error) {
				return a.service.Group(ctx, p, id, q.Shows("members"))
			}, a.service.CreateGroup, a.service.ChangeGroup, a.service.DeleteGroup,
		},
	}
}

func (k kind) list(r *http.Request, p provisioning.Provider) (reply, error) {
	q, err := k.of.Query(r.URL.Query().Get)
	if err != nil {
		return reply{}, err
	}
	page, total, err := k.all(r.Context(), p, q)
	if err != nil {
		return reply{}, err
	}
	return found(q.List(page, total)), nil
}

// shown answers with a resource.
func (k kind) shown(r *http.Request, status int, out scim.Resource, err error) (reply, error) {
	if err != nil {
		return reply{}, err
	}
	q, err := k.of.Query(r.URL.Query().Get)
	if err != nil {
		return reply{}, err
	}
	meta, _ := out["meta"].(map[string]any)
	etag, _ := meta["version"].(string)
	at, _ := meta["location"].(string)
	return reply{status, q.Show(out), etag, at}, nil
}

func (k kind) read(r *http.Request, p provisioning.Provider) (reply, error) {
	q, err := k.of.Query(r.URL.Query().Get)
	if err != nil {
		return reply{}, err
	}
	out, err := k.one(r.Context(), p, chi.URLParam(r, "id"), q)
	answer, err := k.shown(r, http.StatusOK, out, err)
	if has := r.Header.Get("If-None-Match"); err == nil && has != "" && provisioning.Matches(has, answer.etag) {
		return reply{status: http.StatusNotModified, etag: answer.etag}, nil
	}
	return answer, err
}

func (k kind) create(r *http.Request, p provisioning.Provider) (reply, error) {
	in, err := k.sent(r)
	if err != nil {
		return reply{}, err
	}
	out, err := k.add(r.Context(), p, in)
	return k.shown(r, http.StatusCreated, out, err)
}

func (k kind) replace(r *http.Request, p provisioning.Provider) (reply, error) {
	in, err := k.sent(r)
	if err != nil {
		return reply{}, err
	}
	return k.changed(r, p, func(scim.Resource) (scim.Resource, error) { return in, nil })
}

func (k kind) patch(r *http.Request, p provisioning.Provider) (reply, error) {
	data, err := body(r)
	if err != nil {
		return reply{}, err
	}
	return k.changed(r, p, func(was scim.Resource) (scim.Resource, error) { return k.of.Patch(was, data) })
}

func (k kind) changed(r *http.Request, p provisioning.Provider, how func(scim.Resource) (scim.Resource, error)) (reply, error) {
	out, err := k.change(r.Context(), p, chi.URLParam(r, "id"), r.Header.Get("If-Match"), how)
	return k.shown(r, http.StatusOK, out, err)
}

func (k kind) remove(r *http.Request, p provisioning.Provider) (reply, error) {
	return reply{status: http.StatusNoContent}, k.end(r.Context(), p, chi.URLParam(r, "id"), r.Header.Get("If-Match"))
}

func (k kind) sent(r *http.Request) (scim.Resource, error) {
	data, err := body(r)
	if err != nil {
		return nil, err
	}
	return k.of.Read(data)
}
