package browser

import (
	"bytes"
	"encoding/binary"
	"fmt"
)

// whole hands on a file that has its beginning and its end. Where Chrome wrote less, the tab is as good as crashed: the
// job runs again on a fresh one.
func whole(format string, data []byte) ([]byte, error) {
	if !isWhole(format, data) {
		return nil, fmt.Errorf("%w: a broken %s of %d bytes", ErrCrashed, format, len(data))
	}
	return data, nil
}

func isWhole(format string, data []byte) bool {
	from := func(begin, end string) bool {
		return bytes.HasPrefix(data, []byte(begin)) && bytes.HasSuffix(data, []byte(end))
	}
	switch format {
	case "pdf":
		data = bytes.TrimRight(data, "\r\n")
		return from("%PDF-", "%%EOF")
	case "png":
		return from("\x89PNG\r\n\x1a\n", "\x00\x00\x00\x00IEND\xaeB`\x82")
	case "webp": // Source: Google, WebP Container Specification, RIFF header
		return from("RIFF", "") && len(data) > 12 && string(data[8:12]) == "WEBP" && int(binary.LittleEndian.Uint32(data[4:]))+8 == len(data)
	default: // JPEG
		return from("\xff\xd8", "\xff\xd9")
	}
}
