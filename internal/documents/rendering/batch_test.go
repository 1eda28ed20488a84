package rendering

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"laurel/internal/formats/browser"
	"laurel/internal/formats/pdf"
)

// recipients returns n jobs of one design, each with its own name and title.
func recipients(n int) []Job {
	jobs := make([]Job, n)
	for i := range jobs {
		jobs[i] = saying(fmt.Sprintf("Recipient number %d", i))
		jobs[i].Title = fmt.Sprintf("Certificate of %d", i)
	}
	return jobs
}

func TestBatchIsSplitIntoOneDocumentPerJob(t *testing.T) {
	t.Parallel()
	jobs := recipients(120)
	jobs[7].Design = design("a4", "portrait")
	jobs[8].Lang = "de"
	for i, printed := range shared.PDFs(t.Context(), jobs) {
		if printed.Err != nil {
			t.Fatalf("job %d: %v", i, printed.Err)
		}
		if want := []Warning{{0, 3, "shrunk"}}; !slices.Equal(printed.Warnings, want) {
			t.Errorf("job %d: warnings %v", i, printed.Warnings)
		}
		if i%20 != 7 && i%20 != 8 {
			continue
		}
		ctx := read(t, printed.Document)
		page, _, _, err := ctx.PageDict(1, false)
		if err != nil || ctx.PageCount != 1 || ctx.Title != jobs[i].Title {
			t.Fatalf("job %d: %d pages, %q, %v", i, ctx.PageCount, ctx.Title, err)
		}
		if width := numbers(page.ArrayEntry("MediaBox"))[2]; (width < 600) != (i == 7) {
			t.Errorf("job %d is %g points wide", i, width)
		}
		if bytes.Contains(printed.Document, []byte("/Lang (de)")) != (i == 8) {
			t.Errorf("job %d is in the wrong language", i)
		}
	}
}

func TestBatchSizeIsLimitedByPagesAndLargeScripts(t *testing.T) {
	t.Parallel()
	sizes := func(jobs []Job) (out []int) {
		for _, b := range batches(jobs) {
			out = append(out, len(b.members))
		}
		return out
	}
	if got := sizes(recipients(120)); !slices.Equal(got, []int{50, 50, 20}) {
		t.Errorf("Latin names: %v", got)
	}
	var large []Job
	for i := range 60 {
		large = append(large, saying(string([]rune{'一' + rune(3*i), '一' + rune(3*i+1), '一' + rune(3*i+2)})))
	}
	if got := sizes(large); !slices.Equal(got, []int{21, 21, 18}) {
		t.Errorf("names in ideographs: %v", got)
	}
	mixed := recipients(4)
	mixed[1].Mode = Print
	mixed[2].Fonts = []Font{{Name: "Ours"}}
	if got := sizes(mixed); !slices.Equal(got, []int{2, 1, 1}) {
		t.Errorf("several kinds: %v", got)
	}
}

func TestInvalidJobFailsAlone(t *testing.T) {
	t.Parallel()
	jobs := recipients(60)
	poison := map[int]error{3: ErrFailed, 17: ErrFailed, 30: ErrFailed, 31: ErrFailed, 49: ErrImageType, 55: ErrFailed}
	for i, text := range map[int]string{3: "do:throw", 17: "do:second page", 30: "do:lie", 31: "do:untagged", 55: "do:font"} {
		jobs[i].Pages = saying(text).Pages
	}
	jobs[49].Images = map[string][]byte{"u": []byte("<html>")}
	for i, printed := range shared.PDFs(t.Context(), jobs) {
		if !errors.Is(printed.Err, poison[i]) || (printed.Document == nil) != (poison[i] != nil) {
			t.Errorf("job %d: %v", i, printed.Err)
		}
	}
}

func TestHangingPageFailsAlone(t *testing.T) {
	t.Parallel()
	r := New(os.DirFS("testdata/print"), browser.Options{Tabs: 1, JobTimeout: 10 * time.Second})
	defer r.Close()
	r.PDFs(t.Context(), recipients(1)) // Chrome is running
	jobs := recipients(40)
	jobs[5].Pages = saying("do:hang").Pages
	other := recipients(10)
	for i := range other {
		other[i].Lang = "de" // another batch waits behind the first for the only tab
	}
	told := make([]int, 50)
	r.each(t.Context(), slices.Concat(jobs, other), func(i int, printed PDFResult) {
		told[i]++
		if (printed.Err != nil) != (i == 5) || i == 5 && !errors.Is(printed.Err, ErrFailed) {
			t.Errorf("job %d: %v", i, printed.Err)
		}
	})
	for i, times := range told {
		if times != 1 {
			t.Errorf("job %d is told %d times", i, times)
		}
	}
}

