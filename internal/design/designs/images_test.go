package designs_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
)

func imageBlock(url string) string {
	return fmt.Sprintf(`{"kind":"image","image_url":%q,"top":"1%%","left":"1%%","image_width":"9%%","image_height":"9%%"}`, url)
}

func TestUploadedPicturesAreLookedAtBeforeTheyAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	sent := w.upload(t, by, 8, 4)
	d := w.create(t, by, fmt.Sprintf(`{"name":"N","background":%q,"blocks":[%s,%s]}`, sent, imageBlock(sent), imageBlock("/art/seal-green.svg")))
	doc := decoded(t, d.Document)
	kept, _ := doc["background"].(string)
	block := doc["blocks"].([]any)[0].(map[string]any)
	if _, ok := w.uploads.Public(kept); !ok || kept == sent || block["image_url"] != kept {
		t.Errorf("kept %s for %s", d.Document, sent)
	}
	if again, err := w.Update(t.Context(), by, d.ID, designs.Save{Design: withName(t, d)}); err != nil || string(again.Document) != string(d.Document) {
		t.Errorf("saved again: %s, %v", again.Document, err)
	}
}

func TestPicturesThatAreNotOursAreRefusedAtTheField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by, other := w.department(t, access.Administrator), w.department(t, access.Administrator)
	theirs := w.create(t, other, fmt.Sprintf(`{"name":"N","background":%q}`, w.upload(t, other, 8, 4)))
	shown, _ := decoded(t, theirs.Document)["background"].(string)
	for name, tc := range map[string]struct{ url, code string }{
		"another department's upload":  {w.upload(t, other, 8, 4), "upload.foreign"},
		"another department's picture": {shown, "upload.foreign"},
		"another host":                 {"https://evil.test/x.png", "upload.foreign"},
		"an internal address":          {"http://127.0.0.1:1/x.png", "upload.foreign"},
		"art that does not exist":      {"/art/no-such.svg", "design.unknown_art"},
	} {
		for field, design := range map[string]string{
			"design.background":         fmt.Sprintf(`{"name":"N","background":%q}`, tc.url),
			"design.blocks.0.image_url": `{"name":"N","blocks":[` + imageBlock(tc.url) + `]}`,
		} {
			_, err := w.Create(t.Context(), by, designs.Save{Design: json.RawMessage(design)})
			if got := fieldsOf(err); len(got) != 1 || got[field] != tc.code {
				t.Errorf("%s: %v", name, explain(err))
			}
		}
	}
}

func TestBleedsAreSwitchedOffForABackgroundTooSmallForPrint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.department(t, access.Administrator)
	for name, tc := range map[string]struct {
		background string
		want       bool
	}{
		"print size":                {w.upload(t, by, 874, 614), true},
		"larger, nearly the shape":  {w.upload(t, by, 1000, 700), true},
		"one pixel short":           {w.upload(t, by, 873, 614), false},
		"large enough, other shape": {w.upload(t, by, 900, 900), false},
		"our own drawing":           {"/art/ground-card-a8.svg", true},
		"none":                      {"", true},
	} {
		d := w.create(t, by, fmt.Sprintf(`{"name":"N","size":"a8","background":%q,"background_bleeds":true}`, tc.background))
		if got := strings.Contains(string(d.Document), `"background_bleeds": true`); got != tc.want {
			t.Errorf("%s: bleeds %v in %s", name, got, d.Document)
		}
	}
}
