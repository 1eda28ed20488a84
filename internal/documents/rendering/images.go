package rendering

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"laurel/internal/formats/browser"
)

const artPrefix = "/art/"

// raster are the image types that the page may load from a job. SVG is excluded: the only SVG files are the bundled ones.
var raster = map[string]bool{"image/png": true, "image/jpeg": true, "image/gif": true, "image/webp": true}

// addPictures adds the page's table of image URLs and the files behind them. File names are content hashes, because a reused page
// may cache an image.
func (p *prepared) addPictures(bundled bundle, job Job, known digests) error {
	for url, data := range job.Images {
		kind := http.DetectContentType(data)
		if !raster[kind] {
			return ErrImageType.With("url", url)
		}
		name := known.of(data)
		address := "https://" + browser.ImageHost + "/" + name
		if other := p.addresses[url]; other != "" && other != address {
			return ErrFailed.Wrap(errors.New("two jobs have different pictures under one address"))
		}
		p.addresses[url] = address
		if _, known := p.files[name]; !known && tooManyPixels(data) {
			return ErrInvalidJob.With("image", url)
		}
		p.files[name] = browser.Asset{ContentType: kind, Body: data}
	}
	for _, url := range artOf(job, len(p.pages) == 1) {
		if _, found := bundled.asset(url); found {
			p.addresses[url] = "https://" + browser.PageHost + url
		}
	}
	return nil
}

// digests caches the hash of each file: the jobs of a batch share most of them.
type digests map[*byte]string

func (d digests) of(data []byte) string {
	if len(data) == 0 {
		return digest(data)
	}
	if d[&data[0]] == "" {
		d[&data[0]] = digest(data)
	}
	return d[&data[0]]
}

// artOf lists the bundled pictures of a job. All jobs of a batch have the same design.
func artOf(job Job, withDesign bool) []string {
	var found []string
	if withDesign {
		var document any
		_ = json.Unmarshal(job.Design, &document) // readSheet has rejected invalid JSON
		found = artIn(document, nil)
	}
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
