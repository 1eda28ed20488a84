package issuer

import (
	"encoding/json"
	"fmt"
	"testing"

	"laurel/internal/edges/httpapi/wire"
)

func TestAttributesOverHTTP(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	made := s.ok(t, "owner", post, "/attribute_keys/create", `{"attribute_key":{"name":"Final score","kind":"date","department_id":{foreign}}}`, "attribute_key")
	if made["key"] != "final_score" || made["tag"] != "[custom.final_score]" || made["tagName"] != "custom.final_score" || made["type"] != "date" || made["parent"] != "custom" ||
		made["department_id"] != float64(s.department) {
		t.Errorf("made %v", made)
	}
	changed := s.ok(t, "owner", post, "/attribute_keys/update", `{"attribute_key":{"id":"`+idOf(made)+`","name":"Result","kind":"shape"}}`, "attribute_key")
	if changed["name"] != "Result" || changed["key"] != "final_score" || changed["kind"] != "text" || changed["draft"] != true {
		t.Errorf("changed %v", changed)
	}
	var list struct {
		AttributeKeys []struct {
			ID  *int64
			Tag string
		} `json:"attribute_keys"`
	}
	w := s.do(t, call{"viewer", "", post, "/attribute_keys/list", ""})
	if err := json.Unmarshal(w.Body.Bytes(), &list); err != nil || len(list.AttributeKeys) != 15 || list.AttributeKeys[0].ID != nil {
		t.Errorf("list %s, %v", w.Body, err)
	}
	var grouped struct {
		AttributeKeys []any `json:"attribute_keys"`
		Nested        []struct {
			Parent        string
			AttributeKeys []struct{ Tag string } `json:"attribute_keys"`
		}
	}
	w = s.do(t, call{"viewer", "", post, "/attribute_keys/list", `{"mode":"nested"}`})
	if err := json.Unmarshal(w.Body.Bytes(), &grouped); err != nil || len(grouped.AttributeKeys) != 15 || len(grouped.Nested) != 5 ||
		grouped.Nested[0].Parent != "recipient" || grouped.Nested[4].AttributeKeys[0].Tag != "[custom.final_score]" {
		t.Errorf("nested list %s, %v", w.Body, err)
	}
	if meta := s.ok(t, "viewer", post, "/attribute_keys/search?page=1&page_size={page_size}", `{"name":"result"}`, "meta"); meta["total_count"] != 1.0 || meta["next_page"] != nil || meta["page_size"] != 50.0 {
		t.Errorf("meta %v", meta)
	}
	s.ok(t, "owner", post, "/attribute_keys/delete", `{"id":`+idOf(made)+`}`, "")
}

func TestDesignsOverHTTP(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	blank := s.ok(t, "viewer", post, "/certificate_designs/get_blank_template", "", "design")
	if blank["id"] != nil || blank["size"] != "us-letter" || blank["rasterized_content_url"] != nil {
		t.Errorf("blank %v", blank)
	}
	made := s.ok(t, "owner", post, "/certificate_designs/create", `{"referrer_host":"x","design":{"name":"A & B","mine":[1],"id":99,"department_id":{foreign},
		"blocks":[{"kind":"text","model":"[custom.score]","top":"1%","left":"1%","image_width":"9%","image_height":"9%"}]}}`, "design")
	if made["name"] != "A &amp; B" || made["department_id"] != float64(s.department) || fmt.Sprint(made["custom_attributes"]) != "[score]" || fmt.Sprint(made["mine"]) != "[1]" || made["version"] != 1.0 {
		t.Errorf("made %v", made)
	}
	whole, err := json.Marshal(map[string]any{"design": made, "version": 1})
	if err != nil {
		t.Fatal(err)
	}
	saved := s.ok(t, "owner", post, "/certificate_designs/update", string(whole), "design")
	if saved["id"] != made["id"] || saved["name"] != made["name"] || saved["version"] != 2.0 || saved["encoded_content"] != made["encoded_content"] || saved["rasterized_content_url"] == made["rasterized_content_url"] {
		t.Errorf("saved %v, made %v", saved, made)
	}
	read := s.ok(t, "viewer", get, "/certificate_designs/read?id="+idOf(made), "", "design")
	if fmt.Sprint(read) != fmt.Sprint(saved) {
		t.Errorf("read %v, saved %v", read, saved)
	}
	if copied := s.ok(t, "owner", post, "/certificate_designs/copy", `{"id":`+idOf(made)+`}`, "design"); copied["name"] != "Copy A &amp; B" {
		t.Errorf("copied %v", copied)
	}
	if meta := s.ok(t, "viewer", post, "/certificate_designs/all", `{"page_size":1000,"page":1,"design_identifier":"","kind":"certificate"}`, "meta"); meta["total_count"] != 2.0 || meta["page_size"] != 1000.0 {
		t.Errorf("meta %v", meta)
	}
	s.ok(t, "owner", post, "/certificate_designs/delete", `{"id":`+idOf(made)+`}`, "")
}

