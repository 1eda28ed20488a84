package apptest_test

import (
	"bytes"
	"fmt"
	"image/png"
	"testing"

	"laurel/internal/app/apptest"
)

const greeting = `{"kind":"text","model":"Dear [recipient.name]","top":"10%","left":"10%","image_width":"60%","image_height":"10%"}`

func TestAProofShowsAnUnsavedDesignAndKeepsNothing(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	ada := owner.Draft(group, "ada").Int("credential.id")
	design := owner.Get(fmt.Sprint("/v1/issuer/groups/", group)).OK().Int("group.certificate_design_id")
	files := fmt.Sprint(w.Files("picture/"), w.Files("pdf/"), w.Files("public/previews/"))
	address := fmt.Sprintf("/v1/designs/%d/preview", design)
	proof := func(more string) apptest.Reply {
		return owner.Post(address, fmt.Sprintf(`{"design":{"size":"a4","blocks":[%s]}%s}`, greeting, more)).OK()
	}

	picture := proof(fmt.Sprintf(`,"width":480,"credential_id":%d`, ada))
	if shown, err := png.DecodeConfig(bytes.NewReader(picture.Body)); err != nil || shown.Width != 480 || shown.Height != 339 {
		t.Errorf("the picture is %+v, %v", shown, err)
	}
	if named := proof(`,"width":480,"values":{"recipient.name":{"kind":"text","value":"Bea"}}`); bytes.Equal(named.Body, picture.Body) {
		t.Error("another name makes no other picture")
	}
	if saved := owner.Post(address, `{"width":480}`).OK(); bytes.Equal(saved.Body, picture.Body) {
		t.Error("the unsaved design looks like the saved one")
	}
	screen, print := proof(`,"format":"pdf"`), proof(`,"format":"pdf","mode":"print"`)
	for name, reply := range map[string]apptest.Reply{"screen": screen, "print": print} {
		if !bytes.HasPrefix(reply.Body, []byte("%PDF-")) || reply.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %.20q, %v", name, reply.Body, reply.Header)
		}
	}
	// a4 is 842 points wide; print adds 5 mm on each side.
	if !bytes.Contains(screen.Body, []byte("/MediaBox [0 0 84")) || !bytes.Contains(print.Body, []byte("/MediaBox [0 0 87")) {
		t.Error("print has no bleed, or the screen has")
	}
	if now := fmt.Sprint(w.Files("picture/"), w.Files("pdf/"), w.Files("public/previews/")); now != files {
		t.Errorf("kept: %s", now)
	}
	if version := owner.Get(fmt.Sprint("/v1/certificate_designs/read?id=", design)).OK().Int("design.version"); version != 1 {
		t.Errorf("the design is at version %d", version)
	}
}

func TestAProofIsRefusedAsASaveIs(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	address := fmt.Sprintf("/v1/designs/%d/preview", owner.Design("Plain"))
	theirs := stranger.Draft(stranger.Group("Theirs"), "ada").Int("credential.id")
	for body, code := range map[string]string{
		`{"design":{"size":"a3"}}`:                                "field:design.size",
		`{"design":{"blocks":[{"kind":"line"}]}}`:                 "field:design.blocks.0.top",
		`{"design":{"name":""}}`:                                  "field:design.name",
		`{"design":{"background":"https://other.example/x.png"}}`: "field:design.background",
		`{"format":"gif"}`:                                        "field:format",
		`{"mode":"both"}`:                                         "field:mode",
		`{"mode":"print"}`:                                        "field:format",
		`{"values":{"recipient.photo":{"kind":"image","value":"/x.png"}}}`: "field:values[recipient.photo].kind",
	} {
		owner.Post(address, body).Refused(422, code)
	}
	owner.Post(address, fmt.Sprintf(`{"credential_id":%d}`, theirs)).Refused(404, "credential.not_found")
	stranger.Post(address, `{"format":"png"}`).Refused(404, "design.not_found")
}

