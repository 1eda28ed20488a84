// Package imports serves the credentials of issuers elsewhere that recipients keep in their wallets.
package imports

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/google/uuid"

	"laurel/internal/edges/httpapi/v1/public/trust"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/downloads"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/page"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/imported"
	"laurel/internal/trust/verification"
)

// Deps are the dependencies of these routes.
type Deps struct {
	Imports *imported.Service
	Texts   *i18n.Bundle
}

type api struct{ Deps }

type doneReply struct {
	Success bool `json:"success"`
}

// Mount adds the routes to r, which is mounted at /v1.
func Mount(r chi.Router, d Deps) {
	a := api{d}
	r.Get("/recipient/imports", httpx.JSON(a.list))
	r.Post("/recipient/imports", a.add)
	r.Get("/recipient/imports/{id}", httpx.JSON(a.read))
	r.Delete("/recipient/imports/{id}", httpx.JSON(a.remove))
	r.Post("/recipient/imports/{id}/restore", httpx.JSON(a.restore))
	r.Post("/recipient/imports/{id}/verification", httpx.JSON(a.verify))
	r.Get("/recipient/imports/{id}/file", a.file)
	r.Get("/recipient/imports/{id}/picture", a.picture)
}

type importOut struct {
	ID          string       `json:"id"`
	Title       string       `json:"title"`
	Description string       `json:"description"`
	Standard    *string      `json:"standard"`
	Issuer      importIssuer `json:"issuer"`
	IssuedAt    *string      `json:"issued_at"`
	ExpiresAt   *string      `json:"expires_at"`
	Skills      []string     `json:"skills"`

	Status           string  `json:"status"`
	StatusSince      string  `json:"status_since"`
	RecipientMatch   *string `json:"recipient_match"` // null: unproven
	CheckedAt        string  `json:"checked_at"`
	UnreachableSince *string `json:"unreachable_since"`
	NextCheckAt      *string `json:"next_check_at"` // null: never

	Source     importSource `json:"source"`
	HasPicture bool         `json:"has_picture"`
	CreatedAt  string       `json:"created_at"`
	UpdatedAt  string       `json:"updated_at"`
}

type importIssuer struct {
	ID   string  `json:"id"`
	Name string  `json:"name"`
	URL  *string `json:"url"`
}

type importSource struct {
	Kind      string  `json:"kind"`
	URL       *string `json:"url"`
	FileName  *string `json:"file_name"`
	MediaType string  `json:"media_type"`
	Size      int64   `json:"size"`
}

// orNull returns nil for an empty text.
func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func importToWire(i imported.Import) importOut {
	return importOut{
		ID: i.ID.String(), Title: i.Title, Description: i.Description, Standard: orNull(string(i.Standard)),
		Issuer: importIssuer{i.IssuerID, i.IssuerName, orNull(i.IssuerURL)}, IssuedAt: wire.Stamped(i.IssuedAt), ExpiresAt: wire.Stamped(i.ExpiresAt),
		Skills: i.Skills, Status: string(i.Status), StatusSince: wire.Stamp(i.StatusSince), RecipientMatch: orNull(string(i.Match)),
		CheckedAt: wire.Stamp(i.CheckedAt), UnreachableSince: wire.Stamped(i.UnreachableSince), NextCheckAt: wire.Stamped(i.NextCheckAt),
		Source:     importSource{string(i.Source), orNull(i.SourceURL), orNull(i.FileName), i.MediaType, i.Size},
		HasPicture: i.HasPicture, CreatedAt: wire.Stamp(i.CreatedAt), UpdatedAt: wire.Stamp(i.UpdatedAt),
	}
}

// importWhole is an import with what its verification said. Attempt is the last verification that came to no result, since then.
type importWhole struct {
	importOut
	Verification trust.Verification  `json:"verification"`
	Attempt      *trust.Verification `json:"attempt"`
}

type importReply struct {
	Import importWhole `json:"import"`
}

func (d Deps) whole(r *http.Request, i imported.Import) importWhole {
	words := func(key string, params map[string]string) string {
		all := make(map[string]any, len(params))
		for name, value := range params {
			all[name] = value
		}
		return d.Texts.Text(httpx.Language(r.Context()), "verification."+key, all)
	}
	out := importWhole{importToWire(i), trust.VerificationView(i.Report, words), nil}
	if i.Attempt != nil {
		attempt := trust.VerificationView(*i.Attempt, words)
		out.Attempt = &attempt
	}
	return out
}

func (d Deps) answer(r *http.Request, i imported.Import, err error) (importReply, error) {
	if err != nil {
		return importReply{}, err
	}
	return importReply{d.whole(r, i)}, nil
}

