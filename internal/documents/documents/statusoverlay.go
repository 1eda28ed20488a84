package documents

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"

	"laurel/internal/design/designs"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/i18n"
)

//go:embed statusoverlays.json
var overlayTextsFile []byte

// overlayTexts are the texts of overlays by language: the language of the design, which may be one that the product is not
// translated into.
var overlayTexts = readOverlayTexts()

func readOverlayTexts() map[string]map[string]string {
	var words map[string]map[string]string
	if err := json.Unmarshal(overlayTextsFile, &words); err != nil {
		panic(err) // the file is embedded
	}
	return words
}

func (m statusOverlay) words(language string) string {
	if words, known := overlayTexts[language]; known {
		return words[m.name]
	}
	return overlayTexts[i18n.Fallback][m.name]
}

// statusOverlay is the banner on a document of a credential that is not valid.
type statusOverlay struct {
	name string // of its texts
	fill string
}

// statusOverlays by state; the colour signals severity.
var statusOverlays = map[credentials.State]statusOverlay{
	credentials.InProgress: {"in_progress", "#33408a"},
	credentials.Expired:    {"expired", "#5f4b12"},
	credentials.Suspended:  {"suspended", "#5f4b12"},
	credentials.Revoked:    {"revoked", "#8a1f1f"},
}

// testOverlay marks test credentials in any state.
var testOverlay = statusOverlay{"test", "#33408a"}

func overlayOf(c credentials.Credential) (statusOverlay, bool) {
	if c.Test {
		return testOverlay, true
	}
	m, ok := statusOverlays[c.State]
	return m, ok
}

// topZIndex is above every block of a design.
const topZIndex = 100_000

// withStatusOverlay adds the overlay of a credential's state to a design: a banner at the top of the page that no block can
// cover. As part of the design it changes the key under which documents are stored.
func withStatusOverlay(c credentials.Credential, v designs.Version) (json.RawMessage, error) {
	m, found := overlayOf(c)
	if !found {
		return v.Document, nil
	}
	design := map[string]any{}
	read := json.NewDecoder(bytes.NewReader(v.Document))
	read.UseNumber()
	if err := read.Decode(&design); err != nil {
		return nil, fmt.Errorf("read design: %w", err)
	}
	width, height := designs.ScreenSize(fmt.Sprint(design["size"]), fmt.Sprint(design["orientation"]))
	place := func(kind string) map[string]any {
		return map[string]any{
			"kind": kind, "z_index": topZIndex, "top": "2.5%", "left": "24%", "image_width": "52%", "image_height": "6.5%",
		}
	}
	plate, words := place("rectangle"), place("text")
	plate["fill"], plate["stroke"], plate["stroke_width"], plate["radius"] = m.fill, "#ffffff", px(height, 0.003), px(height, 0.012)
	words["left"], words["image_width"] = "26%", "48%"
	words["model"], words["color"] = m.words(v.Language), "#ffffff"
	words["font"], words["font_weight"], words["font_size"] = "Noto Sans", 600, px(min(width, height), 0.034)
	words["align"], words["vertical_align"], words["scale_to_fit"] = "center", "middle", true
	blocks, _ := design["blocks"].([]any)
	design["blocks"] = append(blocks, plate, words)
	return json.Marshal(design)
}

func px(length int, share float64) float64 { return float64(length) * share }
