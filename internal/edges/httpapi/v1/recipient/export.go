package recipient

import (
	"encoding/json"
	"fmt"
	"net/http"

	"laurel/internal/edges/httpapi/v1/profile"
	"laurel/internal/edges/httpapi/v1/recipient/account"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/downloads"
	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
	"laurel/internal/supplements/evidence"
)

type exportIn struct {
	CurrentPassword string `json:"current_password" validate:"max=5000"`
}

// exportedAccount is account.json.
type exportedAccount struct {
	account.Exported
	collectionsReply
	profile.OwnReply
}

// exportedCredential is credential.json, with what the recipient added.
type exportedCredential struct {
	Credential any `json:"credential"`
	wire.EvidenceItemsReply
	wire.ReferencesReply
	nameChangesReply
}

// exportAccount streams everything that a recipient's account holds as a ZIP file.
func (a api) exportAccount(w http.ResponseWriter, r *http.Request) {
	var in exportIn
	err := httpx.Decode(w, r, &in)
	by := recipients.From(r.Context())
	if err == nil {
		err = a.Recipients.Reauthenticate(r.Context(), by, in.CurrentPassword)
	}
	var account []downloads.AccountFile
	if err == nil {
		account, err = a.exportedAccount(r)
	}
	var all []credentials.Credential
	if err == nil {
		all, err = a.Downloads.OwnAll(r.Context(), by)
	}
	if err == nil {
		err = a.Recipients.RecordExport(r.Context(), by)
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	describe := func(c credentials.Credential) (downloads.Description, error) { return a.exportedCredential(r, c) }
	a.stream(w, "account", func(more func()) error {
		return a.Downloads.WriteAccount(r.Context(), account, all, describe, w, more)
	})
}

func (a api) exportedAccount(r *http.Request) ([]downloads.AccountFile, error) {
	var out exportedAccount
	var err error
	if out.Exported, err = a.account().Export(r); err != nil {
		return nil, err
	}
	if out.collectionsReply, err = a.exportedCollections(r); err != nil {
		return nil, err
	}
	own, err := a.Profile.Profiles.Read(r.Context(), recipients.From(r.Context()))
	if out.OwnReply, err = a.Profile.Reply(r.Context(), own, err); err != nil {
		return nil, err
	}
	out.Profile.PhotoURL = nil // the file is beside it
	data, err := json.MarshalIndent(out, "", "  ")
	if err != nil {
		return nil, err
	}
	files := []downloads.AccountFile{{Name: "account.json", Data: data}}
	photo, err := a.Profile.Profiles.PhotoOf(r.Context(), own)
	if photo != nil {
		files = append(files, downloads.AccountFile{Name: "photo.jpg", Data: photo})
	}
	if err != nil {
		return nil, err
	}
	imported, err := a.Deps.imports().Export(r)
	return append(files, imported...), err
}

// exportedCollections returns the collections with all their credentials.
func (a api) exportedCollections(r *http.Request) (collectionsReply, error) {
	by := recipients.From(r.Context())
	all, err := a.Collections.List(r.Context(), by)
	out := collectionsReply{[]collectionOut{}}
	for _, c := range all {
		whole, err := a.Collections.Read(r.Context(), by, c.ID)
		if err != nil {
			return out, err
		}
		out.Collections = append(out.Collections, a.collectionToWire(whole))
	}
	return out, err
}

func (a api) exportedCredential(r *http.Request, c credentials.Credential) (described downloads.Description, err error) {
	out := exportedCredential{Credential: a.view(c)}
	in := refIn{c.UUID.String()}
	items, err := a.Evidence.OwnList(r.Context(), recipients.From(r.Context()), in.Ref)
	if out.EvidenceItemsReply, err = a.wire().Items(r.Context(), items, err); err != nil {
		return described, err
	}
	if out.ReferencesReply, err = a.references(r, in); err != nil {
		return described, err
	}
	if out.nameChangesReply, err = a.nameChanges(r, in); err != nil {
		return described, err
	}
	described.Files = a.evidenceFiles(r, items)
	described.JSON, err = json.MarshalIndent(out, "", "  ")
	return described, err
}

// evidenceFiles are the files of evidence, read when their turn comes. One that may not be downloaded is left out with that as the reason.
func (a api) evidenceFiles(r *http.Request, items []evidence.Item) (files []downloads.AccountFile) {
	for n, item := range items {
		if item.File == nil {
			continue
		}
		name := fmt.Sprintf("evidence/%02d %s", n+1, item.File.Name)
		files = append(files, downloads.AccountFile{Name: name, Read: func() ([]byte, error) { return a.Evidence.File(r.Context(), item) }})
	}
	return files
}
