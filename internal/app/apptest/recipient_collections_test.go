package apptest_test

import (
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
)

// collected makes Ada with credentials of two issuers and returns her, one of the issuers and the UUIDs.
func collected(t *testing.T) (w *apptest.World, mine apptest.Mine, guild apptest.Issuer, ids []string) {
	t.Helper()
	w = apptest.New(t)
	guild = w.Issuer("guild")
	mill := w.Issuer("mill")
	ids = []string{
		guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid"), mill.Issued(mill.Group("Spinning"), "ada").Text("credential.uuid"),
		guild.Issued(guild.Group("Dyeing"), "ada").Text("credential.uuid"),
	}
	w.Work()
	return w, signedInAs(t, w, "ada"), guild, ids
}

func items(ids ...string) (out []apptest.J) {
	for _, id := range ids {
		out = append(out, apptest.J{"credential_id": id})
	}
	return out
}

// order returns the names of a collection's credentials.
func order(r apptest.Reply) string {
	var names []string
	list, _ := r.At("collection.items").([]any)
	for _, item := range list {
		names = append(names, item.(map[string]any)["credential"].(map[string]any)["name"].(string))
	}
	return strings.Join(names, " ")
}

func sharedPath(r apptest.Reply) string {
	_, token, _ := strings.Cut(r.Text("collection.url"), "/c/")
	return "/v1/public/collections/" + token
}

func TestARecipientCollectsCredentialsOfSeveralIssuersAndSharesThem(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	made := mine.Post("/v1/recipient/collections", apptest.J{
		"name": " Textile  work ", "description": "What I can do.", "items": []apptest.J{{"credential_id": ids[1], "note": "At the mill."}, {"credential_id": ids[0]}},
	}).OK()
	path := "/v1/recipient/collections/" + made.Text("collection.id")
	if made.Text("collection.name") != "Textile work" || made.Text("collection.visibility") != "private" || order(made) != "Spinning Weaving" {
		t.Errorf("made: %s", made.Body)
	}
	w.Nobody().Get(sharedPath(made)).Refused(http.StatusNotFound, "recipient_collection.not_found")

	added := mine.Post(path+"/credentials", apptest.J{"credential_ids": []string{ids[0], ids[2]}}).OK()
	if order(added) != "Spinning Weaving Dyeing" {
		t.Errorf("added: %s", order(added))
	}
	shared := mine.Put(path, apptest.J{"visibility": "link", "items": []apptest.J{{"credential_id": ids[2]}, {"credential_id": ids[1], "note": "At the mill."}, {"credential_id": ids[0]}}}).OK()
	seen := w.Nobody().Get(sharedPath(shared)).OK()
	if order(seen) != "Dyeing Spinning Weaving" || seen.Text("collection.owner") == "" || !strings.Contains(string(seen.Body), "At the mill.") {
		t.Errorf("shared: %s", seen.Body)
	}
	if strings.Contains(string(seen.Body), apptest.Email("ada")) {
		t.Error("the shared collection shows the address")
	}
	list := mine.Get("/v1/recipient/collections").OK()
	if list.Int("collections.0.credential_count") != 3 || list.Text("collections.0.items.2.credential.name") != "Weaving" {
		t.Errorf("list: %s", list.Body)
	}

	// Others see neither what is private nor what was withdrawn; the owner sees both, marked.
	mine.Put("/v1/recipient/credentials/"+ids[2]+"/privacy", apptest.J{"private": true}).OK()
	guild.Post("/v1/credentials/"+ids[0]+"/revoke", apptest.J{"reason": "misconduct"}).OK()
	if got := order(w.Nobody().Get(sharedPath(shared)).OK()); got != "Spinning" {
		t.Errorf("others see %q", got)
	}
	own := mine.Get(path).OK()
	if order(own) != "Dyeing Spinning Weaving" || own.At("collection.items.0.hidden") != true || own.At("collection.items.1.hidden") != false || own.At("collection.items.2.hidden") != true {
		t.Errorf("own: %s", own.Body)
	}

	renewed := mine.Post(path+"/link", nil).OK()
	w.Nobody().Get(sharedPath(shared)).Refused(http.StatusNotFound, "recipient_collection.not_found")
	w.Nobody().Get(sharedPath(renewed)).OK()
	mine.Put(path, apptest.J{"expires_at": w.Clock.Now().Add(time.Hour).Format(time.RFC3339)}).OK()
	w.Nobody().Get(sharedPath(renewed)).OK()
	w.Clock.Advance(time.Hour)
	w.Nobody().Get(sharedPath(renewed)).Refused(http.StatusGone, "recipient_collection.expired")
	mine.Put(path, apptest.J{"expires_at": nil}).OK()
	w.Nobody().Get(sharedPath(renewed)).OK()

	mine.Delete(path).OK()
	mine.Get(path).Refused(http.StatusNotFound, "recipient_collection.not_found")
	w.Nobody().Get(sharedPath(renewed)).Refused(http.StatusNotFound, "recipient_collection.not_found")
	if n := held(mine); n != 3 {
		t.Errorf("%d credentials are left", n)
	}
}

