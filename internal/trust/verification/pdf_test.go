package verification_test

import (
	"bytes"
	"os"
	"testing"

	"laurel/internal/formats/pdf"
	"laurel/internal/trust/verification"
)

// printed is a document of ours.
func printed(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile("../../formats/pdf/testdata/languages.pdf")
	if err != nil {
		t.Fatal(err)
	}
	print, err := pdf.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	page, err := print.Page(0, pdf.Crop{})
	if err != nil {
		t.Fatal(err)
	}
	document, err := page.Document(pdf.Setting{})
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestChangedByteInPDFAttachmentIsDetected(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	credential := s.sign(s.credential(j{"name": "The endstream endobj of 山田 😀"}))
	file, err := pdf.Attach(printed(t), pdf.Attachment{Name: "a.json", ContentType: "application/vc+ld+json", Data: credential, Modified: now})
	if err != nil {
		t.Fatal(err)
	}
	must(t, "unchanged", s.verifier().Verify(t.Context(), verification.Input{File: file}), verification.IssuerUnknown, "signature_good")
	begin := bytes.Index(file, credential)
	for i := begin; i < begin+len(credential); i += 3 {
		changed := bytes.Clone(file)
		changed[i] ^= 1 << (i % 8)
		if got := s.verifier().Verify(t.Context(), verification.Input{File: changed}); got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("byte %d of %d (%q): %s", i-begin, len(credential), credential[max(0, i-begin-9):i-begin+1], got.Verdict)
		}
	}
}
