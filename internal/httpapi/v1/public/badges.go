package public

import (
	"encoding/json"
	"net/http"

	"github.com/google/uuid"

	"laurel/internal/badges"
	"laurel/internal/credentials"
	"laurel/internal/errs"
	"laurel/internal/httpx"
	"laurel/internal/links"
)

type badgeIn struct {
	UUID string    `json:"uuid" validate:"max=64"`
	ID   httpx.Int `json:"id"`
	Key  string    `json:"key" validate:"max=255"`
}

// assertion answers the hosted assertion. A withdrawn one answers 410 with a body, as hosted verification wants it.
func (a api) assertion(w http.ResponseWriter, r *http.Request) {
	a.badge(w, r, func(in badgeIn) (any, int, error) {
		id, err := uuid.Parse(in.UUID)
		if err != nil {
			return nil, 0, credentials.ErrNotFound
		}
		c, err := a.Credentials.ReadPublic(r.Context(), id.String(), in.Key)
		withdrawn := map[string]any{"@context": "https://w3id.org/openbadges/v2", "type": "Assertion", "id": a.Links.Assertion(id.String(), ""), "revoked": true}
		switch {
		case errs.KindOf(err) == errs.Gone:
			return withdrawn, http.StatusGone, nil
		case err != nil:
			return nil, 0, err
		case c.State == credentials.Revoked:
			return withdrawn, http.StatusGone, nil
		}
		return badges.Of(c, a.Links), http.StatusOK, nil
	})
}

func (a api) badgeClass(w http.ResponseWriter, r *http.Request) {
	a.badge(w, r, func(in badgeIn) (any, int, error) {
		g, err := a.Groups.ReadPublic(r.Context(), int64(in.ID))
		if err != nil {
			return nil, 0, err
		}
		return badges.ClassOf(credentials.Group{
			ID: g.ID, CourseName: g.CourseName, CourseDescription: g.CourseDescription, LearningOutcomes: g.LearningOutcomes,
		}, g.IssuerID, versionPicture(g.BadgeVersion, a.Links), a.Links), http.StatusOK, nil
	})
}

func (a api) badgeIssuer(w http.ResponseWriter, r *http.Request) {
	a.badge(w, r, func(in badgeIn) (any, int, error) {
		d, err := a.Departments.ReadPublic(r.Context(), int64(in.ID))
		if err != nil {
			return nil, 0, err
		}
		return badges.IssuerOf(credentials.Issuer{
			ID: d.ID, Name: d.Name, URL: d.URL, Logo: d.Logo, Description: d.Description,
		}, a.Links), http.StatusOK, nil
	})
}

func (a api) badge(w http.ResponseWriter, r *http.Request, make func(badgeIn) (any, int, error)) {
	var in badgeIn
	if err := httpx.Decode(w, r, &in); err != nil {
		httpx.Fail(w, r, err)
		return
	}
	body, status, err := make(in)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	data, err := json.Marshal(body)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", badges.ContentType)
	h.Set("Cache-Control", "no-cache") // a withdrawal shows at once
	w.WriteHeader(status)
	_, _ = w.Write(data)
}

func versionPicture(version *uuid.UUID, l links.Links) string {
	if version == nil {
		return ""
	}
	return l.DesignPicture(version.String())
}
