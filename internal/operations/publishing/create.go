package publishing

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Create creates a credential and, if the request says so, publishes it. For API keys, it also creates a group that is given by name and
// does not exist, and adds the course link and the default design that a group lacks: in the same transaction, so that a refused
// credential changes no group. Errors are those of Issue, credentials.Create and groups.Provide.
func (s *Service) Create(ctx context.Context, by access.Actor, o IssueRequest) (credentials.Credential, error) {
	if err := by.Require(o.permission()); err != nil {
		return credentials.Credential{}, err
	}
	var err error
	if o.Input, err = s.authoring.Resolve(ctx, by, o.Input); err != nil {
		return credentials.Credential{}, err
	}
	c, err := s.create(ctx, by, o, false)
	if by.APIKeyID != 0 && errors.Is(err, credentials.ErrGroupWithoutDesign) {
		// Issuing has locked the group for sharing. Adding the design in the same transaction could deadlock with another call.
		c, err = s.create(ctx, by, o, true)
	}
	return c, err
}

func (o IssueRequest) permission() access.Permission {
	if o.Publish {
		return access.PublishCredentials
	}
	return access.ManageCredentials
}

func (s *Service) create(ctx context.Context, by access.Actor, o IssueRequest, addDesign bool) (c credentials.Credential, err error) {
	want, wants := o.group(by)
	if wants || addDesign {
		err = pg.AmbientTx(pg.WithGenericPlan(ctx), s.pool, by.DepartmentID, func(ctx context.Context, _ pgx.Tx) error {
			in := o
			if in.Input.GroupID, err = s.groups.Provide(ctx, by, want); err != nil {
				return err
			}
			if addDesign {
				if err := s.groups.AddDesign(ctx, by, in.Input.GroupID); err != nil {
					return err
				}
			}
			c, err = s.createIn(ctx, by, in)
			return err
		})
		return c, err
	}
	return s.createIn(ctx, by, o)
}

// createIn creates a credential in a group that lacks nothing.
func (s *Service) createIn(ctx context.Context, by access.Actor, o IssueRequest) (credentials.Credential, error) {
	if by.APIKeyID != 0 {
		o.Input.Undesigned = by.Test // test keys do not change groups: their credentials wait as drafts
	}
	if o.Publish {
		return s.Issue(ctx, by, o.Input, o.With...)
	}
	return s.authoring.Create(ctx, by, o.Input, o.With...)
}

// group returns the group of an API key's request. wants is false if nothing about the group has to be looked up or changed.
func (o IssueRequest) group(by access.Actor) (w groups.Reference, wants bool) {
	in := o.Input
	if by.APIKeyID == 0 {
		return w, false
	}
	if w = (groups.Reference{ID: in.GroupID, CourseLink: o.CourseLink}); w.ID == 0 {
		w.Name, w.CourseName, w.CourseDescription = strings.TrimSpace(in.GroupName), in.Name.Value, in.Description.Value
	}
	return w, w.Name != "" || w.ID != 0 && w.CourseLink != ""
}

// CreateEach is Create for requests that are independent of each other: in one batch where possible, and one by one where something comes
// with the credential, its group is changed first, or it may update an existing one. Result i belongs to request i.
func (s *Service) CreateEach(ctx context.Context, by access.Actor, requests []IssueRequest) ([]IssueResult, error) {
	for _, o := range requests {
		if err := by.Require(o.permission()); err != nil {
			return nil, err
		}
	}
	out := make([]IssueResult, len(requests))
	var batch []IssueRequest
	var places []int // of the batch among the requests
	ready := map[groups.Reference]int64{}
	for i, o := range requests {
		id, err := s.readyGroup(ctx, by, o, ready)
		if err != nil {
			return nil, err
		}
		if id == 0 || len(o.With) > 0 {
			// Not after the batch: the group that this one creates is ready for the next that names it.
			if err := s.createAlone(ctx, by, o, &out[i]); err != nil {
				return nil, err
			}
			continue
		}
		if o.Input.GroupID = id; by.APIKeyID != 0 {
			o.Input.Undesigned = by.Test
		}
		batch, places = append(batch, o), append(places, i)
	}
	placed, err := s.IssueMany(ctx, by, batch)
	if err != nil {
		return nil, err
	}
	for n, p := range placed {
		i := places[n]
		if out[i] = p; p.Alone || by.APIKeyID != 0 && errors.Is(p.Refusal, credentials.ErrGroupWithoutDesign) {
			if err := s.createAlone(ctx, by, batch[n], &out[i]); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// readyGroup returns the ID of the group of a request, or 0 if there is none, or if Create has to create or change it. ready holds the
// groups that were found for other requests.
func (s *Service) readyGroup(ctx context.Context, by access.Actor, o IssueRequest, ready map[groups.Reference]int64) (int64, error) {
	want, wants := o.group(by)
	if !wants {
		return o.Input.GroupID, nil
	}
	key := groups.Reference{ID: want.ID, Name: strings.ToLower(want.Name), CourseLink: want.CourseLink}
	if id := ready[key]; id != 0 {
		return id, nil
	}
	id, err := s.groups.Ready(ctx, by, want)
	ready[key] = id
	return id, err
}

// createAlone sets the result of one of several requests. It returns only errors that end all of them.
func (s *Service) createAlone(ctx context.Context, by access.Actor, o IssueRequest, out *IssueResult) error {
	c, err := s.Create(ctx, by, o)
	switch errs.KindOf(err) {
	case 0, errs.Unavailable:
		*out = IssueResult{Credential: c}
		return err
	default:
		*out = IssueResult{Refusal: err}
		return nil
	}
}