func TestBatchAndPartLimitsAddUpToOneTimeout(t *testing.T) {
	t.Parallel()
	r := &Renderer{jobTimeout: 15 * time.Second}
	parts := batch{members: make([]int, maxBatchPages)}.parts(7)
	all := r.firstLimit(maxBatchPages) + r.briefLimit(len(parts[0].members)) + r.briefLimit(1)
	if all > r.jobTimeout*9/10 { // the rest is for new tabs
		t.Errorf("a page that hangs holds up its batch for %v", all)
	}
}

func TestTagsFollowTheReadingOrder(t *testing.T) {
	t.Parallel()
	job := certificate()
	job.Pages[0].Values = map[string]Value{"a": {Kind: "text", Value: "first"}, "b": {Kind: "text", Value: "do:reverse"}}
	data := mustPrint(t, job)
	ctx := read(t, data)
	root, err := ctx.Catalog()
	if err != nil || root.DictEntry("MarkInfo") == nil {
		t.Fatal("not marked", err)
	}
	// The blocks are objects 10 and 11 in painting order.
	if !bytes.Contains(data, []byte("/K [11 0 R 10 0 R]")) {
		t.Error("the blocks are read in the order in which they are painted")
	}
}

func TestCropMarksNeedPrintMode(t *testing.T) {
	t.Parallel()
	for mode, grown := range map[Mode]float64{PDF: 0, Print: 14.173} {
		job := certificate()
		job.Mode, job.CropMarks = mode, true
		page, _, _, err := read(t, mustPrint(t, job)).PageDict(1, false)
		if err != nil {
			t.Fatal(err)
		}
		left := numbers(page.ArrayEntry("MediaBox"))[0]
		if (left < 0) != (mode == Print) {
			t.Errorf("%s: the paper begins at %g", mode, left)
		}
		if trim := numbers(page.ArrayEntry("TrimBox"))[0]; trim < grown-0.06 || trim > grown+0.01 {
			t.Errorf("%s: the trim begins at %g", mode, trim)
		}
	}
}

func TestSameText(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		got         pdf.Line
		want        paintedLine
		lacksGlyphs bool
		same        bool
	}{
		{got: pdf.Line{Text: "Ana  Lima"}, want: paintedLine{Text: "Ana\u200b Li\u00adma"}, same: true},
		{got: pdf.Line{Text: "Ana Lima"}, want: paintedLine{Text: "Ana Lina"}},
		{got: pdf.Line{Text: "anA"}, want: paintedLine{Text: "Ana"}},
		{got: pdf.Line{Text: "\u05d1\u05d0", RightToLeft: true}, want: paintedLine{Text: "\u05d0\u05d1"}, same: true},
		{got: pdf.Line{Text: "\u05d1\u05d1", RightToLeft: true}, want: paintedLine{Text: "\u05d0\u05d1"}},
		{got: pdf.Line{Text: "21"}, want: paintedLine{Text: "12", RTL: true}, same: true},
		{got: pdf.Line{Text: ")", RightToLeft: true}, want: paintedLine{Text: "(", RTL: true}, same: true},
		{got: pdf.Line{Text: ")"}, want: paintedLine{Text: "("}},
		{got: pdf.Line{Text: "Ana"}, want: paintedLine{Text: "A\ue000na"}},
		{got: pdf.Line{Text: "Ana"}, want: paintedLine{Text: "A\ue000na"}, lacksGlyphs: true, same: true},
		{got: pdf.Line{Text: "Anna"}, want: paintedLine{Text: "A\ue000na"}, lacksGlyphs: true},
	} {
		if sameText(c.got, c.want, c.lacksGlyphs) != c.same {
			t.Errorf("%+v and %+v: same %t", c.got, c.want, !c.same)
		}
	}
}

func TestNamesOfFontFiles(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, family string
		want         bool
	}{
		{"Lora-Italic", "Lora", true},
		{"NotoSansJPThin-Regular", "Noto Sans JP", true},
		{"MerriweatherLight18pt-Bold", "Merriweather", true},
		{"IM_FELL_English_Roman", "IM Fell English", true},
		{"NanumPen-Regular", "Nanum Pen Script", true},
		{"NotoSansMath-Regular", "Noto Sans", false},
		{"DejaVuSans", "Noto Sans", false},
		{"PlayfairDisplay-Regular", "Playfair", false},
	} {
		if isOf(c.name, c.family) != c.want {
			t.Errorf("%s of %s: %t", c.name, c.family, !c.want)
		}
	}
}
