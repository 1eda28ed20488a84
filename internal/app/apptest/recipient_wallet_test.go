package apptest_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// fullWallet signs a person in who proved their address, in a world whose jobs run.
func fullWallet(w *apptest.World, owner apptest.Client, name, ref string) apptest.Mine {
	w.Work()
	token := owner.RecipientToken(ref)
	w.Enter(token)
	w.Nobody().Post("/v1/recipient/links", apptest.J{"token": token}).OK()
	w.Work()
	return w.Enter(w.Link(apptest.Email(name)).Query().Get("token"))
}

// names returns the names of the credentials of a list.
func names(list apptest.Reply) []string {
	var out []string
	for _, c := range list.At("credentials").([]any) {
		out = append(out, fmt.Sprint(c.(map[string]any)["name"]))
	}
	return out
}

func TestAWalletComesInOneCallWithItsFacetsAndPagesByCursor(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("School")
	past := w.Clock.Now().UTC().AddDate(0, 0, -2).Format(time.DateOnly)
	weaving := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"issued_on": "2024-05-01", "expired_on": past}).Text("credential.uuid")
	guild.Issued(guild.Group("Dyeing"), "ada", apptest.J{"issued_on": "2025-05-01"})
	skilled := school.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "s", "course_name": "Sewing", "certificate_design_id": school.Design("D"), "learning_outcomes": []string{"Care"}}}).OK().Int("group.id")
	school.Issued(skilled, "ada", apptest.J{"issued_on": "2025-02-01"})
	school.Issued(skilled, "grace", apptest.J{"issued_on": "2020-02-01"})
	school.Draft(school.Group("Knitting"), "ada")
	full := fullWallet(w, guild.Client, "ada", weaving)

	const first = "/v1/recipient/credentials?page_size=2&facets=true"
	list := full.Get(first).OK()
	if got := strings.Join(names(list), " "); got != "Dyeing Sewing" || list.Int("meta.total_count") != 3 {
		t.Errorf("the first page is %s", list.Body)
	}
	want := fmt.Sprintf("map[elsewhere:[] issuers:[map[count:2 id:%d name:guild] map[count:1 id:%d name:School]] skills:[map[count:1 name:Care]] "+
		"states:[map[count:1 state:expired] map[count:2 state:published]] years:[map[count:2 year:2025] map[count:1 year:2024]]]", guild.Department, school.Department)
	if got := fmt.Sprint(list.At("facets")); got != want {
		t.Errorf("the facets are\n%s, want\n%s", got, want)
	}
	next := full.Get("/v1/recipient/credentials?page_size=2&cursor=" + url.QueryEscape(list.Text("next_cursor"))).OK()
	if got := strings.Join(names(next), " "); got != "Weaving" || next.Text("next_cursor") != "" || next.At("facets") != nil {
		t.Errorf("the second page is %s", next.Body)
	}
	for query, want := range map[string]string{"year=2025": "Dyeing Sewing", "year=2024,2025&sort=name": "Dyeing Sewing Weaving", "year=1999": "", "year=x": ""} {
		if got := strings.Join(names(full.Get("/v1/recipient/credentials?"+query).OK()), " "); got != want {
			t.Errorf("%s gives %q, want %q", query, got, want)
		}
	}
	for _, cursor := range []string{"x", list.Text("next_cursor") + "&sort=name"} {
		full.Get("/v1/recipient/credentials?cursor="+cursor).Refused(http.StatusUnprocessableEntity, "field:cursor")
	}
}

func TestEverySortPagesThroughTheWholeWallet(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	var last string
	for i, name := range []string{"Weaving", "Dyeing", "Sewing", "Felting", "Carding"} {
		last = guild.Issued(guild.Group(name), "ada", apptest.J{"issued_on": fmt.Sprintf("202%d-05-01", i%3)}).Text("credential.uuid")
	}
	mine := guild.Recipient(last)
	for _, sort := range []string{"", "issued_on", "-issued_on", "name", "-name", "issuer", "-issuer", "expired_on", "-expired_on"} {
		all := names(mine.Get("/v1/recipient/credentials?sort=" + sort).OK())
		var paged []string
		for cursor, more := "", true; more; more = cursor != "" {
			list := mine.Get("/v1/recipient/credentials?page_size=2&sort=" + sort + "&cursor=" + url.QueryEscape(cursor)).OK()
			paged, cursor = append(paged, names(list)...), list.Text("next_cursor")
		}
		if len(all) != 5 || !slices.Equal(all, paged) {
			t.Errorf("sorted by %q the pages have %v, want %v", sort, paged, all)
		}
	}
}

func TestAPersonLearnsOfAnotherAddressOnlyThroughTheIssuersOwnID(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild, school := w.Issuer("guild"), w.Issuer("school")
	group := guild.Group("Weaving")
	id := func(name string) apptest.J {
		return apptest.J{"recipient": apptest.J{"name": "Ada", "email": apptest.Email(name), "id": "p-1"}}
	}
	first := guild.Issued(group, "ada", id("ada")).Text("credential.uuid")
	school.Issued(school.Group("Sewing"), "ada2", id("ada2")) // another issuer's IDs mean nothing
	full := fullWallet(w, guild.Client, "ada", first)
	const path = "/v1/recipient/credentials?facets=true"
	if list := full.Get(path).OK(); len(list.At("facets.elsewhere").([]any)) != 0 {
		t.Errorf("without another address: %s", list.Body)
	}
	guild.Issued(guild.Group("Dyeing"), "ada3", id("ada3"))
	list := full.Get(path).OK()
	if got := fmt.Sprint(list.At("facets.elsewhere")); got != fmt.Sprintf("[map[id:%d name:guild]]", guild.Department) || strings.Contains(string(list.Body), "ada3") {
		t.Errorf("with another address: %s", list.Body)
	}
	if some := guild.Recipient(first).Get(path).OK(); len(some.At("facets.elsewhere").([]any)) != 0 {
		t.Errorf("an issuer's link tells of another address: %s", some.Body)
	}
}

