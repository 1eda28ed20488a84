package clamd

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func daemon(t *testing.T, f *Fake) *Daemon {
	t.Helper()
	if err := f.Start("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Stop)
	return New(&url.URL{Scheme: "tcp", Host: f.Address()})
}

func TestAFileIsSentWholeAndItsVerdictRead(t *testing.T) {
	t.Parallel()
	d := daemon(t, &Fake{})
	large := bytes.Repeat([]byte("x"), 3*chunkBytes-3)
	for name, row := range map[string]struct {
		file []byte
		want string
	}{
		"empty":                     {nil, ""},
		"small":                     {[]byte("warp and weft"), ""},
		"of several chunks":         {large, ""},
		"infected at the very end":  {append(bytes.Clone(large), Infected...), "Fake.Malware-1"},
		"infected and nothing else": {[]byte(Infected), "Fake.Malware-1"},
	} {
		if got, err := d.Malware(t.Context(), row.file); got != row.want || err != nil {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if err := d.Ping(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestWhatIsNoVerdictIsAnError(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		fake *Fake
		want string
	}{
		"a fault of the daemon": {&Fake{Reply: "stream: Can't allocate memory ERROR"}, "allocate"},
		"a file too large":      {&Fake{Limit: 100}, "size limit exceeded"},
		"another protocol":      {&Fake{Reply: "HTTP/1.1 400 Bad Request"}, "400"},
		"no name":               {&Fake{Reply: "stream:  FOUND"}, "FOUND"},
	} {
		d := daemon(t, row.fake)
		if got, err := d.Malware(t.Context(), bytes.Repeat([]byte("x"), 1000)); got != "" || err == nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
}

func TestADaemonThatIsDownOrSilentIsAnError(t *testing.T) {
	t.Parallel()
	gone := &Fake{}
	down := daemon(t, gone)
	gone.Stop()
	if _, err := down.Malware(t.Context(), []byte("x")); err == nil {
		t.Error("nobody listens, and the file is clean")
	}
	silent := daemon(t, &Fake{Mute: true})
	silent.wait = 50 * time.Millisecond
	if _, err := silent.Malware(t.Context(), []byte("x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a silent daemon: %v", err)
	}
	if err := silent.Ping(t.Context()); err == nil {
		t.Error("a silent daemon answers a ping")
	}
}

func TestADaemonIsReachedByItsSocket(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "clamd.ctl")
	f := &Fake{}
	if err := f.Start("unix", path); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Stop)
	if name, err := New(&url.URL{Scheme: "unix", Path: path}).Malware(t.Context(), []byte(Infected)); name != "Fake.Malware-1" || err != nil {
		t.Errorf("%q, %v", name, err)
	}
	if got := New(&url.URL{Scheme: "tcp", Host: "scanner"}); got.address != "scanner:3310" {
		t.Errorf("without a port it is %s", got.address)
	}
}
