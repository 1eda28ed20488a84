package jpegtile

import "fmt"

// transcoder re-encodes the blocks of a scan with the standard tables. Coefficients stay unchanged.
type transcoder struct {
	f      *frame
	in     reader
	before [3]int // the last DC coefficient read of each component
	base   [3]int // the last one written
}

func newTranscoder(f *frame) *transcoder { return &transcoder{f: f, in: reader{data: f.scan}} }

// tile encodes the next MCUs so that they do not depend on earlier ones.
func (t *transcoder) tile(mcus int) ([]byte, error) {
	t.base = [3]int{}
	out := writer{out: make([]byte, 0, 128*mcus)}
	for range mcus {
		for component, blocks := range [3]int{4, 1, 1} {
			for range blocks {
				if err := t.block(&out, component); err != nil {
					return nil, err
				}
			}
		}
	}
	return out.end(), nil
}

// block re-encodes a block of 64 coefficients (T.81, F.1.2).
func (t *transcoder) block(out *writer, component int) error {
	selectors := t.f.selectors[component]
	dc, ac := t.f.tables[0][selectors>>4], t.f.tables[1][selectors&15]
	codes := &standard[min(component, 1)]

	size, err := t.in.symbol(dc)
	if err != nil {
		return err
	}
	if size > 11 {
		return fmt.Errorf("%w: DC coefficient", ErrFormat)
	}
	t.before[component] += extend(t.in.bits(size), size)
	written, more := magnitude(t.before[component] - t.base[component])
	t.base[component] = t.before[component]
	if written > 11 {
		return fmt.Errorf("%w: DC coefficient", ErrFormat)
	}
	out.put(codes.dc[written])
	out.bits(more, written)

	for at := 1; at < 64; at++ {
		symbol, err := t.in.symbol(ac)
		if err != nil {
			return err
		}
		code := codes.ac[symbol]
		if code.length == 0 {
			return fmt.Errorf("%w: AC coefficient", ErrFormat)
		}
		out.put(code)
		switch symbol {
		case 0x00: // the rest is zero
			return nil
		case 0xf0: // sixteen are zero
			at += 15
		default:
			at += int(symbol >> 4)
			out.bits(t.in.bits(symbol&15), symbol&15)
		}
		if at > 63 {
			return fmt.Errorf("%w: AC coefficient", ErrFormat)
		}
	}
	return nil
}

// extend returns the value of bits with a size (T.81, F.2.2.1). magnitude is its inverse.
func extend(bits uint32, size byte) int {
	if size > 0 && bits < 1<<(size-1) {
		return int(bits) - 1<<size + 1
	}
	return int(bits)
}

func magnitude(value int) (size byte, bits uint32) {
	rest := max(value, -value)
	for ; rest > 0; rest >>= 1 {
		size++
	}
	if value < 0 {
		value += 1<<size - 1
	}
	return size, uint32(value) //nolint:gosec // G115: not negative any more
}

// reader reads the bits of a scan. Beyond its end it returns zeros, which symbol rejects.
type reader struct {
	data  []byte
	at    int
	held  uint64 // bits, the next one highest
	count int
	over  int // bits that are not of the file
}

// fill buffers at least 57 bits.
func (r *reader) fill() {
	for r.count <= 56 {
		var next byte
		switch {
		case r.at >= len(r.data), r.data[r.at] == 0xff && (r.at+1 >= len(r.data) || r.data[r.at+1] != 0):
			r.over += 8 // a marker ends the scan
		case r.data[r.at] == 0xff:
			next = 0xff
			r.at += 2
		default:
			next = r.data[r.at]
			r.at++
		}
		r.held |= uint64(next) << (56 - r.count)
		r.count += 8
	}
}

// bits reads up to 16 bits. Call it only after symbol, which has buffered enough.
func (r *reader) bits(n byte) uint32 {
	out := uint32(r.held >> 32 >> (32 - n)) //nolint:gosec // G115: n bits
	r.held <<= n
	r.count -= int(n)
	return out
}

func (r *reader) symbol(t *table) (byte, error) {
	if r.count < 32 {
		r.fill()
	}
	if r.over > r.count {
		return 0, fmt.Errorf("%w: the scan ends early", ErrFormat)
	}
	if found := t.quick[r.held>>(64-quickBits)]; found.length > 0 {
		r.held <<= found.length
		r.count -= int(found.length)
		return found.symbol, nil
	}
	for length := quickBits + 1; length <= 16; length++ {
		code := int(r.held >> (64 - length)) //nolint:gosec // G115: sixteen bits at most
		if code < t.ends[length] {
			r.held <<= length
			r.count -= length
			return t.symbols[t.offsets[length]+code], nil
		}
	}
	return 0, fmt.Errorf("%w: no such code", ErrFormat)
}

// writer writes the bits of a tile.
type writer struct {
	out   []byte
	held  uint64 // bits, the last one lowest
	count byte
}

func (w *writer) put(c code) { w.bits(uint32(c.bits), c.length) }

func (w *writer) bits(bits uint32, n byte) {
	w.held = w.held<<n | uint64(bits)
	w.count += n
	for w.count >= 8 {
		w.count -= 8
		next := byte(w.held >> w.count) //nolint:gosec // G115: the low eight bits
		w.out = append(w.out, next)
		if next == 0xff {
			w.out = append(w.out, 0)
		}
	}
}

// end pads the last byte with ones (T.81, F.1.2.3).
func (w *writer) end() []byte {
	if w.count > 0 {
		rest := 8 - w.count
		w.bits(1<<rest-1, rest)
	}
	return w.out
}
