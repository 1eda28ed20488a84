package pdf

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
)

// coder compresses and decompresses streams and reuses its buffers.
type coder struct {
	reader io.ReadCloser
	writer *zlib.Writer
	plain  bytes.Buffer
}

// mostPlain is the maximum size of a decompressed content stream, in bytes.
const mostPlain = 64 << 20

// plain returns the content of a stream. Chrome leaves short ones uncompressed. The result is valid until the next call.
func (p *Document) plain(number int) ([]byte, error) {
	if number <= 0 || number >= len(p.objects) || p.objects[number].stream == nil {
		return nil, ErrForm
	}
	o := p.objects[number]
	d, _ := readDict(o.value)
	switch string(d.get("Filter")) {
	case "":
		return o.stream, nil
	case "/FlateDecode":
		return p.coder.inflate(o.stream)
	default:
		return nil, ErrForm
	}
}

// inflate decompresses a stream. The result is valid until the next call.
func (c *coder) inflate(packed []byte) ([]byte, error) {
	source := bytes.NewReader(packed)
	var err error
	if c.reader == nil {
		c.reader, err = zlib.NewReader(source)
	} else {
		err = c.reader.(zlib.Resetter).Reset(source, nil)
	}
	if err != nil {
		c.reader = nil
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	c.plain.Reset()
	n, err := io.Copy(&c.plain, io.LimitReader(c.reader, mostPlain+1))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrForm, err)
	}
	if n > mostPlain {
		return nil, fmt.Errorf("%w: more than %d bytes of content", ErrForm, mostPlain)
	}
	return c.plain.Bytes(), nil
}

// deflate compresses with the fastest level, because the content of a page is small compared to its fonts and images.
func (c *coder) deflate(plain []byte) []byte {
	var out bytes.Buffer
	if c.writer == nil {
		c.writer, _ = zlib.NewWriterLevel(&out, zlib.BestSpeed) // the level is one that there is
	} else {
		c.writer.Reset(&out)
	}
	_, _ = c.writer.Write(plain) // a buffer takes everything
	_ = c.writer.Close()
	return out.Bytes()
}

func streamDict(length int) []byte {
	return fmt.Appendf(nil, "<</Filter /FlateDecode\n/Length %d>>", length)
}
