package apptest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/gomono"
	"golang.org/x/image/font/gofont/goregular"

	"laurel/internal/app/apptest"
	"laurel/internal/design/fonts"
)

// inFont makes a group whose certificate is a line of text in a font, and its design.
func inFont(owner apptest.Client, font string) (group, design int64) {
	design = owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": font, "blocks": []apptest.J{{
		"kind": "text", "model": "Woven by hand", "font": font, "font_size": 40, "top": "10%", "left": "10%", "image_width": "80%",
		"image_height": "20%",
	}}}}).OK().Int("design.id")
	group = owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
		"name": font, "course_name": font, "certificate_design_id": design,
	}}).OK().Int("group.id")
	return group, design
}

var (
	packedStream = regexp.MustCompile(`(?s)stream\r?\n(.*?)\r?\nendstream`)
	fontName     = regexp.MustCompile(`/(?:FontName|BaseFont) ?/(?:[A-Z]{6}\+)?([^\s/<>\[\]()]+)`)
)

// fontsOf names the fonts inside a PDF.
func fontsOf(pdf []byte) map[string]bool {
	text := bytes.Clone(pdf)
	for _, m := range packedStream.FindAllSubmatch(pdf, -1) {
		if r, err := zlib.NewReader(bytes.NewReader(m[1])); err == nil {
			plain, _ := io.ReadAll(r)
			text = append(text, plain...)
		}
	}
	names := map[string]bool{}
	for _, m := range fontName.FindAllSubmatch(text, -1) {
		names[string(m[1])] = true
	}
	return names
}

func TestWhatIsIssuedInAFontOfItsOwnPrintsInItEvenAfterTheFontIsGone(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	font := owner.Font("Weaver", goregular.TTF).OK().Int("font.id")
	group, design := inFont(owner.Client, "Weaver")
	uuid := owner.Issued(group, "ada").Text("credential.uuid")
	pdf := func(mode string) []byte {
		return owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid + "&mode=" + mode).OK().Body
	}
	if names := fontsOf(pdf("pdf")); !names["GoRegular"] || len(names) != 1 {
		t.Errorf("printed in %v", names)
	}

	owner.Post("/v1/fonts/delete", apptest.J{"id": font}).Refused(409, "font.in_use")
	owner.Post("/v1/fonts/update", apptest.J{"id": font, "font": apptest.J{"name": "Spinner"}}).OK()
	owner.Post("/v1/fonts/delete", apptest.J{"id": font}).Refused(409, "font.in_use") // by its old name
	owner.Post("/v1/certificate_designs/update", apptest.J{"id": design, "confirm": true, "design": apptest.J{"name": "Plain", "blocks": []apptest.J{}}}).OK()
	owner.Post("/v1/fonts/delete", apptest.J{"id": font}).OK()
	if strings.Contains(string(owner.Post("/v1/fonts/list", nil).OK().Body), "Spinner") {
		t.Error("a deleted font is still offered")
	}
	// The print for a printing house was never made before, so nothing kept can stand in for it.
	if names := fontsOf(pdf("print")); !names["GoRegular"] || len(names) != 1 {
		t.Errorf("printed in %v once the font was deleted", names)
	}
	owner.Font("Weaver", gobold.TTF).Refused(409, "field:name")
}

func TestAFontIsItsDepartmentsAlone(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner, stranger := w.Issuer("owner"), w.Issuer("stranger")
	added := owner.Font("Secret brand", goregular.TTF).OK()
	if got := added.Int("font.organization"); got != owner.Department {
		t.Errorf("it belongs to department %d", got)
	}
	if strings.Contains(string(stranger.Post("/v1/fonts/list", nil).OK().Body), "Secret brand") {
		t.Error("a stranger is told of it")
	}
	group, _ := inFont(stranger.Client, "Secret brand")
	uuid := stranger.Issued(group, "ada").Text("credential.uuid")
	if names := fontsOf(stranger.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid).OK().Body); names["GoRegular"] {
		t.Error("a stranger prints with it")
	}
	// The address says nothing but what the file holds.
	address := added.Text("font.files.0.url")
	if !regexp.MustCompile(`^/fonts/[0-9a-f]{64}\.ttf$`).MatchString(address) {
		t.Errorf("the file lies at %s", address)
	}
	file := w.Nobody().Get(address).OK()
	if cache := file.Header.Get("Cache-Control"); !strings.Contains(cache, "immutable") || file.Header.Get("X-Content-Type-Options") != "nosniff" {
		t.Errorf("it comes with %v", file.Header)
	}
	w.Nobody().Get("/fonts/" + strings.Repeat("0", 64) + ".ttf").Want(http.StatusNotFound)
}

func TestTheStylesOfAFamilyPrintFromTheirOwnFiles(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for _, data := range [][]byte{goregular.TTF, gobold.TTF} {
		key := owner.FontUpload("Go.ttf", data)
		owner.Post("/v1/fonts/create", apptest.J{"font": apptest.J{"key": key, "licensed": true}}).OK()
	}
	list := owner.Post("/v1/fonts/list", nil).OK()
	if !strings.Contains(string(list.Body), `"name":"Go","type":"custom","weights":[400,600]`) {
		t.Errorf("the family is listed as %.300s", list.Body[max(0, bytes.Index(list.Body, []byte(`"name":"Go"`))):])
	}
	design := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": "Both", "blocks": []apptest.J{
		{"kind": "text", "model": "Light", "font": "Go", "top": "10%", "left": "10%", "image_width": "80%", "image_height": "20%"},
		{"kind": "text", "model": "Strong", "font": "go", "bold": true, "top": "40%", "left": "10%", "image_width": "80%", "image_height": "20%"},
	}}}).OK().Int("design.id")
	group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{"name": "G", "course_name": "C", "certificate_design_id": design}}).OK().Int("group.id")
	uuid := owner.Issued(group, "ada").Text("credential.uuid")
	names := fontsOf(owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid).OK().Body)
	if !names["GoRegular"] || !names["Go-Bold"] || len(names) != 2 {
		t.Errorf("printed in %v", names)
	}
}

