// Package uploads lets browsers upload files directly to the bucket, each with a policy for exactly one file, and checks images before
// they are shown.
package uploads

import (
	"path"
	"slices"
	"strings"
)

// Preset is the purpose of an upload.
type Preset string

// The presets.
const (
	General       Preset = "s3_policy"     // pictures, spreadsheets and other files, told apart by their ending
	Templates     Preset = "templates"     // pictures in designs
	Evidence      Preset = "evidence"      // anything; it is only ever downloaded
	Organizations Preset = "organizations" // pictures of departments
	Fonts         Preset = "fonts"         // font files of departments
)

// MaxPixels is the maximum size of a decoded image. 25 million pixels (A3 at 350 dpi) take 100 MB of memory and up to three seconds of
// CPU time to re-encode. Only one image is decoded at a time.
const MaxPixels = 25_000_000

const (
	imageBytes = 5 << 20
	otherBytes = 20 << 20
	fontBytes  = 10 << 20
	maxName    = 300
)

// Image is a checked image. URL is that of its public copy.
type Image struct {
	URL    string
	Width  int
	Height int
}

// Request contains the properties of the file to upload.
type Request struct {
	Preset      string
	FileName    string
	ContentType string
	Size        int64 // 0 when not told; the policy limits it anyway
}

// class defines which files are allowed: their extensions, the content types of each extension, and their maximum size. Without
// extensions, any file is allowed.
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

// classOf returns the class of files that a preset allows. For the general preset it depends on the extension.
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

// contentType returns the type that a file is served with, which depends on its extension. Where any file is allowed, it is a type that
// browsers download, so that they never run the file.
func (c class) contentType(ending string) string {
	if c.types == nil {
		return "application/octet-stream"
	}
	return c.types[ending][0]
}

// fits reports whether the type that the browser sends matches the extension. Browsers that do not know the type send none.
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
