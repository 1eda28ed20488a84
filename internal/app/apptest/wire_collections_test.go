package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
)

func TestCollectionsPutGroupsTogether(t *testing.T) {
	t.Parallel()
	in := integration(t)
	second := in.owner.Group("Dyeing")
	body := fmt.Sprintf(`{"collection":{"name":"Textiles","description":"All of it","public":"true","groups":[{"id":"%d"},{"id":%d},{"id":%d}]}}`, in.group, second, second)
	made := in.Post("/v1/collections", body).OK()
	fieldsOf(t, made, "collection", strings.Fields("id name description organization_id public groups_count groups")...)
	id := made.Text("collection.id")
	if _, err := uuid.Parse(id); err != nil || made.Int("collection.groups_count") != 2 || made.Int("collection.groups.0.id") != in.group ||
		made.Int("collection.organization_id") != in.owner.Department || made.At("collection.public") != true {
		t.Errorf("%v %s", err, made.Body)
	}
	changed := in.Put("/v1/collections/"+id, fmt.Sprintf(`{"collection":{"groups":[{"id":%d}]}}`, second)).OK()
	if changed.Int("collection.groups_count") != 1 || changed.Text("collection.name") != "Textiles" || changed.At("collection.public") != true {
		t.Errorf("%s", changed.Body)
	}
	if kept := in.Put("/v1/collections/"+id, `{"collection":{"name":"Cloth","groups":null}}`).OK(); kept.Int("collection.groups_count") != 1 {
		t.Errorf("%s", kept.Body)
	}
	for wrong, field := range map[string]string{
		`{"name":""}`: "name", `{"name":null}`: "name", `{"name":"X","groups":[{"id":999999999}]}`: "groups", `{"name":"` + strings.Repeat("x", 256) + `"}`: "name",
	} {
		in.Post("/v1/collections", `{"collection":`+wrong+`}`).Refused(http.StatusUnprocessableEntity, "field:"+field)
	}
	if n := in.World.Number("select count(*) from collections"); n != 1 {
		t.Errorf("%d are kept", n)
	}
	in.owner.Draft(in.group, "ada")
	in.owner.Draft(second, "bob")
	found := in.owner.Post("/v1/credentials/search", apptest.J{"collection_id": id}).OK()
	if found.Int("meta.total_count") != 1 || found.Text("credentials.0.recipient.name") != "bob" {
		t.Errorf("credentials of the collection: %s", found.Body)
	}
	in.owner.Post("/v1/credentials/search", apptest.J{"collection_id": "x"}).Refused(http.StatusUnprocessableEntity, "field:collection_id")
	in.World.Exec("delete from credentials where group_id = $1", second)
	in.owner.Delete(fmt.Sprint("/v1/issuer/groups/", second)).OK()
	if left := in.Post("/v1/collections/search", `{}`).OK(); left.Int("collections.0.groups_count") != 0 {
		t.Errorf("%s", left.Body)
	}
	if gone := in.Delete("/v1/collections/" + id).OK(); len(gone.Body) != 0 {
		t.Errorf("%s", gone.Body)
	}
	in.Delete("/v1/collections/"+id).Refused(http.StatusNotFound, "collection.not_found")
	in.Put("/v1/collections/x", `{"collection":{"name":"X"}}`).Refused(http.StatusNotFound, "collection.not_found")
	if n := in.World.Number("select count(*) from audit_events where object_kind = 'collection' and object_id = $1", id); n != 4 {
		t.Errorf("%d changes were recorded", n)
	}
}

func TestCollectionsAreSearched(t *testing.T) {
	t.Parallel()
	in := integration(t)
	ids := map[string]string{}
	for _, c := range []struct {
		name   string
		public bool
		groups []any
	}{{"Textiles", true, []any{apptest.J{"id": in.group}}}, {"Metal", false, nil}, {"Textile machines", false, []any{}}} {
		ids[c.name] = in.Post("/v1/collections", apptest.J{"collection": apptest.J{"name": c.name, "public": c.public, "groups": c.groups}}).OK().Text("collection.id")
	}
	for body, want := range map[string]string{
		`{}`: "Metal, Textile machines, Textiles", `{"query":{"name":"TEXTILE"},"sort":{"name":"desc"}}`: "Textiles, Textile machines",
		`{"query":{"public":true}}`: "Textiles", `{"query":{"public":null,"ids":["` + ids["Metal"] + `"]}}`: "Metal",
		`{"query":{"exclusion_list":["` + ids["Metal"] + `"]}}`: "Textile machines, Textiles", `{"sort":{"groups_count":"desc"},"meta":{"per_page":1}}`: "Textiles",
		`{"sort":{"public":"asc"},"meta":{"page_number":"2","per_page":2}}`: "Textiles",
	} {
		reply := in.Post("/v1/collections/search", body).OK()
		var names []string
		for i := range reply.At("collections").([]any) {
			names = append(names, reply.Text(fmt.Sprintf("collections.%d.name", i)))
		}
		if got := strings.Join(names, ", "); got != want {
			t.Errorf("%s finds %s, want %s", body, got, want)
		}
		fieldsOf(t, reply, "meta", "current_page", "next_page", "prev_page", "total_pages", "total_count", "page_size")
	}
	in.Post("/v1/collections/search", `{"query":{"ids":["x"]}}`).Refused(http.StatusUnprocessableEntity, "field:query.ids")
	in.Post("/v1/collections/search", `{"sort":{"color":"asc"}}`).Refused(http.StatusUnprocessableEntity, "field:sort")
	other := in.World.Issuer("other")
	if theirs := other.Post("/v1/collections/search", `{}`).OK(); theirs.Int("meta.total_count") != 0 {
		t.Errorf("%s", theirs.Body)
	}
	other.Post("/v1/collections", apptest.J{"collection": apptest.J{"name": "X", "groups": []any{apptest.J{"id": in.group}}}}).Refused(http.StatusUnprocessableEntity, "field:groups")
}

