package verification_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"strings"
	"testing"
	"time"

	"laurel/internal/trust/badges"
	"laurel/internal/trust/verification"
)

func picture(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func baked(t testing.TB, keyword string, text []byte) []byte {
	t.Helper()
	out, err := badges.Bake(picture(t), badges.Text{Keyword: keyword, JSON: text})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// chunk is one part of a PNG with a right checksum.
func chunk(kind string, data []byte) []byte {
	body := append([]byte(kind), data...)
	out := binary.BigEndian.AppendUint32(nil, uint32(len(data)))
	return binary.BigEndian.AppendUint32(append(out, body...), crc32.ChecksumIEEE(body))
}

// withChunk puts a chunk right after the header of a picture.
func withChunk(t *testing.T, added []byte) []byte {
	t.Helper()
	plain := picture(t)
	return append(append(bytes.Clone(plain[:33]), added...), plain[33:]...)
}

func zlibbed(t *testing.T, data []byte) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zlib.NewWriter(&out)
	_, err1 := z.Write(data)
	if err2 := z.Close(); err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	return out.Bytes()
}

func attached(dict string, data []byte) []byte {
	return fmt.Appendf(nil, "%%PDF-1.7\n1 0 obj\n<</Type /Catalog>>\nendobj\n2 0 obj\n<</Type /EmbeddedFile /Subtype /application#2Fvc %s/Length %d>>\nstream\n%s\nendstream\nendobj\n%%%%EOF", dict, len(data), data)
}

func TestCredentialIsFoundInEveryContainer(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := s.sign(s.credential(nil))
	s.serve("/credential.json", document)
	address := "https://" + host + "/credential.json"
	svg := func(inner string) []byte {
		return []byte(`<?xml version="1.0"?><!-- x --><svg xmlns="http://www.w3.org/2000/svg" xmlns:openbadges="https://purl.imsglobal.org/ob/v3p0">` + inner + `<g/></svg>`)
	}
	for name, file := range map[string][]byte{
		"JSON":             document,
		"JSON with a mark": append([]byte("\xef\xbb\xbf \n"), document...),
		"PNG":              baked(t, badges.Keyword3, document),
		"packed in a PNG":  withChunk(t, chunk("iTXt", append([]byte("openbadgecredential\x00\x01\x00\x00\x00"), zlibbed(t, document)...))),
		"PNG of old":       withChunk(t, chunk("tEXt", []byte("openbadges\x00"+address))),
		"SVG":              svg("<openbadges:credential><![CDATA[" + string(document) + "]]></openbadges:credential>"),
		"PDF":              attached("", document),
		"packed in a PDF":  attached("/Filter /FlateDecode ", zlibbed(t, document)),
	} {
		got := s.verifier().Verify(t.Context(), verification.Input{File: file})
		must(t, name, got, verification.IssuerUnknown, "signature_good")
	}
	for _, text := range []string{address, " " + address + "\n", host + "/credential.json"} {
		must(t, text, s.verify([]byte(text)), verification.IssuerUnknown, "signature_good")
	}
}

func TestFileWithTwoDifferentCredentialsIsRejected(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	origin := "https://" + host
	a := s.sign(s.credential(nil))
	b := written(t, s.badges(origin, nil))
	other := s.sign(s.credential(j{"id": origin + "/credentials/2"}))
	both := func(second []byte) []byte {
		out, err := badges.Bake(picture(t), badges.Text{Keyword: badges.Keyword3, JSON: a}, badges.Text{Keyword: badges.Keyword2, JSON: second})
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	svg := func(inner string) []byte {
		return []byte(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:ob3="https://purl.imsglobal.org/ob/v3p0" xmlns:ob2="http://openbadges.org">` + inner + `</svg>`)
	}
	json3 := "<![CDATA[" + string(a) + "]]>"
	hexed := fmt.Appendf(nil, "%x>", other)
	for name, file := range map[string][]byte{
		"an older form of another in a PNG":     both(b),
		"an older form nobody can check":        both([]byte(`{"hello":"world"}`)),
		"a token of another in an SVG":          svg(`<ob3:credential verify="eyJhbGciOiJFZERTQSJ9.e30.AAAA">` + json3 + `</ob3:credential>`),
		"an assertion of another in an SVG":     svg(`<ob3:credential>` + json3 + `</ob3:credential><ob2:assertion verify="` + s.serve("/assertion", b) + `"/>`),
		"two attachments of a PDF":              append(attached("", a), attached("", other)...),
		"an attachment in other letters":        append(attached("", a), attached("/Filter /ASCIIHexDecode ", hexed)...),
		"an attachment with a byte order mark":  append(attached("", a), attached("", append([]byte("\xef\xbb\xbf"), other...))...),
		"an attachment that is not said to be":  append(attached("", a), bytes.Replace(attached("", other), []byte("/Type /EmbeddedFile /Subtype /application#2Fvc"), nil, 1)...),
		"an attachment packed beyond our means": append(attached("", a), attached("/Filter /LZWDecode ", other)...),
	} {
		must(t, name, s.verifier().Verify(t.Context(), verification.Input{File: file}), verification.Changed, "several")
	}
	address := s.serve("/hosted", j{"@context": "https://w3id.org/openbadges/v2", "type": "Assertion", "id": origin + "/hosted", "revoked": true})
	withAddress := svg(`<ob2:assertion verify="` + address + `"><![CDATA[{"type":"Assertion","id":"` + address + `"}]]></ob2:assertion>`)
	must(t, "an assertion with its own address", s.verifier().Verify(t.Context(), verification.Input{File: withAddress}), verification.Revoked, "status_revoked")
}

func TestChangedByteInBakedPictureIsDetected(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	file := baked(t, badges.Keyword3, s.sign(s.credential(nil)))
	for i := 8; i < len(file); i += 5 {
		changed := bytes.Clone(file)
		changed[i] ^= 1 << (i % 8)
		if got := s.verifier().Verify(t.Context(), verification.Input{File: changed}); got.Verdict == verification.Valid || got.Verdict == verification.IssuerUnknown {
			t.Errorf("byte %d of %d: %s", i, len(file), got.Verdict)
		}
	}
}

func TestHostileInputFailsQuickly(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	document := s.sign(s.credential(nil))
	bomb := zlibbed(t, make([]byte, 64<<20))
	itxt := append([]byte("openbadgecredential\x00\x01\x00\x00\x00"), bomb...)
	twice := append(chunk("iTXt", append([]byte("openbadgecredential\x00\x00\x00\x00\x00"), document...)), chunk("iTXt", append([]byte("openbadgecredential\x00\x00\x00\x00\x00"), document...))...)
	for name, c := range map[string]struct {
		file    []byte
		verdict verification.Verdict
		code    verification.Code
	}{
		"nothing":                 {[]byte{}, verification.NotACredential, "no_credential"},
		"bytes":                   {bytes.Repeat([]byte{0xff, 0}, 1<<20), verification.NotACredential, "no_credential"},
		"too much":                {make([]byte, verification.MaxInput+1), verification.NotACredential, "no_credential"},
		"deep JSON":               {[]byte(strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000)), verification.NotACredential, "malformed"},
		"deep lists":              {[]byte(`{"a":` + strings.Repeat("[", 200_000) + strings.Repeat("]", 200_000) + "}"), verification.NotACredential, "malformed"},
		"half JSON":               {document[:len(document)/2], verification.NotACredential, "malformed"},
		"other JSON":              {[]byte(`{"hello":"world"}`), verification.NotACredential, "no_credential"},
		"a list":                  {[]byte(`[1]`), verification.NotACredential, "no_credential"},
		"an empty presentation":   {[]byte(`{"type":"VerifiablePresentation"}`), verification.NotACredential, "incomplete"},
		"a bomb in a PNG":         {withChunk(t, chunk("iTXt", itxt)), verification.Changed, "damaged"},
		"a bomb in a PDF":         {attached("/Filter /FlateDecode ", bomb), verification.NotACredential, "pdf_without"},
		"a PNG said to be huge":   {append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", []byte("\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\x00\x00\x00"))...), verification.Changed, "damaged"},
		"a chunk beyond the end":  {append([]byte("\x89PNG\r\n\x1a\n"), 0xff, 0xff, 0xff, 0xff, 'I', 'H', 'D', 'R', 0, 0, 0, 0), verification.Changed, "damaged"},
		"a plain PNG":             {picture(t), verification.NotACredential, "picture_without"},
		"two credentials":         {withChunk(t, twice), verification.Changed, "several"},
		"a plain PDF":             {[]byte("%PDF-1.7\n1 0 obj\n<</Length 3>>\nstream\nabc\nendstream"), verification.NotACredential, "pdf_without"},
		"an XML bomb":             {[]byte(`<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg>&b;</svg>`), verification.NotACredential, "malformed"},
		"deep XML":                {[]byte(strings.Repeat("<a>", 500_000)), verification.NotACredential, "malformed"},
		"a web page":              {[]byte("<!doctype html><html></html>"), verification.NotACredential, "web_page"},
		"a picture within itself": {baked(t, badges.Keyword3, []byte("<svg/>")), verification.NotACredential, "no_credential"},
	} {
		started := time.Now()
		must(t, name, s.verifier().Verify(t.Context(), verification.Input{File: c.file}), c.verdict, c.code)
		if took := time.Since(started); took > time.Minute { // unbounded, it takes far longer
			t.Errorf("%s took %s", name, took)
		}
	}
	for _, text := range []string{"", "hello", "javascript:alert(1)", "ftp://example.org/1", "//", "1 2", strings.Repeat("1", 1000), "\x00"} {
		if got := s.verify([]byte(text)); got.Verdict != verification.NotACredential && got.Verdict != verification.Unreachable {
			t.Errorf("%.20q: %s", text, got.Verdict)
		}
	}
}

func TestFetchesAreLimitedAndNeverInternal(t *testing.T) {
	t.Parallel()
	s := newStranger(t)
	var entries []any
	for i := range 100 {
		entries = append(entries, entryAt(fmt.Sprintf("https://%s/status/%d", host, i)))
	}
	must(t, "a hundred lists", s.verify(s.sign(s.credential(j{"credentialStatus": entries}))), verification.Unreachable, "status_unreachable")
	if len(s.asked) > 20 {
		t.Errorf("%d documents were asked for", len(s.asked))
	}
	for _, inwards := range []string{"https://127.0.0.1/x1", "https://[::1]/x1", "https://169.254.169.254/latest", "http://localhost:5432/1", "https://10.0.0.1/1"} {
		got := s.verify([]byte(inwards))
		must(t, inwards, got, verification.Unreachable, "address_unreachable")
		if problem := got.Steps[0].Fetched[0].Problem; problem != "refused" {
			t.Errorf("%s: %s", inwards, problem)
		}
	}
	must(t, "a list inside", s.verify(s.sign(s.credential(j{"credentialStatus": entryAt("https://127.0.0.1/list")}))), verification.Unreachable, "status_unreachable")
}
