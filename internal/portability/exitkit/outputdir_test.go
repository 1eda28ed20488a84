package exitkit

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
)

func TestKitAppearsOnlyWhenComplete(t *testing.T) {
	t.Parallel()
	to := filepath.Join(t.TempDir(), "new", "kit")
	began := func() *outputDir {
		f, err := begin(to)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	killed := began() // by something that lets nobody clean up
	if err := killed.write("site/old", []byte("1")); err != nil {
		t.Fatal(err)
	}
	stopped := began()
	if err := stopped.abandon(); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) > 0 {
		t.Errorf("a kit that was stopped left %v, %v", left, err)
	}
	f := began()
	if err := f.write("site/v1/a/b", []byte("2")); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(to); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it has its name before it is whole: %v", err)
	}
	if err := f.finish(); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(filepath.Join(to, "site/v1/a/b")); string(data) != "2" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Stat(filepath.Join(to, "site/old")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("it holds what an earlier one left: %v", err)
	}
	if _, err := begin(to); !errors.Is(err, ErrNotEmpty) {
		t.Errorf("a whole kit may be written over: %v", err)
	}
}

func TestNothingIsWrittenOutsideTheKit(t *testing.T) {
	t.Parallel()
	f, err := begin(filepath.Join(t.TempDir(), "kit"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"../outside", "site/../../outside", "/etc/outside"} {
		if err := f.write(name, nil); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(f.unfinished, "link")); err != nil {
		t.Fatal(err)
	}
	if err := f.write("link/outside", nil); err == nil {
		t.Error("a link led outside")
	}
}

func TestPrivateCredentialIsStoredBelowItsKey(t *testing.T) {
	t.Parallel()
	l := links.New("https://laurel.example")
	c := credentials.Credential{UUID: uuid.New(), PrivateKey: "k3y"}
	if got := rootOf(c) + pathOf(l.SignedBadge(c.UUID.String(), c.Key())); got != "site/v1/openbadges/credentials/"+c.UUID.String() {
		t.Errorf("a public one lies at %s", got)
	}
	c.Private = true
	if got := rootOf(c) + pathOf(l.SignedBadge(c.UUID.String(), c.Key())); got != "private/k3y/v1/openbadges/credentials/"+c.UUID.String() {
		t.Errorf("a private one lies at %s", got)
	}
}
