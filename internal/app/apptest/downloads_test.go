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
	"laurel/internal/operations/downloads"
)

// bundle is an export that was made.
type bundle struct {
	w     *apptest.World
	owner apptest.Issuer
	uuid  string
}

// export has the files of some credentials made.
func export(t *testing.T, w *apptest.World, owner apptest.Issuer, body apptest.J) bundle {
	t.Helper()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	b := bundle{w, owner, owner.Post("/v1/exports", body).OK().Text("export.uuid")}
	w.Print()
	return b
}

func (b bundle) read() apptest.Reply { return b.owner.Get("/v1/exports/" + b.uuid).OK() }

// path is where a browser fetches it, or a part of it.
func (b bundle) path(t *testing.T, part ...int) string {
	t.Helper()
	var body any
	if len(part) > 0 {
		body = apptest.J{"part": part[0]}
	}
	link, err := url.Parse(b.owner.Post("/v1/exports/"+b.uuid+"/link", body).OK().Text("link"))
	if err != nil {
		t.Fatal(err)
	}
	return link.RequestURI()
}

// files are the names and contents of the ZIP, or of a part of it.
func (b bundle) files(t *testing.T, part ...int) map[string]string {
	t.Helper()
	reply := b.w.Nobody().Get(b.path(t, part...)).OK()
	archive, err := zip.NewReader(bytes.NewReader(reply.Body), int64(len(reply.Body)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range archive.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
		files[f.Name] = string(data)
	}
	return files
}

func TestManyCertificatesAreFetchedAsOneZIP(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	named := func(name, email string) apptest.J {
		return apptest.J{"recipient": apptest.J{"name": name, "email": apptest.Email(email)}}
	}
	ids := []int64{owner.Draft(group, "", named("=drafty", "drafty")).Int("credential.id")}
	for i, name := range []string{"Ada", "../../Grace", "Ada"} {
		issued := owner.Issued(group, "", named(name, fmt.Sprint("r", i)))
		ids = append(ids, issued.Int("credential.accredible_internal_id"))
	}
	b := export(t, w, owner, apptest.J{"kind": "certificate", "credential_ids": ids})
	got := b.read()
	if got.Text("export.state") != "finished" || got.Int("export.ready_count") != 3 || got.Int("export.left_out_count") != 1 ||
		got.Text("export.left_out.0.reason") != downloads.ReasonNotIssued {
		t.Fatalf("export: %s", got.Body)
	}
	files := b.files(t)
	if len(files) != 4 {
		t.Errorf("%d files in the ZIP; want three certificates and what is left out", len(files))
	}
	for name, data := range files {
		if strings.ContainsAny(name, `/\`) {
			t.Errorf("the ZIP holds a path: %q", name)
		}
		if strings.HasSuffix(name, ".pdf") && !strings.HasPrefix(data, "%PDF-") {
			t.Errorf("%s is no PDF", name)
		}
	}
	want := fmt.Sprintf("credential_id,recipient_name,reason\n%d,'=drafty,not_issued\n", ids[0])
	if files["left-out.csv"] != want {
		t.Errorf("left out: %q, want %q", files["left-out.csv"], want)
	}
	owner.Post("/v1/exports/"+b.uuid+"/link", apptest.J{"part": 2}).Refused(http.StatusNotFound, "export.no_part")
}

func TestWhatIsTooMuchForOneZIPComesInParts(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.App.Downloads.PartSize = 2
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		owner.Issued(group, name)
		if name == "b" || name == "e" {
			owner.Draft(group, "drafty-"+name)
		}
	}
	b := export(t, w, owner, apptest.J{"kind": "certificate", "all_matching": apptest.J{"group_id": group}})
	if got := b.read(); got.Int("export.part_count") != 3 || got.Int("export.input_count") != 7 {
		t.Fatalf("export: %s", got.Body)
	}
	seen := map[string]bool{}
	for i, want := range []struct{ pdfs, leftOut int }{{2, 0}, {2, 1}, {1, 1}} {
		files := b.files(t, i+1)
		if n := strings.Count(files["left-out.csv"], "not_issued"); n != want.leftOut {
			t.Errorf("part %d says of %d that they are left out", i+1, n)
		}
		delete(files, "left-out.csv")
		for name := range files {
			seen[name] = true
		}
		if len(files) != want.pdfs {
			t.Errorf("part %d has %d certificates", i+1, len(files))
		}
	}
	if len(seen) != 5 {
		t.Errorf("the parts hold %d certificates of five", len(seen))
	}
	if got := w.Nobody().Get(b.path(t, 3)).Header.Get("Content-Disposition"); !strings.Contains(got, "-3-of-3.zip") {
		t.Errorf("the last is called %s", got)
	}
}

func TestABundleBelongsToWhoAskedForIt(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	b := export(t, w, owner, apptest.J{"kind": "certificate", "credential_ids": []int64{id}})
	for who, other := range map[string]apptest.Client{"another department": stranger.Client, "a key of the department": owner.Key("read")} {
		for _, call := range []func() apptest.Reply{
			func() apptest.Reply { return other.Get("/v1/exports/" + b.uuid) },
			func() apptest.Reply { return other.Post("/v1/exports/"+b.uuid+"/link", nil) },
			func() apptest.Reply { return other.Call(http.MethodDelete, "/v1/exports/"+b.uuid, nil) },
		} {
			if reply := call(); reply.Status != http.StatusNotFound {
				t.Errorf("%s: %d", who, reply.Status)
			}
		}
		if n := other.Get("/v1/exports").OK().Int("meta.total_count"); n != 0 {
			t.Errorf("%s sees %d bundles", who, n)
		}
	}
	if n := owner.Get("/v1/exports").OK().Int("meta.total_count"); n != 1 {
		t.Errorf("the owner sees %d bundles", n)
	}
}

func TestALinkToABundleRunsOutAndCannotBeMade(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	working := owner.Post("/v1/exports", apptest.J{"kind": "certificate", "credential_ids": []int64{id}}).OK().Text("export.uuid")
	if reply := owner.Post("/v1/exports/"+working+"/link", nil); reply.Status != http.StatusConflict {
		t.Errorf("link to an unfinished bundle: %d", reply.Status)
	}
	b := export(t, w, owner, apptest.J{"kind": "certificate", "credential_ids": []int64{id}})
	path := b.path(t)
	w.Nobody().Get(path).OK()
	if reply := w.Nobody().Get(path[:len(path)-2] + "AA"); reply.Status != http.StatusNotFound {
		t.Errorf("changed link: %d", reply.Status)
	}
	w.Clock.Advance(downloads.LinkLifetime + time.Second)
	if reply := w.Nobody().Get(path); reply.Status != http.StatusNotFound {
		t.Errorf("old link: %d", reply.Status)
	}
	path = b.path(t)
	owner.Call(http.MethodDelete, "/v1/exports/"+b.uuid, nil).OK()
	if reply := w.Nobody().Get(path); reply.Status != http.StatusNotFound {
		t.Errorf("link to a deleted bundle: %d", reply.Status)
	}
	w.Clock.Advance(downloads.Lifetime)
	if n, err := w.App.Downloads.DeleteExpired(t.Context()); err != nil || n != 1 {
		t.Errorf("deleted %d, %v", n, err)
	}
}

func TestABundleIsCountedOnceHoweverOftenItsJobRuns(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	var ids []int64
	for i := range 25 {
		ids = append(ids, owner.Issued(group, fmt.Sprint("r", i)).Int("credential.accredible_internal_id"))
	}
	b := export(t, w, owner, apptest.J{"kind": "certificate", "credential_ids": slices.Concat(ids, ids[:3])})
	for range 2 {
		w.Exec("update river_job set state = 'available', finalized_at = null where kind = 'operations.run'")
		w.Print()
	}
	if got := b.read(); got.Int("export.ready_count") != 25 || got.Int("export.input_count") != 25 {
		t.Errorf("export: %s", got.Body)
	}
	if n := w.Number("select count(*) from kept_documents where pack_id is not null"); n != 25 || len(w.Files("pack/")) != 1 || len(w.Files("pdf/")) != 0 {
		t.Errorf("%d documents were made, in %v and %v", n, w.Files("pack/"), w.Files("pdf/"))
	}
}

func TestWhatABundleCannotBeMadeOfIsRefusedByItsField(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	id := owner.Issued(owner.Group("Weaving"), "ada").Int("credential.accredible_internal_id")
	if reply := owner.Post("/v1/exports", apptest.J{"kind": "poster", "credential_ids": []int64{id}}); reply.Status != http.StatusUnprocessableEntity || reply.Text("errors.kind.0") == "" {
		t.Errorf("kind: %s", reply.Body)
	}
	if reply := owner.Post("/v1/exports", apptest.J{"kind": "badge"}); reply.Status != http.StatusUnprocessableEntity {
		t.Errorf("nothing selected: %s", reply.Body)
	}
	b := export(t, w, owner, apptest.J{"kind": "badge", "credential_ids": []int64{id}})
	if got := b.read(); got.Int("export.ready_count") != 0 || got.Text("export.left_out.0.reason") != downloads.ReasonNoDesign {
		t.Errorf("badges of a group without one: %s", got.Body)
	}
}
