package apptest_test

import (
	"fmt"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// saved is the body of a call about a saved filter.
func saved(fields apptest.J) apptest.J { return apptest.J{"saved_filter": fields} }

func TestFiltersAreSavedForOnePersonInOneDepartment(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	viewer, stranger := owner.Viewer("viewer"), w.Issuer("stranger")
	id := owner.Post("/v1/saved_filters", saved(apptest.J{"name": " Drafts ", "query": "?state=draft&tag=law"})).OK().Int("saved_filter.id")
	path := fmt.Sprint("/v1/saved_filters/", id)
	list := owner.Get("/v1/saved_filters").OK()
	if list.Text("saved_filters.0.name") != "Drafts" || list.Text("saved_filters.0.query") != "state=draft&tag=law" || list.Int("meta.total_count") != 1 {
		t.Errorf("the list is %s", list.Body)
	}
	for name, other := range map[string]apptest.Client{"a colleague": viewer.Client, "a stranger": stranger.Client} {
		if n := other.Get("/v1/saved_filters").OK().Int("meta.total_count"); n != 0 {
			t.Errorf("%s sees %d filters", name, n)
		}
		other.Put(path, saved(apptest.J{"name": "Mine"})).Refused(404, "saved_filter.not_found")
		other.Delete(path).Refused(404, "saved_filter.not_found")
	}
	owner.Key("write").Get("/v1/saved_filters").Refused(403, "api_key.people_only")
	viewer.Post("/v1/saved_filters", saved(apptest.J{"name": "Drafts", "query": "state=draft"})).OK() // who may look may keep how

	owner.Post("/v1/saved_filters", saved(apptest.J{"name": "drafts", "query": "state=draft"})).Refused(409, "saved_filter.name_taken")
	second := owner.Post("/v1/saved_filters", saved(apptest.J{"name": "Expired", "query": "state=expired", "is_default": true})).OK().Int("saved_filter.id")
	owner.Put(path, saved(apptest.J{"name": "All drafts", "is_default": true})).OK()
	list = owner.Get("/v1/saved_filters").OK()
	if list.Text("saved_filters.0.name") != "All drafts" || list.Text("saved_filters.1.name") != "Expired" || strings.Count(string(list.Body), `"is_default":true`) != 1 {
		t.Errorf("after another default the list is %s", list.Body)
	}
	owner.Delete(fmt.Sprint("/v1/saved_filters/", second)).OK()
	owner.Delete(fmt.Sprint("/v1/saved_filters/", second)).Refused(404, "saved_filter.not_found")
}

func TestWrongSavedFiltersNameTheirFields(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for name, c := range map[string]struct {
		fields apptest.J
		field  string
	}{
		"no name":         {apptest.J{"query": "state=draft"}, "name"},
		"a long name":     {apptest.J{"name": strings.Repeat("n", 256), "query": "state=draft"}, "name"},
		"no query":        {apptest.J{"name": "All", "query": " "}, "query"},
		"a long query":    {apptest.J{"name": "All", "query": "query=" + strings.Repeat("n", 2000)}, "query"},
		"no query at all": {apptest.J{"name": "All", "query": "state=%zz"}, "query"},
	} {
		reply := owner.Post("/v1/saved_filters", saved(c.fields))
		if reply.Status != 422 || !strings.Contains(string(reply.Body), `"`+c.field+`"`) {
			t.Errorf("%s: %d %s", name, reply.Status, reply.Body)
		}
	}
	for i := range 100 {
		owner.Post("/v1/saved_filters", saved(apptest.J{"name": fmt.Sprint(i), "query": "state=draft"})).OK()
	}
	owner.Post("/v1/saved_filters", saved(apptest.J{"name": "One more", "query": "state=draft"})).Refused(409, "saved_filter.too_many")
}
