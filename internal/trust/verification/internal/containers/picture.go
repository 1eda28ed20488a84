package containers

import (
	"bytes"
	"context"
	"regexp"
	"strconv"

	"laurel/internal/formats/qr"
	"laurel/internal/trust/verification/internal/document"
)

// IsPicture reports whether a file is an image of a format that cannot embed a credential but may show a QR code.
func IsPicture(data []byte) bool {
	webp := len(data) > 12 && bytes.HasPrefix(data, []byte("RIFF")) && bytes.Equal(data[8:12], []byte("WEBP"))
	return webp || bytes.HasPrefix(data, []byte("\xff\xd8\xff")) || bytes.HasPrefix(data, []byte("GIF8"))
}

const (
	maxPictures = 6 // of a PDF that are looked at
	maxContents = 12
)

var (
	pdfImage    = regexp.MustCompile(`/Subtype\s*/Image`)
	pdfJPEG     = regexp.MustCompile(`/DCTDecode|/DCT\b`)
	pdfMediaBox = regexp.MustCompile(`/MediaBox\s*\[\s*([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s+([\d.+-]+)\s*\]`)
	pdfDrawing  = regexp.MustCompile(`(?:\bre|\bl|\bh)\s+f`)
)

// PDFCode returns the content of a QR code on the pages of a PDF, as an image or as vector graphics. Streams are searched in file order.
func PDFCode(ctx context.Context, data []byte) (text string, found bool) {
	width, height := pdfSize(data)
	pictures, contents := 0, 0
	for _, at := range pdfStream.FindAllIndex(data, -1) {
		if ctx.Err() != nil || pictures+contents > maxPictures+maxContents {
			break
		}
		dict := pdfDict(data, at)
		err := qr.ErrNone
		switch body := pdfBody(dict, data[at[1]:]); {
		case pdfImage.Match(dict) && pdfJPEG.Match(dict) && pictures < maxPictures:
			pictures++
			text, err = qr.Read(body)
		case !pdfImage.Match(dict) && contents < maxContents:
			if content := pdfContent(dict, body); pdfDrawing.Match(content) {
				contents++
				text, err = qr.ReadContent(content, width, height)
			}
		}
		if err == nil {
			return text, true
		}
	}
	return "", false
}

// pdfContent decodes a stream that may be the content of a page.
func pdfContent(dict, body []byte) []byte {
	stream, ok := pdfDecoded(dict, body)
	if !ok {
		return nil
	}
	content, err := document.Limited(stream, maxContent)
	if err != nil {
		return nil
	}
	return content
}

// maxContent is the maximum size of a page's content, in bytes.
const maxContent = 4 << 20

// pdfSize returns the size of the first page with a MediaBox, in points, or else that of A4.
func pdfSize(data []byte) (width, height float64) {
	if found := pdfMediaBox.FindSubmatch(data); found != nil {
		var box [4]float64
		for i := range box {
			box[i], _ = strconv.ParseFloat(string(found[i+1]), 64)
		}
		if box[2] > box[0] && box[3] > box[1] {
			return box[2] - box[0], box[3] - box[1]
		}
	}
	return 595, 842
}
