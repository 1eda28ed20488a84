package rendering

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strings"

	"laurel/internal/browser"
)

const artPrefix = "/art/"

// raster are the image types that the page may load from a job. SVG is not
// among them: the only SVG files are the bundled ones.
var raster = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// pictures gives the page its table of image addresses, and the browser the
// files behind them. Names are hashes: a kept page may remember an image.
func (r *Renderer) pictures(job Job) (map[string]string, map[string]browser.Asset, error) {
	addresses := map[string]string{}
	files := map[string]browser.Asset{}
	for url, data := range job.Images {
		kind := http.DetectContentType(data)
		if !raster[kind] {
			return nil, nil, ErrImageType.With("url", url)
		}
		name := digest(data)
		addresses[url] = "https://" + browser.ImageHost + "/" + name
		files[name] = browser.Asset{ContentType: kind, Body: data}
	}
	for _, url := range artOf(job) {
		if _, bundled := r.bundle.asset(url); bundled {
			addresses[url] = "https://" + browser.PageHost + url
		}
	}
	return addresses, files, nil
}

// artOf lists the bundled pictures that a job names.
func artOf(job Job) []string {
	var document any
	_ = json.Unmarshal(job.Design, &document) // readSheet has refused what is no JSON
	found := artIn(document, nil)
	for _, page := range job.Pages {
		for _, value := range page.Values {
			found = artIn(value.Value, found)
		}
	}
	return found
}

func artIn(node any, found []string) []string {
	switch node := node.(type) {
	case string:
		if strings.HasPrefix(node, artPrefix) {
			found = append(found, node)
		}
	case []any:
		for _, child := range node {
			found = artIn(child, found)
		}
	case map[string]any:
		for _, child := range node {
			found = artIn(child, found)
		}
	}
	return found
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
