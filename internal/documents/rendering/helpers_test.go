package rendering

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/png"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pdfcpu/pdfcpu/pkg/api"

	"laurel/internal/documents/documentstore"
	"laurel/internal/formats/browser"
	"laurel/internal/formats/printtest"
	"laurel/internal/platform/pg"
)

// shared is one renderer for all tests, so that Chrome starts once.
var shared *Renderer

func TestMain(m *testing.M) {
	shared = New(os.DirFS("testdata/print"), browser.Options{Tabs: 1})
	api.DisableConfigDir() // the validation library would write to the home folder
	code := m.Run()
	shared.Close()
	if r, err := realPage(); err == nil {
		r.Close()
	}
	os.Exit(code)
}

func design(size, orientation string) []byte {
	kind := "certificate"
	if size == "badge" {
		kind = "badge"
	}
	return []byte(`{"schema_version":1,"kind":"` + kind + `","size":"` + size + `","orientation":"` + orientation + `","blocks":[]}`)
}

func certificate() Job {
	return Job{
		Design: design("us-letter", "landscape"),
		Lang:   "en", Mode: PDF, Title: "Certificate (Árvore)", Author: "Oak School",
		Issued: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC),
		Pages:  []Page{{Values: map[string]Value{"recipient.name": {Kind: "text", Value: "Ana Lima"}}}},
	}
}

func saying(text string) Job {
	job := certificate()
	job.Pages[0].Values = map[string]Value{"recipient.name": {Kind: "text", Value: text}}
	return job
}

func mustPrint(t *testing.T, job Job) []byte {
	t.Helper()
	documents, _, err := shared.PDF(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	return documents[0]
}

// pixel is a PNG of one red pixel.
func pixel(t *testing.T) []byte {
	t.Helper()
	picture := image.NewRGBA(image.Rect(0, 0, 1, 1))
	picture.Pix[0], picture.Pix[3] = 255, 255
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// memoryStore is an in-memory store that counts calls.
type memoryStore struct {
	mu    sync.Mutex
	files map[string][]byte
	gets  int
	puts  int
	err   error
	full  int // this many writes fail
}

var errFull = errors.New("no space left on device")

func (m *memoryStore) Get(_ context.Context, key string) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.gets++
	if data, found := m.files[key]; found {
		return data, nil
	}
	return nil, m.err
}

func (m *memoryStore) Put(_ context.Context, key, _ string, data []byte) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.full > 0 {
		m.full--
		return errFull
	}
	m.puts++
	m.files[key] = data
	return nil
}

func (m *memoryStore) GetMany(ctx context.Context, keys []string) ([][]byte, error) {
	out := make([][]byte, len(keys))
	for i, key := range keys {
		data, err := m.Get(ctx, key)
		if err != nil && !missing(err) {
			return nil, err
		}
		out[i] = data
	}
	return out, nil
}

func (m *memoryStore) PutMany(ctx context.Context, _ int64, all []documentstore.File) error {
	for _, f := range all {
		if err := m.Put(ctx, f.Name, f.ContentType, f.Data); err != nil {
			return err
		}
	}
	return nil
}

func (m *memoryStore) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.puts
}

// cached returns a Cache as a separate process would have it.
func cached(t *testing.T, pool *pgxpool.Pool, store Store) *Cache {
	t.Helper()
	turns := pg.NewAdvisoryLocks(pool)
	t.Cleanup(turns.Close)
	return NewCache(shared, store, turns, unownedDocuments{}, missing)
}

// unownedDocuments implements StoredDocuments for files without an owner.
type unownedDocuments struct{}

func (unownedDocuments) Register(context.Context, []documentstore.StoredFile) ([]string, error) {
	return nil, nil
}

const (
	backgroundURL = "https://example.org/background.jpg"
	logoURL       = "https://example.org/logo.png"
)

// workload is the benchmark design with its pictures.
func workload(t testing.TB) ([]byte, map[string][]byte) {
	t.Helper()
	return printtest.Design(backgroundURL, logoURL), map[string][]byte{backgroundURL: printtest.Background(t), logoURL: printtest.Logo(t)}
}

func workJob(design []byte, images map[string][]byte, number int) Job {
	values := map[string]Value{"credential.issued_on": {Kind: "date", Value: "2026-03-01"}}
	for tag, value := range printtest.Values(number) {
		values[tag] = Value{Kind: "text", Value: value}
	}
	return Job{
		Design: design, Lang: "en", Mode: PDF, Title: "Certificate – " + printtest.Name(number), Author: "Oak School", Background: true,
		Issued: time.Date(2026, 3, 1, 9, 30, 0, 0, time.UTC), Images: images, Pages: []Page{{Values: values}},
	}
}

func anyFailed(printed []PDFResult) error {
	for _, p := range printed {
		if p.Err != nil {
			return p.Err
		}
	}
	return nil
}
