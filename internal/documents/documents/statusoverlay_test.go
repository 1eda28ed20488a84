package documents

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"laurel/internal/documents/rendering"
	"laurel/internal/formats/browser"
	"laurel/internal/platform/i18n"
)

var overlayNames = []string{"in_progress", "expired", "suspended", "revoked", "test"}

func TestStatusOverlaysAreTranslated(t *testing.T) {
	t.Parallel()
	for _, code := range i18n.Codes {
		seen := map[string]bool{}
		for _, name := range overlayNames {
			words := statusOverlay{name: name}.words(code)
			if words == "" || seen[words] || !strings.HasPrefix(code, "en") && words == (statusOverlay{name: name}).words("en") {
				t.Errorf("%s: %s is called %q", code, name, words)
			}
			if strings.Contains(words, "[credential.expired_on]") != (name == "expired") || strings.Count(words, "[") > 1 {
				t.Errorf("%s: %s does not say its date: %q", code, name, words)
			}
			seen[words] = true
		}
	}
	if len(overlayTexts) != len(i18n.Codes) {
		t.Errorf("marks speak %d languages, the product %d", len(overlayTexts), len(i18n.Codes))
	}
}

// The renderer compares the text and fonts of the file with the expected ones, line by line.
func TestOverlayFontCoversEveryLanguage(t *testing.T) {
	t.Parallel()
	built := os.DirFS("../../../web/dist")
	if _, err := fs.Stat(built, "print.html"); err != nil {
		t.Fatalf("the web application is not built; run: make build: %v", err)
	}
	r := rendering.New(built, browser.Options{Tabs: 1})
	defer r.Close()
	apart := []string{"ja", "ko", "zh-cn", "zh-tw"} // these share characters that each draws differently
	pages := map[string][]string{}
	for _, code := range i18n.Codes {
		page := "en"
		if slices.Contains(apart, code) {
			page = code
		}
		pages[page] = append(pages[page], code)
	}
	for lang, codes := range pages {
		var blocks []string
		for i, code := range codes {
			for j, name := range overlayNames {
				model, _ := json.Marshal(statusOverlay{name: name}.words(code))
				blocks = append(blocks, fmt.Sprintf(`{"kind":"text","font":"Noto Sans","font_weight":600,"font_size":10,"model":%s,"top":"%d%%","left":"%d%%","image_width":"19%%","image_height":"2%%"}`, model, i*3, j*20))
			}
		}
		_, warnings, err := r.PDF(t.Context(), rendering.Job{
			Design: []byte(`{"schema_version":1,"kind":"certificate","size":"a4","orientation":"landscape","blocks":[` + strings.Join(blocks, ",") + `]}`),
			Lang:   lang, Mode: rendering.PDF, Title: "Marks",
			Pages: []rendering.Page{{Values: map[string]rendering.Value{"credential.expired_on": {Kind: "date", Value: "2026-03-01"}}}},
		})
		if err != nil {
			t.Errorf("%s: %v", lang, err)
		}
		for _, w := range warnings {
			if w.Code == "missing_glyph" {
				t.Errorf("%s: a letter of %s is in no font of ours", lang, codes[w.BlockIndex/len(overlayNames)])
			}
		}
	}
}
