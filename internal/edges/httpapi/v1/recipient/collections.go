package recipient

import (
	"encoding/json"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/documents/collectionpdf"
	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/collections"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/badges"
)

func (a api) collectionRoutes(r chi.Router) {
	r.Get("/recipient/collections", httpx.JSON(a.collections))
	r.Post("/recipient/collections", httpx.JSON(a.createCollection))
	r.Get("/recipient/collections/{id}", httpx.JSON(a.collection))
	r.Put("/recipient/collections/{id}", httpx.JSON(a.updateCollection))
	r.Delete("/recipient/collections/{id}", httpx.JSON(a.deleteCollection))
	r.Post("/recipient/collections/{id}/credentials", httpx.JSON(a.addToCollection))
	r.Post("/recipient/collections/{id}/link", httpx.JSON(a.renewCollectionLink))
	r.Get("/recipient/collections/{id}/pdf", a.collectionPDF)
	r.Post("/recipient/presentations", httpx.JSON(a.present))
}

type collectionItem struct {
	Credential *public.Credential     `json:"credential"`
	Imported   *trust.CollectedImport `json:"imported"` // instead of a credential of this installation
	Note       string                 `json:"note"`
	Hidden     bool                   `json:"hidden"` // from others: private, withdrawn or renewed
}

type collectionOut struct {
	ID              string           `json:"id"`
	Name            string           `json:"name"`
	Description     string           `json:"description"`
	Visibility      string           `json:"visibility"`
	URL             string           `json:"url"`
	ExpiresAt       *string          `json:"expires_at"` // null: never
	CredentialCount int              `json:"credential_count"`
	CreatedAt       string           `json:"created_at"`
	UpdatedAt       string           `json:"updated_at"`
	Items           []collectionItem `json:"items"` // in a list of collections, the first three
}

func (a api) collectionToWire(c collections.Collection) collectionOut {
	out := collectionOut{
		c.ID.String(), c.Name, c.Description, string(c.Visibility), a.Links.SharedCollection(c.Token), wire.Stamped(c.ExpiresAt), c.Count, wire.Stamp(c.CreatedAt),
		wire.Stamp(c.UpdatedAt), make([]collectionItem, len(c.Items)),
	}
	for i, item := range c.Items {
		out.Items[i] = collectionItem{Note: item.Note, Hidden: item.Hidden()}
		if item.Imported != nil {
			view := trust.CollectedView(*item.Imported)
			out.Items[i].Imported = &view
		} else {
			view := a.view(item.Credential)
			out.Items[i].Credential = &view
		}
	}
	return out
}

type collectionsReply struct {
	Collections []collectionOut `json:"collections"`
}

type collectionReply struct {
	Collection collectionOut `json:"collection"`
}

func (a api) collectionAnswer(c collections.Collection, err error) (collectionReply, error) {
	if err != nil {
		return collectionReply{}, err
	}
	return collectionReply{a.collectionToWire(c)}, nil
}

func (a api) collections(r *http.Request, _ httpx.None) (collectionsReply, error) {
	all, err := a.Collections.List(r.Context(), recipients.From(r.Context()))
	out := collectionsReply{make([]collectionOut, len(all))}
	for i, c := range all {
		out.Collections[i] = a.collectionToWire(c)
	}
	return out, err
}

// collectionID reads the ID in a path. It returns collections.ErrNotFound for anything that is no UUID.
func collectionID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, collections.ErrNotFound
	}
	return id, nil
}

// collectionPDF prints a collection with everything in it.
func (a api) collectionPDF(w http.ResponseWriter, r *http.Request) {
	trust.CollectionPDF(w, r, a.Texts, "no-store", func(language string) (collectionpdf.File, error) {
		id, err := collectionID(chi.URLParam(r, "id"))
		if err != nil {
			return collectionpdf.File{}, err
		}
		return a.Printed.Own(r.Context(), recipients.From(r.Context()), id, language)
	})
}

type newItemIn struct {
	CredentialID string     `json:"credential_id" validate:"max=64"`
	ImportedID   string     `json:"imported_id" validate:"max=64"`
	Note         httpx.Text `json:"note" validate:"max=5000"`
}

// ref returns which credential an item names. It must name one.
func (in newItemIn) ref() (collections.Ref, error) {
	if in.CredentialID != "" && in.ImportedID != "" {
		return collections.Ref{}, errs.Field("items", "invalid")
	}
	id, err := uuid.Parse(in.CredentialID + in.ImportedID)
	return collections.Ref{ID: id, Imported: in.ImportedID != ""}, err
}

type collectionIn struct {
	ID          string                  `json:"id" validate:"max=64"`
	Name        wire.Maybe[httpx.Text]  `json:"name"`
	Description wire.Maybe[httpx.Text]  `json:"description"`
	Visibility  wire.Maybe[httpx.Text]  `json:"visibility"`
	ExpiresAt   wire.Maybe[httpx.Text]  `json:"expires_at"`
	Items       wire.Maybe[[]newItemIn] `json:"items"`
}

