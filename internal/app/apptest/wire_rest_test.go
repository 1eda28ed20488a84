package apptest_test

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestACredentialTellsItsSkills(t *testing.T) {
	t.Parallel()
	in := integration(t)
	in.Put(fmt.Sprint("/v1/issuer/groups/", in.group), `{"group":{"learning_outcomes":["Warping"],"alignments":[{"framework":"Crafts","code":"W-1","url":"https://crafts.example/w1","name":"Weaving by hand"}]}}`).OK()
	made := in.Post("/v1/credentials", in.learner("ada")).OK()
	if made.Text("credential.skills.0.name") != "Warping" || made.Text("credential.skills.1.identifier") != "W-1" || made.Text("credential.skills.1.breadcrumbs.0") != "Crafts" {
		t.Errorf("%s", made.Body)
	}
	list := in.Get(fmt.Sprint("/v1/all_credentials?group_id=", in.group)).OK()
	if all, _ := list.At("credentials.0.skills").([]any); len(all) != 2 {
		t.Errorf("%s", list.Body)
	}
}

func TestSearchesNarrowByDepartmentAndMetaData(t *testing.T) {
	t.Parallel()
	in := integration(t)
	for name, meta := range map[string]string{"One": `{"term":"2026","kind":"final"}`, "Two": `{"term":"2025"}`} {
		in.Post("/v1/designs", fmt.Sprintf(`{"design":{"name":%q,"kind":"certificate","meta_data":%s}}`, name, meta)).OK()
	}
	for meta, want := range map[string]int{`{"term":"2026"}`: 1, `{"term":"2026","kind":"draft"}`: 0, `{"kind":"final"}`: 1, `{"term":2026}`: 0} {
		found := in.Post("/v1/designs/search", `{"meta_data":`+meta+`}`).OK()
		if all, _ := found.At("designs").([]any); len(all) != want {
			t.Errorf("%s finds %s", meta, found.Body)
		}
	}
	in.Post("/v1/attribute_keys", `{"attribute_key":{"name":"Loom","kind":"text"}}`).OK()
	search := func(department int64) apptest.Reply {
		return in.Post("/v1/attribute_keys/search", apptest.J{"kind": "text", "department_id": department})
	}
	if n := search(in.owner.Department).OK().Int("meta.total_count"); n != 1 {
		t.Errorf("%d attributes", n)
	}
	search(in.World.Issuer("stranger").Department).Refused(http.StatusNotFound, "department.not_found")
}

func TestALinkOfACourseFillsWhatAGroupLacksAndChangesNothingElse(t *testing.T) {
	t.Parallel()
	in := integration(t)
	link := func(who, to string) string {
		return in.Post("/v1/credentials", in.learner(who, apptest.J{"course_link": to})).OK().Text("credential.course_link")
	}
	if got := link("ada", "https://school.example/weaving"); got != "https://school.example/weaving" {
		t.Errorf("the first link is %q", got)
	}
	if got := link("ben", "https://evil.example/"); got != "https://school.example/weaving" {
		t.Errorf("another link became %q", got)
	}
	in.Post("/v1/credentials", `{"credential":{"group_name":"By name","recipient":{"name":"Cy","email":"cy@recipients.example"}}}`).OK()
	named := in.Post("/v1/credentials", `{"credential":{"group_name":"By name","course_link":"https://school.example/n",
		"recipient":{"name":"Di","email":"di@recipients.example"}}}`).OK()
	if named.Text("credential.course_link") != "https://school.example/n" {
		t.Errorf("%s", named.Body)
	}
	other := in.owner.Group("Dyeing")
	in.Post("/v1/credentials", in.learner("eve", apptest.J{"group_id": other, "course_link": "javascript:alert(1)"})).
		Refused(http.StatusUnprocessableEntity, "field:course_link")
	in.Post("/v1/credentials", in.learner("eve", apptest.J{"group_id": 999999999, "course_link": "https://school.example/"})).Refused(http.StatusNotFound, "group.not_found")
}

func TestPicturesOfADepartmentAreCopiedAndShownOnItsPages(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	settings["LAUREL_FETCH_ALLOW"] = "127.0.0.0/8"
	in := integrationOf(t, apptest.NewWith(t, settings), "owner")
	var drawn bytes.Buffer
	if err := png.Encode(&drawn, image.NewGray(image.Rect(0, 0, 40, 8))); err != nil {
		t.Fatal(err)
	}
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/page" {
			w.Header().Set("Content-Type", "text/html")
		}
		_, _ = w.Write(drawn.Bytes())
	}))
	t.Cleanup(site.Close)
	path := fmt.Sprint("/v1/departments/", in.owner.Department)
	set := func(field, to string) apptest.Reply {
		return in.Put(path, apptest.J{"department": apptest.J{field: to}})
	}
	issued := in.Post("/v1/credentials", in.learner("ada")).OK()
	credential, group := issued.Text("credential.uuid"), fmt.Sprint("/v1/public/groups/", issued.Int("credential.group_id"))
	for _, field := range []string{"page_banner", "whitelabel_logo", "logo"} {
		kept := set(field, site.URL+"/wide.png").OK().Text("department." + field)
		if kept == "" || strings.HasPrefix(kept, site.URL) {
			t.Errorf("%s is %q", field, kept)
		}
		if same := set(field, kept).OK().Text("department." + field); same != kept {
			t.Errorf("%s became %q", field, same)
		}
		for _, wrong := range []string{site.URL + "/page", "http://127.0.0.1:1/", "javascript:alert(1)", "file:///etc/passwd"} {
			set(field, wrong).Refused(http.StatusUnprocessableEntity, "field:"+field)
		}
		in.owner.Put(path, apptest.J{"department": apptest.J{field: site.URL + "/wide.png"}}).Refused(http.StatusUnprocessableEntity, "field:"+field)
		shown := in.World.Nobody().Get("/v1/public/credentials/" + credential).OK()
		if field != "logo" && shown.Text("credential.issuer."+field) != kept {
			t.Errorf("its page shows %s", shown.Body)
		}
		if shown := in.World.Nobody().Get(group).OK(); shown.Text("group.issuer."+field) != kept {
			t.Errorf("its group's page shows %s", shown.Body)
		}
		if gone := set(field, "").OK(); gone.Text("department."+field) != "" {
			t.Errorf("%s stays: %s", field, gone.Body)
		}
	}
}
