package apptest_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/app/apptest"
	"laurel/internal/portability/blueprints"
)

// shot is a small JPEG of many colours.
func shot(t *testing.T) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, 40, 30))
	for x := range 40 {
		for y := range 30 {
			img.Set(x, y, color.RGBA{uint8(x * 6), uint8(y * 8), uint8(x * y), 255})
		}
	}
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// furnished is a department with an attribute, designs with pictures and groups with many settings.
func furnished(t *testing.T) apptest.Issuer {
	t.Helper()
	owner := apptest.New(t).Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Old name", "kind": "date"}}).OK()
	id := owner.Post("/v1/attribute_keys/list", `{}`).OK()
	for i := range id.At("attribute_keys").([]any) {
		if at := fmt.Sprintf("attribute_keys.%d.", i); id.At(at+"name") == "Old name" { // the key stays when the name changes
			owner.Post("/v1/attribute_keys/update", apptest.J{"attribute_key": apptest.J{"id": id.Int(at + "id"), "name": "New name"}}).OK()
		}
	}
	pictured(t, owner, "Weaving & Dyeing", "学号")
	policy := owner.Post("/v1/upload_policies/templates", apptest.J{"file_name": "photo.jpg", "content_type": "image/jpeg"}).OK()
	badge := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{
		"name": "Weaving & Dyeing", "kind": "badge", "background": policy.Text("bucket_file_url_prefix") + owner.Send(policy, "photo.jpg", shot(t)),
	}}).OK().Int("design.id")
	owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Loom, 2026", "course_name": "The loom", "badge_design_id": badge, "criteria": "Weave <five> cloths.", "learning_outcomes": []string{"Patience"},
		"alignments": []apptest.J{{"name": "Weaver", "url": "https://example.org/w", "framework": "F", "code": "1"}}, "tags": []string{"craft"}, "duplicate_behavior": "replace",
		"generate_private_credential": true, "auto_expiry": apptest.J{"amount": 2, "unit": "year"}, "meta_data": apptest.J{"cost": "12"},
		"actions": apptest.J{"share": "owner"}, "sender": apptest.J{"name": "The guild", "cc": []string{"a@example.org"}},
	}}).OK()
	ids := []apptest.J{}
	for _, name := range []string{"Warp", "Weft"} {
		made := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": name, "course_name": name, "badge_design_id": badge, "grade_bands": []apptest.J{{"from": 50, "name": "Pass"}}}}).OK()
		ids = append(ids, apptest.J{"id": made.Int("group.id")})
	}
	owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{ // its file comes before those of the groups that it asks for
		"name": "All of it", "course_name": "Weaver", "badge_design_id": badge, "prerequisites": ids, "prerequisites_after": "2027-01-01", "prerequisites_lost": "suspend",
	}}).OK()
	return owner
}

// blueprint writes a department into a new folder.
func blueprint(t *testing.T, i apptest.Issuer) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "blueprint")
	if _, err := i.World.App.Blueprints().Write(t.Context(), access.Console.In(i.Department), dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// filesOf are all files below a folder.
func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, name))
		out[name] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// follow plans and carries out what a folder says.
func follow(t *testing.T, i apptest.Issuer, dir string, prune bool) (string, error) {
	t.Helper()
	service, by := i.World.App.Blueprints(), access.Console.In(i.Department)
	order := blueprints.Options{Files: os.DirFS(dir), Prune: prune}
	plan, err := service.Plan(t.Context(), by, order)
	if err != nil {
		return "", err
	}
	return plan.String(), service.Apply(t.Context(), by, order, plan)
}

func TestABlueprintMakesAnotherDepartmentTheSame(t *testing.T) {
	t.Parallel()
	owner := furnished(t)
	dir := blueprint(t, owner)
	files := filesOf(t, dir)
	for _, name := range []string{
		"blueprint.json", "attributes/old_name.json", "designs/certificate-weaving-dyeing.json", "designs/badge-weaving-dyeing.json",
		"groups/loom-2026.json", "groups/weaving-dyeing.json",
	} {
		if files[name] == "" {
			t.Errorf("there is no %s among %v", name, len(files))
		}
	}
	if group := files["groups/all-of-it.json"]; !strings.Contains(strings.Join(strings.Fields(group), " "), `"prerequisites": [ "Warp", "Weft" ], "prerequisites_after": "2027-01-01", "prerequisites_lost": "suspend"`) {
		t.Errorf("%s", group)
	}
	if group := files["groups/loom-2026.json"]; !strings.Contains(group, `"badge_design": "Weaving & Dyeing"`) || !strings.Contains(group, "Weave <five> cloths.") {
		t.Errorf("%s", group)
	}
	other := second(t, owner)
	plan, err := follow(t, other, dir, true)
	if err != nil || strings.Count(plan, "+ ") != 9 {
		t.Fatalf("%v: %s", err, plan)
	}
	if got := filesOf(t, blueprint(t, other)); !maps.Equal(got, files) {
		for name, content := range files {
			if got[name] != content {
				t.Errorf("%s became %.2000s; it was %.2000s", name, got[name], content)
			}
		}
	}
	if plan, err = follow(t, other, dir, true); err != nil || strings.ContainsAny(plan, "+~-") {
		t.Errorf("the second time it plans %s: %v", plan, err)
	}
	if n := owner.World.Number("select count(*) from audit_events where department_id = $1 and ip = 'local' and request_id = 'cli' and user_id is null", other.Department); n < 7 {
		t.Errorf("%d changes were recorded", n)
	}
}

