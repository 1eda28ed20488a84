package designs_test

import (
	"bytes"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"testing"

	"laurel/internal/design/designs"
)

func TestEveryTemplateComesWithAPictureOfItsPresentState(t *testing.T) {
	t.Parallel()
	for _, template := range designs.Templates("", "") {
		if template.Picture == nil {
			t.Errorf("%s has no picture of its present state: run scripts/template-pictures.sh", template.Slug)
			continue
		}
		config, _, err := image.DecodeConfig(bytes.NewReader(template.Picture))
		if err != nil || config.Width != designs.TemplatePictureWidth {
			t.Errorf("the picture of %s is %d px wide: %v", template.Slug, config.Width, err)
		}
	}
}
