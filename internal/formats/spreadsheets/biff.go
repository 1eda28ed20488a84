package spreadsheets

import (
	"encoding/binary"
	"errors"
	"io"
	"math"
	"unicode/utf16"
)

// Records of BIFF8, the format of xls. Only records with cell values are read.
const (
	recFormula  = 0x0006
	recEOF      = 0x000a
	recDateMode = 0x0022
	recFilePass = 0x002f
	recContinue = 0x003c
	recSheet    = 0x0085
	recMulRK    = 0x00bd
	recRString  = 0x00d6
	recXF       = 0x00e0
	recSST      = 0x00fc
	recLabelSST = 0x00fd
	recNumber   = 0x0203
	recLabel    = 0x0204
	recBool     = 0x0205
	recString   = 0x0207
	recRK       = 0x027e
	recFormat   = 0x041e
	recBOF      = 0x0809
	version8    = 0x0600
)

var errShort = errors.New("a record ends too early")

// record is a record with its continuations. Strings start again in each part.
type record struct {
	kind  uint16
	parts [][]byte
}

// cursor reads a record across its parts.
type cursor struct {
	parts [][]byte
	part  int
	at    int
}

func (r record) cursor() *cursor { return &cursor{parts: r.parts} }

func (c *cursor) ended() bool {
	for c.part < len(c.parts) && c.at >= len(c.parts[c.part]) {
		c.part, c.at = c.part+1, 0
	}
	return c.part >= len(c.parts)
}

func (c *cursor) u8() (byte, error) {
	if c.ended() {
		return 0, errShort
	}
	b := c.parts[c.part][c.at]
	c.at++
	return b, nil
}

func (c *cursor) u16() (uint16, error) {
	low, err := c.u8()
	if err != nil {
		return 0, err
	}
	high, err := c.u8()
	return uint16(low) | uint16(high)<<8, err
}

func (c *cursor) u32() (uint32, error) {
	low, err := c.u16()
	if err != nil {
		return 0, err
	}
	high, err := c.u16()
	return uint32(low) | uint32(high)<<16, err
}

func (c *cursor) f64() (float64, error) {
	low, err := c.u32()
	if err != nil {
		return 0, err
	}
	high, err := c.u32()
	return floatOf(low, high), err
}

func (c *cursor) skip(n uint32) error {
	for ; n > 0; n-- {
		if _, err := c.u8(); err != nil {
			return err
		}
	}
	return nil
}

// text reads a number of characters. Where they continue in the next part, it starts with a new flag for their width.
func (c *cursor) text(length uint16, wide bool) (string, error) {
	units := make([]uint16, 0, length)
	for uint16(len(units)) < length { //nolint:gosec // it grows one by one up to length
		if c.part < len(c.parts) && c.at >= len(c.parts[c.part]) {
			flags, err := c.u8()
			if err != nil {
				return "", err
			}
			wide = flags&1 != 0
		}
		if !wide {
			b, err := c.u8()
			if err != nil {
				return "", err
			}
			units = append(units, uint16(b))
			continue
		}
		u, err := c.u16()
		if err != nil {
			return "", err
		}
		units = append(units, u)
	}
	return string(utf16.Decode(units)), nil
}

// unicode reads a string with its length, and skips formatting and phonetic data.
func (c *cursor) unicode() (string, error) {
	length, err := c.u16()
	if err != nil {
		return "", err
	}
	flags, err := c.u8()
	if err != nil {
		return "", err
	}
	var runs uint16
	var extra uint32
	if flags&8 != 0 {
		if runs, err = c.u16(); err != nil {
			return "", err
		}
	}
	if flags&4 != 0 {
		if extra, err = c.u32(); err != nil {
			return "", err
		}
	}
	s, err := c.text(length, flags&1 != 0)
	if err != nil {
		return "", err
	}
	return s, c.skip(4*uint32(runs) + extra)
}

// records passes the records from an offset, each with its continuations, to fn until it returns stop.
func records(stream []byte, from uint32, fn func(record) (more bool, err error)) error {
	at := int64(from)
	next := func() (kind uint16, body []byte, err error) {
		if at+4 > int64(len(stream)) {
			return 0, nil, io.EOF
		}
		kind, length := binary.LittleEndian.Uint16(stream[at:]), int64(binary.LittleEndian.Uint16(stream[at+2:]))
		if at+4+length > int64(len(stream)) {
			return 0, nil, errShort
		}
		body = stream[at+4 : at+4+length]
		at += 4 + length
		return kind, body, nil
	}
	for {
		kind, body, err := next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		r := record{kind, [][]byte{body}}
		for at+4 <= int64(len(stream)) && binary.LittleEndian.Uint16(stream[at:]) == recContinue {
			_, body, err := next()
			if err != nil {
				return err
			}
			r.parts = append(r.parts, body)
		}
		if more, err := fn(r); err != nil || !more {
			return err
		}
	}
}

func floatOf(low, high uint32) float64 { return math.Float64frombits(uint64(low) | uint64(high)<<32) }

// rk decodes a number of 30 bits.
func rk(v uint32) float64 {
	var f float64
	if v&2 != 0 {
		f = float64(int32(v) >> 2) //nolint:gosec // the bits are a signed number
	} else {
		f = math.Float64frombits(uint64(v&^3) << 32)
	}
	if v&1 != 0 {
		f /= 100
	}
	return f
}
