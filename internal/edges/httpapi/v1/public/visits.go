package public

import (
	"net/http"

	"laurel/internal/edges/httpapi/v1/public/visits"
	"laurel/internal/issuing/credentials"
	"laurel/internal/reach/analytics"
)

// noteVisit records an engagement with a credential, except by the issuer's own members and by requests that are not counted.
func (a api) noteVisit(r *http.Request, c credentials.Credential, how credentials.Engagement, what analytics.EventType) {
	if who := ViewerOf(r.Context(), c); who != Staff {
		a.visits().Note(r, c, who == Owner, how, what)
	}
}

func (a api) visits() visits.Deps {
	seen := func(r *http.Request, c credentials.Credential) {
		a.noteVisit(r, c, credentials.PageViewed, analytics.Viewed)
	}
	return visits.Deps{Analytics: a.Analytics, Recipients: a.Recipients, Seen: seen}
}
