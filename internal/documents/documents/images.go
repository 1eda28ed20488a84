package documents

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"time"

	"laurel/internal/documents/rendering"
)

// pictureRefs is the part of a design document that refers to pictures and tags.
type pictureRefs struct {
	Background string `json:"background"`
	Blocks     []struct {
		ImageURL string `json:"image_url"`
		Model    string `json:"model"`
		QR       string `json:"qr_code"`
		Image    string `json:"custom_image_attribute"`
	} `json:"blocks"`
}

// pictures returns the URLs of all pictures of a page.
func pictures(document json.RawMessage, values map[string]rendering.Value) ([]string, error) {
	var d pictureRefs
	if err := json.Unmarshal(document, &d); err != nil {
		return nil, fmt.Errorf("read design: %w", err)
	}
	addresses := []string{d.Background}
	for _, b := range d.Blocks {
		addresses = append(addresses, b.ImageURL)
		if m := tag.FindStringSubmatch(b.Image); m != nil {
			addresses = append(addresses, values[m[1]].Value)
		}
	}
	return slices.DeleteFunc(addresses, func(address string) bool { return address == "" }), nil
}

// cachedPicture is a recently read picture.
type cachedPicture struct {
	data  []byte
	until time.Time
}

// picture reads an uploaded picture. A missing picture is not an error: the page is rendered without it. The content of a URL
// never changes, but the file may be deleted.
func (s *Service) picture(ctx context.Context, address string) ([]byte, error) {
	if known, ok := s.pictureCache.Get(address); ok && s.clock.Now().Before(known.until) {
		return known.data, nil
	}
	data, ok, err := s.files.Open(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("read picture of a design: %w", err)
	}
	if !ok {
		return nil, nil
	}
	s.pictureCache.Put(address, cachedPicture{data, s.clock.Now().Add(cacheTTL)}, len(data))
	return data, nil
}

var tag = regexp.MustCompile(`\[([a-z]+\.[a-z0-9_]+)\]`)

// bracketed maps each tag of a design to its name in brackets, for pictures without a recipient.
func bracketed(document json.RawMessage) map[string]rendering.Value {
	values := map[string]rendering.Value{}
	var d pictureRefs
	if json.Unmarshal(document, &d) != nil {
		return values
	}
	for _, b := range d.Blocks {
		for _, m := range tag.FindAllStringSubmatch(b.Model+b.QR, -1) {
			values[m[1]] = rendering.Value{Kind: "text", Value: m[0]}
		}
	}
	return values
}
