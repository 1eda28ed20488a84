package rendering

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"strings"

	"laurel/internal/formats/browser"
)

const (
	printPage = "/print.html"
	pageReady = "window.laurelReady === true"
)

// revision changes when this package changes its output for the same print.
const revision = "3"

// bundle is the built web application, which contains the print page.
type bundle struct {
	files   fs.FS
	version string
}

func newBundle(files fs.FS) bundle {
	return bundle{files: files, version: bundleVersion(files)}
}

// asset serves a file to the print page.
func (b bundle) asset(name string) (browser.Asset, bool) {
	data, err := fs.ReadFile(b.files, strings.TrimPrefix(name, "/"))
	if err != nil {
		return browser.Asset{}, false
	}
	return browser.Asset{ContentType: contentType(name), Body: data}, true
}

func contentType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".js":
		return "text/javascript"
	case ".woff2", ".ttf", ".otf":
		return "font/" + ext[1:]
	default:
		if kind := mime.TypeByExtension(ext); kind != "" {
			return kind
		}
		return "application/octet-stream"
	}
}

// bundleVersion hashes the print page, the bundled pictures and the revision of this package. The page names its scripts, and
// these their fonts, by content hash, so the rest of the web application may change without invalidating certificates.
func bundleVersion(files fs.FS) string {
	sum := sha256.New()
	_, _ = fmt.Fprintf(sum, "revision %s\n", revision)
	art, _ := fs.Glob(files, strings.TrimPrefix(artPrefix, "/")+"*")
	for _, name := range append(art, strings.TrimPrefix(printPage, "/")) {
		// An unreadable file fails when the page is rendered.
		data, _ := fs.ReadFile(files, name)
		_, _ = fmt.Fprintf(sum, "%s %s\n", name, digest(data))
	}
	return hex.EncodeToString(sum.Sum(nil))
}
