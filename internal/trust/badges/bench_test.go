package badges_test

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math/rand/v2"
	"os"
	"strings"
	"testing"
	"time"

	"laurel/internal/trust/badges"
)

// BenchmarkBaking measures how many badges of the usual size are baked in a second on one processor, beside what cannot be done
// without: copying the picture and checking it once.
func BenchmarkBaking(b *testing.B) {
	if b.N > 1 {
		return // the one pass has measured everything
	}
	pixels := image.NewNRGBA(image.Rect(0, 0, 600, 600))
	noise := rand.New(rand.NewPCG(1, 2))
	for i := range pixels.Pix {
		pixels.Pix[i] = byte(noise.Uint32()) >> 4 // about as large as the picture of a badge
	}
	var picture bytes.Buffer
	if err := png.Encode(&picture, pixels); err != nil {
		b.Fatal(err)
	}
	text := []byte(`{"proof":"` + strings.Repeat("x", 6<<10) + `"}`)
	texts := []badges.Text{{badges.Keyword2, text}, {badges.Keyword3, text}}

	const times, rounds = 100, 10
	var copied, baked time.Duration
	for range rounds {
		begun := time.Now()
		for range times {
			if crc32.ChecksumIEEE(bytes.Clone(picture.Bytes())) == 0 {
				b.Fatal("no picture")
			}
		}
		copied += time.Since(begun)
		begun = time.Now()
		for range times {
			if _, err := badges.Bake(picture.Bytes(), texts...); err != nil {
				b.Fatal(err)
			}
		}
		baked += time.Since(begun)
	}
	perSecond := func(took time.Duration) float64 { return times * rounds / took.Seconds() }
	_, _ = fmt.Fprintf(os.Stdout, "\nbake %d KB   %6.0f/s on one processor   1/%.1f of copying and checking it\n",
		picture.Len()>>10, perSecond(baked), baked.Seconds()/copied.Seconds())
}