func TestAPersonDownloadsTheirCredentialsAsOneZIP(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	guild := w.Issuer("guild")
	weaving := guild.Issued(guild.Group("Weaving"), "ada", apptest.J{"private": true})
	shut := guild.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "s", "course_name": "Sew/ing", "certificate_design_id": guild.Design("D"),
		"actions": apptest.J{"download": "hidden"}}}).OK().Int("group.id")
	sewing := guild.Issued(shut, "ada")
	other := guild.Issued(guild.Group("Dyeing"), "grace").Text("credential.uuid")
	mine := guild.Recipient(weaving.Text("credential.uuid"))

	reply := mine.Post("/v1/recipient/archive", apptest.J{"credential_ids": []any{weaving.At("credential.uuid"), sewing.At("credential.uuid"), weaving.At("credential.uuid")}}).OK()
	archive, err := zip.NewReader(bytes.NewReader(reply.Body), int64(len(reply.Body)))
	if err != nil {
		t.Fatal(err)
	}
	begins := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		begins[f.Name] = string(data[:1])
		if strings.HasPrefix(f.Name, "learner-records/") {
			verified := w.Nobody().Post("/v1/verify", apptest.J{"input": string(data)}).OK()
			if verified.Text("verdict") != "valid" || verified.Text("standard") != "Comprehensive Learner Record 2.0" {
				t.Errorf("the learner record is %s", verified.Body)
			}
		}
	}
	folder := "Weaving " + weaving.Text("credential.encoded_id")
	want := map[string]string{folder + "/certificate.pdf": "%", folder + "/open-badge.json": "{", "Sewing " + sewing.Text("credential.encoded_id") + "/open-badge.json": "{", "learner-records/guild 1.json": "{"}
	if fmt.Sprint(begins) != fmt.Sprint(want) {
		t.Errorf("the ZIP has %v, want %v", begins, want)
	}
	for _, c := range []struct {
		ids    any
		status int
		code   string
	}{
		{[]string{}, http.StatusUnprocessableEntity, "field:credential_ids"},
		{[]string{"x"}, http.StatusUnprocessableEntity, "field:credential_ids"},
		{[]any{weaving.At("credential.uuid"), other}, http.StatusNotFound, "credential.not_found"},
	} {
		mine.Post("/v1/recipient/archive", apptest.J{"credential_ids": c.ids}).Refused(c.status, c.code)
	}
	w.Nobody().Post("/v1/recipient/archive", apptest.J{"credential_ids": []any{weaving.At("credential.uuid")}}).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
}

func TestAPersonMakesTheirCredentialPrivateAndPublicAgain(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	id := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	other := guild.Issued(guild.Group("Dyeing"), "grace").Text("credential.uuid")
	full := fullWallet(w, guild.Client, "ada", id)
	path := "/v1/recipient/credentials/" + id + "/privacy"
	private := full.Put(path, apptest.J{"private": true}).OK()
	key, err := url.Parse(private.Text("url"))
	if err != nil || private.At("private") != true || key.Query().Get("key") == "" {
		t.Errorf("private: %s", private.Body)
	}
	w.Nobody().Get("/v1/public/credentials/"+id).Refused(http.StatusForbidden, "credential.private")
	w.Nobody().Get("/v1/public/credentials/" + id + "?key=" + key.Query().Get("key")).OK()
	full.Put(path, apptest.J{"private": true}).OK()
	if n := w.Number("select count(*) from audit_events where action = 'credential.privacy_changed' and recipient_id is not null"); n != 1 {
		t.Errorf("%d changes are recorded, want 1", n)
	}
	if public := full.Put(path, apptest.J{"private": false}).OK(); strings.Contains(public.Text("url"), "key=") {
		t.Errorf("public: %s", public.Body)
	}
	w.Nobody().Get("/v1/public/credentials/" + id).OK()

	full.Put(path, apptest.J{}).Refused(http.StatusUnprocessableEntity, "field:private")
	full.Put("/v1/recipient/credentials/"+other+"/privacy", apptest.J{"private": true}).Refused(http.StatusNotFound, "credential.not_found")
	guild.Recipient(id).Put(path, apptest.J{"private": true}).Refused(http.StatusForbidden, "recipient.prove_address")
	w.Nobody().Put(path, apptest.J{"private": true}).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
}

func TestAPersonSeesWhetherTheirCredentialTakesEvidenceAndReferences(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	open := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	closed := guild.Issued(guild.Group("Dyeing"), "ada", apptest.J{"allow_supplemental_evidence": false, "allow_supplemental_references": false}).Text("credential.uuid")
	mine := guild.Recipient(open)
	for ref, want := range map[string]bool{open: true, closed: false} {
		c := mine.Get("/v1/recipient/credentials/" + ref).OK()
		if c.At("credential.accepts_evidence") != want || c.At("credential.accepts_references") != want {
			t.Errorf("want %v: %s", want, c.Body)
		}
	}
}
