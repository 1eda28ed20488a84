package apptest_test

import (
	"fmt"
	"regexp"
	"testing"

	"laurel/internal/app/apptest"
)

var pdfLink = regexp.MustCompile(`(?s)/Subtype /Link\n/Rect \[([^]]*)\].*?/URI \((.*?)\)`)

func TestTheAddressOnACertificateIsALink(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	block := func(model, top, left string) apptest.J {
		return apptest.J{"kind": "text", "model": model, "font": "Inter", "font_size": 14, "top": top, "left": left, "image_width": "48%", "image_height": "5%"}
	}
	design := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{
		"name": "Weaving", "size": "us-letter", "blocks": []apptest.J{block("Weaving", "10%", "10%"), block("[credential.url]", "80%", "50%")},
	}}).OK().Int("design.id")
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": "Weaving", "course_name": "Weaving", "certificate_design_id": design,
	}}).OK().Int("group.id")
	issued := owner.Issued(group, "ada")
	for mode, edge := range map[string]float64{"pdf": 0, "print": 5 * 72 / 25.4} { // the bleed
		pdf := owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + issued.Text("credential.uuid") + "&mode=" + mode).OK().Body
		found := pdfLink.FindAllSubmatch(pdf, -1)
		if len(found) != 1 || string(found[0][2]) != issued.Text("credential.url") {
			t.Errorf("%s: links %q, want one to %s", mode, found, issued.Text("credential.url"))
			continue
		}
		var left, bottom, right, top float64
		if _, err := fmt.Sscan(string(found[0][1]), &left, &bottom, &right, &top); err != nil {
			t.Fatal(err)
		}
		// The block begins in the middle of the page's 792 points, and ends 15 % above the lower edge of its 612.
		if left-edge < 395 || left-edge > 405 || right-left < 60 || right-edge > 792 {
			t.Errorf("%s: the link reaches from %.0f to %.0f", mode, left-edge, right-edge)
		}
		if bottom-edge < 612*0.15-9 || top-edge > 612*0.2+3 || top-bottom < 8 {
			t.Errorf("%s: the link reaches from %.0f up to %.0f", mode, bottom-edge, top-edge)
		}
	}
}
