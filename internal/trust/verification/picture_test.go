package verification_test

import (
	"bytes"
	"os"
	"testing"

	"laurel/internal/trust/verification"
)

func TestQRCodeLeadsToTheCredential(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"photo-tilted.jpg", "screenshot-full.jpg", "scanned.pdf", "printed.pdf"} {
		s := newStranger(t)
		s.serve("/0f8fad5b-d9cb-469f-a165-70867728950e", s.sign(s.credential(nil)))
		file, err := os.ReadFile("../../formats/qr/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		got := s.at("https://credentials.example.edu").Verify(t.Context(), verification.Input{File: file})
		must(t, name, got, verification.Unreachable, "qr_found") // the issuer's own server is another one
		if len(s.asked) == 0 {
			t.Errorf("%s: nothing was asked", name)
		}
	}
}

// What carries a credential is verified by it, whatever it shows.
func TestAttachmentTakesPrecedenceOverQRCode(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	file, err := os.ReadFile("../../formats/qr/testdata/printed.pdf")
	if err != nil {
		t.Fatal(err)
	}
	with := append(bytes.Clone(file), attached("", s.sign(s.credential(nil)))...)
	must(t, "a PDF with both", s.verifier().Verify(t.Context(), verification.Input{File: with}), verification.IssuerUnknown, "signature_good")
}
