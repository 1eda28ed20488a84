package uploads_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/design/uploads"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/objects"
	"laurel/internal/platform/throttle"
)

func TestPolicyTakesWhatThePresetTakes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	for _, tc := range []struct {
		preset, name, contentType string
		size                      int64
		served                    string // "" when refused
		maxBytes                  int64
		field, code               string
	}{
		{"templates", "Photo.JPG", "image/jpeg", 100, "image/jpeg", 5 << 20, "", ""},
		{"organizations", "logo.png", "image/png", 5 << 20, "image/png", 5 << 20, "", ""},
		{"organizations", "logo.gif", "", 0, "image/gif", 5 << 20, "", ""},
		{"s3_policy", "logo.png", "image/png", 1, "image/png", 5 << 20, "", ""},
		{"s3_policy", "people.xlsx", "", 1, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", 20 << 20, "", ""},
		{"s3_policy", "people.csv", "application/vnd.ms-excel", 1, "text/csv", 20 << 20, "", ""},
		{"s3_policy", "notes.pdf", "application/pdf", 1, "application/octet-stream", 20 << 20, "", ""},
		{"evidence", "page.html", "text/html", 20 << 20, "application/octet-stream", 20 << 20, "", ""},
		{"evidence", "no ending", "", 1, "application/octet-stream", 20 << 20, "", ""},
		{"evidence", "\u202egnp.exe\r\n\"", "", 1, "application/octet-stream", 20 << 20, "", ""},
		{"templates", "drawing.svg", "image/svg+xml", 1, "", 0, "file_name", "upload.ending_not_allowed"},
		{"templates", "x.png.html", "image/png", 1, "", 0, "file_name", "upload.ending_not_allowed"},
		{"templates", "noending", "image/png", 1, "", 0, "file_name", "upload.ending_not_allowed"},
		{"organizations", "people.csv", "text/csv", 1, "", 0, "file_name", "upload.ending_not_allowed"},
		{"templates", "photo.png", "text/html", 1, "", 0, "content_type", "upload.type_mismatch"},
		{"templates", "photo.png", "image/jpeg", 1, "", 0, "content_type", "upload.type_mismatch"},
		{"templates", "photo.png", "image/png", 5<<20 + 1, "", 0, "size", "upload.too_large"},
		{"evidence", "film.mp4", "", 20<<20 + 1, "", 0, "size", "upload.too_large"},
		{"templates", "photo.png", "image/png", -1, "", 0, "size", "invalid"},
		{"templates", " ", "image/png", 1, "", 0, "file_name", "required"},
		{"evidence", strings.Repeat("n", 301), "", 1, "", 0, "file_name", "too_long"},
	} {
		p, err := w.Policy(t.Context(), by, uploads.Request{Preset: tc.preset, FileName: tc.name, ContentType: tc.contentType, Size: tc.size})
		var refusal *errs.Error
		switch {
		case tc.served != "":
			if err != nil || p.ContentType != tc.served || p.MaxBytes != tc.maxBytes || strings.Contains(p.Key, "..") {
				t.Errorf("%s %q: %+v, %v", tc.preset, tc.name, p, err)
			}
			if left := time.Until(p.ExpiresAt); left > 15*time.Minute {
				t.Errorf("%s %q lives for %s", tc.preset, tc.name, left)
			}
		case !errors.As(err, &refusal) || len(refusal.Fields[tc.field]) != 1 || refusal.Fields[tc.field][0].Code != tc.code:
			t.Errorf("%s %q: %v, want %s at %s", tc.preset, tc.name, err, tc.code, tc.field)
		}
	}
}

func TestAFileOfExactlyTheLimitIsTaken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	file := pngOf(halves(40, 20))
	file = append(file, make([]byte, 5<<20-len(file))...)
	if _, err := w.Use(t.Context(), by, w.send(t, by, "large.png", file)); err != nil {
		t.Errorf("a picture of 5 MiB: %v", err)
	}
}

func TestPolicyRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if _, err := w.Policy(t.Context(), w.department(t, access.Administrator), uploads.Request{Preset: "other", FileName: "x.png"}); !errors.Is(err, uploads.ErrPreset) {
		t.Errorf("unknown preset: %v", err)
	}
	if _, err := w.Policy(t.Context(), w.department(t, access.Viewer), uploads.Request{Preset: "templates", FileName: "x.png"}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("viewer: %v", err)
	}
}

