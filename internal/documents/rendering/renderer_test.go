package rendering

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"

	"laurel/internal/formats/browser"
)

// read validates the file with an independent library.
func read(t *testing.T, data []byte) *model.Context {
	t.Helper()
	ctx, err := api.ReadAndValidate(bytes.NewReader(data), model.NewDefaultConfiguration())
	if err != nil {
		t.Fatalf("not a valid PDF: %v", err)
	}
	if err := ctx.EnsurePageCount(); err != nil {
		t.Fatal(err)
	}
	return ctx
}

func TestADesignWithoutAnyBlockCanBePrinted(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Pages[0].Values = map[string]Value{}
	if ctx := read(t, mustPrint(t, job)); ctx.PageCount != 1 {
		t.Errorf("%d pages", ctx.PageCount)
	}
}

func TestPaperBleedAndTrim(t *testing.T) {
	t.Parallel()
	const a4w, a4h, bleed = 841.89, 595.276, 14.173
	for _, c := range []struct {
		size, orientation string
		mode              Mode
		width, height     float64 // of the trimmed paper, in points
		bleed             float64
		pixels            []float64 // of the page at 300 dpi; none when it equals the paper
	}{
		{"us-letter", "landscape", PDF, 792, 612, 0, nil},
		{"us-letter", "portrait", PDF, 612, 792, 0, nil},
		{"us-letter", "landscape", Print, 792, 612, bleed, []float64{3418, 2668}},
		{"us-letter", "portrait", Print, 612, 792, bleed, []float64{2668, 3418}},
		{"a4", "landscape", PDF, a4w, a4h, 0, nil},
		{"a4", "landscape", Print, a4w, a4h, bleed, []float64{3626, 2598}},
		{"a4", "portrait", Print, a4h, a4w, bleed, []float64{2598, 3626}},
		{"a8", "landscape", Print, 209.764, 147.402, 0, []float64{874, 614}},
		{"badge", "portrait", PDF, 450, 450, 0, nil},
	} {
		t.Run(fmt.Sprint(c.size, c.orientation, c.mode), func(t *testing.T) {
			job := certificate()
			job.Design, job.Mode = design(c.size, c.orientation), c.mode
			ctx := read(t, mustPrint(t, job))
			page, _, _, err := ctx.PageDict(1, false)
			if err != nil || ctx.PageCount != 1 {
				t.Fatalf("%d pages, %v", ctx.PageCount, err)
			}
			near := func(by float64) func(a, b float64) bool {
				return func(a, b float64) bool { return math.Abs(a-b) < by }
			}
			full := []float64{0, 0, c.width, c.height}
			if c.pixels != nil {
				full[2], full[3] = c.pixels[0]*72/300, c.pixels[1]*72/300
			}
			media, trim := numbers(page.ArrayEntry("MediaBox")), numbers(page.ArrayEntry("TrimBox"))
			for name, got := range map[string][]float64{"MediaBox": media, "BleedBox": numbers(page.ArrayEntry("BleedBox"))} {
				if !slices.EqualFunc(got, full, near(0.002)) {
					t.Errorf("%s = %v, want %v", name, got, full)
				}
			}
			left, bottom, right, top := trim[0], trim[1], media[2]-trim[2], media[3]-trim[3]
			if !near(0.006)(left, right) || !near(0.006)(bottom, top) || !near(0.06)(left, c.bleed) || !near(0.06)(bottom, c.bleed) {
				t.Errorf("bleed is %.3f, %.3f, %.3f and %.3f points, want %.3f on each side", left, bottom, right, top, c.bleed)
			}
		})
	}
}

func numbers(array types.Array) (out []float64) {
	for _, entry := range array {
		switch n := entry.(type) {
		case types.Integer:
			out = append(out, float64(n))
		case types.Float:
			out = append(out, float64(n))
		}
	}
	return out
}

func TestMetadataIsTheJobsAndTheFileStaysTagged(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Lang = "pt-br"
	data := mustPrint(t, job)
	ctx := read(t, data)
	if ctx.Title != job.Title || ctx.Author != job.Author {
		t.Errorf("title %q, author %q", ctx.Title, ctx.Author)
	}
	if !ctx.Tagged {
		t.Error("the file is not tagged")
	}
	if !bytes.Contains(data, []byte("/Lang (pt-br)")) {
		t.Error("the language is lost")
	}
	if bytes.Count(data, []byte("(D:20260301093000Z)")) != 2 {
		t.Error("the dates are not the date of issue")
	}
	for _, secret := range []string{"Chrom", "Skia", browser.PageHost, browser.ImageHost} {
		if bytes.Contains(data, []byte(secret)) {
			t.Errorf("the file speaks of %s", secret)
		}
	}
}

func TestSameJobGivesTheSameBytesInAnyBrowser(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Images = map[string][]byte{"https://example.org/logo.png": pixel(t)}
	first := mustPrint(t, job)
	mustPrint(t, saying("somebody else"))
	badge := certificate()
	badge.Design = design("badge", "landscape")
	if _, err := shared.Picture(t.Context(), badge, 50, PNG); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, mustPrint(t, job)) {
		t.Error("the second print on the kept tab differs")
	}
	other := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1})
	defer other.Close()
	documents, _, err := other.PDF(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first, documents[0]) {
		t.Error("another browser prints other bytes")
	}
}

