package pdf

import (
	"errors"
	"strings"
	"testing"
)

func TestACodeTakesThePlaceOfItsBox(t *testing.T) {
	t.Parallel()
	corner := Code{Name: "stands 0", Size: 3, Dark: "c88"} // 110 / 010 / 001, and three bits of nothing
	for name, c := range map[string]struct{ content, want string }{
		"its box": {
			"1 0 0 RG 1 0 0 rg\n/Figure <</MCID 0 >>BDC\n10 20 30 30 re\nf\nQ\nq\n0 0 9 9 re\nW* n\nEMC\n",
			"1 0 0 RG 1 0 0 rg\n/Artifact BMC\nq\n10 0 0 10 10 20 cm\n0 0 2 1 re\n1 1 1 1 re\n2 2 1 1 re\nf\nQ\nQ\nq\n0 0 9 9 re\nW* n\nEMC\n",
		},
		"no box at all":      {"0 0 9 9 re\nf\n", ""},
		"another shape":      {"/Figure <</MCID 0 >>BDC\n1 1 m\n2 2 l\nf\nEMC\n", ""},
		"only an outline":    {"/Figure <</MCID 0 >>BDC\n10 20 30 30 re\nS\nEMC\n", ""},
		"a box without room": {"/Figure <</MCID 0 >>BDC\n10 20 0 30 re\nf\nEMC\n", ""},
		"more than its box":  {"/Figure <</MCID 0 >>BDC\n10 20 30 30 re\nf\n1 1 2 2 re\nf\nEMC\n", ""},
		"a picture":          {"/Figure <</MCID 0 >>BDC\n/X4 Do\nEMC\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := scan{standIns: map[int]*standIn{0: {code: corner}}}
			err := s.content([]byte(c.content))
			if c.want == "" {
				if !errors.Is(err, ErrForm) {
					t.Errorf("it is taken, %v:\n%s", err, s.out)
				}
				return
			}
			if err != nil || string(s.out) != c.want {
				t.Errorf("%v:\n%s", err, s.out)
			}
		})
	}
}

func TestAStandInIsFoundByItsName(t *testing.T) {
	t.Parallel()
	fine := Code{Name: "stands 0", Size: 3, Dark: "c88"}
	blocks := []block{{role: "P", marks: []int{0}}, {role: Figure, alt: []byte("(Logo)"), marks: []int{1}}, {role: Figure, alt: []byte("(stands 0)"), marks: []int{2}}}
	page := Page{blocks: blocks}
	found, err := page.takeStandIns([]Code{fine})
	if err != nil || len(found) != 1 || found[2].code != fine {
		t.Fatalf("%v, %v", found, err)
	}
	if len(page.blocks) != 2 || len(blocks) != 3 || string(blocks[2].alt) != "(stands 0)" {
		t.Errorf("the page reads %v; the print has %v", page.blocks, blocks)
	}
	for name, c := range map[string]Code{
		"another name": {"stands 1", 3, "c88"}, "too little": {"stands 0", 3, "c8"}, "nothing": {"stands 0", 0, ""},
		"too large": {"stands 0", 1000, strings.Repeat("0", 250_000)},
	} {
		if _, err := (&Page{blocks: blocks}).takeStandIns([]Code{c}); !errors.Is(err, ErrForm) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