func TestADepartmentGetsSoManyPoliciesAMinute(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	in := uploads.Request{Preset: "templates", FileName: "x.png"}
	for i := range 601 {
		_, err := w.Policy(t.Context(), by, in)
		if errors.Is(err, throttle.ErrTooMany) != (i == 600) {
			t.Fatalf("policy %d: %v", i+1, err)
		}
	}
	if _, err := w.Policy(t.Context(), other, in); err != nil {
		t.Errorf("another department: %v", err)
	}
	w.clock.Advance(time.Minute)
	if _, err := w.Policy(t.Context(), by, in); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func TestUseGivesOnePictureHoweverOftenItIsAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	sent := w.send(t, by, "photo.png", pngOf(halves(40, 20)))
	var group sync.WaitGroup
	got := make([]uploads.Image, 8)
	for i := range got {
		group.Go(func() {
			var err error
			if got[i], err = w.Use(t.Context(), by, sent); err != nil {
				t.Error(err)
			}
		})
	}
	group.Wait()
	again, err := w.Use(t.Context(), by, got[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, img := range append(got, again) {
		if img != got[0] || img.Width != 40 || img.Height != 20 {
			t.Errorf("got %+v and %+v", img, got[0])
		}
	}
	if _, ok := w.Public(got[0].URL); !ok {
		t.Errorf("%s is not known as looked at", got[0].URL)
	}
	if _, ok := w.Public(sent); ok {
		t.Errorf("%s counts as looked at", sent)
	}
}

func TestUseKeepsNothingButThePixels(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	var animation bytes.Buffer
	frame := image.NewPaletted(image.Rect(0, 0, 8, 4), color.Palette{color.RGBA{255, 0, 0, 255}, color.RGBA{0, 0, 255, 255}})
	_ = gif.EncodeAll(&animation, &gif.GIF{Image: []*image.Paletted{frame, frame, frame}, Delay: []int{1, 1, 1}})
	for _, tc := range []struct {
		name, file, format string
		data               []byte
		width, height      int
	}{
		{"a page behind the picture", "a.png", "png", append(pngOf(halves(8, 4)), "<script>alert(1)</script>"...), 8, 4},
		{"EXIF with a place", "b.jpg", "jpeg", jpegHeld(halves(32, 16), 1), 32, 16},
		{"a picture held sideways", "c.jpeg", "jpeg", jpegHeld(halves(32, 16), 6), 16, 32},
		{"an animation", "d.gif", "png", append(animation.Bytes(), "<html>"...), 8, 4},
	} {
		sent := w.send(t, by, tc.file, tc.data)
		img, err := w.Use(t.Context(), by, sent)
		if err != nil {
			t.Fatalf("%s: %v", tc.name, err)
		}
		data := w.fetch(t, img.URL)
		if !bytes.Equal(w.fetch(t, sent), data) {
			t.Errorf("%s: the file that came can still be read as it was", tc.name)
		}
		cfg, format, err := image.DecodeConfig(bytes.NewReader(data))
		if err != nil || format != tc.format || cfg.Width != tc.width || cfg.Height != tc.height || img.Width != tc.width || img.Height != tc.height {
			t.Errorf("%s: %s %dx%d, %+v, %v", tc.name, format, cfg.Width, cfg.Height, img, err)
		}
		for _, left := range []string{"<script>", "<html>", "GPS-SECRET", "Exif"} {
			if bytes.Contains(data, []byte(left)) {
				t.Errorf("%s: %q is still there", tc.name, left)
			}
		}
	}
}

func TestAPictureHeldSidewaysStandsUpright(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	// Red on the left and blue on the right, turned as a camera lying on one side says.
	for orientation, redAt := range map[byte]image.Point{
		1: {4, 8}, 2: {27, 8}, 3: {27, 8}, 4: {4, 8}, 5: {8, 4}, 6: {8, 4}, 7: {8, 27}, 8: {8, 27},
	} {
		got, err := w.Use(t.Context(), by, w.send(t, by, "p.jpg", jpegHeld(halves(32, 16), orientation)))
		if err != nil {
			t.Fatal(err)
		}
		img, err := jpeg.Decode(bytes.NewReader(w.fetch(t, got.URL)))
		if err != nil {
			t.Fatal(err)
		}
		if r, _, b, _ := img.At(redAt.X, redAt.Y).RGBA(); r < 0xc000 || b > 0x4000 {
			t.Errorf("orientation %d: no red at %v", orientation, redAt)
		}
	}
}

func TestUseRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	good := w.send(t, by, "p.png", pngOf(halves(8, 4)))
	shown, err := w.Use(t.Context(), by, good)
	if err != nil {
		t.Fatal(err)
	}
	huge := pngOf(halves(2, 2))
	copy(huge[16:24], []byte{0, 0, 0x75, 0x30, 0, 0, 0x75, 0x30}) // it says 30,000 by 30,000
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	announced, err := w.Policy(t.Context(), by, uploads.Request{Preset: "templates", FileName: "late.png"})
	if err != nil {
		t.Fatal(err)
	}
	for name, tc := range map[string]struct {
		by   access.Actor
		url  string
		want *errs.Error
	}{
		"another department's upload":  {other, good, uploads.ErrForeign},
		"another department's picture": {other, shown.URL, uploads.ErrForeign},
		"another host":                 {by, "https://evil.test/public/x.png", uploads.ErrForeign},
		"a script":                     {by, "javascript:alert(1)", uploads.ErrForeign},
		"data":                         {by, "data:text/html,<b>", uploads.ErrForeign},
		"a bare host":                  {by, "//evil.test/x.png", uploads.ErrForeign},
		"an internal address":          {by, "http://169.254.169.254/latest", uploads.ErrForeign},
		"a key that climbs":            {by, files.PublicURL("public/uploads/../../private/x"), uploads.ErrForeign},
		"a file nobody announced":      {by, files.PublicURL("public/uploads/nobody.png"), uploads.ErrForeign},
		"a file that never came":       {by, announced.FileURLPrefix + announced.Key, uploads.ErrMissing},
		"a page named as a picture":    {by, w.send(t, by, "x.gif", []byte("GIF89a\x01\x00\x01\x00\x00\x00\x00<script>alert(1)</script>")), uploads.ErrNotAnImage},
		"a JPEG named PNG":             {by, w.send(t, by, "x.png", jpegHeld(halves(8, 4), 1)), uploads.ErrNotAnImage},
		"half a picture":               {by, w.send(t, by, "x.png", pngOf(halves(90, 90))[:80]), uploads.ErrNotAnImage},
		"more pixels than allowed":     {by, w.send(t, by, "x.png", huge), uploads.ErrPixels},
	} {
		if _, err := w.Use(t.Context(), tc.by, tc.url); !errors.Is(err, tc.want) {
			t.Errorf("%s: %v, want %v", name, err, tc.want)
		}
	}
}

func TestAFileThatIsNoPictureIsDeletedFromTheStore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	sent := w.send(t, by, "x.png", []byte("<script>alert(1)</script>"))
	if _, err := w.Use(t.Context(), by, sent); !errors.Is(err, uploads.ErrNotAnImage) {
		t.Fatal(err)
	}
	key, _ := files.KeyOf(sent)
	if exists, err := files.Exists(t.Context(), key); exists || err != nil {
		t.Errorf("the refused file exists: %v, %v", exists, err)
	}
	if _, err := w.Use(t.Context(), by, sent); !errors.Is(err, uploads.ErrNotAnImage) {
		t.Errorf("asked again: %v", err)
	}
}