func TestEveryFontOfTheMenuPrintsAsItself(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	var list struct {
		Fonts []struct {
			Name    string   `json:"name"`
			Type    string   `json:"type"`
			Scripts []string `json:"scripts"`
		} `json:"fonts"`
	}
	if err := json.Unmarshal(owner.Post("/v1/fonts/list", nil).OK().Body, &list); err != nil {
		t.Fatal(err)
	}
	if len(list.Fonts) < 120 {
		t.Fatalf("only %d families are offered", len(list.Fonts))
	}
	var printed []string
	for all := range slices.Chunk(list.Fonts, 90) { // a design has 100 blocks at most
		var blocks []apptest.J
		for i, f := range all {
			text := "Hamburg 15"
			if len(f.Scripts) == 1 && f.Scripts[0] == "emoji" {
				text = "🎓"
			}
			blocks = append(blocks, apptest.J{
				"kind": "text", "model": text, "font": f.Name, "font_size": 8, "image_width": "15%", "image_height": "5%",
				"left": fmt.Sprintf("%d%%", 2+i%6*16), "top": fmt.Sprintf("%d%%", 2+i/6*6),
			})
		}
		design := owner.Post("/v1/certificate_designs/create", apptest.J{"design": apptest.J{"name": all[0].Name, "blocks": blocks}}).OK().Int("design.id")
		group := owner.Post("/v1/issuer/groups", apptest.J{"group": apptest.J{
			"name": all[0].Name, "course_name": "C", "certificate_design_id": design,
		}}).OK().Int("group.id")
		uuid := owner.Issued(group, "ada").Text("credential.uuid")
		var pdf apptest.Reply
		apptest.Eventually(t, "the PDF", func() bool { // printing may be asked to be tried again while the machine is busy
			pdf = owner.Get("/v1/credentials/generate_certificate_pdf?credential_id=" + uuid)
			return pdf.Status != http.StatusServiceUnavailable
		})
		for name := range fontsOf(pdf.OK().Body) {
			printed = append(printed, letters(name))
		}
	}
	for _, f := range list.Fonts {
		name := letters(f.Name)
		if inside := namedInside[f.Name]; inside != "" {
			name = letters(inside)
		}
		if !slices.ContainsFunc(printed, func(p string) bool { return strings.HasPrefix(p, name) }) {
			t.Errorf("%s is not among the fonts of the print", f.Name)
		}
	}
	if t.Failed() {
		slices.Sort(printed)
		t.Log(printed)
	}
}

// namedInside is what the files of some fonts call themselves. Most of these stand for fonts that exist on few machines.
var namedInside = map[string]string{
	"Nanum Pen Script": "Nanum Pen",
	"Arial":            "Arimo", "Times New Roman": "Tinos", "Courier New": "Cousine", "Calibri": "Carlito", "Cambria": "Caladea", "Georgia": "Gelasio",
}

// letters are what two spellings of a font's name have in common.
func letters(name string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(name))
}

func TestAFontThatBrowsersRefuseIsNotOffered(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	owner := w.Issuer("owner")
	// Sound on the outside: only who reads the outlines sees that they are nonsense.
	nonsense := bytes.Clone(goregular.TTF)
	at := bytes.Index(nonsense, []byte("loca"))
	from := int(nonsense[at+8])<<24 | int(nonsense[at+9])<<16 | int(nonsense[at+10])<<8 | int(nonsense[at+11])
	for i := range 64 {
		nonsense[from+i] = byte(0xff - i)
	}
	owner.Font("Nonsense", nonsense).Refused(422, "field:file")
	owner.Font("Page", []byte("<!doctype html>")).Refused(422, "field:file")
	key := owner.FontUpload("x.ttf", goregular.TTF)
	owner.Post("/v1/fonts/create", apptest.J{"font": apptest.J{"key": key, "name": "No licence"}}).Refused(422, "field:licensed")
	if n := w.Number("select count(*) from fonts"); n != 0 {
		t.Errorf("%d fonts were kept", n)
	}
}

func TestWhatTheOperatorInstallsPrintsForEverybody(t *testing.T) {
	t.Parallel()
	if err := built(); err != nil {
		t.Fatal(err)
	}
	w := apptest.New(t)
	file := filepath.Join(t.TempDir(), "mono.ttf")
	if err := os.WriteFile(file, gomono.TTF, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := fonts.In(w.App.Config.DataDir).Install(file, nil); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first", "second"} {
		owner := w.Issuer(name)
		if list := string(owner.Post("/v1/fonts/list", nil).OK().Body); !strings.Contains(list, `"name":"Go Mono"`) {
			t.Errorf("%s is not offered it", name)
		}
		group, _ := inFont(owner.Client, "Go Mono")
		uuid := owner.Issued(group, "ada").Text("credential.uuid")
		if names := fontsOf(owner.Get(fmt.Sprint("/v1/credentials/generate_certificate_pdf?credential_id=", uuid)).OK().Body); !names["GoMono"] || len(names) != 1 {
			t.Errorf("%s prints in %v", name, names)
		}
	}
}
