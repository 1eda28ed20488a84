package browser

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestTabEvaluatesWithValuesAndReturnsValues(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	var got struct{ Sum int }
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		return tab.Evaluate(ctx, `async (a, b) => ({ Sum: a.n + b })`, &got, map[string]int{"n": 40}, 2)
	})
	if got.Sum != 42 {
		t.Fatalf("sum = %d", got.Sum)
	}
}

func TestRejectedPromiseIsAScriptErrorAndKeepsTheTab(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	err := p.Do(t.Context(), Background, func(ctx context.Context, tab *Tab) error {
		return tab.Evaluate(ctx, `async () => { window.count++; throw new Error("font_failed: Lato") }`, nil)
	})
	var script *ScriptError
	if !errors.As(err, &script) || script.Message != "font_failed: Lato" {
		t.Fatalf("error = %v", err)
	}
	if n := count(t, p); n != 1 {
		t.Fatalf("the page was loaded again: count = %d", n)
	}
}

// count reads a number that a fresh page starts at 0.
func count(t *testing.T, p *Pool) (n int) {
	t.Helper()
	mustDo(t, p, func(ctx context.Context, tab *Tab) error {
		return tab.Evaluate(ctx, `() => window.count`, &n)
	})
	return n
}

func TestTabPrintsAndPictures(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	var pdf, shot []byte
	mustDo(t, p, func(ctx context.Context, tab *Tab) (err error) {
		if pdf, err = tab.PrintPDF(ctx, PDFOptions{Tagged: true}); err != nil {
			return err
		}
		shot, _, err = tab.Picture(ctx, "png", drawn, "png", 200, 100)
		return err
	})
	if !bytes.HasPrefix(pdf, []byte("%PDF-")) || !bytes.Contains(pdf, []byte("StructTreeRoot")) {
		t.Fatal("no tagged PDF")
	}
	// 120 x 80 mm in points, which Chrome rounds to a 300th of an inch.
	var width, height float64
	_, box, _ := strings.Cut(string(pdf), "/MediaBox [0 0 ")
	if _, err := fmt.Sscan(strings.ReplaceAll(box[:40], "]", " "), &width, &height); err != nil {
		t.Fatal(err)
	}
	if math.Abs(width-340.157) > 0.3 || math.Abs(height-226.772) > 0.3 {
		t.Fatalf("page is %v x %v points: not the size of its style sheet", width, height)
	}
	picture, err := png.Decode(bytes.NewReader(shot))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 200 || size.Y != 100 {
		t.Fatalf("picture size = %v", size)
	}
	if _, _, _, alpha := picture.At(199, 99).RGBA(); alpha != 0 {
		t.Fatal("the empty corner is not transparent")
	}
}

func TestImagesAreThoseOfTheRunningJobOnly(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	const load = `async (name) => {
		const image = new Image(); image.src = "https://assets.invalid/" + name
		try { await image.decode(); return image.naturalWidth } catch { return 0 }
	}`
	svg := Asset{ContentType: "image/svg+xml",
		Body: []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="7" height="7"/>`)}
	for _, c := range []struct {
		name   string
		images map[string]Asset
		want   int
	}{
		{"one", map[string]Asset{"one": svg}, 7},
		{"two", map[string]Asset{"one": svg}, 0},
		{"three", nil, 0},
	} {
		var width int
		mustDo(t, p, func(ctx context.Context, tab *Tab) error {
			tab.SetImages(c.images)
			return tab.Evaluate(ctx, load, &width, c.name)
		})
		if width != c.want {
			t.Errorf("%s: width = %d, want %d", c.name, width, c.want)
		}
	}
}

func TestFullQueueIsBusy(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.MaxQueue = 1 })
	running, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 2)
	hold := func(context.Context, *Tab) error { running <- struct{}{}; <-release; return nil }
	go func() { done <- p.Do(t.Context(), Background, hold) }()
	<-running
	go func() { done <- p.Do(t.Context(), Background, hold) }()
	eventually(t, "second job waits", func() bool { return p.waiting.Load() == 1 })

	if err := p.Do(t.Context(), Background, hold); !errors.Is(err, ErrBusy) {
		t.Fatalf("error = %v, want busy", err)
	}
	mustDo(t, p, func(context.Context, *Tab) error { return nil }) // interactive jobs have a tab of their own
	close(release)
	<-running
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestTabAndBrowserAreReplacedAfterTheirShare(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.TabPrints, o.BrowserPrints = 2, 4 })
	var counts []int
	browsers := map[*conn]bool{}
	for range 5 {
		mustDo(t, p, func(ctx context.Context, tab *Tab) error {
			browsers[tab.session.conn] = true
			var n int
			if err := tab.Evaluate(ctx, `() => window.count++`, &n); err != nil {
				return err
			}
			counts = append(counts, n)
			_, err := tab.PrintPDF(ctx, PDFOptions{})
			return err
		})
	}
	want := []int{0, 1, 0, 1, 0}
	for i := range want {
		if counts[i] != want[i] {
			t.Fatalf("counts = %v, want %v", counts, want)
		}
	}
	if len(browsers) != 2 {
		t.Fatalf("%d browsers, want 2", len(browsers))
	}
	if profiles, _ := filepath.Glob(p.opts.TempDir + "/*" + lockSuffix); len(profiles) != 1 {
		t.Fatalf("%d browsers are running, want 1", len(profiles))
	}
}

func TestMissingBrowserIsUnavailable(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.Path = "/nowhere/chrome" })
	err := p.Do(t.Context(), Interactive, func(context.Context, *Tab) error { return nil })
	if !errors.Is(err, ErrUnavailable) || !errors.Is(err, ErrNotFound) {
		t.Fatalf("error = %v", err)
	}
}

func TestPageThatNeverGetsReadyIsUnavailable(t *testing.T) {
	t.Parallel()
	p := newPool(t, func(o *Options) { o.Ready, o.StartTimeout = "false", 6*time.Second })
	err := p.Do(t.Context(), Interactive, func(context.Context, *Tab) error { return nil })
	if !errors.Is(err, ErrUnavailable) || !strings.Contains(err.Error(), "load page") {
		t.Fatalf("error = %v", err)
	}
}

func TestCallersEndIsTheCallersError(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	err := p.Do(ctx, Background, func(ctx context.Context, tab *Tab) error {
		cancel()
		return tab.Evaluate(ctx, `() => new Promise(() => {})`, nil)
	})
	if err != context.Canceled {
		t.Fatalf("error = %v", err)
	}
	if n := count(t, p); n != 0 {
		t.Fatalf("count = %d", n)
	}
}