func TestABlueprintChangesWhatItSaysAndNothingElse(t *testing.T) {
	t.Parallel()
	owner := furnished(t)
	other := second(t, owner)
	dir := blueprint(t, owner)
	if _, err := follow(t, other, dir, false); err != nil {
		t.Fatal(err)
	}
	change(t, dir, "groups/loom-2026.json", `"name": "Loom, 2026"`, `"name": "Loom, 2027"`, `"attach_pdf": false`, `"attach_pdf": true`)
	change(t, dir, "designs/badge-weaving-dyeing.json", `"background_bleeds": false`, `"background_bleeds": true`)
	change(t, dir, "groups/warp.json", `"name": "Warp"`, `"name": "Woof"`)
	change(t, dir, "groups/all-of-it.json", `"Warp"`, `"Woof"`, `"Weft"`, `"Short"`)
	if err := os.WriteFile(filepath.Join(dir, "groups/short.json"), []byte(`{"name":"Short","course_name":"Short"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(dir, "groups/weaving-dyeing.json")); err != nil {
		t.Fatal(err)
	}
	before := filesOf(t, blueprint(t, owner))
	plan, err := follow(t, other, dir, true)
	for _, line := range []string{
		"~ group \"Loom, 2026\"  groups/loom-2026.json\n    attach_pdf: false → true\n    name: \"Loom, 2026\" → \"Loom, 2027\"\n",
		"+ group \"Short\"  groups/short.json\n", "- group \"Weaving & Dyeing\"  groups/weaving-dyeing.json\n", "= 2 of kind attribute stay as they are\n",
	} {
		if !strings.Contains(plan, line) {
			t.Errorf("the plan lacks %s: %s", line, plan)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	got := filesOf(t, blueprint(t, other))
	if all := got["groups/all-of-it.json"]; !strings.Contains(strings.Join(strings.Fields(all), " "), `"prerequisites": [ "Short", "Woof" ]`) {
		t.Errorf("%s", all)
	}
	if got["groups/loom-2027.json"] == "" || got["groups/short.json"] == "" || got["groups/weaving-dyeing.json"] != "" || len(got) != len(before) {
		t.Errorf("%d files, of them %s", len(got), got["groups/loom-2027.json"])
	}
	if after := filesOf(t, blueprint(t, owner)); !maps.Equal(before, after) {
		t.Error("the department that the files came from is another")
	}
	if _, err := owner.World.App.Blueprints().Write(t.Context(), access.Console.In(other.Department), dir); err != nil || !maps.Equal(filesOf(t, dir), got) {
		t.Errorf("written over an earlier one it is another: %v", err)
	}
}

func TestABlueprintThatIsWrongChangesNothing(t *testing.T) {
	t.Parallel()
	owner := furnished(t)
	other := second(t, owner)
	pictures := owner.World.Number("select count(*) from uploads")
	for name, c := range map[string]struct {
		file    string
		changes []string
		says    string
	}{
		"a key that nobody knows":  {"groups/loom-2026.json", []string{`"criteria":`, `"kriteria":`}, "groups/loom-2026.json: kriteria: is no field of this file"},
		"another kind of value":    {"groups/loom-2026.json", []string{`"attach_pdf": false`, `"attach_pdf": "no"`}, "groups/loom-2026.json: attach_pdf: cannot be a string"},
		"a design that is not":     {"groups/loom-2026.json", []string{`"badge_design": "Weaving & Dyeing"`, `"badge_design": "None"`}, `groups/loom-2026.json: badge_design: no badge is called "None"`},
		"a group that is not":      {"groups/all-of-it.json", []string{`"Weft"`, `"Woof"`}, `groups/all-of-it.json: prerequisites: no group is called "Woof"`},
		"a ring of groups":         {"groups/warp.json", []string{`"prerequisites": []`, `"prerequisites": ["All of it", "Weft"]`}, "warp.json: prerequisites: "},
		"a link that is none":      {"groups/weaving-dyeing.json", []string{`"criteria_url": ""`, `"criteria_url": "file:///etc/hosts"`}, "groups/weaving-dyeing.json: criteria_url: "},
		"a level that is none":     {"groups/weaving-dyeing.json", []string{`"download": "public"`, `"download": "all"`}, "groups/weaving-dyeing.json: settings.actions.download: "},
		"a size that is none":      {"designs/badge-weaving-dyeing.json", []string{`"language": "en"`, `"language": "xx"`}, "designs/badge-weaving-dyeing.json: document.language: "},
		"a picture that is not":    {"designs/badge-weaving-dyeing.json", []string{`"pictures/`, `"pictures/x`}, "designs/badge-weaving-dyeing.json: document.background: there is no file pictures/x"},
		"a picture of others":      {"designs/badge-weaving-dyeing.json", []string{`"pictures/`, `"https://example.org/`}, "designs/badge-weaving-dyeing.json: document.background: "},
		"a name that is taken":     {"attributes/old_name.json", []string{`"New name"`, `"学号"`}, "attributes/old_name.json: "},
		"a key that is none":       {"attributes/old_name.json", []string{`"old_name"`, `"Old"`}, "attributes/old_name.json: key: "},
		"a file that is no JSON":   {"attributes/old_name.json", []string{`"key"`, `key`}, "attributes/old_name.json: is no JSON"},
		"a form of another time":   {"blueprint.json", []string{"1", "2"}, "no blueprint"},
		"two files about the same": {"groups/loom-2026.json", []string{`"name": "Loom, 2026"`, `"name": "weaving & dyeing"`}, "is about the same"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := blueprint(t, owner)
			change(t, dir, c.file, c.changes...)
			if _, err := follow(t, other, dir, true); err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("it says %v; want %s", err, c.says)
			}
			if n := owner.World.Number(`select (select count(*) from attribute_keys where department_id = $1) + (select count(*) from designs where department_id = $1) +
				(select count(*) from groups where department_id = $1)`, other.Department); n != 0 {
				t.Errorf("%d objects are there", n)
			}
		})
	}
	if n := owner.World.Number("select count(*) from uploads"); n != pictures {
		t.Errorf("%d uploads became %d", pictures, n)
	}
	dir := blueprint(t, owner)
	service, order := owner.World.App.Blueprints(), blueprints.Options{Files: os.DirFS(dir)}
	plan, err := service.Plan(t.Context(), access.Console.In(other.Department), order)
	if err != nil {
		t.Fatal(err)
	}
	other.Group("Loom, 2026")
	if err := service.Apply(t.Context(), access.Console.In(other.Department), order, plan); !errors.Is(err, blueprints.ErrPlanChanged) {
		t.Errorf("a plan of before is followed: %v", err)
	}
	if _, err := service.Write(t.Context(), access.Console.In(other.Department), filepath.Join(dir, "groups")); !errors.Is(err, blueprints.ErrNotEmpty) {
		t.Errorf("a folder of something else is written over: %v", err)
	}
}

