package pkpass

import (
	"archive/zip"
	"bytes"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"image"
	"image/color"
	"image/png"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/youmark/pkcs8"

	"laurel/internal/platform/nettest"
)

const passType = "pass.example.laurel"

func signer(t *testing.T) (*Signer, *nettest.Authority, nettest.Certificate) {
	t.Helper()
	authority := nettest.NewAuthority(t, "Test WWDR")
	mine := authority.PassType(passType, "TEAM123456", time.Now().AddDate(1, 0, 0))
	s, err := NewSigner(mine.PEM, mine.Key, authority.PEM, "")
	if err != nil {
		t.Fatal(err)
	}
	return s, authority, mine
}

func unpacked(t *testing.T, data []byte) map[string][]byte {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		if files[f.Name], err = io.ReadAll(r); err != nil {
			t.Fatal(err)
		}
	}
	return files
}

func TestOpenSSLVerifiesTheSignatureOfTheManifest(t *testing.T) {
	t.Parallel()
	s, authority, _ := signer(t)
	pictures, err := Pictures(nil, nil, ColorsOf(nil))
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.Build(Pass{PassType: passType, Serial: "1", Description: "Ünïcode"}, pictures, map[string]map[string]string{
		"de": {"laurel.title": "Nachweis \"A\"\nB"}, "zh-cn": {"laurel.title": "证书"},
	})
	if err != nil {
		t.Fatal(err)
	}
	files := unpacked(t, data)
	if got := string(files["de.lproj/pass.strings"]); got != `"laurel.title" = "Nachweis \"A\"\nB";`+"\n" {
		t.Errorf("strings: %s", got)
	}
	if files["zh-Hans.lproj/pass.strings"] == nil {
		t.Error("Chinese is not where Apple looks for it")
	}
	var manifest map[string]string
	if err := json.Unmarshal(files["manifest.json"], &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest) != len(files)-2 {
		t.Errorf("the manifest lists %d of %d files", len(manifest), len(files))
	}
	for name, want := range manifest {
		if sum := sha1.Sum(files[name]); hex.EncodeToString(sum[:]) != want {
			t.Errorf("%s has another hash", name)
		}
	}
	folder := t.TempDir()
	for name, data := range map[string][]byte{"manifest": files["manifest.json"], "signature": files["signature"], "ca": []byte(authority.PEM)} {
		if err := os.WriteFile(filepath.Join(folder, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	verify := func() ([]byte, error) {
		c := exec.CommandContext(t.Context(), "openssl", "cms", "-verify", "-binary", "-inform", "DER", "-in", "signature", "-content", "manifest", "-CAfile", "ca", "-purpose", "any", "-out", os.DevNull)
		c.Dir = folder
		return c.CombinedOutput()
	}
	if out, err := verify(); err != nil {
		t.Errorf("openssl: %s", out)
	}
	printed := exec.CommandContext(t.Context(), "openssl", "cms", "-cmsout", "-print", "-inform", "DER", "-in", "signature")
	printed.Dir = folder
	out, err := printed.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "signingTime") || strings.Count(string(out), "subject: ") != 2 {
		t.Errorf("the signature lacks its time or a certificate (%v): %.2000s", err, out)
	}
	if err := os.WriteFile(filepath.Join(folder, "manifest"), append(files["manifest.json"], ' '), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := verify(); err == nil {
		t.Errorf("another manifest is verified: %s", out)
	}
}

func TestWrongSettingsAreExplained(t *testing.T) {
	t.Parallel()
	s, authority, mine := signer(t)
	other := authority.PassType(passType, "T", time.Now().AddDate(1, 0, 0))
	if s.PassType() != passType || s.Team() != "TEAM123456" || !strings.Contains(s.Subject(), passType) {
		t.Errorf("%q %q %q", s.PassType(), s.Team(), s.Subject())
	}
	for name, row := range map[string]struct{ certificate, key, wwdr, want string }{
		"another key":        {mine.PEM, other.Key, authority.PEM, "the key does not belong"},
		"another authority":  {mine.PEM, mine.Key, nettest.NewAuthority(t, "Other").PEM, "the WWDR certificate did not issue"},
		"no certificate":     {"x", mine.Key, authority.PEM, "the certificate cannot be read"},
		"no key":             {mine.PEM, mine.PEM, authority.PEM, "the key cannot be read"},
		"no WWDR":            {mine.PEM, mine.Key, "", "the WWDR certificate cannot be read"},
		"in the wrong place": {mine.Key, mine.PEM, authority.PEM, "the certificate cannot be read"},
	} {
		if _, err := NewSigner(row.certificate, row.key, row.wwdr, ""); err == nil || !strings.HasPrefix(err.Error(), row.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if s.Valid(time.Now()) != nil || s.Valid(time.Now().AddDate(2, 0, 0)) == nil || s.Valid(time.Now().AddDate(-1, 0, 0)) == nil {
		t.Error("the certificate is valid at the wrong times")
	}
}

func TestAKeyMayBeEncrypted(t *testing.T) {
	t.Parallel()
	_, authority, mine := signer(t)
	block, _ := pem.Decode([]byte(mine.Key))
	key, err := pkcs8.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		t.Fatal(err)
	}
	der, err := pkcs8.MarshalPrivateKey(key, []byte("secret"), nil)
	if err != nil {
		t.Fatal(err)
	}
	locked := string(pem.EncodeToMemory(&pem.Block{Type: "ENCRYPTED PRIVATE KEY", Bytes: der}))
	if _, err := NewSigner(mine.PEM, locked, authority.PEM, "secret"); err != nil {
		t.Error(err)
	}
	if _, err := NewSigner(mine.PEM, locked, authority.PEM, "other"); err == nil {
		t.Error("a wrong password opens the key")
	}
}

func TestColorsAreReadableWhateverTheLogo(t *testing.T) {
	t.Parallel()
	for r := 0; r < 256; r += 51 {
		for g := 0; g < 256; g += 51 {
			for b := 0; b < 256; b += 51 {
				logo := image.NewUniform(color.RGBA{uint8(r), uint8(g), uint8(b), 0xff})
				m := image.NewRGBA(image.Rect(0, 0, 100, 100))
				for x := range 100 {
					for y := range 100 {
						m.Set(x, y, logo.C)
					}
				}
				c := ColorsOf(m)
				if contrast(c.Text, c.Background) < minContrast || contrast(c.Label, c.Background) < minContrast {
					t.Errorf("%d %d %d: %v", r, g, b, c)
				}
			}
		}
	}
	if c := ColorsOf(image.NewRGBA(image.Rect(0, 0, 9, 9))); c.Background != green {
		t.Errorf("a transparent logo gives %v", c.Background)
	}
}

func TestPicturesHaveApplesSizes(t *testing.T) {
	t.Parallel()
	wide := image.NewRGBA(image.Rect(0, 0, 800, 100))
	files, err := Pictures(wide, image.NewRGBA(image.Rect(0, 0, 300, 500)), ColorsOf(wide))
	if err != nil {
		t.Fatal(err)
	}
	most := map[string]image.Point{"icon": {29, 29}, "logo": {160, 50}, "thumbnail": {90, 90}}
	if len(files) != 9 {
		t.Errorf("%d files", len(files))
	}
	for name, data := range files {
		m, err := png.DecodeConfig(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		base, scale := strings.TrimSuffix(name, ".png"), 1
		for n, suffix := range map[int]string{2: "@2x", 3: "@3x"} {
			if cut, ok := strings.CutSuffix(base, suffix); ok {
				base, scale = cut, n
			}
		}
		if box := most[base].Mul(scale); m.Width > box.X || m.Height > box.Y || base == "icon" && (m.Width != box.X || m.Height != box.Y) {
			t.Errorf("%s is %d x %d", name, m.Width, m.Height)
		}
	}
	if Decode([]byte("<svg/>")) != nil {
		t.Error("a drawing is read as a picture")
	}
}
