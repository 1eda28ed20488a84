package documents

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/maphash"

	"laurel/internal/documents/rendering"
)

// A pack begins with what several of its documents have in common, each piece once: backgrounds, fonts, profiles of colour. Behind it stand
// the documents, each as a list of what it takes from there and the bytes that are its own. Where nothing is common, a pack is its
// documents one after the other.
//
// The list is made of numbers as encoding/binary writes them (uvarint): how many pieces there are, and for each how many bytes of its own
// the document has before it, where the piece begins among what is common, and its size in bytes.

// commonSize is the least size, in bytes, of what is kept once: less is not worth its place in the list.
const commonSize = 512

// encodedArchive is a pack that is about to be stored.
type encodedArchive struct {
	data          []byte
	common        int32 // bytes at the beginning that documents share
	names         []string
	starts, sizes []int32 // of the documents, in bytes
}

// span is a part of a document, or of what is common.
type span struct{ start, end int }

var (
	streamBegins = []byte("stream\n")
	streamEnds   = []byte("\nendstream")
)

// streams are what a PDF holds in one piece: pictures, fonts, text. Anything else that reads alike does no harm, as what is put together
// again is the same in any case.
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

// commonChunk is what occurs in documents.
type commonChunk struct {
	data  []byte
	times int
	start int // where it is kept
}

// encodeArchive puts documents together.
func encodeArchive(all []rendering.File) encodedArchive {
	seed := maphash.MakeSeed()
	known := map[uint64]*commonChunk{} // of two that have the same hash by chance, only the first is looked for
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
	p.common = int32(len(p.data)) //nolint:gosec // a pack is some megabytes
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

// appendDocument adds what a document takes from what is common, and what it has of its own.
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

var errArchive = errors.New("a pack is not what was stored")

// decodeDocument makes a document of what it has of its own and what is common in its pack; without that it is the document.
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
		return int(v) //nolint:gosec // no more than there are bytes
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
