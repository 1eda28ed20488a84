package httpapi

import (
	"cmp"
	"crypto/rand"
	"encoding/base64"
	"html/template"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/platform/httpx"
	"laurel/internal/platform/i18n"
)

// designMakerPath is the page that other products embed in a frame. Its query contains a secret, so it is not logged.
const designMakerPath = "/design-maker"

// designMaker serves the design maker to frames in pages that the department allows, and to no others. In a forbidden frame it serves
// an error page that informs both the user and the embedding page: when a browser blocks a frame, it informs neither.
func (s *spa) designMaker(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	department := departmentIn(query)
	parents, err := s.parents(r, department, cmp.Or(query.Get("authorization"), query.Get("issuer_token")))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Vary", "Referer, Sec-Fetch-Dest")
	if framed(r) && !mayShow(parents, r) {
		status, why := http.StatusForbidden, "embed.maker.problem.parent"
		if department == 0 && len(parents) == 0 {
			status, why = http.StatusUnauthorized, "errors.embed.over"
		}
		s.makerRefused(w, r, status, why)
		return
	}
	frames := frameNone
	if len(parents) > 0 {
		frames = strings.Join(parents, " ")
	}
	language := httpx.Language(r.Context())
	f := facts{Title: s.texts.Text(language, "product", nil), Language: language, NoIndex: true, Status: http.StatusOK}
	s.writePage(w, s.maker, f, frames)
}

// parents returns the origins that may embed the page, limited to what the client may know: only the origin in the Referer header, or
// all origins of the department if the client has one of its codes or tokens. Otherwise anyone could list the customers of a
// department.
func (s *spa) parents(r *http.Request, department int64, secret string) ([]string, error) {
	all, err := s.embeds.Parents(r.Context(), department, secret)
	if err != nil || department == 0 {
		return all, err
	}
	if from := referrer(r); from != "" {
		return slices.DeleteFunc(all, func(origin string) bool { return origin != from }), nil
	}
	own, err := s.embeds.Parents(r.Context(), 0, secret)
	if !slices.Equal(own, all) {
		return nil, err
	}
	return all, err
}

// referrer returns the origin in the Referer header, or "" if there is none.
func referrer(r *http.Request) string {
	from, err := url.Parse(r.Header.Get("Referer"))
	if err != nil || from.Host == "" {
		return ""
	}
	return from.Scheme + "://" + from.Host
}

// framed reports whether the browser is loading the page into a frame.
func framed(r *http.Request) bool {
	dest := r.Header.Get("Sec-Fetch-Dest")
	return dest == "iframe" || dest == "frame"
}

// mayShow reports whether the Referer's origin is one of parents. Without a Referer it reports whether there are any parents, and the
// browser enforces frame-ancestors.
func mayShow(parents []string, r *http.Request) bool {
	from := referrer(r)
	if from == "" {
		return len(parents) > 0
	}
	return slices.Contains(parents, from)
}

// refusedPage informs the embedding page that the design maker could not be opened. It contains no data of a department, so any page
// may embed it.
var refusedPage = template.Must(template.New("refused").Parse(`<!doctype html>
<html lang="{{.Language}}" dir="{{.Direction}}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>{{.Title}}</title>
<style nonce="{{.Nonce}}">body{display:grid;min-height:100dvh;margin:0;padding:24px;box-sizing:border-box;place-content:center;text-align:center;font:14px/1.5 system-ui,sans-serif}h1{margin:0 0 4px;font-size:20px}p{margin:0;max-width:480px}</style>
<main role="alert"><h1>{{.Title}}</h1><p>{{.Why}}</p></main>
<script nonce="{{.Nonce}}">if (parent !== window) parent.postMessage({ completed: true, status: {{.Status}}, design: { id: null, rasterized_content_url: null } }, '*');</script>
</html>
`))

// makerRefused serves refusedPage with the text for the key why.
func (s *spa) makerRefused(w http.ResponseWriter, r *http.Request, status int, why string) {
	raw := make([]byte, 16)
	_, _ = rand.Read(raw)
	language := httpx.Language(r.Context())
	page := struct {
		Title, Why, Language, Direction, Nonce string
		Status                                 int
	}{
		Title: s.texts.Text(language, "embed.maker.failed", nil), Why: s.texts.Text(language, why, nil), Language: language, Direction: "ltr",
		Nonce: base64.RawStdEncoding.EncodeToString(raw), Status: status,
	}
	if i18n.RightToLeft(language) {
		page.Direction = "rtl"
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+page.Nonce+"'; style-src 'nonce-"+page.Nonce+"'; base-uri 'none'; form-action 'none'; frame-ancestors "+frameAll)
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	w.WriteHeader(status)
	_ = refusedPage.Execute(w, page)
}

// recipientLink serves the page that signs a recipient in. If the link was created for frames, only pages on the allowed origins of its
// department may embed it.
func (s *spa) recipientLink(w http.ResponseWriter, r *http.Request) {
	frames, query := frameNone, r.URL.Query()
	if query.Get("embed") == "true" {
		department, err := s.public.Recipients.FramedBy(r.Context(), query.Get("jwt"))
		var parents []string
		if err == nil && department != 0 {
			parents, err = s.embeds.Parents(r.Context(), department, "")
		}
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		if len(parents) > 0 {
			frames = strings.Join(parents, " ")
		}
	}
	token := query.Get("token")
	if token == "" {
		token = query.Get("jwt")
	}
	s.showLink(w, r, http.StatusOK, frames, s.closedLink(r, token))
}

// departmentIn parses department_id. It returns 0 if it is missing, and an ID that no department has if it is invalid.
func departmentIn(query url.Values) int64 {
	text := query.Get("department_id")
	if text == "" {
		return 0
	}
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id <= 0 {
		return -1
	}
	return id
}
