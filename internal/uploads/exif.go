package uploads

import (
	"bytes"
	"encoding/binary"
)

const (
	markerApp1        = 0xe1
	markerStartOfScan = 0xda
	tagOrientation    = 0x0112
)

// exifOrientation reads from a JPEG how it was held, 1 to 8; 1 when it does not say or says it wrongly.
func exifOrientation(data []byte) int {
	for at := 2; at+4 <= len(data) && data[at] == 0xff; {
		marker, size := data[at+1], int(binary.BigEndian.Uint16(data[at+2:]))
		end := at + 2 + size
		if marker == markerStartOfScan || size < 2 || end > len(data) {
			break
		}
		if body, ok := bytes.CutPrefix(data[at+4:end], []byte("Exif\x00\x00")); ok && marker == markerApp1 {
			return tiffOrientation(body)
		}
		at = end
	}
	return 1
}

func tiffOrientation(tiff []byte) int {
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder = binary.LittleEndian
	if tiff[0] == 'M' {
		order = binary.BigEndian
	}
	first := int(order.Uint32(tiff[4:]))
	if first < 8 || first+2 > len(tiff) {
		return 1
	}
	for i := range int(order.Uint16(tiff[first:])) {
		entry := first + 2 + 12*i
		if entry+12 > len(tiff) {
			break
		}
		if order.Uint16(tiff[entry:]) == tagOrientation {
			if v := int(order.Uint16(tiff[entry+8:])); v >= 1 && v <= 8 {
				return v
			}
			break
		}
	}
	return 1
}
