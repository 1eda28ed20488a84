package apptest_test

import (
	"bytes"
	"context"
	"errors"
	"path"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"laurel/internal/app/apptest"
	"laurel/internal/documents/documentstore"
)

// packing is a Laurel that has printed the documents of three people together.
type packing struct {
	*apptest.World
	t     *testing.T
	owner apptest.Issuer
	paths [3]string
	uuids [3]string
}

func newPacking(t *testing.T) *packing {
	t.Helper()
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	p := &packing{World: apptest.New(t), t: t}
	p.owner = p.Issuer("owner")
	group, _, _ := pictured(t, p.owner, "Weaving", "Rank")
	for i, name := range []string{"ada", "bob", "cy"} {
		issued := p.owner.Issued(group, name)
		p.uuids[i], p.paths[i] = issued.Text("credential.uuid"), pdfOf(issued)
	}
	p.Work()
	p.Print()
	return p
}

// pack is the only pack that there is, and how many documents are in it.
func (p *packing) pack() (name string, documents int64) {
	p.t.Helper()
	packs := p.Files("pack/")
	if len(packs) != 1 {
		p.t.Fatalf("the packs are %v; want one", packs)
	}
	return packs[0], p.Number("select count(*) from kept_documents where pack_id = $1", uuid.MustParse(path.Base(packs[0])))
}

func (p *packing) stored(i int) []byte {
	p.t.Helper()
	name := p.Text("select k.name from kept_documents k join credentials c on c.id = k.credential_id where c.uuid = '" + p.uuids[i] + "' and k.name like 'pdf/%'")
	data, err := p.App.Kept.Get(p.t.Context(), name)
	if err != nil || !bytes.HasPrefix(data, []byte("%PDF-")) || !bytes.Contains(data[len(data)-8:], []byte("%%EOF")) {
		p.t.Fatalf("document %d: %d bytes, %v", i, len(data), err)
	}
	return data
}

func TestWhatIsPrintedTogetherIsOneFileAndGoesOneByOne(t *testing.T) {
	p := newPacking(t)
	first, n := p.pack()
	if alone := p.Files("pdf/"); n != 3 || len(alone) != 0 {
		t.Fatalf("%d documents in the pack, alone are %v", n, alone)
	}
	ofBob, ofCy := p.stored(1), p.stored(2)
	if bytes.Equal(ofBob, ofCy) {
		t.Error("two people have the same document")
	}
	p.Nobody().Get(p.paths[1]).OK()
	if alone := p.Files("pdf/"); len(alone) != 0 {
		t.Errorf("what was stored is made again: %v", alone)
	}
	p.owner.Delete("/v1/credentials/" + p.uuids[0]).OK()
	p.Clock.Advance(31 * 24 * time.Hour)
	if n, err := p.App.Lifecycle.PurgeDue(t.Context()); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	p.Clock.Advance(time.Hour)
	for left := range 2 { // a sweep that is killed before, and after, a file has gone
		if _, err := documentstore.New(p.App.Pool, p.Clock, &interrupted{p.App.Prints(), left}).Sweep(t.Context()); !errors.Is(err, errKilled) {
			t.Fatal(err)
		}
	}
	if _, err := p.App.Kept.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	p.Clock.Advance(2 * time.Hour) // what the killed ones have begun
	if _, err := p.App.Kept.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	second, n := p.pack()
	if second == first || n != 2 || !bytes.Equal(p.stored(1), ofBob) || !bytes.Equal(p.stored(2), ofCy) {
		t.Errorf("%d documents are left in %s, which was %s", n, second, first)
	}
	whole, err := p.App.Prints().Get(t.Context(), second)
	if err != nil || len(whole) >= len(ofBob)+len(ofCy) || int64(len(whole)) != p.Number("select max(pack_start + pack_size) from kept_documents") {
		t.Errorf("the pack has %d bytes, its documents %d and %d, %v", len(whole), len(ofBob), len(ofCy), err)
	}
	p.owner.SignIn()
	for _, id := range p.uuids[1:] {
		p.owner.Delete("/v1/credentials/" + id).OK()
	}
	p.Clock.Advance(31 * 24 * time.Hour)
	if n, err := p.App.Lifecycle.PurgeDue(t.Context()); n != 2 || err != nil {
		t.Fatal(n, err)
	}
	p.Clock.Advance(time.Hour)
	if _, err := p.App.Kept.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if packs := p.Files("pack/"); len(packs) != 0 || p.Number("select count(*) from document_packs") != 0 {
		t.Errorf("left are %v", packs)
	}
}

