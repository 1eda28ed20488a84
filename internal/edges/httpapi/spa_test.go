package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"laurel/internal/platform/i18n"
	"laurel/locales"
)

// policy is the content policy of a page, by directive.
func policy(t *testing.T, captchaOrigin string) map[string]string {
	t.Helper()
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte(`<title>Laurel</title>`)}}
	w := httptest.NewRecorder()
	newSPA(spa{files: files, texts: texts, captchaOrigin: captchaOrigin, storeOrigin: "https://files.example"}).
		page(w, httptest.NewRequest(http.MethodGet, "/forgot-password", nil))
	return directives(w)
}

func directives(w *httptest.ResponseRecorder) map[string]string {
	directives := map[string]string{}
	for directive := range strings.SplitSeq(w.Header().Get("Content-Security-Policy"), ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(directive), " ")
		directives[name] = value
	}
	return directives
}

func TestOnlyAConfiguredCaptchaServiceIsLetIn(t *testing.T) {
	t.Parallel()
	const service = "https://captcha.example"
	with, without := policy(t, service), policy(t, "")
	if !strings.Contains(with["script-src"], service) || with["frame-src"] != "blob: "+service {
		t.Errorf("the service is kept out: %v", with)
	}
	if strings.Contains(without["script-src"], "http") || strings.Contains(without["script-src"], "strict-dynamic") || without["frame-src"] != "blob:" {
		t.Errorf("scripts and frames come from elsewhere: %v", without)
	}
	for name, value := range without {
		if strings.Contains(value, "unsafe-eval") || name != "style-src-attr" && strings.Contains(value, "unsafe-inline") {
			t.Errorf("%s lets strange code in: %s", name, value)
		}
	}
	if without["default-src"] != "'none'" || without["frame-ancestors"] != "'none'" || without["base-uri"] != "'none'" {
		t.Errorf("policy: %v", without)
	}
}

func TestStringsReachScriptSinksThroughOurPoliciesOnly(t *testing.T) {
	t.Parallel()
	own := policy(t, "")
	if own["require-trusted-types-for"] != "'script'" || own["trusted-types"] != "default inert-text" {
		t.Errorf("policy: %v", own)
	}
	// The scripts of a captcha service create policies of their own.
	if _, set := policy(t, "https://captcha.example")["require-trusted-types-for"]; set {
		t.Error("the scripts of the captcha service cannot run")
	}
}

func TestPagesMayAskForTheCameraAndNothingElse(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	newSPA(spa{files: fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte(`<title>Laurel</title>`)}}}).
		write(w, facts{Status: http.StatusOK}, frameAll)
	if got := w.Header().Get("Permissions-Policy"); got != "camera=(self), microphone=(), geolocation=()" {
		t.Errorf("pages may use %q", got)
	}
}

func TestOnlyPagesOfTheApplicationShowTheirOwnFilesInFrames(t *testing.T) {
	t.Parallel()
	w := httptest.NewRecorder()
	newSPA(spa{files: fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte(`<title>Laurel</title>`)}}}).
		write(w, facts{Status: http.StatusOK}, frameAll)
	if public, own := directives(w)["frame-src"], policy(t, "")["frame-src"]; public != "" || own != "blob:" {
		t.Errorf("a public page may show %q in frames, one of the application %q", public, own)
	}
}

func TestScriptsArePackedForTheWireAndFontsAreNot(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("export const word = 'laurel';\n", 200)
	assets := packed((&spa{files: fstest.MapFS{
		"assets/main.js": &fstest.MapFile{Data: []byte(text)}, "fonts/0a.woff2": &fstest.MapFile{Data: []byte(text)},
	}}).assets())
	for _, c := range []struct{ file, accepted, want string }{
		{"/assets/main.js", "gzip, br", "br"}, {"/assets/main.js", "gzip", "gzip"}, {"/assets/main.js", "", ""}, {"/fonts/0a.woff2", "gzip, br", ""},
	} {
		r := httptest.NewRequest(http.MethodGet, c.file, nil)
		r.Header.Set("Accept-Encoding", c.accepted)
		w := httptest.NewRecorder()
		assets.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); w.Code != http.StatusOK || got != c.want || (w.Body.Len() < len(text)) != (c.want != "") {
			t.Errorf("%s, %q: %d, packed by %q, %d bytes", c.file, c.accepted, w.Code, got, w.Body.Len())
		}
	}
}

func TestTheVerifierIsAFileToKeep(t *testing.T) {
	t.Parallel()
	get := func(files fstest.MapFS) *httptest.ResponseRecorder {
		w := httptest.NewRecorder()
		newSPA(spa{files: files}).verifier(w, httptest.NewRequest(http.MethodGet, "/verifier.html", nil))
		return w
	}
	w := get(fstest.MapFS{"verifier.html": &fstest.MapFile{Data: []byte("<title>x</title>")}})
	if w.Code != http.StatusOK || !strings.HasPrefix(w.Header().Get("Content-Disposition"), "attachment") || w.Body.String() != "<title>x</title>" {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	if w := get(fstest.MapFS{}); w.Code != http.StatusNotFound {
		t.Errorf("before the build: %d", w.Code)
	}
}

func TestPagesNameTheSupportAddressAndTheHostsOfTheInstallation(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{"index.html": &fstest.MapFile{Data: []byte(`<title>Laurel</title>`)}}
	for _, s := range []spa{{files: files}, {files: files, support: `help@"laurel.example`, internalHosts: "www.example.org shop.example.org:8443"}} {
		w := httptest.NewRecorder()
		newSPA(s).write(w, facts{Status: http.StatusOK}, frameNone)
		page := w.Body.String()
		named := strings.Contains(page, `<meta name="support-email" content="help@&#34;laurel.example">`) &&
			strings.Contains(page, `<meta name="internal-hosts" content="www.example.org shop.example.org:8443">`)
		if named != (s.support != "") || !named && strings.Contains(page, "<meta") {
			t.Errorf("with %q the page is %s", s.support, page)
		}
	}
}
