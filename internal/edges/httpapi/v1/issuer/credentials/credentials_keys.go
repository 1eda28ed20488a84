package credentials

import (
	"context"
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

// Requests of API keys differ from those of users: credentials are issued immediately by default, groups are created if necessary, and
// all field errors are also listed under "credential".

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

// designed issues a credential. If an API key's request fails because the group has no design, it assigns the department's default
// design and retries.
func (a credentialsAPI) designed(ctx context.Context, by access.Actor, in credentials.Input, issue func() (credentials.Credential, error)) (credentials.Credential, error) {
	c, err := issue()
	if by.APIKeyID == 0 || in.GroupID == 0 || !errors.Is(err, credentials.ErrGroupWithoutDesign) {
		return c, err
	}
	if err := a.groups.AddDesign(ctx, by, in.GroupID); err != nil {
		return c, err
	}
	return issue()
}

// placed finds the group named in an API key's request, or creates it.
func (a credentialsAPI) placed(r *http.Request, by access.Actor, in credentials.Input, link httpx.Text) (credentials.Input, error) {
	if by.APIKeyID == 0 {
		return in, nil
	}
	if err := a.site.Complete(r, "course_link", &link, &in.Warnings); err != nil {
		return in, err
	}
	ctx, courseLink := r.Context(), string(link)
	in.Undesigned = by.Test // tests change nothing about a group: they wait as drafts
	if in.GroupID != 0 {
		err := a.groups.LinkCourse(ctx, by, in.GroupID, courseLink)
		if errors.Is(err, groups.ErrNotFound) {
			err = nil // told with the rest that is wrong
		}
		return in, err
	}
	if in.GroupName == "" {
		return in, nil
	}
	g, err := a.groups.Named(ctx, by, groups.Named{
		Name: in.GroupName, CourseName: in.Name.Value, CourseDescription: in.Description.Value, CourseLink: courseLink,
	})
	if in.GroupID = g; err == nil {
		err = a.groups.LinkCourse(ctx, by, g, courseLink)
	}
	return in, err
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
