package httpapi

import (
	"html/template"
	"math"
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/httpx"
)

// The pages of /dev/mail show the emails that would have been sent. They are only available in development.
var devMailList = template.Must(template.New("list").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title><link rel="stylesheet" href="/dev/mail.css"><h1>Outbox</h1>
{{if .Mails}}<table><thead><tr><th>To<th>Subject<th>State<th>Written</tr></thead><tbody>
{{range .Mails}}<tr><td>{{.Recipient}}<td><a href="/dev/mail/{{.ID}}">{{.Subject}}</a><td>{{.State}}<td>{{.CreatedAt.Format "2006-01-02 15:04:05"}}</tr>{{end}}
</tbody></table><p><a href="/dev/mail?before={{.Oldest}}">Older</a></p>{{else}}<p>No mail yet. Publish a credential and it shows up here.</p>{{end}}`))

var devMailOne = template.Must(template.New("one").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>{{.Subject}}</title><link rel="stylesheet" href="/dev/mail.css"><p><a href="/dev/mail">Outbox</a></p><h1>{{.Subject}}</h1>
<dl><dt>To<dd>{{.Recipient}}<dt>Kind<dd>{{.Kind}}<dt>State<dd>{{.State}}{{with .LastError}} ({{.}}){{end}}<dt>Written<dd>{{.CreatedAt}}</dl>
<iframe title="Mail" src="/dev/mail/{{.ID}}/html" sandbox="allow-popups allow-top-navigation-by-user-activation"></iframe><h2>Text</h2><pre>{{.Text}}</pre>`))

const devMailCSS = `body{font:14px/20px system-ui,sans-serif;max-width:1080px;margin:24px auto;padding:0 16px;color:#16211c}
table{width:100%;border-collapse:collapse}td,th{text-align:start;padding:8px;border-bottom:1px solid #e2e6e2}a{color:#1f6f4a}
iframe{width:100%;height:640px;border:1px solid #e2e6e2}dl{display:grid;grid-template-columns:max-content 1fr;gap:4px 16px}dd{margin:0}pre{white-space:pre-wrap}`

func mountDevMail(r chi.Router, mails *outbox.Service) {
	r.Get("/dev/mail.css", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/css; charset=utf-8")
		_, _ = w.Write([]byte(devMailCSS))
	})
	r.Get("/dev/mail", func(w http.ResponseWriter, r *http.Request) {
		before, err := strconv.ParseInt(r.URL.Query().Get("before"), 10, 64)
		if err != nil {
			before = math.MaxInt64
		}
		list, err := mails.Latest(r.Context(), before)
		if err != nil {
			httpx.Fail(w, r, err)
			return
		}
		oldest := int64(0)
		if len(list) > 0 {
			oldest = list[len(list)-1].ID
		}
		devPage(w, devMailList, struct {
			Mails  []outbox.Mail
			Oldest int64
		}{list, oldest})
	})
	one := func(show func(http.ResponseWriter, outbox.Mail)) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			id, _ := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
			mail, err := mails.Read(r.Context(), id)
			if err != nil {
				httpx.Fail(w, r, err)
				return
			}
			show(w, mail)
		}
	}
	r.Get("/dev/mail/{id}", one(func(w http.ResponseWriter, m outbox.Mail) { devPage(w, devMailOne, m) }))
	r.Get("/dev/mail/{id}/html", one(func(w http.ResponseWriter, m outbox.Mail) {
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; sandbox allow-popups allow-top-navigation-by-user-activation; frame-ancestors 'self'")
		_, _ = w.Write([]byte(m.HTML))
	}))
}

func devPage(w http.ResponseWriter, t *template.Template, data any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'self'; frame-src 'self'; frame-ancestors 'none'")
	h.Set("Cache-Control", "no-store")
	_ = t.Execute(w, data)
}
