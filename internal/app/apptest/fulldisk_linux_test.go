package apptest_test

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/printtest"
)

// ownMounts tells a test that it runs again in a process that may mount what it likes: what it mounts goes with the process.
const ownMounts = "LAUREL_TEST_OWN_MOUNTS"

// TestAFullDiskUnderTheDatabaseRefusesWritesUntilThereIsRoom runs the private database on a small disk. Where the system lets the test mount
// none, it shows nothing.
func TestAFullDiskUnderTheDatabaseRefusesWritesUntilThereIsRoom(t *testing.T) {
	t.Parallel()
	if os.Getenv(ownMounts) == "" {
		if err := inOwnMounts(t); err != nil {
			t.Log("the system lets nobody mount a disk: ", err)
		}
		return
	}
	folder := printtest.Folder(t)
	if err := syscall.Mount("tmpfs", folder, "tmpfs", 0, "size=400m,mode=711"); err != nil {
		t.Log("the system lets nobody mount a disk: ", err)
		return
	}
	settings := apptest.Settings(t)
	delete(settings, "DATABASE_URL")
	settings["LAUREL_DATA_DIR"] = filepath.Join(folder, "data")
	w := apptest.NewWith(t, settings)
	owner := w.Issuer("owner")
	group := owner.Group("Botany")
	ref := owner.Issued(group, "ada").Text("credential.uuid")
	page := func() apptest.Reply { return w.Nobody().Call(http.MethodGet, "/"+ref, nil, "Accept", "text/html") }
	n := 0
	write := func() apptest.Reply {
		n++
		return owner.Post("/v1/credentials", apptest.J{"credential": apptest.J{
			"group_id": group, "description": noise(5000), "recipient": apptest.J{"name": "Bob", "email": apptest.Email(fmt.Sprint("bob", n))},
		}})
	}
	write().OK()
	page().OK()

	ballast := filepath.Join(folder, "ballast")
	fill(t, ballast)
	apptest.Eventually(t, "a write to be refused", func() bool {
		r := write()
		if r.Status == http.StatusOK { // what is there already had room for it
			return false
		}
		if !r.IsRefusal(http.StatusServiceUnavailable, "unavailable") || r.Header.Get("Retry-After") == "" {
			t.Errorf("a write is answered %d %v %s", r.Status, r.Header, r.Body)
		}
		return true
	})
	if r := page(); r.Status != http.StatusOK && r.Status != http.StatusServiceUnavailable {
		t.Errorf("the page is answered %d %.200s", r.Status, r.Body)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, "writes to work again", func() bool { return write().Status == http.StatusOK })
	page().OK()
}

// TestAFullDiskUnderTheStoreRefusesFilesUntilThereIsRoom runs the private file store on a small disk. Where the system lets the test mount
// none, it shows nothing.
func TestAFullDiskUnderTheStoreRefusesFilesUntilThereIsRoom(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	if os.Getenv(ownMounts) == "" {
		if err := inOwnMounts(t); err != nil {
			t.Log("the system lets nobody mount a disk: ", err)
		}
		return
	}
	folder := printtest.Folder(t)
	settings := apptest.Settings(t)
	for name := range settings {
		if strings.HasPrefix(name, "S3_") {
			delete(settings, name)
		}
	}
	settings["LAUREL_DATA_DIR"] = filepath.Join(folder, "data")
	store := filepath.Join(folder, "data", "objects")
	if err := os.MkdirAll(store, 0o711); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", store, "tmpfs", 0, "size=16m,mode=711"); err != nil {
		t.Log("the system lets nobody mount a disk: ", err)
		return
	}
	w := apptest.NewWith(t, settings)
	s := showing(t, w)
	ballast := filepath.Join(store, "ballast")
	fill(t, ballast)
	for _, path := range []string{"/" + s.ref, "/v1/public/credentials/" + s.ref, "/v1/openbadges/credentials/" + s.ref} {
		w.Nobody().Get(path).OK()
	}
	// A document that cannot be stored is served all the same, or refused for a while.
	for _, path := range []string{s.paper + "&mode=print", s.picture + "?width=333"} {
		if r := w.Nobody().Get(path); r.Status != http.StatusOK && (r.Status != http.StatusServiceUnavailable || r.Header.Get("Retry-After") == "") {
			t.Errorf("%s is answered %d %v %.200s", path, r.Status, r.Header, r.Body)
		}
	}
	another := s.owner.Issued(s.group, "ben").Text("credential.uuid")
	w.Work()
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	warm(t, w, s.paper+"&mode=print", s.picture+"?width=333", "/v1/credentials/generate_certificate_pdf?credential_id="+another)
	w.Print()
	if n := w.Number("select count(*) from kept_documents k join credentials c on c.id = k.credential_id where c.uuid::text = $1", another); n == 0 {
		t.Error("what was issued meanwhile is not stored")
	}
}

// inOwnMounts runs the test again as such a process, as root or as anybody who may be root in a namespace of their own.
func inOwnMounts(t *testing.T) error {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v", "-test.timeout=10m")
	cmd.Env = append(os.Environ(), ownMounts+"=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	runtime.LockOSThread() // it would die with the thread that made it
	defer runtime.UnlockOSThread()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err // it never ran
	}
	if t.Log(string(out)); err != nil {
		t.Error(err)
	}
	return nil
}

func fill(t *testing.T, path string) {
	t.Helper()
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for _, size := range []int{1 << 20, 4096, 1} {
		block := []byte(strings.Repeat("x", size))
		for err = nil; err == nil; {
			_, err = file.Write(block)
		}
		if !errors.Is(err, syscall.ENOSPC) {
			t.Fatal(err)
		}
	}
}

// noise is text that does not get smaller when it is packed.
func noise(n int) string {
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(rand.Text())
	}
	return b.String()[:n]
}
