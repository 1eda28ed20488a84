package operations

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/page"
	"laurel/internal/reach/home"
)

// recentOperations is how many operations the start page shows.
const recentOperations = 5

// homeAPI serves the dashboard's start page.
type homeAPI struct {
	home  *home.Service
	tasks tasksAPI
}

type homeReply struct {
	Home homeOut `json:"home"`
}

type homeOut struct {
	Counts     homeCounts    `json:"counts"`
	Attention  homeAttention `json:"attention"`
	Operations []taskOut     `json:"operations"`
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
		Counts: homeCounts{Published: h.Published, Drafts: h.Drafts, Groups: h.Groups, Designs: h.Designs},
		Attention: homeAttention{
			Evidence: h.Evidence, NameChanges: h.NameChanges, Emails: h.Emails, Expiring: h.Expiring, Webhooks: h.Webhooks, Approvals: h.Approvals,
			ExpiringFrom: h.Today.Format(time.DateOnly), ExpiringUntil: h.Today.AddDate(0, 0, home.Soon).Format(time.DateOnly),
		},
		Operations: make([]taskOut, len(recent.Items)),
	}
	for i, o := range recent.Items {
		out.Operations[i] = a.tasks.wire(r, o)
	}
	return homeReply{out}, nil
}
