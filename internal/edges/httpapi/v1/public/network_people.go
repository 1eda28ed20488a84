package public

import (
	"net/http"
	"net/url"
	"strconv"

	"laurel/internal/issuing/collections"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

type walletIn struct {
	Vanity string `json:"vanity" validate:"max=100"`
}

// walletCredential is a credential in a public wallet.
type walletCredential struct {
	networkCredential
	Assertion string `json:"badge_assertion_url"`
}

type walletReply struct {
	Data struct {
		Vanity      string             `json:"vanity"`
		Name        string             `json:"name"`
		Credentials []walletCredential `json:"credentials"`
	} `json:"data"`
}

// userWallet returns a wallet whose owner has made it public.
func (a api) userWallet(r *http.Request, in walletIn) (walletReply, error) {
	var out walletReply
	found, err := a.Profiles.Wallet(r.Context(), in.Vanity)
	if err != nil {
		return out, err
	}
	out.Data.Vanity, out.Data.Name, out.Data.Credentials = found.Slug, found.Name, make([]walletCredential, len(found.Credentials))
	for i, c := range found.Credentials {
		shown := View(c, a.Links, "", ViewerOf(r.Context(), c), a.Clock.Now())
		out.Data.Credentials[i] = walletCredential{networkView(c, shown), a.Links.Assertion(shown.UUID, "")}
	}
	return out, nil
}

// invite redirects from the URL in an email to the page that signs a recipient in. It does not consume the code, so mail scanners may
// follow it. The final destination is stored with the link and not in the URL, which anyone could change.
func (a api) invite(w http.ResponseWriter, r *http.Request) {
	q, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil || q.Get("code") == "" || len(r.URL.RawQuery) > 4096 {
		httpx.Fail(w, r, errs.Field("code", "required"))
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, a.Links.SignOn(q.Get("credential_id"), q.Get("code"), false), http.StatusFound) //nolint:gosec // our own page
}

type publicGroupsIn struct {
	Filters []struct {
		Field httpx.Text `json:"field"`
		Value httpx.Text `json:"value"`
	} `json:"filter_queries" validate:"max=20"`
}

func (in publicGroupsIn) domain() (collections.PublicQuery, error) {
	var q collections.PublicQuery
	for _, f := range in.Filters {
		switch f.Field {
		case "course_name":
			q.CourseName = string(f.Value)
		case "language":
			q.Language = string(f.Value)
		case "department_id", "organization_id", "issuer_id":
			id, err := strconv.ParseInt(string(f.Value), 10, 64)
			if err != nil {
				return q, errs.Field("filter_queries", "wrong_type", "type", "number")
			}
			q.IssuerID = id
		default:
			return q, errs.Field("filter_queries", "not_one_of", "values", "course_name, language, issuer_id")
		}
	}
	return q, nil
}

type publicGroupHit struct {
	Source publicGroupSource `json:"_source"`
}

type publicGroupSource struct {
	ID          int64         `json:"id"`
	CourseName  string        `json:"course_name"`
	Description string        `json:"course_description"`
	Count       *int          `json:"credentials_count"` // null where the group does not tell
	URL         string        `json:"url"`
	Issuer      networkIssuer `json:"issuer"`
}

type publicGroupsReply struct {
	Hits []publicGroupHit `json:"hits"`
}

// publicGroups searches the groups of public collections.
func (a api) publicGroups(r *http.Request, in publicGroupsIn) (publicGroupsReply, error) {
	out := publicGroupsReply{[]publicGroupHit{}}
	q, err := in.domain()
	if err != nil {
		return out, err
	}
	ids, err := a.Collections.SearchPublic(r.Context(), q)
	if err != nil {
		return out, err
	}
	found, err := a.Groups.ListPublic(r.Context(), ids)
	for _, g := range found {
		out.Hits = append(out.Hits, publicGroupHit{publicGroupSource{
			g.ID, g.CourseName, g.CourseDescription, g.Earners, a.Links.GroupPage(g.ID), networkIssuer{g.IssuerID, g.IssuerName, g.IssuerURL, a.Links.File(g.IssuerLogo)},
		}})
	}
	return out, err
}
