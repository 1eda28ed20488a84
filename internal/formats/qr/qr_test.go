package qr_test

import (
	"bytes"
	"errors"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"laurel/internal/formats/qr"
)

const link = "https://credentials.example.edu/0f8fad5b-d9cb-469f-a165-70867728950e"

func TestCodesAreReadInScansPhotosAndScreenshots(t *testing.T) {
	t.Parallel()
	pictures, err := filepath.Glob("testdata/*.jpg")
	if err != nil || len(pictures) != 20 {
		t.Fatalf("%d pictures, %v", len(pictures), err)
	}
	var unread []string
	for _, name := range pictures {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if text, err := qr.Read(data); err != nil {
			unread = append(unread, filepath.Base(name))
		} else if text != link {
			t.Errorf("%s says %q", name, text)
		}
	}
	t.Logf("unread: %s", strings.Join(unread, " "))
	if len(unread) > 2 {
		t.Errorf("%d of %d are not read: %s", len(unread), len(pictures), strings.Join(unread, " "))
	}
}

func TestPicturesWithoutACodeOrBeyondMeasureAreRefused(t *testing.T) {
	t.Parallel()
	var plain, huge bytes.Buffer
	if err := errors.Join(png.Encode(&plain, image.NewGray(image.Rect(0, 0, 300, 200))), png.Encode(&huge, image.NewGray(image.Rect(0, 0, 9000, 9000)))); err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{"plain": plain.Bytes(), "81 million pixels": huge.Bytes(), "no picture": []byte("hello"), "nothing": nil, "half": plain.Bytes()[:60]} {
		if text, err := qr.Read(data); !errors.Is(err, qr.ErrNone) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

func TestShapesOfAPageAreDrawn(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile("testdata/content.txt")
	if err != nil {
		t.Fatal(err)
	}
	if text, err := qr.ReadContent(content, 842, 595); err != nil || text != link {
		t.Errorf("%q, %v", text, err)
	}
	for name, hostile := range map[string]string{
		"nothing": "", "no end": "(((((", "huge": "1e300 0 0 1e300 0 0 cm 0 0 9 9 re f", "not a number": "NaN NaN NaN NaN re f 0 g",
		"many":  strings.Repeat("0 0 842 595 re f ", 10_000),
		"deep":  strings.Repeat("q ", 100_000),
		"lines": "0 0 m " + strings.Repeat("842 595 l 0 595 l ", 50_000) + "f",
	} {
		if text, err := qr.ReadContent([]byte(hostile), 842, 595); !errors.Is(err, qr.ErrNone) {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}