func TestProofsAreThrottledForEachPerson(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	address := fmt.Sprintf("/v1/designs/%d/preview", owner.Design("Plain"))
	refusedByItself := `{"design":{"size":"a3"}}` // costs nothing to refuse, and counts
	for range 60 {
		owner.Post(address, refusedByItself).Refused(422, "field:design.size")
	}
	owner.Post(address, refusedByItself).Refused(429, "too_many_requests")
	owner.Viewer("viewer").Post(address, refusedByItself).Refused(422, "field:design.size")
}

func TestTheRecipientsOfAGroupComeWithTheValuesThatPrintingUses(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Course date", "kind": "date"}}).OK()
	first := owner.Issued(group, "ada").Int("credential.id")
	second := owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
		"group_id": group, "recipient": apptest.J{"name": "Bea", "email": "bea@recipients.example"}, "grade": 87.5,
		"issued_on": "2026-02-03", "custom_attributes": apptest.J{"course_date": "2026-01-31"},
	}}).OK().Int("credential.id")
	address := fmt.Sprintf("/v1/issuer/groups/%d/recipients", group)
	start := owner.Viewer("viewer").Get(address).OK()
	if start.Int("total_count") != 2 || start.Int("earlier") != 0 || start.Int("recipients.0.credential_id") != first || start.Text("recipients.0.state") != "published" {
		t.Errorf("the start is %s", start.Body)
	}
	end := owner.Get(fmt.Sprint(address, "?limit=1&after=", first)).OK()
	values, _ := end.At("recipients.0.values").(map[string]any)
	for tag, want := range map[string]string{
		"recipient.name": "map[kind:text value:Bea]", "credential.grade": "map[kind:percent value:87.5]", "group.course_name": "map[kind:text value:Weaving]",
		"credential.issued_on": "map[kind:date value:2026-02-03]", "custom.course_date": "map[kind:date value:2026-01-31]", "issuer.name": "map[kind:text value:owner]",
	} {
		if got := fmt.Sprint(values[tag]); got != want {
			t.Errorf("%s is %s, want %s", tag, got, want)
		}
	}
	if end.Int("earlier") != 1 || end.Int("recipients.0.credential_id") != second || end.At("longest_id") != nil {
		t.Errorf("the end is %s", end.Body)
	}
	if back := owner.Get(fmt.Sprint(address, "?before=", second)).OK(); back.Int("recipients.0.credential_id") != first {
		t.Errorf("back is %s", back.Body)
	}
	owner.Get(address+"?after=-1").Refused(422, "field:after")
}

func TestADesignGoesBackToAnOldVersionAndWhatWasIssuedKeepsItsOwn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	design := owner.Get(fmt.Sprint("/v1/issuer/groups/", group)).OK().Int("group.certificate_design_id")
	issued := owner.Issued(group, "ada")
	save := fmt.Sprintf(`{"id":%d,"confirm":true,"design":{"name":"Later","size":"a4","blocks":[%s]}}`, design, greeting)
	owner.Post("/v1/certificate_designs/update", save).OK()
	versions := fmt.Sprintf("/v1/designs/%d/versions", design)
	list := owner.Get(versions).OK()
	if list.Int("versions.0.number") != 2 || list.Int("versions.0.credentials_count") != 0 || list.Int("versions.1.credentials_count") != 1 ||
		list.Text("versions.0.name") != "Later" || list.Text("versions.0.saved_by.name") != "owner" || list.Int("meta.total_count") != 2 {
		t.Errorf("the history is %s", list.Body)
	}
	owner.Post(versions+"/1/restore", `{"version":2}`).Refused(409, "design.used_by_credentials")
	owner.Post(versions+"/1/restore", `{"version":1,"confirm":true}`).Refused(409, "design.changed")
	owner.Post(versions+"/7/restore", `{"confirm":true}`).Refused(404, "design.version_not_found")
	restored := owner.Post(versions+"/1/restore", `{"version":2,"confirm":true}`).OK()
	if restored.Int("design.version") != 3 || restored.Text("design.size") == "a4" {
		t.Errorf("restored is %s", restored.Body)
	}
	if n := w.Number("select count(*) from credentials c join design_versions v on v.id = c.certificate_version_id where v.number = 1 and c.id = $1", issued.Int("credential.id")); n != 1 {
		t.Error("the issued credential lost its version")
	}
}
