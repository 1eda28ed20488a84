package rendering

import (
	"bytes"
	"image"
	_ "image/gif" // formats whose dimensions are read before decoding
	_ "image/jpeg"
	_ "image/png"

	_ "golang.org/x/image/webp" // registers the format
)

// Limits of a page. Designs and uploads are checked when they are saved; here a hostile one is rejected before Chrome decodes it.
const (
	maxBlocks = 1_000
	maxValues = 1_000
	maxText   = 64 << 10 // bytes of one value
	maxPixels = 64_000_000
	maxFiles  = 128 << 20 // bytes of all pictures of a batch
)

// limit returns ErrInvalidJob for a job that exceeds a limit.
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

// tooManyPixels reads the dimensions from the header of a picture. Damaged files are left to the page, which reports them.
func tooManyPixels(data []byte) bool {
	size, _, err := image.DecodeConfig(bytes.NewReader(data))
	return err == nil && size.Width*size.Height > maxPixels
}
