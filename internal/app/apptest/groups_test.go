package apptest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestChangedTextsReachWhatWasIssuedOnlyWhenAskedFor(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group, other := owner.Group("Weaving"), owner.Group("Knots")
	path := fmt.Sprint("/v1/issuer/groups/", group)
	var issued []string
	for _, name := range []string{"ada", "bea", "cleo"} {
		issued = append(issued, owner.Issued(group, name).Text("credential.uuid"))
	}
	revoked := owner.Issued(group, "dora").Text("credential.uuid")
	untouched := owner.Issued(other, "ada").Text("credential.uuid")
	owner.Post("/v1/credentials/"+revoked+"/revoke", `{"reason":"other"}`).OK()
	badge := func(uuid string) apptest.Reply { return w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK() }
	w.Print()
	for _, uuid := range append(issued, untouched) {
		badge(uuid)
	}
	signed := w.Number("select count(*) from signed_badges")

	owner.Put(path, `{"group":{"course_name":"Weaving by hand","criteria":"Weave a yard.","learning_outcomes":["Weaving"]}}`).OK()
	w.Work()
	w.Print()
	for _, uuid := range issued {
		if name := w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.name"); name != "Weaving" {
			t.Errorf("a credential changed behind its owner's back: %s", name)
		}
	}
	before := owner.Get(path + "/rewordings").OK()
	if before.Int("issued_count") != 3 || before.Int("outdated_count") != 3 {
		t.Fatalf("before: %s", before.Body)
	}

	owner.Post(path+"/rewordings", nil).OK()
	w.Work()
	w.Print()
	after := owner.Get(path + "/rewordings").OK()
	if after.Int("outdated_count") != 0 || after.Int("rewording.done_count") != 3 || after.Int("rewording.total_count") != 3 || after.Text("rewording.finished_at") == "" {
		t.Errorf("after: %s", after.Body)
	}
	if n := w.Number("select count(*) from signed_badges"); n != signed+3 {
		t.Errorf("signed anew: %d", n-signed)
	}
	for _, uuid := range issued {
		page := w.Nobody().Get("/v1/public/credentials/" + uuid).OK()
		if page.Text("credential.name") != "Weaving by hand" || page.Text("credential.criteria") != "Weave a yard." {
			t.Errorf("reworded: %s", page.Body)
		}
		if form := badge(uuid); !strings.Contains(string(form.Body), "Weave a yard.") {
			t.Errorf("signed: %s", form.Body)
		}
		history := owner.Get("/v1/credentials/" + uuid + "/history").OK()
		if !strings.Contains(string(history.Body), `"group.course_name":{"after":"Weaving by hand","before":"Weaving"}`) {
			t.Errorf("history: %s", history.Body)
		}
	}
	for uuid, want := range map[string]string{revoked: "Weaving", untouched: "Knots"} {
		if name := w.Nobody().Get("/v1/public/credentials/" + uuid).OK().Text("credential.name"); name != want {
			t.Errorf("%s became %s", want, name)
		}
	}
	w.Exec("update river_job set state = 'available', finalized_at = null where kind = 'operations.run'")
	w.Work()
	w.Print()
	if n := w.Number("select count(*) from signed_badges"); n != signed+3 {
		t.Errorf("a job that ran twice signed %d", n-signed)
	}
}

func TestDuplicatesThatExistKeepTheGroupFromForbiddingThem(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := fmt.Sprint("/v1/issuer/groups/", group)
	owner.Put(path, `{"group":{"allow_duplicate_credentials":true}}`).OK()
	for range 2 {
		owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
			"group_id": group, "recipient": apptest.J{"name": "Ada", "email": "ada@recipients.example"},
		}}).OK()
	}
	reply := owner.Put(path, `{"group":{"allow_duplicate_credentials":false}}`)
	reply.Refused(http.StatusConflict, "group.duplicates_exist")
	if !strings.Contains(string(reply.Body), "Allow Duplicates cannot be unchecked if duplicates already exist in the group.") {
		t.Errorf("%s", reply.Body)
	}
}

func TestThePublicPageOffersWhatTheGroupAllows(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	group := owner.Group("Weaving")
	uuid := owner.Issued(group, "ada").Text("credential.uuid")
	path, page, download := fmt.Sprint("/v1/issuer/groups/", group), "/v1/public/credentials/"+uuid, "/v1/credentials/generate_certificate_pdf?credential_id="+uuid
	set := func(level string) {
		owner.Put(path, apptest.J{"group": apptest.J{"actions": apptest.J{"share": level, "download": level, "linkedin": level, "verify": level}}}).OK()
	}
	everything := `"actions":{"share":true,"download":true,"linkedin":true,"verify":true}`
	nothing := strings.ReplaceAll(everything, "true", "false")
	for _, level := range []string{"owner", "hidden"} {
		set(level)
		for _, by := range []apptest.Client{w.Nobody(), stranger.Client} {
			reply := by.Get(page).OK()
			if !strings.Contains(string(reply.Body), nothing) || strings.Contains(string(reply.Body), "generate_certificate_pdf") {
				t.Errorf("%s: %s", level, reply.Body)
			}
			by.Get(download).Refused(http.StatusForbidden, "credential.no_download")
		}
		if reply := owner.Get(page).OK(); !strings.Contains(string(reply.Body), everything) {
			t.Errorf("%s, to its issuer: %s", level, reply.Body)
		}
		w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK() // verifiers go on
	}
	set("public")
	if reply := w.Nobody().Get(page).OK(); !strings.Contains(string(reply.Body), everything) {
		t.Errorf("public: %s", reply.Body)
	}
}