func TestEachPageIsADocumentOfItsOwn(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Pages = append(job.Pages, saying("Zoë").Pages...)
	documents, warnings, err := shared.PDF(t.Context(), job)
	if err != nil {
		t.Fatal(err)
	}
	if len(documents) != 2 || bytes.Equal(documents[0], documents[1]) {
		t.Fatalf("%d documents", len(documents))
	}
	if want := []Warning{{0, 3, "shrunk"}, {1, 3, "shrunk"}}; !slices.Equal(warnings, want) {
		t.Fatalf("warnings = %v", warnings)
	}
}

func TestPictureHasRequestedWidthAndBadgeIsTransparent(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		size          string
		width, height int
		alpha         uint32
	}{{"badge", 300, 300, 0}, {"us-letter", 528, 408, 0xffff}, {"a8", 560, 394, 0xffff}} {
		job := certificate()
		job.Design = design(c.size, "landscape")
		for _, format := range []Format{PNG, WebP} {
			data, err := shared.Picture(t.Context(), job, c.width, format)
			if err != nil {
				t.Fatal(err)
			}
			picture, decoded, err := image.Decode(bytes.NewReader(data))
			if err != nil || decoded != string(format) {
				t.Fatal(decoded, err)
			}
			if size := picture.Bounds().Size(); size.X != c.width || size.Y != c.height {
				t.Errorf("%s of %s is %v", format, c.size, size)
			}
			if _, _, _, alpha := picture.At(c.width-1, c.height-1).RGBA(); alpha != c.alpha {
				t.Errorf("%s of %s: alpha of an empty corner = %d", format, c.size, alpha)
			}
		}
	}
	data, err := shared.Picture(t.Context(), certificate(), 200, JPEG)
	if err != nil || !bytes.HasPrefix(data, []byte("\xff\xd8")) {
		t.Errorf("JPEG: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	t.Parallel()
	vast := bytes.Clone(pixel(t))
	copy(vast[16:24], []byte{0, 0, 0x4E, 0x20, 0, 0, 0x4E, 0x20}) // the header claims 20,000 by 20,000
	binary.BigEndian.PutUint32(vast[29:], crc32.ChecksumIEEE(vast[12:29]))
	with := func(change func(*Job)) Job { job := certificate(); change(&job); return job }
	for name, c := range map[string]struct {
		job  Job
		want error
	}{
		"unknown size":     {with(func(j *Job) { j.Design = design("a3", "landscape") }), ErrInvalidJob},
		"no JSON":          {with(func(j *Job) { j.Design = []byte("{") }), ErrInvalidJob},
		"no pages":         {with(func(j *Job) { j.Pages = nil }), ErrInvalidJob},
		"unknown mode":     {with(func(j *Job) { j.Mode = "html" }), ErrInvalidJob},
		"an SVG as image":  {with(func(j *Job) { j.Images = map[string][]byte{"u": []byte("<svg xmlns='http://www.w3.org/2000/svg'/>")} }), ErrImageType},
		"an HTML as image": {with(func(j *Job) { j.Images = map[string][]byte{"u": []byte("<html>")} }), ErrImageType},
		"a broken image":   {with(func(j *Job) { j.Images = map[string][]byte{"u": []byte("\x89PNG\x0D\x0A\x1A\x0A")} }), ErrImageFailed},
		"a picture of four hundred million pixels": {with(func(j *Job) { j.Images = map[string][]byte{"u": vast} }), ErrInvalidJob},
		"a text without end":                       {saying(strings.Repeat("x", maxText+1)), ErrInvalidJob},
		"blocks without end": {with(func(j *Job) {
			j.Design = bytes.Replace(j.Design, []byte(`"blocks":[]`), []byte(`"blocks":[`+strings.Repeat("{},", maxBlocks)+`{}]`), 1)
		}), ErrInvalidJob},
		"a font fails":  {saying("do:throw"), ErrFailed},
		"a second page": {saying("do:second page"), ErrFailed},
	} {
		t.Run(name, func(t *testing.T) {
			documents, _, err := shared.PDF(t.Context(), c.job)
			if !errors.Is(err, c.want) || documents != nil {
				t.Errorf("error = %v, want %v", err, c.want)
			}
		})
	}
}

func TestHangingPageIsAFailureAndTheNextJobPrints(t *testing.T) {
	t.Parallel()
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1, JobTimeout: 2 * time.Second})
	defer r.Close()
	if _, _, err := r.PDF(t.Context(), saying("do:hang")); !errors.Is(err, ErrFailed) {
		t.Errorf("error = %v", err)
	}
	if _, _, err := r.PDF(t.Context(), certificate()); err != nil {
		t.Error(err)
	}
}

func TestWithoutTheBuiltPageRenderingIsUnavailable(t *testing.T) {
	t.Parallel()
	r := New(os.DirFS(t.TempDir()), browser.Options{Tabs: 1})
	defer r.Close()
	if _, _, err := r.PDF(t.Context(), certificate()); !errors.Is(err, ErrUnavailable) {
		t.Errorf("error = %v", err)
	}
}

func TestBundledPicturesNeedNotBeGiven(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Design = []byte(`{"kind":"certificate","size":"a8","orientation":"landscape","background":"/art/seal.svg",
		"blocks":[{"image_url":"/art/nowhere.svg"}]}`)
	p, err := shared.prepare(batch{[]Job{job}, []int{0}})
	if err != nil {
		t.Fatal(err)
	}
	if len(p.files) != 0 || len(p.addresses) != 1 || p.addresses["/art/seal.svg"] != "https://print.invalid/art/seal.svg" {
		t.Fatalf("addresses = %v", p.addresses)
	}
	mustPrint(t, job)
}
