package apptest_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"laurel/internal/app"
	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/trust/badges"
)

// list fetches a status list as a verifier does and unpacks its bits.
func list(t testing.TB, w *apptest.World, address string) (apptest.Reply, []byte) {
	t.Helper()
	reply := w.Nobody().Get(strings.TrimPrefix(address, apptest.Origin)).OK()
	return reply, unpacked(t, reply.Body)
}

func unpacked(t testing.TB, document []byte) []byte {
	t.Helper()
	var signed struct {
		Subject struct {
			EncodedList string `json:"encodedList"`
		} `json:"credentialSubject"`
	}
	if err := json.Unmarshal(document, &signed); err != nil {
		t.Fatal(err)
	}
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimPrefix(signed.Subject.EncodedList, "u"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	bits, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return bits
}

func isSet(bits []byte, index string) bool {
	i, err := strconv.Atoi(index)
	return err == nil && bits[i/8]&(0x80>>(i%8)) != 0
}

// withheld tells what the lists say of a signed form, in this process, once what it knew before is too old.
func withheld(t *testing.T, w *apptest.World, form apptest.Reply) (revoked, suspended bool) {
	t.Helper()
	address, index := form.Text("credentialStatus.statusListCredential"), form.Text("credentialStatus.statusListIndex")
	base := address[:strings.LastIndex(address, "/")]
	_, r := list(t, w, base+"/revocation.json")
	_, s := list(t, w, base+"/suspension.json")
	return isSet(r, index), isSet(s, index)
}

// soon waits until the lists say so, at most a second: that is the promise.
func soon(t *testing.T, w *apptest.World, what string, form apptest.Reply, revoked, suspended bool) {
	t.Helper()
	deadline := time.NewTimer(time.Second)
	defer deadline.Stop()
	for {
		r, s := withheld(t, w, form)
		if r == revoked && s == suspended {
			return
		}
		select {
		case <-deadline.C:
			t.Fatalf("%s: a second later the lists say revoked %v, suspended %v", what, r, s)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

func TestASignedCredentialNamesItsPlaceInASignedList(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	form := signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	address := form.Text("credentialStatus.statusListCredential")
	reply, bits := list(t, w, address)
	for at, want := range map[string]string{
		"id": address, "issuer": form.Text("issuer.id"), "type.1": "BitstringStatusListCredential", "credentialSubject.type": "BitstringStatusList",
		"credentialSubject.statusPurpose": form.Text("credentialStatus.statusPurpose"), "credentialSubject.id": address + "#list",
	} {
		if got := reply.Text(at); got != want {
			t.Errorf("%s is %q; want %q", at, got, want)
		}
	}
	if form.Text("credentialStatus.id") != address+"#"+form.Text("credentialStatus.statusListIndex") || form.Text("credentialStatus.type") != "BitstringStatusListEntry" {
		t.Errorf("the entry is %v", form.At("credentialStatus"))
	}
	if len(bits) < 131_072/8 || bytes.Trim(bits, "\x00") != nil && len(bytes.Trim(bits, "\x00")) > 0 {
		t.Errorf("%d bytes, not all empty", len(bits))
	}
	if _, controller, err := dataintegrity.Verify(reply.Body, resolver(t, w)); err != nil || controller != reply.Text("issuer") {
		t.Errorf("signed by %s: %v", controller, err)
	}
	set := bytes.Clone(bits)
	set[0] |= 1
	for what, changed := range map[string]string{
		"other bits":    strings.Replace(string(reply.Body), reply.Text("credentialSubject.encodedList"), pack(t, set), 1),
		"other purpose": strings.Replace(string(reply.Body), `"revocation"`, `"suspension"`, 1),
	} {
		if _, _, err := dataintegrity.Verify([]byte(changed), resolver(t, w)); !errors.Is(err, dataintegrity.ErrSignature) {
			t.Errorf("%s: %v", what, err)
		}
	}
}

func pack(t *testing.T, bits []byte) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(bits); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return "u" + base64.RawURLEncoding.EncodeToString(out.Bytes())
}

func TestAListIsServedToAnyoneAndNotSentTwice(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	form := signedForm(w, owner.Issued(owner.Group("Weaving"), "ada"))
	path := strings.TrimPrefix(form.Text("credentialStatus.statusListCredential"), apptest.Origin)
	first := w.Nobody().Get(path).OK()
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "*", "Content-Type": badges.SignedType, "Cache-Control": "public, max-age=15",
	} {
		if got := first.Header.Get(name); got != want {
			t.Errorf("%s is %q; want %q", name, got, want)
		}
	}
	w.Nobody().Call(http.MethodGet, path, nil, "If-None-Match", first.Header.Get("ETag")).Want(http.StatusNotModified)
	for _, none := range []string{"/d/999999/status/1/revocation.json", "/d/x/status/1/revocation.json", strings.Replace(path, "/1/", "/2/", 1), strings.Replace(path, "revocation", "refresh", 1)} {
		w.Nobody().Get(none).Refused(http.StatusNotFound, "badge.no_status_list")
	}
}

func TestEveryChangeOfStandingIsInTheListsWithinASecond(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	credential := owner.Issued(group, "ada")
	form := signedForm(w, credential)
	other := signedForm(w, owner.Issued(group, "grace"))
	path := "/v1/credentials/" + credential.Text("credential.uuid")
	soon(t, w, "issued", form, false, false)
	owner.Post(path+"/suspend", nil).OK()
	soon(t, w, "suspended", form, true, true)
	owner.Post(path+"/reinstate", nil).OK()
	soon(t, w, "reinstated", form, false, false)
	owner.Delete(path).OK()
	soon(t, w, "deleted", form, true, true)
	owner.Post(path+"/restore", nil).OK()
	soon(t, w, "restored", form, false, false)
	owner.Post(path+"/revoke", misconduct).OK()
	soon(t, w, "revoked", form, true, true)
	soon(t, w, "the other", other, false, false)

	again := signedForm(w, credential)
	if string(again.Body) != string(form.Body) {
		t.Errorf("revoking it signed it again: %v, before %v", again.At("credentialStatus"), form.At("credentialStatus"))
	}
	owner.Delete(path).OK()
	w.Exec("delete from publication_items")
	w.Exec("delete from credentials where id = $1", credential.Int("credential.id")) // as when its data are purged
	signedForm(w, owner.Issued(group, "joan"))
	owner.Post("/v1/credentials/suspend_many", apptest.J{"all_matching": apptest.J{"group_id": group}}).OK()
	soon(t, w, "purged", form, true, true)
	soon(t, w, "the other", other, true, true)
}

func TestAnotherProcessServesTheSameList(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	form := signedForm(w, credential)
	second := w.Another()
	index := form.Text("credentialStatus.statusListIndex")
	read := func(a *app.App) badges.Response {
		served, err := a.Badges.StatusList(t.Context(), owner.Department, 1, badges.Suspension)
		if err != nil {
			t.Fatal(err)
		}
		return served
	}
	if before := read(second); isSet(unpacked(t, before.Document), index) {
		t.Fatal("the bit is set before anything happened")
	}
	owner.Post("/v1/credentials/"+credential.Text("credential.uuid")+"/revoke", misconduct).OK()
	apptest.Eventually(t, "the other process to serve the new list", func() bool { return isSet(unpacked(t, read(second).Document), index) })
	apptest.Eventually(t, "both to serve the same bytes", func() bool { return string(read(w.App).Document) == string(read(second).Document) })
}

func TestManyRevokedAtOnceAreSignedOnce(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	form := signedForm(w, owner.Issued(group, "ada"))
	const many = 2000
	w.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key, state, published_at, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'a' || lpad(i::text, 8, '0'), 'Ada', 'ada' || i || '@example.org', '2026-03-10', false, '', 'published', now(), now(), now()
		from generate_series(1, $3::int) i`, owner.Department, group, many)
	w.Exec(`insert into status_entries (department_id, number, position, credential_id)
		select department_id, 1, row_number() over (order by id) * 7, id from credentials where encoded_id like 'a0%'
		on conflict do nothing`)
	soon(t, w, "before", form, false, false)
	version := func() int64 { return w.Number("select version from status_lists where signed_version = version") }
	before := version()
	owner.Post("/v1/credentials/revoke_many", apptest.J{"all_matching": apptest.J{"group_id": group}, "reason": "issued_in_error"}).OK()
	soon(t, w, "after", form, true, true)
	if after := version(); after != before+1 {
		t.Errorf("the lists moved from version %d to %d; want one step", before, after)
	}
	_, bits := list(t, w, form.Text("credentialStatus.statusListCredential"))
	n := 0
	for i := range many + 1 {
		if isSet(bits, strconv.Itoa(7*i)) {
			n++
		}
	}
	if n < many-1 { // the random place of the first may be one of theirs
		t.Errorf("%d bits are set; want %d", n, many)
	}
}

func TestNoPlaceIsGivenTwice(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	seen := map[string]bool{}
	for i := range 3 {
		credential := owner.Issued(group, fmt.Sprint("r", i))
		place := signedForm(w, credential).Text("credentialStatus.id")
		if seen[place] {
			t.Errorf("%s was given twice", place)
		}
		seen[place] = true
		owner.Delete("/v1/credentials/" + credential.Text("credential.uuid")).OK()
		w.Exec("delete from credentials where id = $1", credential.Int("credential.id"))
	}
	if n := w.Number("select count(*) from status_entries"); n != 3 {
		t.Errorf("%d places are kept of three credentials that were purged", n)
	}
	// All but one place of the list are taken: the next gets that, or one of a new list.
	w.Exec(`insert into status_entries (department_id, number, position) select $1, 1, i from generate_series(0, 131070) i on conflict do nothing`, owner.Department)
	form := signedForm(w, owner.Issued(group, "last"))
	if id := form.Text("credentialStatus.id"); seen[id] || !strings.HasSuffix(id, "#131071") && !strings.Contains(id, "/status/2/") {
		t.Errorf("the list was full, but %s was given", id)
	}
	if revoked, suspended := withheld(t, w, form); revoked || suspended {
		t.Error("a new credential is withheld")
	}
}

func TestWhatWasSignedBeforeThereWereListsIsSignedAnewWithItsPlace(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	credential := owner.Issued(owner.Group("Weaving"), "ada")
	signedForm(w, credential)
	w.Exec("delete from status_entries")
	w.Exec("update signed_badges set content_hash = decode(repeat('00', 32), 'hex'), document = '{}'")
	w.Clock.Advance(90e9)
	form := signedForm(w, credential)
	if form.Text("credentialStatus.statusListIndex") == "" {
		t.Errorf("it has no place: %s", form.Body)
	}
	if n := w.Number("select count(*) from signed_badges"); n != 2 {
		t.Errorf("%d forms are kept; want both", n)
	}
}
