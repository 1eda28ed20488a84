package objects_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/textproto"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/platform/embedded"
	"laurel/internal/platform/objects"
)

const (
	accessKey = "test-access"
	secretKey = "test-secret-test-secret"
	bucket    = "laurel"
	origin    = "http://app.test"
)

var endpoint string

func TestMain(m *testing.M) { os.Exit(withStore(m)) }

func withStore(m *testing.M) int {
	dir, err := os.MkdirTemp("", "laurel-objects-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	at, stop, err := embedded.StartS3(context.Background(), dir, accessKey, secretKey, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	defer func() { _ = stop(context.Background()) }()
	endpoint = at
	if err := store().EnsureBucket(context.Background(), origin); err != nil {
		panic(err)
	}
	return m.Run()
}

func store() *objects.Store {
	return objects.New(objects.Config{Endpoint: endpoint, Bucket: bucket, AccessKey: accessKey, SecretKey: secretKey})
}

func TestFilesAreKeptReadAndDeleted(t *testing.T) {
	s, ctx := store(), t.Context()
	if err := s.Put(ctx, "private/a b/ü.txt", "text/plain", []byte("hello")); err != nil {
		t.Fatal(err)
	}
	body, info, err := s.Get(ctx, "private/a b/ü.txt", 5)
	if err != nil || string(body) != "hello" || info.ContentType != "text/plain" || info.Size != 5 || info.ETag == "" {
		t.Errorf("got %q %+v %v", body, info, err)
	}
	if _, _, err := s.Get(ctx, "private/a b/ü.txt", 4); !errors.Is(err, objects.ErrTooLarge) {
		t.Errorf("a file over the limit: %v", err)
	}
	if info, err := s.Head(ctx, "private/a b/ü.txt"); err != nil || info.Size != 5 {
		t.Errorf("head %+v %v", info, err)
	}
	for range 2 {
		if err := s.Delete(ctx, "private/a b/ü.txt"); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := s.Get(ctx, "private/a b/ü.txt", 5); !errors.Is(err, objects.ErrNotFound) {
		t.Errorf("a deleted file: %v", err)
	}
	if ok, err := s.Exists(ctx, "private/a b/ü.txt"); ok || err != nil {
		t.Errorf("exists %v %v", ok, err)
	}
}

func TestAPartOfAFileIsRead(t *testing.T) {
	s, ctx := store(), t.Context()
	if err := s.Put(ctx, "private/parts", "text/plain", []byte("onetwothree")); err != nil {
		t.Fatal(err)
	}
	for want, at := range map[string][2]int64{"one": {0, 3}, "two": {3, 3}, "three": {6, 5}, "onetwothree": {0, 11}} {
		if got, err := s.GetPart(ctx, "private/parts", at[0], at[1]); err != nil || string(got) != want {
			t.Errorf("%v: %q, %v", at, got, err)
		}
	}
	if _, err := s.GetPart(ctx, "private/parts", 6, 6); !errors.Is(err, objects.ErrUnavailable) {
		t.Errorf("more than there is: %v", err)
	}
	if _, err := s.GetPart(ctx, "private/none", 0, 1); !errors.Is(err, objects.ErrNotFound) {
		t.Errorf("of no file: %v", err)
	}
}

func TestAPartIsReadFromAStoreThatSendsAll(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("onetwothree")) }))
	defer server.Close()
	s := objects.New(objects.Config{Endpoint: server.URL, Bucket: bucket, AccessKey: accessKey, SecretKey: secretKey})
	if got, err := s.GetPart(t.Context(), "parts", 3, 3); err != nil || string(got) != "two" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := s.GetPart(t.Context(), "parts", 12, 3); !errors.Is(err, objects.ErrUnavailable) {
		t.Errorf("beyond its end: %v", err)
	}
}

func TestEnsureBucketMayBeRepeated(t *testing.T) {
	if err := store().EnsureBucket(t.Context(), origin); err != nil {
		t.Fatal(err)
	}
}

func TestAStoreThatIsDownIsUnavailable(t *testing.T) {
	s := objects.New(objects.Config{Endpoint: "http://127.0.0.1:1", Bucket: bucket, AccessKey: "a", SecretKey: "b"})
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	if _, _, err := s.Get(ctx, "x", 1); !errors.Is(err, objects.ErrUnavailable) {
		t.Errorf("error %v", err)
	}
}

func TestWrongKeysAreNoOutage(t *testing.T) {
	s := objects.New(objects.Config{Endpoint: endpoint, Bucket: bucket, AccessKey: accessKey, SecretKey: "wrong"})
	err := s.Put(t.Context(), "x", "text/plain", []byte("x"))
	if err == nil || errors.Is(err, objects.ErrUnavailable) || errors.Is(err, objects.ErrNotFound) {
		t.Errorf("error %v", err)
	}
}

