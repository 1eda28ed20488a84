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
