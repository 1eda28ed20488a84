package public

import (
	"net/http"
	"regexp"

	"laurel/internal/issuing/credentials"
)

// machines are what call themselves a program that reads pages.
var machines = regexp.MustCompile(`(?i)bot\b|crawl|spider|preview`)

// noteVisit notes how far whoever asks goes with a credential. The issuer's own people do not count, nor do machines, nor who asks
// not to be followed.
func (a api) noteVisit(r *http.Request, c credentials.Credential, how credentials.Engagement) {
	who := ViewerOf(r.Context(), c)
	if who == Staff || r.Header.Get("DNT") == "1" || r.Header.Get("Sec-GPC") == "1" || machines.MatchString(r.UserAgent()) {
		return
	}
	if who == Owner && how == credentials.PageViewed {
		how = credentials.PageOpened
	}
	a.Analytics.Engaged(c.ID, how)
}
