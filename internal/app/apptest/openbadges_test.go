package apptest_test

import (
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/trust/badges"
)

// signedForm is what a verifier fetches.
func signedForm(w *apptest.World, credential apptest.Reply) apptest.Reply {
	return w.Nobody().Get("/v1/openbadges/credentials/" + credential.Text("credential.uuid")).OK()
}

// resolver finds keys as a verifier does: in the DID document that the method's address leads to.
func resolver(t *testing.T, w *apptest.World) dataintegrity.Resolve {
	return func(method string) (ed25519.PublicKey, string, error) {
		did, fragment, _ := strings.Cut(method, "#")
		parts := strings.Split(did, ":") // did:web:host:d:42
		if len(parts) != 5 || "https://"+parts[2] != apptest.Origin {
			t.Fatalf("a key at %s", method)
		}
		reply := w.Nobody().Get("/" + parts[3] + "/" + parts[4] + "/did.json").OK()
		if reply.Text("id") != did {
			t.Errorf("%s is the document of %s", did, reply.Text("id"))
		}
		methods, _ := reply.At("verificationMethod").([]any)
		for _, m := range methods {
			if m, _ := m.(map[string]any); m["id"] == method && m["controller"] == did && m["publicKeyMultibase"] == fragment {
				key, err := dataintegrity.FromMultikey(fragment)
				return key, did, err
			}
		}
		return nil, "", errors.New("no such key")
	}
}

func TestAPublishedCredentialIsSignedForVerifiersThatNeverHeardOfUs(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"grade": 87.5, "expired_on": "2090-01-31"})
	w.Print()
	if n := w.Number("select count(*) from signed_badges"); n != 1 {
		t.Errorf("%d are signed by the job", n)
	}
	form := signedForm(w, issued)
	if form.Header.Get("Content-Type") != badges.SignedType {
		t.Errorf("served as %s", form.Header.Get("Content-Type"))
	}
	_, controller, err := dataintegrity.Verify(form.Body, resolver(t, w))
	if err != nil || controller != form.Text("issuer.id") {
		t.Errorf("verified by %s, issued by %s: %v", controller, form.Text("issuer.id"), err)
	}
	changed := strings.Replace(string(form.Body), `"87.5"`, `"97.5"`, 1)
	if _, _, err := dataintegrity.Verify([]byte(changed), resolver(t, w)); !errors.Is(err, dataintegrity.ErrSignature) {
		t.Errorf("a better grade: %v", err)
	}
	if form.Text("credentialSubject.identifier.0.identityHash") != badges.HashIdentity(apptest.Email("ada"), form.Text("credentialSubject.identifier.0.salt")) {
		t.Error("the hash is not that of the address")
	}
	if strings.Contains(string(form.Body), apptest.Email("ada")) {
		t.Error("the address itself is in it")
	}
	if n := w.Number("select count(*) from signed_badges"); n != 1 {
		t.Errorf("asking signed it again: %d", n)
	}
}

func TestASignedCredentialIsAsTheOfficialSchemaWantsIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	schema := officialSchema(t)
	for what, more := range map[string]apptest.J{
		"plain": {}, "private": {"private": true}, "graded": {"grade": 100, "expired_on": "2090-01-31"},
		"odd": {"name": "A \u0007 bell, “quotes”, 山田 😀 \u007f", "description": "tab\tand\nline"},
	} {
		credential := owner.Issued(group, "r"+what, more)
		path := "/v1/openbadges/credentials/" + credential.Text("credential.uuid")
		if what == "private" {
			w.Nobody().Get(path).Refused(http.StatusForbidden, "credential.private")
			link, err := url.Parse(credential.Text("credential.url"))
			if err != nil {
				t.Fatal(err)
			}
			path += "?" + link.RawQuery
		}
		form := w.Nobody().Get(path).OK()
		if _, _, err := dataintegrity.Verify(form.Body, resolver(t, w)); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		var document any
		if err := json.Unmarshal(form.Body, &document); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(document); err != nil {
			t.Errorf("%s: %v\n%s", what, err, form.Body)
		}
		if named := strings.Contains(string(form.Body), `"name":"r`+what); named == (what == "private") {
			t.Errorf("%s: the recipient's name is in it: %v", what, named)
		}
	}
}

func officialSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	file, err := os.Open("../../trust/badges/testdata/achievementcredential.json")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	document, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("https://schema.example/badge.json", document); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("https://schema.example/badge.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func TestACorrectionSignsTheSameIDAnewAndKeepsWhatWasHandedOut(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	before := signedForm(w, issued)
	w.Clock.Advance(90e9)
	owner.Put("/v1/credentials/"+issued.Text("credential.uuid"), apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Ada Lovelace"}}}).OK()
	after := signedForm(w, issued)
	if before.Text("id") != after.Text("id") || after.Text("credentialSubject.name") != "Ada Lovelace" || after.Text("proof.0.created") <= before.Text("proof.0.created") {
		t.Errorf("before %s\nafter %s", before.Body, after.Body)
	}
	if n := w.Number("select count(*) from signed_badges"); n != 2 {
		t.Errorf("%d forms are kept; want both", n)
	}
}

func TestWhatWasSignedBeforeAKeyChangedStillVerifies(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	early := signedForm(w, owner.Issued(group, "ada"))
	if err := w.App.Badges.Rotate(t.Context(), access.Console.In(owner.Department)); err != nil {
		t.Fatal(err)
	}
	late := signedForm(w, owner.Issued(group, "grace"))
	if early.Text("proof.0.verificationMethod") == late.Text("proof.0.verificationMethod") {
		t.Error("both were signed by one key")
	}
	for _, form := range []apptest.Reply{early, late} {
		if _, _, err := dataintegrity.Verify(form.Body, resolver(t, w)); err != nil {
			t.Error(err)
		}
	}
}

func TestAKeyThatChangesInTheMidstOfSigningLeavesOnlyWhatVerifies(t *testing.T) {
	t.Parallel()
	const many = 400
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Issued(group, "ada")
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select $1, $2, ('00000000-0000-4000-8000-' || lpad(i::text, 12, '0'))::uuid, 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from generate_series(1, $3::int) i`, owner.Department, group, many)
	first := w.Number("select min(id) from credentials where encoded_id like 'a0%'")
	work := make(chan int64)
	var signers sync.WaitGroup
	for range 2 {
		signers.Go(func() {
			for from := range work {
				batch := badges.Sign{DepartmentID: owner.Department}
				for id := from; id < from+50; id++ {
					batch.CredentialIDs = append(batch.CredentialIDs, id)
				}
				if err := w.App.Badges.SignMany(t.Context(), batch); err != nil {
					t.Error(err)
				}
			}
		})
	}
	for at := int64(0); at < many; at += 50 {
		work <- first + at
		if at == many/2 {
			if err := w.App.Badges.Rotate(t.Context(), access.Console.In(owner.Department)); err != nil {
				t.Error(err)
			}
		}
	}
	close(work)
	signers.Wait()

	keys := map[string]ed25519.PublicKey{}
	find := resolver(t, w)
	for i := range many {
		form := w.Nobody().Get(fmt.Sprintf("/v1/openbadges/credentials/00000000-0000-4000-8000-%012d", i+1)).OK()
		_, _, err := dataintegrity.Verify(form.Body, func(method string) (key ed25519.PublicKey, controller string, err error) {
			if keys[method] == nil {
				if keys[method], _, err = find(method); err != nil {
					return nil, "", err
				}
			}
			return keys[method], "", nil
		})
		if err != nil {
			t.Fatalf("credential %d: %v", i+1, err)
		}
	}
	if len(keys) != 2 {
		t.Errorf("%d keys signed", len(keys))
	}
}

func TestThePublicPageAnswersVerifiersWithTheSignedForm(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada")
	path := "/" + issued.Text("credential.uuid")
	if reply := w.Nobody().Call(http.MethodGet, path, nil, "Accept", "application/vc+ld+json, application/json;q=0.5"); string(reply.Body) != string(signedForm(w, issued).Body) {
		t.Errorf("a verifier gets %.200s", reply.Body)
	}
	if reply := w.Nobody().Call(http.MethodGet, path, nil, "Accept", "text/html,application/xhtml+xml,application/json;q=0.1"); !strings.Contains(string(reply.Body), "<html") {
		t.Errorf("a browser gets %.200s", reply.Body)
	}
	w.Nobody().Get("/d/999999/did.json").Refused(http.StatusNotFound, "badge.no_issuer")
	w.Nobody().Get("/d/x/did.json").Refused(http.StatusNotFound, "badge.no_issuer")
}