// domain returns the input of the domain, or field errors.
func (in collectionIn) domain() (collections.Input, error) {
	var wrong errs.Fields
	out := collections.Input{
		Name: wire.As(in.Name, wire.Text), Description: wire.As(in.Description, wire.Text), Visibility: wire.As(in.Visibility, wire.Text),
		ExpiresAt: wire.OrNone(in.ExpiresAt, func(t httpx.Text) *time.Time { return wire.Moment(&wrong, "expires_at", string(t)) }),
	}
	if in.Items.Value != nil {
		out.Items.Given = true
		for _, item := range *in.Items.Value {
			ref, err := item.ref()
			if err != nil {
				wrong.Add("items", "invalid")
				break
			}
			out.Items.Value = append(out.Items.Value, collections.NewItem{Ref: ref, Note: string(item.Note)})
		}
	}
	return out, wrong.Err()
}

func (a api) createCollection(r *http.Request, in collectionIn) (collectionReply, error) {
	by := recipients.From(r.Context())
	if err := by.RequireFull(); err != nil {
		return collectionReply{}, err
	}
	input, err := in.domain()
	if err != nil {
		return collectionReply{}, err
	}
	return a.collectionAnswer(a.Collections.Create(r.Context(), by, input))
}

type collectionRef struct {
	ID string `json:"id" validate:"max=64"`
}

func (a api) collection(r *http.Request, in collectionRef) (collectionReply, error) {
	id, err := collectionID(in.ID)
	if err != nil {
		return collectionReply{}, err
	}
	return a.collectionAnswer(a.Collections.Read(r.Context(), recipients.From(r.Context()), id))
}

func (a api) updateCollection(r *http.Request, in collectionIn) (collectionReply, error) {
	by := recipients.From(r.Context())
	if err := by.RequireFull(); err != nil {
		return collectionReply{}, err
	}
	id, err := collectionID(in.ID)
	if err != nil {
		return collectionReply{}, err
	}
	input, err := in.domain()
	if err != nil {
		return collectionReply{}, err
	}
	return a.collectionAnswer(a.Collections.Update(r.Context(), by, id, input))
}

func (a api) deleteCollection(r *http.Request, in collectionRef) (doneReply, error) {
	id, err := collectionID(in.ID)
	if err != nil {
		return doneReply{}, err
	}
	return doneReply{true}, a.Collections.Delete(r.Context(), recipients.From(r.Context()), id)
}

type addIn struct {
	ID string `json:"id" validate:"max=64"`
	collectedIn
}

// collectedIn names credentials of this installation, and imported ones.
type collectedIn struct {
	archiveIn
	ImportedIDs []string `json:"imported_ids" validate:"max=2000"`
}

// refs returns the credentials, imported ones last, or a field error.
func (in collectedIn) refs() ([]collections.Ref, error) {
	ids, err := in.domain()
	if err != nil {
		return nil, err
	}
	out := make([]collections.Ref, 0, len(ids)+len(in.ImportedIDs))
	for _, id := range ids {
		out = append(out, collections.Ref{ID: id})
	}
	for _, text := range in.ImportedIDs {
		id, err := uuid.Parse(text)
		if err != nil {
			return nil, errs.Field("imported_ids", "invalid")
		}
		out = append(out, collections.Ref{ID: id, Imported: true})
	}
	return out, nil
}

func (a api) addToCollection(r *http.Request, in addIn) (collectionReply, error) {
	by := recipients.From(r.Context())
	if err := by.RequireFull(); err != nil {
		return collectionReply{}, err
	}
	id, err := collectionID(in.ID)
	if err != nil {
		return collectionReply{}, err
	}
	refs, err := in.refs()
	if err != nil {
		return collectionReply{}, err
	}
	return a.collectionAnswer(a.Collections.Add(r.Context(), by, id, refs))
}

func (a api) renewCollectionLink(r *http.Request, in collectionRef) (collectionReply, error) {
	id, err := collectionID(in.ID)
	if err != nil {
		return collectionReply{}, err
	}
	return a.collectionAnswer(a.Collections.RenewLink(r.Context(), recipients.From(r.Context()), id))
}

type presentIn struct {
	collectedIn
	Challenge httpx.Text `json:"challenge" validate:"max=5000"`
	Domain    httpx.Text `json:"domain" validate:"max=5000"`
	ExpiresAt httpx.Text `json:"expires_at"`
}

// presentationReply contains a verifiable presentation, in the order of the credentials that were asked for.
type presentationReply struct {
	Presentation json.RawMessage `json:"presentation"`
}

func (a api) present(r *http.Request, in presentIn) (presentationReply, error) {
	by := recipients.From(r.Context())
	if err := by.RequireFull(); err != nil {
		return presentationReply{}, err
	}
	refs, err := in.refs()
	if err != nil {
		return presentationReply{}, err
	}
	var wrong errs.Fields
	p := badges.Presentation{RecipientID: by.RecipientID, Challenge: string(in.Challenge), Domain: string(in.Domain)}
	if until := wire.Moment(&wrong, "expires_at", string(in.ExpiresAt)); until != nil {
		if p.Expires = *until; !p.Expires.After(a.Clock.Now()) {
			wrong.Add("expires_at", "recipient_collection.in_the_past")
		}
	}
	if err := wrong.Err(); err != nil {
		return presentationReply{}, err
	}
	held, err := a.Collections.Presentable(r.Context(), by, refs)
	if err != nil {
		return presentationReply{}, err
	}
	p.Credentials, p.Documents = held.Credentials, held.Documents
	document, err := a.Badges.Present(r.Context(), p)
	return presentationReply{document}, err
}
