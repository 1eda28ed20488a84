package designs

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"path"
	"strings"
)

// TemplatePictureWidth is the width of the bundled template previews in pixels.
const TemplatePictureWidth = 480

//go:embed pictures
var pictureFiles embed.FS

// readPictures returns the template previews by slug, each with the checksum of the template file from which it was rendered.
func readPictures() map[string]shippedPicture {
	sums, err := pictureFiles.ReadFile("pictures/SHA256SUMS")
	if err != nil {
		panic("read checksums of templates: " + err.Error())
	}
	entries, err := pictureFiles.ReadDir("pictures")
	if err != nil {
		panic("read pictures of templates: " + err.Error())
	}
	checksums := map[string]string{}
	for line := range strings.Lines(string(sums)) {
		if fields := strings.Fields(line); len(fields) == 2 {
			checksums[strings.TrimSuffix(path.Base(fields[1]), ".json")] = fields[0]
		}
	}
	found := map[string]shippedPicture{}
	for _, entry := range entries {
		slug := strings.TrimSuffix(entry.Name(), path.Ext(entry.Name()))
		if checksums[slug] == "" {
			continue
		}
		data, err := pictureFiles.ReadFile("pictures/" + entry.Name())
		if err != nil {
			panic("read " + entry.Name() + ": " + err.Error())
		}
		found[slug] = shippedPicture{data, checksums[slug]}
	}
	return found
}

type shippedPicture struct {
	data     []byte
	checksum string
}

// of returns the preview if it was rendered from this version of the template file, or nil.
func (p shippedPicture) of(template []byte) []byte {
	if sum := sha256.Sum256(template); p.checksum != hex.EncodeToString(sum[:]) {
		return nil
	}
	return p.data
}
