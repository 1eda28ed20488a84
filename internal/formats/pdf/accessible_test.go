package pdf

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"testing"

	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/types"
)

// reading is a document as an independent library reads it.
type reading struct {
	*testing.T
	ctx  *model.Context
	data []byte
}

func (r reading) dict(o types.Object) types.Dict {
	r.Helper()
	d, err := r.ctx.DereferenceDict(o)
	if err != nil || d == nil {
		r.Fatalf("%v is no dictionary: %v", o, err)
	}
	return d
}

func (r reading) array(o types.Object) types.Array {
	r.Helper()
	a, err := r.ctx.DereferenceArray(o)
	if err != nil {
		r.Fatalf("%v is no array: %v", o, err)
	}
	return a
}

// owners are the elements of the structure tree by the marks that they have, each once.
func (r reading) owners(tree types.Dict) map[int]types.IndirectRef {
	r.Helper()
	found := map[int]types.IndirectRef{}
	level := 0
	for _, kid := range r.array(r.dict(tree["K"])["K"]) {
		ref, _ := kid.(types.IndirectRef)
		element := r.dict(ref)
		role := fmt.Sprint(element["S"])
		switch {
		case role == Figure && element["Alt"] == nil:
			r.Error("a figure says nothing")
		case !slices.Contains([]string{Figure, "P", "H1"}, role):
			r.Errorf("an element is a %s", role)
		case role == "H1":
			level = 1
		}
		for _, mark := range r.array(element["K"]) {
			if link, ok := mark.(types.IndirectRef); ok {
				r.link(tree, link, ref, found)
				continue
			}
			id, ok := mark.(types.Integer)
			if _, twice := found[int(id)]; !ok || twice {
				r.Errorf("mark %v is of two elements, or none", mark)
			}
			found[int(id)] = ref
		}
	}
	if level != 1 {
		r.Error("there is no heading")
	}
	return found
}

// link checks a link in an element, and notes the marks that it has.
func (r reading) link(tree types.Dict, ref, parent types.IndirectRef, found map[int]types.IndirectRef) {
	r.Helper()
	element := r.dict(ref)
	if fmt.Sprint(element["S"]) != "Link" || element["P"] != parent {
		r.Errorf("in an element is %v", element)
	}
	annotations := 0
	for _, kid := range r.array(element["K"]) {
		if id, ok := kid.(types.Integer); ok {
			found[int(id)] = ref
			continue
		}
		annotations++
		annotation := r.dict(r.dict(kid)["Obj"])
		if annotation["Contents"] == nil { // 28-011
			r.Error("a link says nothing")
		}
		numbers := r.array(r.dict(tree["ParentTree"])["Nums"])
		at := slices.Index(numbers, annotation["StructParent"])
		if at < 0 || at%2 != 0 || numbers[at+1] != ref { // 28-010
			r.Errorf("the link %v does not lead back to its element", annotation)
		}
	}
	if annotations != 1 {
		r.Errorf("a link has %d annotations", annotations)
	}
}

var tagOfContent = regexp.MustCompile(`/(\w+) <</MCID (\d+) ?>>BDC`)

// checks are what can be told of PDF/UA-1 without eyes: ISO 14289-1, 7.1 to 7.3, by the numbers of the Matterhorn Protocol 1.1.
func (r reading) checks() {
	r.Helper()
	catalog, err := r.ctx.Catalog()
	if err != nil {
		r.Fatal(err)
	}
	if title := r.dict(catalog["ViewerPreferences"])["DisplayDocTitle"]; title != types.Boolean(true) { // 07-001
		r.Errorf("its title is shown: %v", title)
	}
	if catalog["Lang"] == nil || r.dict(catalog["MarkInfo"])["Marked"] != types.Boolean(true) { // 11-006, 06-001
		r.Error("it has no language or is not marked")
	}
	page, _, _, err := r.ctx.PageDict(1, false)
	if err != nil || page["StructParents"] != types.Integer(0) || fmt.Sprint(page["Tabs"]) != "S" { // 28-009
		r.Fatalf("its page is %v, %v", page, err)
	}
	stream, _, err := r.ctx.DereferenceStreamDict(page["Contents"])
	if err != nil || stream.Decode() != nil {
		r.Fatalf("its content: %v", err)
	}
	tree := r.dict(catalog["StructTreeRoot"])
	owners := r.owners(tree)
	painted := map[int]bool{}
	for _, m := range tagOfContent.FindAllSubmatch(stream.Content, -1) { // 01-005, 09-004
		id, _ := strconv.Atoi(string(m[2]))
		if _, known := owners[id]; !known || painted[id] {
			r.Errorf("content %d is of no element, or is twice there", id)
		}
		painted[id] = true
	}
	if len(painted) == 0 || len(painted) != len(owners) {
		r.Errorf("%d of the elements' %d marks are painted", len(painted), len(owners))
	}
	numbers := r.array(r.dict(tree["ParentTree"])["Nums"])
	parents := r.array(numbers[1])
	for _, id := range slices.Sorted(maps.Keys(owners)) {
		if id >= len(parents) || parents[id] != owners[id] {
			r.Errorf("content %d leads to another element than its own", id)
		}
	}
	if !bytes.Contains(r.data, []byte("<pdfuaid:part>1</pdfuaid:part>")) { // 06-002
		r.Error("it does not say that it is accessible")
	}
}

func TestEveryMarkIsOfOneElementAndLeadsBackToIt(t *testing.T) {
	t.Parallel()
	p, all := languages(t), people(t)
	for i, who := range all {
		data := document(t, p, i, setting())
		with, err := Attach(data, attachment())
		if err != nil {
			t.Fatal(err)
		}
		linked := setting()
		linked.Links = []Link{
			{1, Box{100, 100, 200, 120}, "https://oak.example/c/1?a=(1)"}, {1, Box{100, 80, 200, 100}, "https://oak.example/d"}, {0, Box{9, 9, 20, 20}, "https://oak.example/e"},
		}
		for name, data := range map[string][]byte{
			who.Lang: data, who.Lang + " with a file": with, who.Lang + " with links": document(t, p, i, linked),
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				reading{t, valid(t, data), data}.checks()
			})
		}
	}
}

func TestALinkOpensItsAddressWhereItIs(t *testing.T) {
	t.Parallel()
	s := setting()
	s.Links = []Link{{1, Box{100, 100, 200.5, 120}, "https://oak.example/c/1?a=(1)&b=2"}}
	data := document(t, languages(t), 0, s)
	r := reading{t, valid(t, data), data}
	page, _, _, err := r.ctx.PageDict(1, false)
	if err != nil {
		t.Fatal(err)
	}
	all := r.array(page["Annots"])
	if len(all) != 1 {
		t.Fatalf("annotations %v", all)
	}
	link := r.dict(all[0])
	address, err := types.StringLiteralToString(r.dict(link["A"])["URI"].(types.StringLiteral))
	if err != nil || address != s.Links[0].Address || fmt.Sprint(link["Rect"]) != "[100 100 200.50 120]" {
		t.Errorf("it opens %s (%v) at %v", address, err, link["Rect"])
	}
}