func TestTemplatesNeedNoSignIn(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	var all struct{ Templates []struct{ Kind, Slug string } }
	w := s.do(t, call{"", "", post, "/certificate_designs/public_templates", `{"kind":"badges"}`})
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || len(all.Templates) < 6 || all.Templates[0].Kind != "badge" {
		t.Errorf("%s, %v", w.Body, err)
	}
}

func TestUploadPolicyOverHTTP(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	w := s.do(t, call{"owner", "", post, "/upload_policies/templates", `{"file_name":"x.png","content_type":"image/png","size":5}`})
	var p wire.UploadPolicyReply
	if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil || p.Key == "" || p.Fields["key"] != p.Key || p.Fields["policy"] != p.Policy || p.SuccessActionStatus != "201" || p.MaxBytes != 5<<20 || p.ACL != "public-read" {
		t.Errorf("%s, %v", w.Body, err)
	}
}

func TestGroupsOverHTTP(t *testing.T) {
	t.Parallel()
	s := newIssuing(t)
	design := idOf(s.ok(t, "owner", post, "/certificate_designs/create", `{"design":{"name":"D"}}`, "design"))
	made := s.ok(t, "owner", post, "/issuer/groups", `{"group":{"name":"Spring","course_name":"Sailing","course_description":"","design_id":"`+design+`","department_id":{foreign},
		"auto_expiry":2,"meta_data":[],"learning_outcomes":["Knots"],"blockchain":true}}`, "group")
	if made["certificate_design_id"] != made["primary_design_id"] || fmt.Sprintf("%.0f", made["primary_design_id"]) != design || made["design_name"] != "D" || made["image_url"] == nil ||
		fmt.Sprint(made["auto_expiry"]) != "map[amount:2 unit:year]" || made["department_id"] != float64(s.department) || made["url"] != "https://laurel.example/group/"+idOf(made) {
		t.Errorf("made %v", made)
	}
	at := "/issuer/groups/" + idOf(made)
	changed := s.ok(t, "owner", "PUT", at, `{"group":{"id":7,"attach_pdf":"true","generate_private_credential":true,"auto_expiry":{"amount":"6","unit":"month"},"badge_design_id":""}}`, "group")
	if changed["attach_pdf"] != true || changed["generate_private_credential"] != true || changed["name"] != "Spring" || fmt.Sprint(changed["auto_expiry"]) != "map[amount:6 unit:month]" {
		t.Errorf("changed %v", changed)
	}
	changed = s.ok(t, "owner", "PUT", at, `{"group":{"name":null,"generate_private_credential":null,"auto_expiry":null,"certificate_design_id":null}}`, "group")
	if changed["name"] != "Spring" || changed["generate_private_credential"] != nil || changed["auto_expiry"] != nil || changed["primary_design_id"] != nil {
		t.Errorf("emptied %v", changed)
	}
	if clone := s.ok(t, "owner", post, at+"/clone", "", "group"); clone["name"] != "Copy Spring" {
		t.Errorf("clone %v", clone)
	}
	for path, body := range map[string]string{
		"/issuer/groups/search":                  `{"name":"spr","ids":[],"sort":"name","start_updated_date":"2026-03-01","end_updated_date":"01/03/2026"}`,
		"/issuer/groups/search?page=1&query=sai": "",
	} {
		if meta := s.ok(t, "viewer", post, path, body, "meta"); meta["total_count"] != 2.0 || meta["total_pages"] != 1.0 {
			t.Errorf("%s %s: %v", path, body, meta)
		}
	}
	if meta := s.ok(t, "read", get, "/issuer/groups?name=copy&page_size=1e18", "", "meta"); meta["total_count"] != 1.0 {
		t.Errorf("list %v", meta)
	}
	if gone := s.ok(t, "owner", remove, at, "", "group"); gone["name"] != "Spring" {
		t.Errorf("gone %v", gone)
	}
}