func TestTheGroupPageTellsWhatTheGroupShows(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	owner.Issued(group, "ada")
	path, page := fmt.Sprint("/v1/issuer/groups/", group), fmt.Sprint("/v1/public/groups/", group)
	owner.Put(path, `{"group":{"signup_url":"https://guild.example/join","course_link":"https://guild.example/course","skill_category_id":14,"tags":["internal"],
		"course_link_show":false,"sender":{"name":"The Guild","bcc":["archive@guild.example"]}}}`).OK()
	shut := w.Nobody().Get(page).OK()
	for _, hidden := range []string{"guild.example", "internal", "The Guild"} {
		if strings.Contains(string(shut.Body), hidden) {
			t.Errorf("tells %s: %s", hidden, shut.Body)
		}
	}
	if !strings.Contains(string(shut.Body), `"earners_count":null`) || shut.Text("group.skill_category") != "Languages" {
		t.Errorf("%s", shut.Body)
	}
	owner.Put(path, `{"group":{"signup_url_show":true,"course_link_show":true,"earners_show":true}}`).OK()
	open := w.Nobody().Get(page).OK()
	if open.Text("group.signup_url") != "https://guild.example/join" || open.Text("group.course_link") != "https://guild.example/course" || open.Int("group.earners_count") != 1 {
		t.Errorf("%s", open.Body)
	}
}

func TestWhatAGroupAwardsStandsInItsBadges(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	schema := officialSchema(t)
	owner.Put(fmt.Sprint("/v1/issuer/groups/", group), `{"group":{"achievement_type":"ext:Guild mark","criteria":"Weave\na yard.","criteria_url":"https://guild.example/c",
		"learning_outcomes":["Weaving"],"alignments":[{"framework":"ESCO","code":"S1","url":"https://esco.example/s1","name":"Weave"},{"framework":"","code":"","url":"https://esco.example/s2","name":"Dye"}]}}`).OK()
	uuid := owner.Issued(group, "ada").Text("credential.uuid")
	form := w.Nobody().Get("/v1/openbadges/credentials/" + uuid).OK()
	var document any
	if err := json.Unmarshal(form.Body, &document); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(document); err != nil {
		t.Errorf("%v\n%s", err, form.Body)
	}
	class := w.Nobody().Get(fmt.Sprint("/v1/obi/issuer_badge_classes/", group)).OK()
	for _, part := range []string{
		`"targetName":"Weave","targetUrl":"https://esco.example/s1","targetFramework":"ESCO","targetCode":"S1"`, `"targetName":"Dye","targetUrl":"https://esco.example/s2"}`,
		`"criteria":{"id":"https://guild.example/c","narrative":"Weave\na yard."}`,
	} {
		if !strings.Contains(string(class.Body), part) {
			t.Errorf("2.0 lacks %s: %s", part, class.Body)
		}
	}
	for _, part := range []string{`"achievementType":"ext:Guild mark"`, `"targetName":"Weave"`, `"narrative":"Weave\na yard."`, `"id":"https://guild.example/c"`, `"tag":["Weaving"]`} {
		if !strings.Contains(string(form.Body), part) {
			t.Errorf("3.0 lacks %s: %s", part, form.Body)
		}
	}
}

func TestTheLinkForLearningPlatformsIsTheIssuersOwn(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	path := fmt.Sprint("/v1/issuer/groups/", group)
	for _, wrong := range []string{"http://learn.example.org/lti", "https://learn.example.org/" + strings.Repeat("a", 2048)} {
		if reply := owner.Put(path, apptest.J{"group": apptest.J{"lti_link": wrong}}); reply.Status != http.StatusUnprocessableEntity || !strings.Contains(string(reply.Body), `"lti_link"`) {
			t.Errorf("%.40s: %d %s", wrong, reply.Status, reply.Body)
		}
	}
	const link = "https://learn.example.org/lti?course=7"
	owner.Put(path, apptest.J{"group": apptest.J{"lti_link": link}}).OK()
	if got := owner.Get(path).OK(); got.Text("group.lti_link") != link {
		t.Errorf("the group is %s", got.Body)
	}
	if page := w.Nobody().Get(fmt.Sprint("/v1/public/groups/", group)).OK(); strings.Contains(string(page.Body), "learn.example.org") {
		t.Errorf("the world sees it: %s", page.Body)
	}
}