func TestAPackThatIsLostIsPrintedAgain(t *testing.T) {
	p := newPacking(t)
	pack, _ := p.pack()
	if err := p.App.Objects.Delete(t.Context(), pack); err != nil {
		t.Fatal(err)
	}
	p.Nobody().Get(p.paths[1]).OK()
	if alone := p.Files("pdf/"); len(alone) != 1 {
		t.Errorf("made again are %v", alone)
	}
	p.stored(1)
}

func TestAPackHoldsNothingThatIsNotNamed(t *testing.T) {
	p := newPacking(t)
	pack, _ := p.pack()
	department := p.owner.Department
	name := p.Text("select min(name) from kept_documents where pack_id is not null")
	other := "pdf/ab/other.pdf"
	if _, err := p.App.Kept.Register(t.Context(), []documentstore.StoredFile{{Name: other, Owner: documentstore.Owner{DepartmentID: department, CredentialID: p.Number("select min(id) from credentials")}}}); err != nil {
		t.Fatal(err)
	}
	data := []byte("%PDF-other%%EOF\n")
	all := []documentstore.File{{Name: name, Data: []byte("%PDF-again%%EOF\n")}, {Name: other, Data: data}, {Name: "pdf/cd/unknown.pdf", Data: data}}
	if err := p.App.Kept.PutMany(t.Context(), department, all); err != nil {
		t.Fatal(err)
	}
	if got, err := p.App.Kept.Get(t.Context(), other); err != nil || !bytes.Equal(got, data) {
		t.Errorf("%q, %v", got, err)
	}
	p.Clock.Advance(2 * time.Hour)
	if _, err := p.App.Kept.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	packs := p.Files("pack/")
	if len(packs) != 2 || p.Number("select count(*) from kept_documents where pack_id = $1", uuid.MustParse(path.Base(pack))) != 3 {
		t.Fatalf("packs %v, of which %s had three documents", packs, pack)
	}
	for _, one := range packs {
		if whole, err := p.App.Prints().Get(t.Context(), one); err != nil || one != pack && !bytes.Equal(whole, data) {
			t.Errorf("%s holds %d bytes, %v; one document is named", one, len(whole), err)
		}
	}
}

func TestManyDocumentsOfAPackAreReadTogether(t *testing.T) {
	p := newPacking(t)
	names := strings.Fields(p.Text("select string_agg(name, ' ' order by pack_start) from kept_documents where pack_id is not null"))
	if err := p.App.Kept.Put(t.Context(), "pdf/ab/alone.pdf", "application/pdf", []byte("alone")); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		names []string
		reads int
	}{
		"neighbours":             {names, 2}, // one of them for what they have in common
		"some of them":           {[]string{names[2], names[0]}, 3},
		"one twice":              {[]string{names[1], names[1]}, 2},
		"with others, and none":  {[]string{"pdf/ab/alone.pdf", names[0], "pdf/ab/none.pdf", names[1]}, 4},
		"nothing of it is there": {[]string{"pdf/ab/none.pdf"}, 1},
	} {
		reading := &counted{Storage: p.App.Prints()}
		got, err := documentstore.New(p.App.Pool, p.Clock, reading).GetMany(t.Context(), c.names)
		if err != nil || reading.reads.Load() != int64(c.reads) {
			t.Errorf("%s: %d requests, want %d; %v", name, reading.reads.Load(), c.reads, err)
		}
		for i, one := range c.names {
			want, err := p.App.Kept.Get(t.Context(), one)
			if err != nil && !reading.Missing(err) || !bytes.Equal(got[i], want) {
				t.Errorf("%s: %d bytes of %s, want %d, %v", name, len(got[i]), one, len(want), err)
			}
		}
	}
	pack, _ := p.pack()
	if err := p.App.Objects.Delete(t.Context(), pack); err != nil {
		t.Fatal(err)
	}
	if got, err := p.App.Kept.GetMany(t.Context(), names); err != nil || got[0] != nil || len(got) != 3 {
		t.Errorf("of a pack that is lost: %d, %v", len(got), err)
	}
	if n := p.Number("select count(*) from kept_documents where pack_id is not null"); n != 0 {
		t.Errorf("%d documents are still said to be in it", n)
	}
}

// counted counts what is read.
type counted struct {
	documentstore.Storage
	reads atomic.Int64
}

func (c *counted) Get(ctx context.Context, name string) ([]byte, error) {
	c.reads.Add(1)
	return c.Storage.Get(ctx, name)
}

func (c *counted) GetPart(ctx context.Context, name string, start, size int64) ([]byte, error) {
	c.reads.Add(1)
	return c.Storage.GetPart(ctx, name, start, size)
}
