package httpapi

import (
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"laurel/internal/accounts/audit"
	"laurel/internal/design/embeds"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/dbtest"
	"laurel/internal/platform/i18n"
	"laurel/locales"
)

func TestTheDesignMakerIsAPageOfItsOwnOnceItIsBuilt(t *testing.T) {
	t.Parallel()
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	service := embeds.New(dbtest.Pool(t), now, audit.New(now))
	page := func(name string) *fstest.MapFile {
		return &fstest.MapFile{Data: []byte(`<title>Laurel</title><script nonce="__CSP_NONCE__" src="/assets/` + name + `.js"></script>`)}
	}
	for name, c := range map[string]struct {
		files fstest.MapFS
		want  string
	}{
		"built":     {fstest.MapFS{"index.html": page("main"), "embed.html": page("embed")}, "/assets/embed.js"},
		"not built": {fstest.MapFS{"index.html": page("main")}, "/assets/main.js"},
	} {
		w := httptest.NewRecorder()
		newSPA(spa{files: c.files, embeds: service, texts: texts}).designMaker(w, httptest.NewRequest(http.MethodGet, designMakerPath, nil))
		if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, c.want) || strings.Contains(body, noncePlaceholder) {
			t.Errorf("%s: %d %s", name, w.Code, body)
		}
	}
}

func TestAFrameThatMayNotShowTheDesignMakerIsToldSo(t *testing.T) {
	t.Parallel()
	texts, err := i18n.Load(locales.Files)
	if err != nil {
		t.Fatal(err)
	}
	now := clock.NewFake(time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC))
	s := newSPA(spa{files: fstest.MapFS{}, embeds: embeds.New(dbtest.Pool(t), now, audit.New(now)), texts: texts})
	for address, want := range map[string]int{
		"":                                    http.StatusUnauthorized,
		"?authorization=nonsense":             http.StatusUnauthorized,
		"?department_id=999999":               http.StatusForbidden,
		"?department_id=x&authorization=code": http.StatusForbidden,
	} {
		r := httptest.NewRequest(http.MethodGet, designMakerPath+address, nil)
		r.Header.Set("Sec-Fetch-Dest", "iframe")
		r.Header.Set("Referer", "https://host.example/page")
		w := httptest.NewRecorder()
		s.designMaker(w, r)
		body, policy := w.Body.String(), w.Header().Get("Content-Security-Policy")
		message := "parent.postMessage({ completed: true, status:  " + strconv.Itoa(want) + " , design: { id: null, rasterized_content_url: null } }, '*')"
		if w.Code != want || !strings.Contains(body, message) || !strings.HasSuffix(policy, "frame-ancestors *") {
			t.Errorf("%q: %d %s\n%s", address, w.Code, policy, body)
		}
	}
}
