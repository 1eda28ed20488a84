package httpapi

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"laurel/internal/httpx"
)

// designMakerPath is the page that other products show in a frame. Its address holds what opens it, so none of it is logged.
const designMakerPath = "/design-maker"

// designMaker serves the design maker to the pages that its department allows to hold it, and to no others.
func (s *spa) designMaker(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	parents, err := s.embeds.Parents(r.Context(), departmentIn(query), cmp.Or(query.Get("authorization"), query.Get("issuer_token")))
	if err != nil {
		httpx.Fail(w, r, err)
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

// recipientLink serves the page that signs a recipient in. Where the link was made for frames, pages of its department's origins may
// hold it: whoever made it may show it, and nobody else.
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
	language := httpx.Language(r.Context())
	f := facts{Title: s.texts.Text(language, "product", nil), Language: language, NoIndex: true, Status: http.StatusOK}
	s.write(w, f, frames)
}

// departmentIn reads department_id: 0 when there is none, a department nobody has when it is no number.
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
