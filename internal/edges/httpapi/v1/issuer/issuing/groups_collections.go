package issuing

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

// collectionField is a collection of a group.
type collectionField struct {
	ID string `json:"id"`
}

// collectionFields converts the collections of a group.
func collectionFields(ids []uuid.UUID) []collectionField {
	out := make([]collectionField, len(ids))
	for i, id := range ids {
		out[i].ID = id.String()
	}
	return out
}

// groupCollectionsIn sets the collections of a group. null counts as missing.
type groupCollectionsIn struct {
	Collections wire.Maybe[[]struct {
		ID httpx.Text `json:"id"`
	}] `json:"collections"`
}

func (in groupCollectionsIn) filed() (optional.Value[[]uuid.UUID], error) {
	if in.Collections.Value == nil {
		return optional.Value[[]uuid.UUID]{}, nil
	}
	var texts []httpx.Text
	for _, c := range *in.Collections.Value {
		texts = append(texts, c.ID)
	}
	var wrong errs.Fields
	return optional.Set(uuidsOf(&wrong, "collections", texts)), wrong.Err()
}

// write changes a group and its collections.
func (a groupsAPI) write(r *http.Request, in *groupInput, change func(context.Context, access.Actor) (groups.Group, error)) (groupReply, error) {
	by := access.From(r.Context())
	filed, err := in.filed()
	if err != nil {
		return groupReply{}, err
	}
	var warnings []errs.Warning
	for _, l := range []struct {
		field string
		link  *httpx.Text
	}{{"course_link", in.CourseLink.Value}, {"signup_url", in.SignupURL.Value}, {"criteria_url", in.CriteriaURL.Value}} {
		if err := a.site.Complete(r, l.field, l.link, &warnings); err != nil {
			return groupReply{}, err
		}
	}
	for _, l := range []struct {
		field string
		code  *httpx.Text
	}{{"language", in.Language.Value}, {"page_language", in.PageLanguage.Value}} {
		if l.code != nil && *l.code != "" && !slices.Contains(a.languages, strings.ToLower(string(*l.code))) {
			warnings = append(warnings, errs.Warn(l.field, "language.no_texts", "language", string(*l.code)))
		}
	}
	var g groups.Group
	err = a.collections.File(r.Context(), by, filed, func(ctx context.Context) (id int64, err error) {
		g, err = change(ctx, by)
		return g.ID, err
	})
	reply, err := a.answer(r, g, err)
	if err == nil {
		reply.Warned = wire.Warn(r, a.texts, warnings)
	}
	return reply, err
}

func (a groupsAPI) answer(r *http.Request, g groups.Group, err error) (groupReply, error) {
	if err != nil {
		return groupReply{}, err
	}
	filed, err := a.collections.OfGroups(r.Context(), access.From(r.Context()), g.ID)
	return groupReply{Group: a.wire.group(g, filed[g.ID])}, err
}

// within limits a query to the groups of collections.
func (a groupsAPI) within(r *http.Request, collections []httpx.Text, q *groups.Query) (err error) {
	if len(collections) == 0 {
		return nil
	}
	var wrong errs.Fields
	ids := uuidsOf(&wrong, "collection_ids", collections)
	if err := wrong.Err(); err != nil {
		return err
	}
	q.IDs, err = a.collections.Within(r.Context(), access.From(r.Context()), ids, q.IDs)
	return err
}