func TestOnlyPublicFilesAreReadableByAnybody(t *testing.T) {
	s, ctx := store(), t.Context()
	for key, want := range map[string]int{
		"public/seen.png": http.StatusOK, "private/hidden.png": http.StatusForbidden, "publicity/hidden.png": http.StatusForbidden,
	} {
		if err := s.Put(ctx, key, "image/png", []byte("png")); err != nil {
			t.Fatal(err)
		}
		if got := get(t, s.PublicURL(key)).StatusCode; got != want {
			t.Errorf("%s answered %d, want %d", key, got, want)
		}
	}
	if got := get(t, endpoint+"/"+bucket+"?list-type=2").StatusCode; got != http.StatusForbidden {
		t.Errorf("the list of files answered %d", got)
	}
}

func TestLinkToAPrivateFile(t *testing.T) {
	s, ctx := store(), t.Context()
	if err := s.Put(ctx, "private/evidence 1", "application/pdf", []byte("%PDF")); err != nil {
		t.Fatal(err)
	}
	link, err := s.PresignGet(ctx, "private/evidence 1", objects.Download{FileName: "Zeugnis \"ä\"\r\nX: y\u202e.pdf", Lifetime: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	res := get(t, link)
	disposition := res.Header.Get("Content-Disposition")
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(disposition, "attachment; filename") || res.Header.Get("X") != "" {
		t.Errorf("status %d, disposition %q", res.StatusCode, disposition)
	}
	shown, err := s.PresignGet(ctx, "private/evidence 1", objects.Download{FileName: "a.html", ContentType: "text/plain", Inline: true})
	if err != nil {
		t.Fatal(err)
	}
	if res := get(t, shown); res.Header.Get("Content-Type") != "text/plain" || res.Header.Get("Content-Disposition") != `inline; filename=a.html` {
		t.Errorf("shown as %v", res.Header)
	}
	for name, changed := range map[string]string{
		"another key":   strings.Replace(link, "evidence", "evidencf", 1),
		"longer life":   strings.Replace(link, "Expires=60", "Expires=600", 1),
		"shown in page": strings.Replace(link, "attachment", "inline", 1),
	} {
		if changed == link {
			t.Fatalf("%s: nothing changed in %s", name, link)
		}
		if got := get(t, changed).StatusCode; got != http.StatusForbidden {
			t.Errorf("%s answered %d", name, got)
		}
	}
}

func TestKeyOfTakesOurPublicAddressesOnly(t *testing.T) {
	s := store()
	if key, ok := s.KeyOf(s.PublicURL("public/1/a.png")); !ok || key != "public/1/a.png" {
		t.Errorf("own address: %q %v", key, ok)
	}
	for _, address := range []string{
		"https://evil.test/laurel/public/a.png", "javascript:alert(1)", "//evil", "data:text/html,x", "",
		s.PublicURL("private/a"), s.PublicURL("public/../private/a"), s.PublicURL("public/%2e%2e/private/a"), s.PublicURL("public/a?x=1"),
	} {
		if key, ok := s.KeyOf(address); ok {
			t.Errorf("%s gives %q", address, key)
		}
	}
}

func get(t *testing.T, address string) *http.Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	return res
}

// form posts fields and a file as a browser does.
func form(t *testing.T, address string, fields map[string]string, file []byte) (*http.Response, []byte) {
	t.Helper()
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	names := make([]string, 0, len(fields))
	for name := range fields {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := w.WriteField(name, fields[name]); err != nil {
			t.Fatal(err)
		}
	}
	part, err := w.CreatePart(textproto.MIMEHeader{
		"Content-Disposition": {`form-data; name="file"; filename="picture.png"`}, "Content-Type": {fields["Content-Type"]},
	})
	if err == nil {
		_, err = part.Write(file)
	}
	if err := errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, address, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", w.FormDataContentType())
	req.Header.Set("Origin", origin)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res, answer
}

type postAnswer struct {
	XMLName xml.Name `xml:"PostResponse"`
	Bucket  string
	Key     string
	ETag    string
}

// Where the file system keeps no attributes, the store keeps them in files; a folder for those makes it do so anywhere.
func TestTypesSurviveWithoutFileAttributes(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "objects", "attributes"), 0o700); err != nil {
		t.Fatal(err)
	}
	at, stop, err := embedded.StartS3(t.Context(), dir, accessKey, secretKey, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = stop(context.Background()) }()
	s := objects.New(objects.Config{Endpoint: at, Bucket: bucket, AccessKey: accessKey, SecretKey: secretKey})
	if err := s.EnsureBucket(t.Context(), origin); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), "public/a", "image/webp", []byte("x")); err != nil {
		t.Fatal(err)
	}
	if res := get(t, s.PublicURL("public/a")); res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "image/webp" {
		t.Errorf("answered %d as %s", res.StatusCode, res.Header.Get("Content-Type"))
	}
	files, err := filepath.Glob(filepath.Join(dir, "objects", "attributes", "*"))
	if err != nil || len(files) == 0 {
		t.Errorf("nothing was kept in files: %v", err)
	}
}
