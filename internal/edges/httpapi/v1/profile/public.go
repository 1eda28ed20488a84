package profile

import (
	"context"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/profiles"
	"laurel/internal/recipients/recipients"
)

// Link is a link on a profile.
type Link struct {
	Label string `json:"label"`
	URL   string `json:"url"`
}

// linksOut converts links; none is an empty list.
func linksOut(all []profiles.Link) []Link {
	out := make([]Link, len(all))
	for i, l := range all {
		out[i] = Link(l)
	}
	return out
}

// Public is what others see of a recipient's profile.
type Public struct {
	Slug        string              `json:"slug"`
	URL         string              `json:"url"`
	Name        string              `json:"name"`
	Headline    string              `json:"headline"`
	Bio         string              `json:"bio"`
	Links       []Link              `json:"links"`
	PhotoURL    *string             `json:"photo_url"`
	UpdatedAt   string              `json:"updated_at"`
	Skills      []Skill             `json:"skills"`
	Credentials []public.Credential `json:"credentials"`
	Collections []Collection        `json:"collections"`
}

// Skill is a skill, with the credentials on the profile that stand for it.
type Skill struct {
	Name          string   `json:"name"`
	CredentialIDs []string `json:"credential_ids"`
}

// Collection is a collection that is listed on its owner's profile.
type Collection struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	URL         string `json:"url"`
}

// View returns a profile in its wire form, with the collections that it lists.
func (d Deps) View(ctx context.Context, p profiles.Public) (Public, error) {
	out := Public{
		Slug: p.Slug, URL: d.Links.Profile(p.Slug), Name: p.Name, Headline: p.Headline, Bio: p.Bio, Links: linksOut(p.Links), UpdatedAt: wire.Stamp(p.UpdatedAt),
		Skills: make([]Skill, len(p.Skills)), Credentials: make([]public.Credential, len(p.Credentials)), Collections: []Collection{},
	}
	if p.Photo != "" {
		photo := d.Links.ProfilePhoto(p.Slug, p.Photo)
		out.PhotoURL = &photo
	}
	for i, s := range p.Skills {
		ids := make([]string, len(s.Credentials))
		for j, id := range s.Credentials {
			ids[j] = id.String()
		}
		out.Skills[i] = Skill{s.Name, ids}
	}
	now := d.Clock.Now()
	for i, c := range p.Credentials {
		out.Credentials[i] = public.View(c, d.Links, "", public.Visitor, now)
	}
	listed, err := d.Collections.Listed(ctx, p.RecipientID)
	for _, c := range listed {
		out.Collections = append(out.Collections, Collection{c.Name, c.Description, d.Links.SharedCollection(c.Token)})
	}
	return out, err
}

type previewReply struct {
	publicReply
	Published bool `json:"published"`
}

// preview returns the actor's profile as others see it, or would once it is published.
func (a api) preview(r *http.Request, _ httpx.None) (previewReply, error) {
	found, err := a.Profiles.Preview(r.Context(), recipients.From(r.Context()))
	if err != nil {
		return previewReply{}, err
	}
	view, err := a.View(r.Context(), found)
	if err != nil || found.Photo == "" {
		return previewReply{publicReply{view}, found.Published}, err
	}
	photo, err := a.Profiles.PhotoLink(r.Context(), found.Profile) // the public photo is there once the profile is
	view.PhotoURL = &photo
	return previewReply{publicReply{view}, found.Published}, err
}

type publicReply struct {
	Profile Public `json:"profile"`
}

// public returns a published profile. A former slug redirects to the current one.
func (a api) public(w http.ResponseWriter, r *http.Request) {
	found, err := a.Profiles.Public(r.Context(), chi.URLParam(r, "slug"))
	if err == nil && found.Moved {
		w.Header().Set("Cache-Control", "no-store")
		http.Redirect(w, r, "/v1/public/profiles/"+found.Slug, http.StatusMovedPermanently)
		return
	}
	var view Public
	if err == nil {
		view, err = a.View(r.Context(), found)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-cache") // what is withdrawn is gone at once
	httpx.Write(w, publicReply{view})
}

// photo serves the photo of a published profile.
func (a api) photo(w http.ResponseWriter, r *http.Request) {
	data, key, err := a.Profiles.Photo(r.Context(), chi.URLParam(r, "slug"))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	tag := strconv.Quote(key)
	h.Set("ETag", tag)
	h.Set("Cache-Control", "public, no-cache") // an unpublished profile has none
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	if r.Header.Get("If-None-Match") == tag {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", "image/jpeg")
	h.Set("Content-Length", strconv.Itoa(len(data)))
	_, _ = w.Write(data) //nolint:gosec // a picture that we encoded
}