func TestABlueprintIsFollowedFromTheCommandLine(t *testing.T) {
	t.Parallel()
	settings := apptest.Settings(t)
	owner := apptest.NewWith(t, settings).Issuer("owner")
	owner.Post("/v1/attribute_keys", apptest.J{"attribute_key": apptest.J{"name": "Loom", "kind": "text"}}).OK()
	other, dir := second(t, owner), filepath.Join(t.TempDir(), "b")
	here, there := fmt.Sprint(owner.Department), fmt.Sprint(other.Department)
	for _, c := range []struct {
		args  []string
		says  string
		fails bool
		loom  int64
	}{
		{[]string{"--department", here, "--to", dir}, "1 attributes, designs and groups are in", false, 0},
		{[]string{"--department", there, "--from", dir}, "+ attribute \"Loom\"  attributes/loom.json\nChanges: 1. None was made", false, 0},
		{[]string{"--department", there, "--from", dir, "--apply"}, "[y/N]", true, 0},
		{[]string{"--department", there, "--from", dir, "--apply", "--yes"}, "Changes made: 1.", false, 1},
	} {
		out, err := laurel(t, settings, append([]string{"blueprint"}, c.args...)...)
		if (err != nil) != c.fails || !strings.Contains(out, c.says) {
			t.Errorf("%v: %v: %s", c.args, err, out)
		}
		if n := owner.World.Number("select count(*) from attribute_keys where department_id = $1", other.Department); n != c.loom {
			t.Errorf("after %v there are %d", c.args, n)
		}
	}
}

// change replaces texts of a file, given in pairs, each of which has to be there.
func change(t *testing.T, dir, file string, pairs ...string) {
	t.Helper()
	place := filepath.Join(dir, file)
	data, err := os.ReadFile(place)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	for i := 0; i+1 < len(pairs); i += 2 {
		if !strings.Contains(text, pairs[i]) {
			t.Fatalf("%s holds no %s: %s", file, pairs[i], text)
		}
		text = strings.Replace(text, pairs[i], pairs[i+1], 1)
	}
	if err := os.WriteFile(place, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
