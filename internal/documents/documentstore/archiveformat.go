package documentstore

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/maphash"
)

// An archive begins with the chunks that several of its documents share, each stored once: backgrounds, fonts, colour profiles.
// The documents follow, each as a list of references to shared chunks and its own bytes. An archive without shared chunks is the
// concatenation of its documents.
//
// The list consists of uvarints (encoding/binary): the number of references, and for each the number of own bytes before it, the
// offset of the chunk in the shared part, and its size in bytes.

// commonSize is the minimum size, in bytes, of a shared chunk: a smaller one is not worth its reference.
const commonSize = 512

// encodedArchive is an archive ready to be stored.
type encodedArchive struct {
	data          []byte
	common        int32 // bytes of the shared part
	names         []string
	starts, sizes []int32 // of the documents, in bytes
}

// span is a range of a document or of the shared part.
type span struct{ start, end int }

var (
	streamBegins = []byte("stream\n")
	streamEnds   = []byte("\nendstream")
)

// streams finds the stream objects of a PDF: images, fonts, text. A false match is harmless, because decoding restores the same
// bytes.
func streams(data []byte) (all []span) {
	for at := 0; ; {
		begins := bytes.Index(data[at:], streamBegins)
		if begins < 0 {
			return all
		}
		start := at + begins + len(streamBegins)
		size := bytes.Index(data[start:], streamEnds)
		if size < 0 {
			return all
		}
		if at = start + size + len(streamEnds); size >= commonSize {
			all = append(all, span{start, start + size})
		}
	}
}

// commonChunk is a chunk that occurs in documents.
type commonChunk struct {
	data  []byte
	times int
	start int // offset in the shared part
}

// encodeArchive combines documents into one archive.
func encodeArchive(all []File) encodedArchive {
	seed := maphash.MakeSeed()
	known := map[uint64]*commonChunk{} // only the first of two chunks with the same hash is considered
	find := func(data []byte) *commonChunk {
		hash := maphash.Bytes(seed, data)
		one := known[hash]
		if one == nil {
			one = &commonChunk{data: data}
			known[hash] = one
		}
		if !bytes.Equal(one.data, data) {
			return nil
		}
		return one
	}
	var p encodedArchive
	pieces, found := make([][]span, len(all)), make([][]*commonChunk, len(all))
	for i, f := range all {
		pieces[i] = streams(f.Data)
		for _, each := range pieces[i] {
			one := find(f.Data[each.start:each.end])
			if one != nil {
				if one.times++; one.times == 2 {
					one.start = len(p.data)
					p.data = append(p.data, one.data...)
				}
			}
			found[i] = append(found[i], one)
		}
	}
	p.common = int32(len(p.data)) //nolint:gosec // an archive is a few megabytes
	for i, f := range all {
		start := len(p.data)
		if p.common == 0 {
			p.data = append(p.data, f.Data...)
		} else {
			p.data = appendDocument(p.data, f.Data, pieces[i], found[i])
		}
		p.names = append(p.names, f.Name)
		p.starts, p.sizes = append(p.starts, int32(start)), append(p.sizes, int32(len(p.data)-start)) //nolint:gosec // likewise
	}
	return p
}

// appendDocument appends the references of a document and its own bytes.
func appendDocument(pack, document []byte, pieces []span, found []*commonChunk) []byte {
	var list, own []byte
	n, at := uint64(0), 0
	for i, each := range pieces {
		if found[i] == nil || found[i].times < 2 {
			continue
		}
		n++
		for _, number := range []int{each.start - at, found[i].start, each.end - each.start} {
			list = binary.AppendUvarint(list, uint64(number)) //nolint:gosec // none is negative
		}
		own = append(own, document[at:each.start]...)
		at = each.end
	}
	pack = append(binary.AppendUvarint(pack, n), list...)
	return append(append(pack, own...), document[at:]...)
}

var errArchive = errors.New("archive is damaged")

// decodeDocument restores a document from its own bytes and the shared part of its archive; without a shared part the input is
// the document.
func decodeDocument(common, own []byte) ([]byte, error) {
	if len(common) == 0 {
		return own, nil
	}
	whole := true
	number := func() int {
		v, size := binary.Uvarint(own)
		if size <= 0 || v > uint64(len(common)+len(own)) {
			whole = false
			return 0
		}
		own = own[size:]
		return int(v) //nolint:gosec // at most the number of bytes
	}
	type taken struct{ before, start, size int }
	list := make([]taken, min(number(), len(own)))
	size := 0
	for i := range list {
		list[i] = taken{number(), number(), number()}
		if list[i].start+list[i].size > len(common) {
			return nil, errArchive
		}
		size += list[i].size
	}
	document := make([]byte, 0, len(own)+size)
	for _, each := range list {
		if each.before > len(own) {
			return nil, errArchive
		}
		document = append(append(document, own[:each.before]...), common[each.start:each.start+each.size]...)
		own = own[each.before:]
	}
	if !whole {
		return nil, errArchive
	}
	return append(document, own...), nil
}