func TestTheSharedPageShowsItsFactsWithoutScripts(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Looms & <b>dyes</b>", "visibility": "link", "items": items(ids...)}).OK()
	page := func(status int) string {
		_, path, _ := strings.Cut(made.Text("collection.url"), "/c/")
		return string(w.Nobody().Get("/c/" + path).Want(status).Body)
	}
	html := page(http.StatusOK)
	for _, want := range []string{"<title>Looms &amp; &lt;b&gt;dyes&lt;/b&gt; – ", "Weaving", "Spinning", `<meta name="robots" content="noindex">`} {
		if !strings.Contains(html, want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if strings.Contains(html, "<b>dyes") || strings.Contains(html, apptest.Email("ada")) {
		t.Error("the page shows markup or the address")
	}
	mine.Put("/v1/recipient/collections/"+made.Text("collection.id"), apptest.J{"visibility": "private"}).OK()
	if private := page(http.StatusNotFound); strings.Contains(private, "Weaving") || strings.Contains(private, "dyes") {
		t.Error("a private collection shows what it has")
	}
}

func TestACollectionRefusesWhatItCannotHold(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	bobs := guild.Issued(guild.Group("Felting"), "bob").Text("credential.uuid")
	w.Work()
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Mine", "items": items(ids...)}).OK()
	path := "/v1/recipient/collections/" + made.Text("collection.id")
	past := w.Clock.Now().Add(-time.Hour).Format(time.RFC3339)
	for name, c := range map[string]struct {
		body  apptest.J
		field string
	}{
		"no name": {apptest.J{"name": " "}, "name"}, "a long name": {apptest.J{"name": strings.Repeat("é", 101)}, "name"},
		"a long description": {apptest.J{"name": "X", "description": strings.Repeat("é", 501)}, "description"},
		"a visibility":       {apptest.J{"name": "X", "visibility": "friends"}, "visibility"},
		"the past":           {apptest.J{"name": "X", "expires_at": past}, "expires_at"},
		"no time":            {apptest.J{"name": "X", "expires_at": "tomorrow"}, "expires_at"},
		"one twice":          {apptest.J{"name": "X", "items": items(ids[0], ids[0])}, "items"},
		"no id":              {apptest.J{"name": "X", "items": items("7")}, "items"},
		"a long note":        {apptest.J{"name": "X", "items": []apptest.J{{"credential_id": ids[0], "note": strings.Repeat("é", 501)}}}, "note"},
	} {
		for _, got := range []apptest.Reply{mine.Post("/v1/recipient/collections", c.body), mine.Put(path, c.body)} {
			if got.Status != http.StatusUnprocessableEntity || got.At("errors."+c.field) == nil {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
	}
	for name, got := range map[string]apptest.Reply{
		"make": mine.Post("/v1/recipient/collections", apptest.J{"name": "X", "items": items(ids[0], bobs)}), "change": mine.Put(path, apptest.J{"items": items(bobs)}),
		"add": mine.Post(path+"/credentials", apptest.J{"credential_ids": []string{bobs}}), "present": mine.Post("/v1/recipient/presentations", apptest.J{"credential_ids": []string{bobs}}),
	} {
		if !got.IsRefusal(http.StatusNotFound, "credential.not_found") {
			t.Errorf("%s with another person's credential: %d %s", name, got.Status, got.Body)
		}
	}
	if got := order(mine.Get(path).OK()); got != "Weaving Spinning Dyeing" {
		t.Errorf("afterwards it has %q", got)
	}

	// To others it does not exist, and an issuer's link is no proof.
	bob, limited := signedInAs(t, w, "bob"), guild.Recipient(ids[0])
	for name, call := range map[string]func(apptest.Mine) apptest.Reply{
		"read":   func(m apptest.Mine) apptest.Reply { return m.Get(path) },
		"change": func(m apptest.Mine) apptest.Reply { return m.Put(path, apptest.J{"name": "His"}) },
		"add": func(m apptest.Mine) apptest.Reply {
			return m.Post(path+"/credentials", apptest.J{"credential_ids": []string{bobs}})
		},
		"renew":  func(m apptest.Mine) apptest.Reply { return m.Post(path+"/link", nil) },
		"delete": func(m apptest.Mine) apptest.Reply { return m.Delete(path) },
		"list":   func(m apptest.Mine) apptest.Reply { return m.Get("/v1/recipient/collections") },
		"make": func(m apptest.Mine) apptest.Reply {
			return m.Post("/v1/recipient/collections", apptest.J{"name": "His"})
		},
		"present": func(m apptest.Mine) apptest.Reply {
			return m.Post("/v1/recipient/presentations", apptest.J{"credential_ids": []string{ids[0]}})
		},
	} {
		call(w.Recipient("")).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
		call(limited).Refused(http.StatusForbidden, "recipient.prove_address")
		if name != "list" && name != "make" && name != "present" {
			call(bob).Refused(http.StatusNotFound, "recipient_collection.not_found")
		}
	}
}

func TestCollectionsAndPresentationsHaveLimits(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	var many []apptest.J
	for range 201 {
		many = append(many, apptest.J{"credential_id": uuid.NewString()})
	}
	mine.Post("/v1/recipient/collections", apptest.J{"name": "X", "items": many}).Refused(http.StatusUnprocessableEntity, "field:items")
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "First"}).OK()
	mine.Post("/v1/recipient/collections/"+made.Text("collection.id")+"/credentials", apptest.J{"credential_ids": []string{}}).
		Refused(http.StatusUnprocessableEntity, "field:credential_ids")
	w.Exec(`insert into recipient_collections (uuid, recipient_id, name, description, visibility, token, created_at, updated_at)
		select gen_random_uuid(), c.recipient_id, n::text, '', 'private', n::text, now(), now() from recipient_collections c, generate_series(1, 99) n`)
	mine.Post("/v1/recipient/collections", apptest.J{"name": "One too many"}).Refused(http.StatusConflict, "recipient_collection.too_many")

	for name, c := range map[string]struct {
		body  apptest.J
		field string
	}{
		"nothing":            {apptest.J{"credential_ids": []string{}}, "credential_ids"},
		"no id":              {apptest.J{"credential_ids": []string{"7"}}, "credential_ids"},
		"too many":           {apptest.J{"credential_ids": slices.Repeat(ids[:1], 51)}, "credential_ids"},
		"far too many":       {apptest.J{"credential_ids": slices.Repeat(ids[:1], 201)}, "credential_ids"},
		"a long challenge":   {apptest.J{"credential_ids": ids, "challenge": strings.Repeat("é", 256)}, "challenge"},
		"a long domain":      {apptest.J{"credential_ids": ids, "domain": strings.Repeat("é", 256)}, "domain"},
		"a time in the past": {apptest.J{"credential_ids": ids, "expires_at": w.Clock.Now().Add(-time.Hour).Format(time.RFC3339)}, "expires_at"},
	} {
		if got := mine.Post("/v1/recipient/presentations", c.body); !got.IsRefusal(http.StatusUnprocessableEntity, "field:"+c.field) {
			t.Errorf("%s: %d %s", name, got.Status, got.Body)
		}
	}
}

func TestCollectionsFollowTheirOwner(t *testing.T) {
	t.Parallel()
	w, mine, guild, ids := collected(t)
	elsewhere := guild.Issued(guild.Group("Felting"), "ada2").Text("credential.uuid")
	w.Work()
	second := signedInAs(t, w, "ada2")
	theirs := second.Post("/v1/recipient/collections", apptest.J{"name": "Felt", "visibility": "link", "items": items(elsewhere)}).OK()
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Mine", "visibility": "link", "items": items(ids...)}).OK()
	path := "/v1/recipient/collections/" + made.Text("collection.id")

	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada2")).OK()
	if n := len(mine.Get("/v1/recipient/collections").OK().At("collections").([]any)); n != 2 {
		t.Errorf("%d collections after the merge", n)
	}
	addresses := mine.Get("/v1/recipient/emails").OK()
	mine.Put(fmt.Sprint("/v1/recipient/emails/", addresses.Int("emails.1.id")), nil).OK()
	if got := order(mine.Get(path).OK()); got != "Weaving Spinning Dyeing" {
		t.Errorf("after another primary address: %q", got)
	}
	w.Nobody().Get(sharedPath(theirs)).OK()

	signedInAs(t, w, "ada").Delete("/v1/recipient/account").OK()
	w.Nobody().Get(sharedPath(theirs)).Refused(http.StatusNotFound, "recipient_collection.not_found")
	if n := w.Number("select (select count(*) from recipient_collections) + (select count(*) from recipient_collection_items)"); n != 0 {
		t.Errorf("%d rows are left of a deleted account", n)
	}
}

func TestAPresentationVerifiesAndItsHolderSignedIt(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	until := w.Clock.Now().Add(time.Hour)
	reply := mine.Post("/v1/recipient/presentations", apptest.J{
		"credential_ids": []string{ids[2], ids[0]}, "challenge": "c-1", "domain": "work.example", "expires_at": until.Format(time.RFC3339),
	}).OK()
	document, err := json.Marshal(reply.At("presentation"))
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Holder string
		Proof  []dataintegrity.Proof
		Held   []json.RawMessage `json:"verifiableCredential"`
	}
	if err := json.Unmarshal(document, &p); err != nil || len(p.Held) != 2 || len(p.Proof) != 1 {
		t.Fatalf("%v: %s", err, document)
	}
	if one := p.Proof[0]; one.ProofPurpose != "authentication" || one.Challenge != "c-1" || one.Domain != "work.example" || one.Expires != until.UTC().Format(time.RFC3339) {
		t.Errorf("proof: %+v", one)
	}
	find := func(method string) (crypto.PublicKey, string, error) {
		did, name, _ := strings.Cut(method, "#")
		key, err := dataintegrity.ParseMultikey(name)
		return key, did, err
	}
	fit, unknown, err := dataintegrity.VerifyPresentation(document, find)
	if err != nil || unknown != 0 || fit[0].Controller != p.Holder || !strings.HasPrefix(p.Holder, "did:key:z") {
		t.Errorf("%v, %+v, holder %s", err, fit, p.Holder)
	}
	for _, each := range p.Held {
		if _, _, err := dataintegrity.Verify(each, resolver(t, w)); err != nil {
			t.Errorf("a credential in it: %v", err)
		}
	}
	for _, changed := range []string{strings.Replace(string(document), "c-1", "c-2", 1), strings.Replace(string(document), "Weaving", "Sailing", 1)} {
		if _, _, err := dataintegrity.VerifyPresentation([]byte(changed), find); !errors.Is(err, dataintegrity.ErrSignature) {
			t.Errorf("changed: %v", err)
		}
	}

	verified := w.Nobody().Post("/v1/verify", apptest.J{"input": string(document)}).OK()
	if !strings.Contains(string(verified.Body), `"holder_signed"`) || verified.Text("verdict") != "valid" {
		t.Errorf("verified: %s", verified.Body)
	}
	w.Clock.Advance(time.Hour)
	if late := w.Nobody().Post("/v1/verify", apptest.J{"input": string(document)}).OK(); !strings.Contains(string(late.Body), `"holder_expired"`) {
		t.Errorf("later: %s", late.Body)
	}
}

func TestASharedCollectionIsAPresentation(t *testing.T) {
	t.Parallel()
	w, mine, _, ids := collected(t)
	made := mine.Post("/v1/recipient/collections", apptest.J{"name": "Mine", "visibility": "link", "items": items(ids...)}).OK()
	got := w.Nobody().Get(sharedPath(made) + "/presentation").OK()
	if kind := got.Header.Get("Content-Type"); kind != "application/vp" {
		t.Errorf("it is %s", kind)
	}
	verified := w.Nobody().Post("/v1/verify", apptest.J{"input": string(got.Body)}).OK()
	if verified.Text("verdict") != "valid" {
		t.Errorf("verified: %s", verified.Body)
	}
	changed := strings.Replace(string(got.Body), `"VerifiablePresentation"`, `"VerifiablePresentation","VerifiableCredential"`, 1)
	if wrong := w.Nobody().Post("/v1/verify", apptest.J{"input": changed}).OK(); wrong.Text("verdict") == "valid" {
		t.Errorf("changed: %s", wrong.Body)
	}
	mine.Put("/v1/recipient/collections/"+made.Text("collection.id"), apptest.J{"items": []apptest.J{}}).OK()
	w.Nobody().Get(sharedPath(made)+"/presentation").Refused(http.StatusUnprocessableEntity, "invalid")
}
