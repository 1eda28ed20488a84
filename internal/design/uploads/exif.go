package uploads

import (
	"bytes"
	"encoding/binary"
	"iter"
)

const (
	markerApp1        = 0xe1
	markerApp2        = 0xe2
	markerStartOfScan = 0xda
	tagOrientation    = 0x0112
)

// exifOrientation returns the EXIF orientation of a JPEG, from 1 to 8. It returns 1 if the orientation is missing or invalid.
func exifOrientation(data []byte) int {
	for marker, segment := range segments(data) {
		if body, ok := bytes.CutPrefix(segment, []byte("Exif\x00\x00")); ok && marker == markerApp1 {
			return tiffOrientation(body)
		}
	}
	return 1
}

// segments iterates over the segments of a JPEG before its pixel data, with their markers.
func segments(data []byte) iter.Seq2[byte, []byte] {
	return func(yield func(byte, []byte) bool) {
		for at := 2; at+4 <= len(data) && data[at] == 0xff; {
			marker, end := data[at+1], at+2+int(binary.BigEndian.Uint16(data[at+2:]))
			if marker == markerStartOfScan || end < at+4 || end > len(data) || !yield(marker, data[at+4:end]) {
				return
			}
			at = end
		}
	}
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
