package apptest_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/documents"
	"laurel/migrations"
)

// interrupted deletes some files, and then nothing any more, as a process that is killed.
type interrupted struct {
	documents.Storage
	left int
}

var errKilled = errors.New("killed")

func (i *interrupted) Delete(ctx context.Context, name string) error {
	if i.left--; i.left < 0 {
		return errKilled
	}
	return i.Storage.Delete(ctx, name)
}

func TestDocumentsGoWithTheirCredentialAndWithWhatTheySaid(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	stays := owner.Issued(group, "bob")
	w.Work()
	w.Print()
	printed := func() []string { return slices.Concat(w.Files("pdf/"), w.Files("picture/")) }
	ofBob := printed()
	goes := owner.Issued(group, "ada").Text("credential.uuid")
	w.Work()
	w.Print()
	owner.Delete("/v1/credentials/" + goes).OK()
	sweep := func(k *documents.Kept, want int64, wantErr error) {
		t.Helper()
		if n, err := k.Sweep(t.Context()); n != want || !errors.Is(err, wantErr) {
			t.Fatalf("%d files were deleted, %v; want %d, %v", n, err, want, wantErr)
		}
	}
	w.Clock.Advance(31 * 24 * time.Hour)
	sweep(w.App.Kept, 0, nil)
	if n, err := w.App.Credentials.PurgeDue(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	w.Clock.Advance(time.Hour)
	sweep(documents.NewKept(w.App.Pool, w.Clock, &interrupted{w.App.Prints(), 1}), 0, errKilled)
	sweep(w.App.Kept, 2, nil)
	sweep(w.App.Kept, 0, nil)
	if left := printed(); !slices.Equal(left, ofBob) {
		t.Fatalf("left are %v; Bob's are %v", left, ofBob)
	}

	owner.SignIn()
	uuid := stays.Text("credential.uuid")
	owner.Put("/v1/credentials/"+uuid, apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Robert", "email": apptest.Email("bob")}}}).OK()
	owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid).OK()
	w.Clock.Advance(6 * 24 * time.Hour)
	sweep(w.App.Kept, 0, nil)
	w.Clock.Advance(2 * 24 * time.Hour)
	sweep(w.App.Kept, int64(len(ofBob)), nil)
	left := printed()
	if len(left) != 1 || slices.Contains(ofBob, left[0]) {
		t.Errorf("left are %v, of which before the change were %v", left, ofBob)
	}
	if n := w.Number("select count(*) from kept_documents"); n != 1 {
		t.Errorf("%d documents are known", n)
	}

	// What is over by then is found after an upgrade that begins to note up to when changes were looked at, too.
	owner.SignIn()
	owner.Put("/v1/credentials/"+uuid, apptest.J{"credential": apptest.J{"recipient": apptest.J{"name": "Rob", "email": apptest.Email("bob")}}}).OK()
	for _, name := range []string{"000052_kept_swept.down.sql", "000052_kept_swept.up.sql"} {
		sql, err := migrations.Files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w.Exec(string(sql))
	}
	if n := w.Number("select count(*) from kept_documents_swept where changed_before = (select min(kept_at) from kept_documents)"); n != 1 {
		t.Error("changes from the oldest document on are not to be looked at")
	}
	w.Clock.Advance(30 * 24 * time.Hour)
	sweep(w.App.Kept, 1, nil)
}
