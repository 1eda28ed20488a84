package trust

import (
	"bytes"
	"cmp"
	"encoding/json"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/links"
	"laurel/internal/trust/badges"
)

type badgeIn struct {
	UUID string    `json:"uuid" validate:"max=64"`
	ID   httpx.Int `json:"id"`
	Key  string    `json:"key" validate:"max=255"`
}

// assertion serves the hosted assertion. A revoked one is served with status 410 and a body, as hosted verification requires.
func (a api) assertion(w http.ResponseWriter, r *http.Request) {
	a.badge(w, r, func(in badgeIn) (any, int, error) {
		id, err := uuid.Parse(in.UUID)
		if err != nil {
			return nil, 0, credentials.ErrNotFound
		}
		c, err := a.Credentials.ReadPublic(r.Context(), id.String(), in.Key)
		if errs.KindOf(err) == errs.Gone {
			return badges.Deleted(id.String(), in.Key, a.Links), http.StatusGone, nil
		}
		if err != nil {
			return nil, 0, err
		}
		if withdrawn, ok := badges.WithdrawnFrom(c, a.Links); ok {
			return withdrawn, http.StatusGone, nil
		}
		assertion, err := a.Badges.Assertion(r.Context(), c)
		return assertion, http.StatusOK, err
	})
}

// signedBadge serves the signed credential in the Open Badges 3.0 format.
func (a api) signedBadge(w http.ResponseWriter, r *http.Request) {
	c, err := a.issued(w, r)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	WriteSigned(w, r, a.Badges, c)
}

// badgeToken serves the signed credential as a token.
func (a api) badgeToken(w http.ResponseWriter, r *http.Request) {
	c, err := a.issued(w, r)
	var token string
	if err == nil {
		token, err = a.Badges.Token(r.Context(), c)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	form(w, badges.TokenType, c.EncodedID+".jwt", []byte(token))
}

// issued reads the credential of a request.
func (a api) issued(w http.ResponseWriter, r *http.Request) (credentials.Credential, error) {
	var in badgeIn
	if err := httpx.Decode(w, r, &in); err != nil {
		return credentials.Credential{}, err
	}
	id, err := uuid.Parse(in.UUID)
	if err != nil {
		return credentials.Credential{}, credentials.ErrNotFound
	}
	return a.Credentials.ReadPublic(r.Context(), id.String(), in.Key)
}

// WriteSigned serves the signed credential.
func WriteSigned(w http.ResponseWriter, r *http.Request, b *badges.Service, c credentials.Credential) {
	document, err := b.Signed(r.Context(), c)
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	form(w, badges.SignedType, c.EncodedID+".json", document)
}

func form(w http.ResponseWriter, contentType, name string, data []byte) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Content-Disposition", `inline; filename="`+name+`"`)
	h.Set("Cache-Control", "no-cache") // a correction shows at once
	_, _ = w.Write(data)               //nolint:gosec // both types are of documents for programs, and no browser may take them for others
}

// didKept is the max-age of a department's keys, in seconds. New keys are used immediately, so it must be short.
const didKept = "60"

// DID serves a department's keys to verifiers of any origin.
func DID(b *badges.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
		if err != nil {
			httpx.Fail(w, r, badges.ErrNoIssuer)
			return
		}
		document, err := b.DID(r.Context(), id)
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		serve(w, r, document, "application/did+ld+json", didKept)
	}
}

// serve serves a document to verifiers of any origin. kept is the max-age in seconds.
func serve(w http.ResponseWriter, r *http.Request, document badges.Response, contentType, kept string) {
	h := w.Header()
	h.Set("Content-Type", contentType)
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("Cache-Control", "public, max-age="+kept)
	h.Set("ETag", document.ETag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(document.Document))
}

// statusKept is the max-age of a status list, in seconds, which equals the TTL in the list.
var statusKept = strconv.Itoa(int(badges.StatusListTTL.Seconds()))

// StatusList serves a department's signed status list.
func StatusList(b *badges.Service) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
		number, err2 := strconv.ParseInt(chi.URLParam(r, "number"), 10, 32)
		purpose := badges.Purpose(chi.URLParam(r, "purpose"))
		if err != nil || err2 != nil || purpose != badges.Revocation && purpose != badges.Suspension {
			httpx.Fail(w, r, badges.ErrNoStatusList)
			return
		}
		list, err := b.StatusList(r.Context(), id, int32(number), purpose)
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		serve(w, r, list, badges.SignedType, statusKept)
	}
}

func (a api) badgeClass(w http.ResponseWriter, r *http.Request) {
	a.badge(w, r, func(in badgeIn) (any, int, error) {
		g, err := a.Groups.ReadPublic(r.Context(), int64(in.ID))
		if err != nil {
			return nil, 0, err
		}
		return badges.ClassOf(credentials.Group{
			ID: g.ID, CourseName: g.CourseName, CourseDescription: g.CourseDescription, LearningOutcomes: g.LearningOutcomes,
			Criteria: g.Criteria, CriteriaURL: g.CriteriaURL, Alignments: g.Alignments,
		}, g.IssuerID, versionPicture(cmp.Or(g.BadgeVersion, g.DesignVersion), a.Links), a.Links), http.StatusOK, nil
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
		}, cmp.Or(d.ContactEmail, a.Sender), a.Links), http.StatusOK, nil
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
