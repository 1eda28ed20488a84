// Package uploads lets browsers send files straight to the bucket, each under a policy for exactly one file, and looks at a
// picture before anything of ours shows it.
package uploads

import (
	"path"
	"slices"
	"strings"
)

// Preset says what a file is sent for.
type Preset string

// The presets.
const (
	General       Preset = "s3_policy"     // pictures, spreadsheets and other files, told apart by their ending
	Templates     Preset = "templates"     // pictures in designs
	Evidence      Preset = "evidence"      // anything; it is only ever downloaded
	Organizations Preset = "organizations" // pictures of departments
	Fonts         Preset = "fonts"         // font files of departments
)

// MaxPixels bounds a picture once it is unpacked: 25 million pixels (A3 at 350 dpi) take 100 MB, and up to three seconds of a
// processor to encode anew. One picture is unpacked at a time.
const MaxPixels = 25_000_000

const (
	imageBytes = 5 << 20
	otherBytes = 20 << 20
	fontBytes  = 10 << 20
	maxName    = 300
)

// Image is a picture that was looked at; its URL is the one to show.
type Image struct {
	URL    string
	Width  int
	Height int
}

// Request asks for a policy.
type Request struct {
	Preset      string
	FileName    string
	ContentType string
	Size        int64 // 0 when not told; the policy limits it anyway
}

// class is what a file may be: the endings it may have with the types that go with each, and its size. No endings: any.
type class struct {
	types    map[string][]string
	maxBytes int64
}

var (
	images = class{map[string][]string{
		"png": {"image/png"}, "jpg": {"image/jpeg"}, "jpeg": {"image/jpeg"}, "gif": {"image/gif"},
	}, imageBytes}
	spreadsheets = class{map[string][]string{
		"xls":  {"application/vnd.ms-excel"},
		"xlsx": {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"},
		"csv":  {"text/csv", "text/plain", "application/vnd.ms-excel", "application/csv"},
		"txt":  {"text/plain"},
	}, otherBytes}
	fonts = class{map[string][]string{
		"ttf":   {"font/ttf", "font/sfnt", "application/x-font-ttf", "application/x-font-truetype"},
		"otf":   {"font/otf", "font/sfnt", "application/x-font-otf", "application/x-font-opentype", "application/vnd.ms-opentype"},
		"woff2": {"font/woff2", "application/font-woff2"},
	}, fontBytes}
	anything = class{nil, otherBytes}
)

// classOf says what a file of the preset may be. The general preset is for several kinds of file, so the ending decides.
func classOf(p Preset, ending string) (class, bool) {
	switch p {
	case Templates, Organizations:
		return images, true
	case Evidence:
		return anything, true
	case Fonts:
		return fonts, true
	case General:
		for _, c := range []class{images, spreadsheets} {
			if c.types[ending] != nil {
				return c, true
			}
		}
		return anything, true
	}
	return class{}, false
}

// contentType is what the file will be served as: the one its ending stands for. What may be anything is served as bytes to
// save, so that no browser ever runs it.
func (c class) contentType(ending string) string {
	if c.types == nil {
		return "application/octet-stream"
	}
	return c.types[ending][0]
}

// fits tells whether a browser's idea of the type agrees with the ending. Browsers that know none send nothing.
func (c class) fits(ending, contentType string) bool {
	return c.types == nil || contentType == "" || contentType == "application/octet-stream" || slices.Contains(c.types[ending], contentType)
}

func (c class) isImage() bool { return c.maxBytes == imageBytes }

func (c class) endings() string {
	var all []string
	for ending := range c.types {
		all = append(all, ending)
	}
	slices.Sort(all)
	return strings.Join(all, ", ")
}

func endingOf(fileName string) string {
	return strings.ToLower(strings.TrimPrefix(path.Ext(fileName), "."))
}
