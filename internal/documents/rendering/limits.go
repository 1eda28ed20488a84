package rendering

import (
	"bytes"
	"image"
	_ "image/gif" // the formats whose size is known before they are unpacked
	_ "image/jpeg"
	_ "image/png"
)

// What a page may cost. Designs and uploads are checked when they are saved; here a hostile one is refused before Chrome
// unpacks it.
const (
	maxBlocks = 1_000
	maxValues = 1_000
	maxText   = 64 << 10 // bytes of one value
	maxPixels = 64_000_000
	maxFiles  = 128 << 20 // bytes of all pictures of a batch
)

// limit refuses a job that would cost too much with ErrInvalidJob.
func limit(s sheet, job Job) error {
	if len(s.Blocks) > maxBlocks {
		return ErrInvalidJob.With("blocks", len(s.Blocks))
	}
	for _, page := range job.Pages {
		if len(page.Values) > maxValues {
			return ErrInvalidJob.With("values", len(page.Values))
		}
		for tag, value := range page.Values {
			if len(value.Value) > maxText {
				return ErrInvalidJob.With("value", tag)
			}
		}
	}
	return nil
}

// tooManyPixels reads the size of a picture from its first bytes. What is damaged is left to the page, which says so.
func tooManyPixels(data []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && size.Width*size.Height > maxPixels
}
