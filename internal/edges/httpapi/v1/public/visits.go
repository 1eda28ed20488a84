package public

import (
	"net/http"
	"regexp"

	"laurel/internal/issuing/credentials"
)

// machines matches the user agents of bots.
var machines = regexp.MustCompile(`(?i)bot\b|crawl|spider|preview`)

// noteVisit records an engagement with a credential, except by the issuer's own members, bots, and clients that opt out of tracking.
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
