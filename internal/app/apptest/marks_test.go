package apptest_test

import (
	"fmt"
	"image"
	_ "image/jpeg" // the formats of pictures
	_ "image/png"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// dressed makes a group in a language with a certificate and a badge.
func dressed(owner apptest.Issuer, language string) int64 {
	design := func(kind, size string) int64 {
		body := fmt.Sprintf(`{"design":{"name":"%s %s","kind":%q,"size":%q,"language":%q,"blocks":[%s]}}`, kind, language, kind, size, language, greeting)
		return owner.Post("/v1/certificate_designs/create", body).OK().Int("design.id")
	}
	group := apptest.J{
		"name": language, "course_name": "Weaving", "certificate_design_id": design("certificate", "a4"), "badge_design_id": design("badge", "badge"),
	}
	return owner.Post("/v1/issuer/groups", apptest.J{"group": group}).OK().Int("group.id")
}

func TestWhatDoesNotHoldSaysSoOnEveryDocument(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	today := w.Clock.Now().Format(time.DateOnly)
	issued := owner.Issued(dressed(owner, "de"), "ada", apptest.J{"issued_on": today, "expired_on": today})
	uuid, id := issued.Text("credential.uuid"), issued.Int("credential.accredible_internal_id")
	get := func(path string) string { return string(w.Nobody().Get("/v1/" + path + uuid).OK().Body) }
	stand := func(action string, body apptest.J) func() {
		return func() { owner.Post(fmt.Sprintf("/v1/credentials/%d/%s", id, action), body).OK() }
	}
	pictures := func() (all [2]string) {
		for i, kind := range []string{"certificate", "badge"} {
			all[i] = get("frontend/credential_website_embed_image/" + kind + "/")
			if _, format, err := image.Decode(strings.NewReader(all[i])); err != nil || format != []string{"jpeg", "png"}[i] {
				t.Fatalf("the %s is a picture of type %q: %v", kind, format, err)
			}
		}
		return all
	}
	seen := map[string]bool{}
	valid := pictures()
	for _, c := range []struct {
		state, words string
		enter        func()
	}{
		{"suspended", "zurzeit nicht gültig", stand("suspend", apptest.J{"reason": "being looked at"})},
		{"published", "", stand("reinstate", apptest.J{})},
		{"expired", "Abgelaufen am", func() { w.Clock.Advance(25 * time.Hour); owner.SignIn() }},
		{"revoked", "nicht mehr gültig", stand("revoke", apptest.J{"reason": "issued_in_error"})},
	} {
		c.enter()
		for _, mode := range []string{"pdf", "print"} {
			text := read(t, "pdftotext", get("credentials/generate_certificate_pdf?mode="+mode+"&credential_id="))
			if !strings.Contains(text, "Dear ada") {
				t.Errorf("%s, %s: the certificate says %q", c.state, mode, text)
			}
			for _, mark := range []string{"Abgelaufen", "nicht gültig", "nicht mehr"} {
				if want := c.words != "" && strings.Contains(c.words, mark); strings.Contains(text, mark) != want {
					t.Errorf("%s, %s: %q says %q: %t", c.state, mode, text, mark, !want)
				}
			}
			if !strings.Contains(text, c.words) {
				t.Errorf("%s, %s: %q does not say %q", c.state, mode, text, c.words)
			}
		}
		shown := pictures()
		if c.state == "published" {
			if shown != valid {
				t.Error("valid again, it does not look as before")
			}
			continue
		}
		for _, picture := range shown {
			if seen[picture] || picture == valid[0] || picture == valid[1] {
				t.Errorf("%s: a picture is not marked", c.state)
			}
			seen[picture] = true
		}
		for name, data := range export(t, w, owner, apptest.J{"kind": "certificate", "credential_ids": []int64{id}}).files(t) {
			if text := read(t, "pdftotext", data); !strings.Contains(text, c.words) {
				t.Errorf("%s: %s in a bundle is not marked: %q", c.state, name, text)
			}
		}
	}
}
