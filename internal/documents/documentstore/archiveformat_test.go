package documentstore

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

// printed is a document with a background and its own text.
func printed(name string, own int, backgrounds ...[]byte) File {
	data := []byte("%PDF-1.7\n")
	for i, b := range backgrounds {
		data = append(fmt.Appendf(data, "%d 0 obj\n<</Length %d>> stream\n", i, len(b)), b...)
		data = append(data, "\nendstream\nendobj\n"...)
	}
	data = append(fmt.Appendf(data, "(%s) stream\n", name), bytes.Repeat([]byte(name[:1]), own)...)
	return File{Name: name, Data: append(data, "\nendstream\n%%EOF\n"...)}
}

func TestCommonPartsAreStoredOnce(t *testing.T) {
	t.Parallel()
	paper, seal := bytes.Repeat([]byte("paper "), 5_000), bytes.Repeat([]byte("seal"), 500)
	hostile := append(append(append([]byte{}, paper...), "\nendstream stream\n"...), seal...)
	for name, c := range map[string]struct {
		all    []File
		common int
	}{
		"one background":                     {[]File{printed("ada", 9, paper), printed("bob", 700, paper), printed("cy", 0, paper)}, len(paper)},
		"two, of which one shows both":       {[]File{printed("ada", 9, paper, seal), printed("bob", 9, seal), printed("cy", 9, paper)}, len(paper) + len(seal)},
		"one twice on the same":              {[]File{printed("ada", 9, seal, seal), printed("bob", 9)}, len(seal)},
		"one that only one shows":            {[]File{printed("ada", 9, paper), printed("bob", 9)}, 0},
		"nothing":                            {[]File{printed("ada", 9), printed("bob", 9)}, 0},
		"what is too short":                  {[]File{printed("ada", 9, paper[:500]), printed("bob", 9, paper[:500])}, 0},
		"a background that reads like a PDF": {[]File{printed("ada", 9, hostile), printed("bob", 9, hostile)}, len(paper) + len(seal)},
		"what is no PDF, and what is empty":  {[]File{{Name: "a", Data: []byte("stream\n")}, {Name: "b"}, printed("cy", 9, seal), printed("di", 9, seal)}, len(seal)},
	} {
		p := encodeArchive(c.all)
		if int(p.common) != c.common {
			t.Errorf("%s: %d bytes are common, want %d", name, p.common, c.common)
		}
		sum := 0
		for i, f := range c.all {
			got, err := decodeDocument(p.data[:p.common], p.data[p.starts[i]:p.starts[i]+p.sizes[i]])
			if err != nil || !bytes.Equal(got, f.Data) || p.names[i] != f.Name {
				t.Errorf("%s: %s comes back with %d bytes of %d, %v", name, f.Name, len(got), len(f.Data), err)
			}
			sum += len(f.Data)
		}
		if c.common > 0 && len(p.data) > sum-c.common/2 {
			t.Errorf("%s: the archive has %d bytes, its documents %d", name, len(p.data), sum)
		}
	}
}

func TestDamagedArchiveIsRejected(t *testing.T) {
	t.Parallel()
	seal := bytes.Repeat([]byte("seal"), 500)
	all := []File{printed("ada", 9, seal), printed("bob", 9, seal)}
	p := encodeArchive(all)
	common, own := p.data[:p.common], p.data[p.starts[0]:p.starts[0]+p.sizes[0]]
	for name, c := range map[string]struct{ common, own []byte }{
		"less is common":    {common[:len(common)-1], own},
		"cut off":           {common, own[:2]},
		"empty":             {common, nil},
		"more than there":   {common, append([]byte{1, 200, 1}, own[3:10]...)},
		"endless number":    {common, bytes.Repeat([]byte{0xff}, 20)},
		"a list of a lot":   {common, append([]byte{0xff, 0x0f}, own[1:]...)},
		"far behind common": {common, []byte{1, 0, 0xcf, 0x0f, 5}},
	} {
		if got, err := decodeDocument(c.common, c.own); !errors.Is(err, errArchive) {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
}