type importsIn struct {
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

type importsReply struct {
	Imports []importOut `json:"imports"`
	Meta    httpx.Meta  `json:"meta"`
}

func (a api) list(r *http.Request, in importsIn) (importsReply, error) {
	found, err := a.Imports.List(r.Context(), recipients.From(r.Context()), page.Request{Number: int(in.Page), Size: int(in.PageSize)})
	if err != nil {
		return importsReply{}, err
	}
	out := importsReply{make([]importOut, len(found.Items)), httpx.MetaOf(found)}
	for i, each := range found.Items {
		out.Imports[i] = importToWire(each)
	}
	return out, nil
}

type newImportIn struct {
	URL      httpx.Text `json:"url" validate:"max=10000"`
	Document string     `json:"document" validate:"max=1048576"`
}

// addedImport is an import, or the credential of this installation that was found to be in the wallet already.
type addedImport struct {
	Import   *importWhole `json:"import"`
	Updated  bool         `json:"updated"`
	InWallet *string      `json:"in_wallet"`
}

// add imports a file, or what a JSON body names.
func (a api) add(w http.ResponseWriter, r *http.Request) {
	by := recipients.From(r.Context())
	err := by.RequireFull()
	var in imported.Input
	if err == nil {
		in, err = importInput(w, r)
	}
	var added imported.Added
	if err == nil {
		added, err = a.Imports.Add(r.Context(), by, in)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	out := addedImport{Updated: added.Updated}
	if added.InWallet != uuid.Nil {
		out.InWallet = orNull(added.InWallet.String())
	} else {
		whole := a.whole(r, added.Import)
		out.Import = &whole
	}
	httpx.Write(w, out)
}

func importInput(w http.ResponseWriter, r *http.Request) (imported.Input, error) {
	if media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); media == "multipart/form-data" {
		name, data, err := httpx.File(w, r, verification.MaxInput)
		if errors.Is(err, httpx.ErrTooLarge) {
			return imported.Input{}, errs.New(errs.TooLarge, "imported.too_large").At("file")
		}
		return imported.Input{File: data, FileName: name}, err
	}
	var in newImportIn
	err := httpx.Decode(w, r, &in)
	return imported.Input{URL: string(in.URL), Document: in.Document}, err
}

type importRef struct {
	ID string `json:"id" validate:"max=64"`
}

// importID reads the ID in a path. It returns imported.ErrNotFound for anything that is no UUID.
func importID(text string) (uuid.UUID, error) {
	id, err := uuid.Parse(text)
	if err != nil {
		return id, imported.ErrNotFound
	}
	return id, nil
}

func (a api) read(r *http.Request, in importRef) (importReply, error) {
	id, err := importID(in.ID)
	if err != nil {
		return importReply{}, err
	}
	i, err := a.Imports.Read(r.Context(), recipients.From(r.Context()), id)
	return a.answer(r, i, err)
}

func (a api) remove(r *http.Request, in importRef) (doneReply, error) {
	id, err := importID(in.ID)
	if err != nil {
		return doneReply{}, err
	}
	return doneReply{true}, a.Imports.Remove(r.Context(), recipients.From(r.Context()), id)
}

func (a api) restore(r *http.Request, in importRef) (importReply, error) {
	id, err := importID(in.ID)
	if err != nil {
		return importReply{}, err
	}
	i, err := a.Imports.Restore(r.Context(), recipients.From(r.Context()), id)
	return a.answer(r, i, err)
}

func (a api) verify(r *http.Request, in importRef) (importReply, error) {
	id, err := importID(in.ID)
	if err != nil {
		return importReply{}, err
	}
	i, err := a.Imports.VerifyNow(r.Context(), recipients.From(r.Context()), id)
	return a.answer(r, i, err)
}

func (a api) file(w http.ResponseWriter, r *http.Request) {
	id, err := importID(chi.URLParam(r, "id"))
	var file imported.Original
	if err == nil {
		file, err = a.Imports.Original(r.Context(), recipients.From(r.Context()), id)
	}
	serve(w, r, file, "attachment", err)
}

func (a api) picture(w http.ResponseWriter, r *http.Request) {
	id, err := importID(chi.URLParam(r, "id"))
	var file imported.Original
	if err == nil {
		file, err = a.Imports.Picture(r.Context(), recipients.From(r.Context()), id)
	}
	serve(w, r, file, "inline", err)
}

// serve answers with a file that a stranger made: browsers must neither guess its type nor run anything in it.
func serve(w http.ResponseWriter, r *http.Request, file imported.Original, disposition string, err error) {
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", file.Type)
	h.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": file.Name}))
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "private, no-store")
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wire.FileTime)) // a writer without deadlines needs none
	_, _ = w.Write(file.Data)
}

type exportedImport struct {
	importWhole
	File string `json:"file"`
}

type exportReply struct {
	Imports []exportedImport `json:"imports"`
}

// Export returns the originals of the recipient's imports, and a description of them with what their verifications said.
func (d Deps) Export(r *http.Request) ([]downloads.AccountFile, error) {
	by := recipients.From(r.Context())
	all, err := d.Imports.All(r.Context(), by)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	var files []downloads.AccountFile
	out := exportReply{make([]exportedImport, len(all))}
	for i, each := range all {
		name := "imported/" + each.ID.String() + imported.Extension(each.MediaType)
		out.Imports[i] = exportedImport{d.whole(r, each), name}
		files = append(files, downloads.AccountFile{Name: name, Read: func() ([]byte, error) {
			file, err := d.Imports.Original(r.Context(), by, each.ID)
			return file.Data, err
		}})
	}
	data, err := json.MarshalIndent(out, "", "  ")
	return append(files, downloads.AccountFile{Name: "imported.json", Data: data}), err
}
