package rendering

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

func TestOnlyWhatChromeWritesIsRead(t *testing.T) {
	t.Parallel()
	good := mustPrint(t, certificate())
	// Our own file has an identity in its trailer, which Chrome's has not.
	head, tail, _ := strings.Cut(string(good), "\n/ID [")
	_, tail, _ = strings.Cut(tail, "]")
	chromes := head + tail
	d, err := readDocument([]byte(chromes))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.write(identity(d)), good) {
		t.Error("writing what was read changes it")
	}
	for name, data := range map[string]string{
		"empty":                 "",
		"no PDF":                "<html>",
		"cut off":               chromes[:len(chromes)/2],
		"ours":                  string(good),
		"table elsewhere":       strings.Replace(chromes, "startxref\n", "startxref\n1", 1),
		"table before the file": strings.Replace(chromes, "startxref\n", "startxref\n-", 1),
		"more objects":          strings.Replace(chromes, "xref\n0 ", "xref\n0 9", 1),
		"object moved":          strings.Replace(chromes, "1 0 obj", "1  0 obj", 1),
		"no objects":            "%PDF-1.4\nxref\n0 1\n0000000000 65535 f \ntrailer\n<</Size 1\n/Root 1 0 R\n/Info 1 0 R>>\nstartxref\n9\n%%EOF\n",
	} {
		if _, err := readDocument([]byte(data)); !errors.Is(err, errForm) {
			t.Errorf("%s: error = %v", name, err)
		}
	}
}

func TestTextOfMetadata(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Plain":        "(Plain)",
		`a (b) \ c`:    `(a \(b\) \\ c)`,
		"é":            "<FEFF00E9>",
		"😀":            "<FEFFD83DDE00>",
		"line\nbreak)": "<FEFF006C0069006E0065000A0062007200650061006B0029>",
	} {
		if got := pdfString(text); got != want {
			t.Errorf("%q = %s, want %s", text, got, want)
		}
	}
}
