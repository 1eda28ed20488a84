package badges_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"

	"laurel/internal/trust/badges"
)

func picture(t *testing.T) []byte {
	t.Helper()
	img := image.NewNRGBA(image.Rect(0, 0, 8, 8))
	img.Set(3, 3, color.NRGBA{10, 200, 30, 128})
	var buf bytes.Buffer
	if err := png.Encode(&buf, img); err != nil {
		t.Fatal(err)
	}
	return buf.Bytes()
}

func pixels(t *testing.T, data []byte) image.Image {
	t.Helper()
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

func TestABakedPictureCarriesItsAssertionAndKeepsItsPixels(t *testing.T) {
	t.Parallel()
	plain := picture(t)
	baked, err := badges.Bake(plain, badges.Text{Keyword: badges.Keyword2, JSON: []byte(`{"name":"Ana Žižek 山田 😀"}`)})
	if err != nil {
		t.Fatal(err)
	}
	found, err := badges.Unbake(baked, badges.Keyword2)
	if err != nil {
		t.Fatal(err)
	}
	var got struct{ Name string }
	if err := json.Unmarshal(found, &got); err != nil || got.Name != "Ana Žižek 山田 😀" {
		t.Fatalf("%s: %v", found, err)
	}
	for _, b := range found {
		if b >= 0x80 {
			t.Fatalf("not ASCII: %q", found)
		}
	}
	if pixels(t, plain).At(3, 3) != pixels(t, baked).At(3, 3) {
		t.Fatal("the pixels changed")
	}
}

func TestBakingAgainReplacesTheAssertion(t *testing.T) {
	t.Parallel()
	once, err := badges.Bake(picture(t), badges.Text{Keyword: badges.Keyword2, JSON: []byte(`{"n":1}`)})
	if err != nil {
		t.Fatal(err)
	}
	twice, err := badges.Bake(once, badges.Text{Keyword: badges.Keyword2, JSON: []byte(`{"n":2}`)})
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(twice, []byte("openbadges")); n != 1 {
		t.Fatalf("%d chunks", n)
	}
	if found, _ := badges.Unbake(twice, badges.Keyword2); string(found) != `{"n":2}` {
		t.Fatalf("found %s", found)
	}
}

func TestWhatIsNoWholePNGIsRefused(t *testing.T) {
	t.Parallel()
	whole := picture(t)
	for name, data := range map[string][]byte{
		"signature only": whole[:8], "cut short": whole[:20],
		"length beyond the end": append(bytes.Clone(whole[:8]), 0xff, 0xff, 0xff, 0xff, 'I', 'H', 'D', 'R', 0, 0, 0, 0),
	} {
		if _, err := badges.Bake(data, badges.Text{Keyword: badges.Keyword2, JSON: []byte("{}")}); !errors.Is(err, badges.ErrNotPNG) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestIdentityHashFollowsTheStandard(t *testing.T) {
	t.Parallel()
	const want = "sha256$b5809d8a92f8858436d7e6b87c12ebc0ae1eac4baecc2c0b913aee2c922ef399"
	if got := badges.HashIdentity("A@example.com", "Kosher"); got != want {
		t.Fatal(got)
	}
}

// drawn is a drawing as the print page makes them.
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Ana</title><g/></svg>`

func TestABakedDrawingCarriesBothFormsAndKeepsWhatIsSeen(t *testing.T) {
	t.Parallel()
	texts := []badges.Text{
		{Keyword: badges.Keyword3, JSON: []byte(`{"name":"Ana Žižek ]]> 😀"}`)}, {Keyword: badges.Keyword2, JSON: []byte(`{"id":"https://a.example/?b=1&c=2"}`)},
	}
	baked, err := badges.Bake([]byte(drawn), texts...)
	if err != nil {
		t.Fatal(err)
	}
	var svg struct {
		Declared   string `xml:"xmlns openbadges,attr"`
		Credential string `xml:"https://purl.imsglobal.org/ob/v3p0 credential"`
		Assertion  struct {
			Verify string `xml:"verify,attr"`
			Text   string `xml:",chardata"`
		} `xml:"http://openbadges.org assertion"`
		Inner string `xml:",innerxml"`
	}
	if err := xml.Unmarshal(baked, &svg); err != nil {
		t.Fatalf("%s: %v", baked, err)
	}
	var got struct{ Name string }
	if err := json.Unmarshal([]byte(svg.Credential), &got); err != nil || got.Name != "Ana Žižek ]]> 😀" {
		t.Errorf("%s: %v", svg.Credential, err)
	}
	if svg.Assertion.Verify != "https://a.example/?b=1&c=2" || svg.Assertion.Text != string(texts[1].JSON) {
		t.Errorf("the older form is %+v", svg.Assertion)
	}
	if svg.Declared != "https://purl.imsglobal.org/ob/v3p0" || !strings.HasPrefix(svg.Inner, "<openbadges:credential>") || !bytes.HasSuffix(baked, []byte(`<title>Ana</title><g/></svg>`)) {
		t.Errorf("baked %s", baked)
	}
}

func TestWhatIsNoDrawingIsRefused(t *testing.T) {
	t.Parallel()
	baked, err := badges.Bake([]byte(drawn), badges.Text{Keyword: badges.Keyword3, JSON: []byte("{}")})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "jpeg": []byte("\xff\xd8\xff\xe0"), "a page": []byte("<html><svg></svg></html>"), "an empty drawing": []byte("<svg/>"),
		"cut short": []byte("<svg "), "a drawing by another prefix": []byte(`<s:svg xmlns:s="http://www.w3.org/2000/svg"></s:svg>`), "one that carries something": baked,
	} {
		if _, err := badges.Bake(data, badges.Text{Keyword: badges.Keyword3, JSON: []byte("{}")}); !errors.Is(err, badges.ErrNotSVG) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
