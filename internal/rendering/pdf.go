package rendering

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
)

// document is a PDF as Chrome writes it: whole objects one after the other
// and one classic table of their places. Reading only this form keeps the
// structure tree byte for byte, which general PDF libraries drop or reorder.
type document struct {
	header  []byte
	objects []object // in the order of the file
	root    int
	info    int
}

type object struct {
	number int
	body   []byte // from "N 0 obj" to the start of the next object
}

var (
	startPattern   = regexp.MustCompile(`^startxref\n(\d+)\n%%EOF\s*$`)
	tablePattern   = regexp.MustCompile(`^xref\n0 (\d+)\n`)
	trailerPattern = regexp.MustCompile(`^trailer\n<</Size (\d+)\n/Root (\d+) 0 R\n/Info (\d+) 0 R>>\n`)
)

var errForm = errors.New("PDF is not in the form that Chrome writes")

const tableLine = 20 // bytes of one entry of the table

func readDocument(data []byte) (document, error) {
	start := startPattern.FindSubmatch(data[max(bytes.LastIndex(data, []byte("startxref\n")), 0):])
	if !bytes.HasPrefix(data, []byte("%PDF-1.")) || start == nil {
		return document{}, errForm
	}
	tableAt, _ := strconv.Atoi(string(start[1]))
	if tableAt <= 0 || tableAt >= len(data) {
		return document{}, errForm
	}
	table := data[tableAt:]
	head := tablePattern.FindSubmatch(table)
	if head == nil {
		return document{}, errForm
	}
	count, _ := strconv.Atoi(string(head[1]))
	lines := table[len(head[0]):]
	if len(lines) < count*tableLine {
		return document{}, errForm
	}
	trailer := trailerPattern.FindSubmatch(lines[count*tableLine:])
	if trailer == nil || !bytes.Equal(trailer[1], head[1]) {
		return document{}, errForm
	}
	d := document{}
	d.root, _ = strconv.Atoi(string(trailer[2]))
	d.info, _ = strconv.Atoi(string(trailer[3]))
	return d, d.readObjects(data[:tableAt], lines[:count*tableLine])
}

// readObjects cuts the file at the places that the table names.
func (d *document) readObjects(data, table []byte) error {
	type place struct{ number, offset int }
	var places []place
	for number := 1; number < len(table)/tableLine; number++ {
		line := table[number*tableLine : (number+1)*tableLine]
		offset, err := strconv.Atoi(string(line[:10]))
		if err != nil || line[17] != 'n' || offset <= 0 || offset >= len(data) {
			return errForm
		}
		places = append(places, place{number, offset})
	}
	if len(places) == 0 {
		return errForm
	}
	slices.SortFunc(places, func(a, b place) int { return a.offset - b.offset })
	d.header = data[:places[0].offset]
	for i, p := range places {
		end := len(data)
		if i+1 < len(places) {
			end = places[i+1].offset
		}
		body := data[p.offset:end]
		if !bytes.HasPrefix(body, fmt.Appendf(nil, "%d 0 obj\n", p.number)) || !bytes.HasSuffix(body, []byte("endobj\n")) {
			return errForm
		}
		d.objects = append(d.objects, object{p.number, body})
	}
	return nil
}

// object returns the object of that number, nil when there is none.
func (d *document) object(number int) *object {
	for i := range d.objects {
		if d.objects[i].number == number {
			return &d.objects[i]
		}
	}
	return nil
}

// extend adds entries to the dictionary that the object is.
func (o *object) extend(entries string) {
	at := bytes.Index(o.body, []byte("<<")) + len("<<")
	o.body = slices.Concat(o.body[:at], []byte(entries), o.body[at:])
}

// replace gives the object a new dictionary.
func (o *object) replace(entries string) {
	o.body = fmt.Appendf(nil, "%d 0 obj\n<<%s>>\nendobj\n", o.number, entries)
}

// write puts the file together; id is its identity, in hexadecimal.
func (d *document) write(id string) []byte {
	out := slices.Clone(d.header)
	places := make([]int, len(d.objects)+1)
	for _, o := range d.objects {
		places[o.number] = len(out)
		out = append(out, o.body...)
	}
	tableAt := len(out)
	out = fmt.Appendf(out, "xref\n0 %d\n0000000000 65535 f \n", len(places))
	for _, offset := range places[1:] {
		out = fmt.Appendf(out, "%010d 00000 n \n", offset)
	}
	return fmt.Appendf(out, "trailer\n<</Size %d\n/Root %d 0 R\n/Info %d 0 R\n/ID [<%s> <%s>]>>\nstartxref\n%d\n%%%%EOF\n",
		len(places), d.root, d.info, id, id, tableAt)
}
