package uploads_test

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"log/slog"
	"mime/multipart"
	"net/http"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/embedded"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

var files *objects.Store

func TestMain(m *testing.M) { os.Exit(withStore(m)) }

func withStore(m *testing.M) int {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "laurel-uploads-")
	if err != nil {
		panic(err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	endpoint, stop, err := embedded.StartS3(ctx, dir, "access", "secret-secret", slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	defer func() { _ = stop(ctx) }()
	files = objects.New(objects.Config{Endpoint: endpoint, Bucket: "laurel", AccessKey: "access", SecretKey: "secret-secret"})
	if err := files.EnsureBucket(ctx, "http://app.test"); err != nil {
		panic(err)
	}
	return m.Run()
}

type world struct {
	*uploads.Service
	pool  *pgxpool.Pool
	clock *clock.Fake
}

func newWorld(t *testing.T) world {
	t.Helper()
	pool, c := dbtest.Pool(t), clock.NewFake(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	return world{uploads.New(pool, c, files, throttle.New(pool, c)), pool, c}
}

func (w world) department(t *testing.T, role access.Role) access.Actor {
	t.Helper()
	by := access.Actor{APIKeyID: 1, Role: role}
	err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "insert into departments (created_at, updated_at) values (now(), now()) returning id").Scan(&by.DepartmentID)
	})
	if err != nil {
		t.Fatal(err)
	}
	return by
}

// send uploads data as a browser does and gives the file's address.
func (w world) send(t *testing.T, by access.Actor, name string, data []byte) string {
	t.Helper()
	p, err := w.Policy(t.Context(), by, uploads.Request{Preset: "templates", FileName: name})
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	for field, value := range p.Fields {
		_ = form.WriteField(field, value)
	}
	part, _ := form.CreateFormFile("file", name)
	_, _ = part.Write(data)
	_ = form.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.BucketURL, &body)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", form.FormDataContentType())
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusCreated {
		answer, _ := io.ReadAll(res.Body)
		t.Fatalf("the bucket answered %d: %s", res.StatusCode, answer)
	}
	return p.FileURLPrefix + p.Key
}

func (w world) fetch(t *testing.T, url string) []byte {
	t.Helper()
	key, ok := files.KeyOf(url)
	if !ok {
		t.Fatalf("%s is no public address", url)
	}
	data, _, err := files.Get(t.Context(), key, 50<<20)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// halves is a picture whose left half is red and whose right half is blue.
func halves(w, h int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			c := color.RGBA{255, 0, 0, 255}
			if x >= w/2 {
				c = color.RGBA{0, 0, 255, 255}
			}
			img.Set(x, y, c)
		}
	}
	return img
}

func pngOf(img image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, img)
	return b.Bytes()
}

// jpegHeld is a JPEG with an EXIF block that says how it was held, and where.
func jpegHeld(img image.Image, orientation byte) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, img, &jpeg.Options{Quality: 95})
	exif := "Exif\x00\x00MM\x00\x2a\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00" + string(orientation) + "\x00\x00\x00\x00\x00\x00GPS-SECRET"
	size := len(exif) + 2
	head := append([]byte{0xff, 0xd8, 0xff, 0xe1, byte(size >> 8), byte(size)}, exif...)
	return append(head, b.Bytes()[2:]...)
}
