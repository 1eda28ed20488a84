package browser

import (
	"context"
	"errors"
	"testing"
)

// drawn is a function that pictures a transparent page.
const drawn = `(format, width, height) => {
	const canvas = Object.assign(document.createElement('canvas'), { width, height })
	return canvas.toDataURL('image/' + format).split(',')[1]
}`

func TestFilesWithoutTheirEndAreRefused(t *testing.T) {
	t.Parallel()
	p := newPool(t, nil)
	made := map[string][]byte{}
	mustDo(t, p, func(ctx context.Context, tab *Tab) (err error) {
		if made["pdf"], err = tab.PrintPDF(ctx, PDFOptions{}); err != nil {
			return err
		}
		for _, format := range []string{"png", "jpeg", "webp"} {
			made[format], _, err = tab.Picture(ctx, format, drawn, format, 99, 51)
			if err != nil {
				return err
			}
		}
		return nil
	})
	for format, data := range made {
		for name, cut := range map[string][]byte{
			"nothing": nil, "its beginning": data[:len(data)/2], "all but three bytes": data[:len(data)-3], "its end": data[len(data)/2:],
			"nothing but zeros": make([]byte, len(data)),
		} {
			if _, err := whole(format, cut); !errors.Is(err, ErrCrashed) {
				t.Errorf("%s of a %s: error = %v, want a crash, so that it is made again", name, format, err)
			}
		}
	}
}