func TestAFileStoreThatIsDownIsToldAsSuch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	away := objects.New(objects.Config{
		Endpoint: "http://127.0.0.1:1", Bucket: "laurel", AccessKey: "a", SecretKey: "b", PublicURL: strings.TrimSuffix(files.PublicURL(""), "/"),
	})
	sent := w.send(t, by, "p.png", pngOf(halves(8, 4)))
	down := uploads.New(w.pool, w.clock, away, throttle.New(w.pool, w.clock))
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := down.Use(ctx, by, sent); !errors.Is(err, uploads.ErrUnreachable) {
		t.Errorf("got %v", err)
	}
	if _, err := w.Use(t.Context(), by, sent); err != nil {
		t.Errorf("a retry: %v", err)
	}
}

func TestSweepForgetsPicturesThatNobodyUsed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	unused, used := w.send(t, by, "a.png", pngOf(halves(8, 4))), w.send(t, by, "b.png", pngOf(halves(8, 4)))
	if _, err := w.Use(t.Context(), by, used); err != nil {
		t.Fatal(err)
	}
	w.clock.Advance(47 * time.Hour)
	if n, err := w.Sweep(t.Context()); n != 0 || err != nil {
		t.Errorf("after 47 hours: %d, %v", n, err)
	}
	w.clock.Advance(2 * time.Hour)
	if n, err := w.Sweep(t.Context()); n != 1 || err != nil {
		t.Errorf("after 49 hours: %d, %v", n, err)
	}
	if _, err := w.Use(t.Context(), by, unused); !errors.Is(err, uploads.ErrForeign) {
		t.Errorf("the unused one: %v", err)
	}
	if _, err := w.Use(t.Context(), by, used); err != nil {
		t.Errorf("the used one: %v", err)
	}
}
