package operations

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/links"
	"laurel/internal/platform/page"
	"laurel/internal/reach/home"
	"laurel/internal/reach/insights"
)

// recentOperations is how many operations the start page shows.
const recentOperations = 5

// trendDays is how many days the charts of the start page show.
const trendDays = 30

// homeAPI serves the dashboard's start page.
type homeAPI struct {
	home     *home.Service
	insights *insights.Service
	tasks    tasksAPI
	links    links.Links
}

type homeReply struct {
	Home homeOut `json:"home"`
}

type homeOut struct {
	Counts     homeCounts    `json:"counts"`
	Attention  homeAttention `json:"attention"`
	Operations []taskOut     `json:"operations"`
	Trend      *homeTrend    `json:"trend"`
	Groups     []homeGroup   `json:"groups"`
	Designs    []homeDesign  `json:"designs"`
}

type homeCounts struct {
	Published int64 `json:"published"`
	Drafts    int64 `json:"drafts"`
	Groups    int64 `json:"groups"`
	Designs   int64 `json:"designs"`
}

type homeAttention struct {
	Evidence      int64  `json:"evidence"`
	NameChanges   int64  `json:"name_changes"`
	Emails        int64  `json:"emails"`
	Expiring      int64  `json:"expiring"`
	ExpiringFrom  string `json:"expiring_from"`
	ExpiringUntil string `json:"expiring_until"`
	Webhooks      int64  `json:"webhooks"`
	Approvals     int64  `json:"approvals"`
}

type homeTrend struct {
	Days   []string     `json:"days"`
	Series []homeSeries `json:"series"`
}

type homeSeries struct {
	Name     string  `json:"name"`
	Values   []int64 `json:"values"`
	Total    int64   `json:"total"`
	Previous int64   `json:"previous"`
}

type homeGroup struct {
	ID               int64     `json:"id"`
	Name             string    `json:"name"`
	ImageURL         *string   `json:"image_url"`
	CredentialsCount int64     `json:"credentials_count"`
	UpdatedAt        time.Time `json:"updated_at"`
}

type homeDesign struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	Kind      string    `json:"kind"`
	ImageURL  string    `json:"image_url"`
	UpdatedAt time.Time `json:"updated_at"`
}

func (a homeAPI) read(r *http.Request, _ struct{}) (homeReply, error) {
	by := access.From(r.Context())
	h, err := a.home.Read(r.Context(), by)
	if err != nil {
		return homeReply{}, err
	}
	recent, err := a.tasks.operations.List(r.Context(), by, operations.Filter{}, page.Request{Size: recentOperations})
	if err != nil {
		return homeReply{}, err
	}
	out := homeOut{
		Counts: homeCounts{Published: h.Published, Drafts: h.Drafts, Groups: h.ActiveGroups, Designs: h.AllDesigns},
		Attention: homeAttention{
			Evidence: h.Evidence, NameChanges: h.NameChanges, Emails: h.Emails, Expiring: h.Expiring, Webhooks: h.Webhooks, Approvals: h.Approvals,
			ExpiringFrom: h.Today.Format(time.DateOnly), ExpiringUntil: h.Today.AddDate(0, 0, home.Soon).Format(time.DateOnly),
		},
		Operations: make([]taskOut, len(recent.Items)), Groups: make([]homeGroup, len(h.Groups)), Designs: make([]homeDesign, len(h.Designs)),
	}
	for i, o := range recent.Items {
		out.Operations[i] = a.tasks.wire(r, o)
	}
	for i, g := range h.Groups {
		out.Groups[i] = homeGroup{ID: g.ID, Name: g.Name, CredentialsCount: g.Credentials, UpdatedAt: g.UpdatedAt}
		if g.DesignVersion != nil {
			out.Groups[i].ImageURL = new(a.links.DesignPicture(g.DesignVersion.String()))
		}
	}
	for i, d := range h.Designs {
		out.Designs[i] = homeDesign{d.ID, d.Name, d.Kind, a.links.DesignPicture(d.Version.String()), d.UpdatedAt}
	}
	out.Trend, err = a.trend(r, by, h.Today) // last: from here on, the request sees only groups of which the actor sees figures
	return homeReply{out}, err
}

// trend returns the overview of the last days, nil for who may not see it. Tests are not counted.
func (a homeAPI) trend(r *http.Request, by access.Actor, today time.Time) (*homeTrend, error) {
	reads := by.APIKeyID == 0 || by.Scopes.HasOne([]string{"analytics:read"})
	if may := !by.Test && reads && by.Allows(access.ViewAnalytics) == nil; !may {
		return nil, nil //nolint:nilnil // there is none
	}
	q := insights.Query{From: new(today.AddDate(0, 0, 1-trendDays)), To: &today, Compare: true}
	found, err := a.insights.Read(r.Context(), by, insights.Overview, q)
	if err != nil {
		return nil, err
	}
	out := &homeTrend{Days: make([]string, len(found.Times)), Series: make([]homeSeries, len(found.Series))}
	for i, day := range found.Times {
		out.Days[i] = day.Format(time.DateOnly)
	}
	for i, s := range found.Series {
		out.Series[i] = homeSeries{Name: s.Name, Values: s.Values}
		for at, n := range s.Values {
			out.Series[i].Total += n
			out.Series[i].Previous += s.Previous[at]
		}
	}
	return out, nil
}