func TestAGroupSaysWhichCollectionsItIsIn(t *testing.T) {
	t.Parallel()
	in := integration(t)
	collection := func(name string, public bool) string {
		return in.Post("/v1/collections", apptest.J{"collection": apptest.J{"name": name, "public": public}}).OK().Text("collection.id")
	}
	textiles, crafts := collection("Textiles", true), collection("Crafts", false)
	group := func(collections string) string {
		return `{"group":{"name":"Dyeing","course_name":"Dyeing","collections":` + collections + `}}`
	}
	made := in.Post("/v1/issuer/groups", group(`[{"id":"`+textiles+`"},{"id":"`+textiles+`"},{"id":"`+crafts+`"}]`)).OK()
	path := fmt.Sprint("/v1/issuer/groups/", made.Int("group.id"))
	filed := func(reply apptest.Reply, at string, want int) {
		t.Helper()
		if list, ok := reply.At(at + ".collections").([]any); !ok || len(list) != want {
			t.Errorf("%s", reply.Body)
		}
	}
	filed(made, "group", 2)
	filed(in.Put(path, `{"group":{"course_link":"https://x.example","collections":null}}`).OK(), "group", 2)
	filed(in.Put(path, group(`[{"id":"`+textiles+`"}]`)).OK(), "group", 1)
	filed(in.Get(path).OK(), "group", 1)
	for _, wrong := range []string{`[{"id":"x"}]`, `[{}]`, `[{"id":"` + uuid.NewString() + `"}]`} {
		in.Put(path, group(wrong)).Refused(http.StatusUnprocessableEntity, "field:collections")
		in.Post("/v1/issuer/groups", strings.Replace(group(wrong), `"Dyeing"`, `"Other"`, 1)).Refused(http.StatusUnprocessableEntity, "field:collections")
	}
	for body, want := range map[string]int64{
		`{"collection_ids":["` + textiles + `"]}`: 1, `{"collection_ids":["` + crafts + `"]}`: 0, `{"collection_ids":["` + crafts + `","` + textiles + `"]}`: 1, `{"collection_ids":[]}`: 2,
		`{"collection_ids":["` + textiles + `"],"ids":[1]}`: 0, `{"collection_ids":["` + textiles + `"],"ids":["` + fmt.Sprint(made.Int("group.id")) + `"]}`: 1,
	} {
		reply := in.Post("/v1/issuer/groups/search", body).OK()
		if reply.Int("meta.total_count") != want {
			t.Errorf("%s finds %s", body, reply.Body)
		}
		if want == 1 {
			filed(reply, "groups.0", 1)
		}
	}
	in.Post("/v1/issuer/groups/search", `{"collection_ids":["x"]}`).Refused(http.StatusUnprocessableEntity, "field:collection_ids")
	nobody := in.World.Nobody()
	for body, want := range map[string]int{
		`{}`: 1, `{"filter_queries":[{"field":"course_name","value":"DYE"}]}`: 1, `{"filter_queries":[{"field":"course_name","value":"weav"}]}`: 0,
		fmt.Sprintf(`{"filter_queries":[{"field":"issuer_id","value":%d}]}`, in.owner.Department): 1, `{"filter_queries":[{"field":"language","value":"de"}]}`: 0,
	} {
		found := nobody.Post("/v1/recipient/groups/search", body).OK()
		if hits, _ := found.At("hits").([]any); len(hits) != want || want == 1 && found.Text("hits.0._source.course_name") != "Dyeing" {
			t.Errorf("%s finds %s", body, found.Body)
		}
	}
	for _, wrong := range []string{`{"field":"color","value":"x"}`, `{"field":"issuer_id","value":"x"}`} {
		nobody.Post("/v1/recipient/groups/search", `{"filter_queries":[`+wrong+`]}`).Refused(http.StatusUnprocessableEntity, "field:filter_queries")
	}
	filed(in.Delete(path).OK(), "group", 1)
}
