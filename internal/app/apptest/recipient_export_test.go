package apptest_test

import (
	"archive/zip"
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

const exportPath = "/v1/recipient/account/export"

// unzipped returns the content of each file of a ZIP.
func unzipped(t *testing.T, body []byte) map[string]string {
	t.Helper()
	archive, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		out[f.Name] = string(data)
	}
	return out
}

func TestAPersonDownloadsEverythingInTheirAccount(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	weaving := guild.Issued(guild.Group("Weaving"), "ada")
	guild.Issued(guild.Group("Dyeing"), "grace")
	limited := guild.Recipient(weaving.Text("credential.uuid"))
	w.Work()
	mine := signedInAs(t, w, "ada")
	w.Work()
	mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada2")).OK()
	registered(t, mine, "Phone")
	mine.Post("/v1/recipient/collections", apptest.J{"name": "Looms", "items": items(weaving.Text("credential.uuid"))}).OK()

	files := unzipped(t, mine.Post(exportPath, apptest.J{}).OK().Body)
	account := files["account.json"]
	for _, part := range []string{apptest.Email("ada"), apptest.Email("ada2"), `"Phone"`, `"sessions"`, `"Looms"`} {
		if !strings.Contains(account, part) {
			t.Errorf("account.json misses %s: %s", part, account)
		}
	}
	folder := "Weaving " + weaving.Text("credential.encoded_id")
	for name, part := range map[string]string{
		"credential.json": `"name_changes"`, "open-badge-2.json": "https://w3id.org/openbadges/v2", "open-badge.json": "OpenBadgeCredential",
	} {
		if !strings.Contains(files[folder+"/"+name], part) {
			t.Errorf("%s misses %s: %s", name, part, files[folder+"/"+name])
		}
	}
	for name, content := range files {
		if strings.Contains(name, "Dyeing") || strings.Contains(content, apptest.Email("grace")) {
			t.Errorf("%s is about somebody else", name)
		}
		if strings.Contains(content, "password_hash") || strings.Contains(content, "token_hash") {
			t.Errorf("%s has a secret", name)
		}
	}
	if n := w.Number("select count(*) from audit_events where action = 'recipient.account_exported'"); n != 1 {
		t.Errorf("%d downloads are recorded", n)
	}

	w.Nobody().Post(exportPath, apptest.J{}).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
	limited.Post(exportPath, apptest.J{}).Refused(http.StatusForbidden, "recipient.prove_address")
	w.Clock.Advance(16 * time.Minute)
	mine.Post(exportPath, apptest.J{}).Refused(http.StatusForbidden, "recipient.sign_in_again")

	mine = signedInAs(t, w, "ada")
	const password = "a loom in the attic"
	mine = w.Recipient(mine.Put("/v1/recipient/account", apptest.J{"password": password}).OK().Text("secret"))
	w.Clock.Advance(16 * time.Minute)
	mine.Post(exportPath, apptest.J{}).Refused(http.StatusUnprocessableEntity, "field:current_password")
	mine.Post(exportPath, apptest.J{"current_password": "wrong"}).Refused(http.StatusUnprocessableEntity, "field:current_password")
	unzipped(t, mine.Post(exportPath, apptest.J{"current_password": password}).OK().Body)
}
