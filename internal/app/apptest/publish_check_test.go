package apptest_test

import (
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestBeforePublishingTheDraftsOfEachDesignAreTold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	doors, walls := sized(owner, "Doors", "a8"), sized(owner, "Walls", "a4")
	ada, bea := owner.Draft(doors, "ada").Int("credential.id"), owner.Draft(doors, "bea").Int("credential.id")
	owner.Issued(doors, "cleo")
	owner.Draft(walls, "dora")
	all := apptest.J{"all_matching": apptest.J{}}
	told := owner.Post("/v1/credentials/publish_check", all).OK()
	if told.Text("designs.0.name") != "Doors" || told.Int("designs.0.draft_count") != 2 || told.Text("designs.1.name") != "Walls" ||
		told.Int("designs.1.draft_count") != 1 || len(told.At("designs").([]any)) > 2 || len(told.At("recipients").([]any)) > 0 {
		t.Fatalf("designs: %s", told.Body)
	}
	ask := apptest.J{"all_matching": apptest.J{}, "design_id": told.Int("designs.0.design_id"), "limit": 1}
	first := owner.Post("/v1/credentials/publish_check", ask).OK()
	if first.Int("recipients.0.credential_id") != ada || len(first.At("recipients").([]any)) > 1 ||
		!strings.Contains(string(first.Body), `"group.course_name":{"kind":"text","value":"Doors"}`) {
		t.Errorf("the first stretch: %s", first.Body)
	}
	ask["after"] = ada
	second := owner.Post("/v1/credentials/publish_check", ask).OK()
	if second.Int("recipients.0.credential_id") != bea || second.Text("recipients.0.name") != "bea" {
		t.Errorf("the second stretch: %s", second.Body)
	}
	ask["after"] = bea
	if last := owner.Post("/v1/credentials/publish_check", ask).OK(); len(last.At("recipients").([]any)) > 0 {
		t.Errorf("after all: %s", last.Body)
	}
	stranger := w.Issuer("stranger")
	if r := stranger.Post("/v1/credentials/publish_check", apptest.J{"credential_ids": []int64{ada}}); r.Status < 400 || r.Status > 499 {
		t.Errorf("another department's drafts: %d %s", r.Status, r.Body)
	}
}
