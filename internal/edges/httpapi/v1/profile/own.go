package profile

import (
	"context"
	"net/http"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"laurel/internal/design/uploads"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
	"laurel/internal/recipients/profiles"
	"laurel/internal/recipients/recipients"
)

type ownItem struct {
	Credential public.Credential `json:"credential"`
	Hidden     bool              `json:"hidden"` // from others: private, withdrawn or renewed
}

// Own is a profile as its owner sees it.
type Own struct {
	Name         string    `json:"name"`
	Slug         *string   `json:"slug"`               // null until it is chosen
	ChangeableAt *string   `json:"slug_changeable_at"` // null: now
	URL          *string   `json:"url"`
	Published    bool      `json:"published"`
	Indexable    bool      `json:"indexable"`
	Shows        string    `json:"shows"`
	Headline     string    `json:"headline"`
	Bio          string    `json:"bio"`
	Links        []Link    `json:"links"`
	PhotoURL     *string   `json:"photo_url"` // valid for minutes
	UpdatedAt    string    `json:"updated_at"`
	Items        []ownItem `json:"items"`
}

// OwnReply is the answer with the actor's profile.
type OwnReply struct {
	Profile Own `json:"profile"`
}

// Reply converts a profile for its owner, unless it could not be read.
func (d Deps) Reply(ctx context.Context, p profiles.Profile, err error) (OwnReply, error) {
	if err != nil {
		return OwnReply{}, err
	}
	out := Own{
		Name: p.Name, ChangeableAt: wire.Stamped(p.ChangeableAt), Published: p.Published, Indexable: p.Indexable, Shows: string(p.Shows), Headline: p.Headline,
		Bio: p.Bio, Links: linksOut(p.Links), UpdatedAt: wire.Stamp(p.UpdatedAt), Items: make([]ownItem, len(p.Credentials)),
	}
	if p.Slug != "" {
		url := d.Links.Profile(p.Slug)
		out.Slug, out.URL = &p.Slug, &url
	}
	photo, err := d.Profiles.PhotoLink(ctx, p)
	if photo != "" {
		out.PhotoURL = &photo
	}
	for i, c := range p.Credentials {
		out.Items[i] = ownItem{public.View(c, d.Links, d.Badges.TokenAddress(c), public.Owner, d.Clock.Now()), !recipients.Shareable(c)}
	}
	return OwnReply{out}, err
}

func (a api) read(r *http.Request, _ httpx.None) (OwnReply, error) {
	p, err := a.Profiles.Read(r.Context(), recipients.From(r.Context()))
	return a.Reply(r.Context(), p, err)
}

type linkIn struct {
	Label httpx.Text `json:"label" validate:"max=1000"`
	URL   httpx.Text `json:"url" validate:"max=5000"`
}

type ownIn struct {
	Vanity        *httpx.Text          `json:"vanity" validate:"omitempty,max=100"`
	Slug          *httpx.Text          `json:"slug" validate:"omitempty,max=100"`
	Published     *httpx.Bool          `json:"published"`
	Indexable     *httpx.Bool          `json:"indexable"`
	Shows         *httpx.Text          `json:"shows" validate:"omitempty,max=100"`
	Headline      *httpx.Text          `json:"headline" validate:"omitempty,max=5000"`
	Bio           *httpx.Text          `json:"bio" validate:"omitempty,max=20000"`
	Links         wire.Maybe[[]linkIn] `json:"links"`
	CredentialIDs wire.Maybe[[]string] `json:"credential_ids"`
}

// domain returns the input of the domain but the vanity, or field errors.
func (in ownIn) domain() (profiles.Input, error) {
	var wrong errs.Fields
	out := profiles.Input{
		Slug: wire.OptionalText(in.Slug), Published: wire.OptionalBool(in.Published), Indexable: wire.OptionalBool(in.Indexable),
		Shows: wire.OptionalText(in.Shows), Headline: wire.OptionalText(in.Headline), Bio: wire.OptionalText(in.Bio),
		Links: wire.As(in.Links, func(all []linkIn) (out []profiles.Link) {
			for _, l := range all {
				out = append(out, profiles.Link{Label: string(l.Label), URL: string(l.URL)})
			}
			return out
		}),
	}
	if in.CredentialIDs.Value != nil {
		ids := []uuid.UUID{}
		for _, text := range *in.CredentialIDs.Value {
			id, err := uuid.Parse(text)
			if err != nil {
				wrong.Add("credential_ids", "invalid")
				break
			}
			ids = append(ids, id)
		}
		out.Credentials = optional.Set(ids)
	}
	return out, wrong.Err()
}

// updated keeps the answer that clients of the vanity know.
type updated struct {
	Success bool `json:"success"`
	OwnReply
}

func (a api) update(r *http.Request, in ownIn) (updated, error) {
	by := recipients.From(r.Context())
	if err := by.RequireFull(); err != nil {
		return updated{}, err
	}
	input, err := in.domain()
	if err != nil {
		return updated{}, err
	}
	var p profiles.Profile
	if in.Vanity != nil {
		p, err = a.Profiles.SetVanity(r.Context(), by, string(*in.Vanity), input)
	} else {
		p, err = a.Profiles.Update(r.Context(), by, input)
	}
	out, err := a.Reply(r.Context(), p, err)
	return updated{true, out}, err
}

type slugIn struct {
	Slug string `json:"slug" validate:"max=200"`
}

type slugReply struct {
	Slug         string   `json:"slug"`
	Available    bool     `json:"available"`
	Reason       *string  `json:"reason"` // null if it is available
	ChangeableAt *string  `json:"changeable_at"`
	Suggestions  []string `json:"suggestions"`
}

func (a api) checkSlug(r *http.Request, in slugIn) (slugReply, error) {
	got, err := a.Profiles.Check(r.Context(), recipients.From(r.Context()), in.Slug)
	out := slugReply{Slug: got.Slug, Available: got.Reason == "", ChangeableAt: wire.Stamped(got.At), Suggestions: append([]string{}, got.Suggestions...)}
	if got.Reason != "" {
		reason := strings.TrimPrefix(got.Reason, "profile.slug_")
		out.Reason = &reason
	}
	return out, err
}

func (a api) setPhoto(w http.ResponseWriter, r *http.Request) {
	by := recipients.From(r.Context())
	err := by.RequireFull()
	var data []byte
	var texts map[string]string
	if err == nil {
		_, data, texts, err = httpx.Form(w, r, profiles.MaxPhoto)
	}
	var crop uploads.Crop
	if err == nil {
		crop, err = cropOf(texts)
	}
	var out OwnReply
	if err == nil {
		p, failed := a.Profiles.SetPhoto(r.Context(), by, data, crop)
		out, err = a.Reply(r.Context(), p, failed)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	httpx.Write(w, out)
}

// cropOf reads the square of a picture from the text fields of a form. Without any, it is the one in the middle.
func cropOf(texts map[string]string) (crop uploads.Crop, err error) {
	var wrong errs.Fields
	for field, to := range map[string]*float64{"crop_x": &crop.X, "crop_y": &crop.Y, "crop_size": &crop.Size} {
		if text := texts[field]; text != "" {
			if *to, err = strconv.ParseFloat(text, 64); err != nil {
				wrong.Add(field, "invalid")
			}
		}
	}
	return crop, wrong.Err()
}

func (a api) removePhoto(r *http.Request, _ httpx.None) (OwnReply, error) {
	p, err := a.Profiles.RemovePhoto(r.Context(), recipients.From(r.Context()))
	return a.Reply(r.Context(), p, err)
}
