package spreadsheets

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// xlsFile writes a workbook of Excel 97 with one sheet: texts shared and inline, numbers, dates, formulas and truths.
func xlsFile(records ...[]byte) []byte {
	name := []byte("People")
	sheetAt := 0
	globals := func() []byte {
		return bytes.Join(append([][]byte{
			rec(recBOF, le(uint16(0x0600), uint16(0x0005), uint32(0), uint32(0), uint32(0))),
			rec(recXF, le(uint16(0), uint16(0)), make([]byte, 16)),
			rec(recXF, le(uint16(0), uint16(14)), make([]byte, 16)),
			rec(recSheet, le(uint32(sheetAt)), []byte{0, 0, byte(len(name)), 0}, name),
			sharedTexts("name", "e-mail", "Zażółć gęślą", "a\u0301 界"),
			rec(recEOF),
		}, nil), nil)
	}
	sheetAt = len(globals())
	sheet := bytes.Join(append(append([][]byte{rec(recBOF, le(uint16(0x0600), uint16(0x0010), uint32(0), uint32(0), uint32(0)))}, records...), rec(recEOF)), nil)
	return compound(append(globals(), sheet...))
}

func le(values ...any) []byte {
	var out bytes.Buffer
	for _, v := range values {
		_ = binary.Write(&out, binary.LittleEndian, v)
	}
	return out.Bytes()
}

func rec(kind uint16, parts ...[]byte) []byte {
	body := bytes.Join(parts, nil)
	return append(le(kind, uint16(len(body))), body...)
}

func wide(s string) []byte {
	units := utf16.Encode([]rune(s))
	return append(le(uint16(len(units)), byte(1)), le(units)...)
}

// sharedTexts writes the table of texts so that the last one runs over into a second record.
func sharedTexts(texts ...string) []byte {
	body := le(uint32(len(texts)), uint32(len(texts)))
	for _, s := range texts {
		body = append(body, wide(s)...)
	}
	cut := len(body) - 2
	return append(rec(recSST, body[:cut]), rec(recContinue, []byte{1}, body[cut:])...)
}

func at(row, column, style uint16) []byte { return le(row, column, style) }

func numberCell(row, column, style uint16, v float64) []byte {
	return rec(recNumber, at(row, column, style), le(math.Float64bits(v)))
}

// compound puts a stream into a file system of its own, as xls files are.
func compound(stream []byte) []byte {
	const sector = 512
	for len(stream) < 4096 || len(stream)%sector != 0 { // smaller ones lie elsewhere
		stream = append(stream, 0)
	}
	sectors := len(stream) / sector
	fat := make([]uint32, 128*(sectors/126+1))
	for i := range fat {
		fat[i] = 0xffffffff
	}
	fatSectors := len(fat) / 128
	for i := range fatSectors {
		fat[i] = 0xfffffffd
	}
	dir := fatSectors
	fat[dir] = 0xfffffffe
	for i := range sectors {
		fat[dir+1+i] = uint32(dir + 2 + i)
	}
	fat[dir+sectors] = 0xfffffffe
	header := append([]byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1}, make([]byte, 16)...)
	header = append(header, le(uint16(0x3e), uint16(3), uint16(0xfffe), uint16(9), uint16(6), [6]byte{}, uint32(0), uint32(fatSectors),
		uint32(dir), uint32(0), uint32(4096), uint32(0xfffffffe), uint32(0), uint32(0xfffffffe), uint32(0))...)
	for i := range 109 {
		if i < fatSectors {
			header = append(header, le(uint32(i))...)
		} else {
			header = append(header, le(uint32(0xffffffff))...)
		}
	}
	entry := func(name string, kind byte, child, start uint32, size int) []byte {
		units := make([]uint16, 32)
		n := copy(units, utf16.Encode([]rune(name)))
		return le(units, uint16(2*n+2), kind, byte(1), uint32(0xffffffff), uint32(0xffffffff), child, [36]byte{}, start, uint64(size))
	}
	out := append(header, le(fat)...)
	out = append(out, entry("Root Entry", 5, 1, 0xfffffffe, 0)...)
	out = append(out, entry("Workbook", 2, 0xffffffff, uint32(dir+1), len(stream))...)
	out = append(out, make([]byte, 256)...)
	return append(out, stream...)
}
