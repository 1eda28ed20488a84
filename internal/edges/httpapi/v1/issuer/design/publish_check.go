package design

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
)

type publishCheckIn struct {
	wire.SelectionIn
	DesignID httpx.Int      `json:"design_id" validate:"min=0"`
	After    httpx.Int      `json:"after" validate:"min=0"`
	Limit    httpx.PageSize `json:"limit"`
}

type designDraftsOut struct {
	DesignID int64  `json:"design_id"`
	Name     string `json:"name"`
	Count    int    `json:"draft_count"`
}

type publishPlanOut struct {
	Count         int        `json:"count"`
	WithoutDesign int        `json:"without_design_count"`
	NoEvidence    int        `json:"without_evidence_count"`
	GradeTooLow   int        `json:"grade_too_low_count"`
	NewRecipients int        `json:"new_recipients"`
	Mails         int        `json:"mail_count"`
	Credits       creditsOut `json:"credits"`
}

type creditsOut struct {
	Used int  `json:"used"`
	Left *int `json:"left"` // null where nothing is counted
}

type publishCheckReply struct {
	Plan       *publishPlanOut   `json:"plan"` // null for a stretch of drafts
	Designs    []designDraftsOut `json:"designs"`
	Recipients []mergedOut       `json:"recipients"`
}

// publishCheck returns the designs of the selected drafts with the effects of publishing them or, for one design, a page of its drafts.
func (a recipientsAPI) publishCheck(r *http.Request, in publishCheckIn) (publishCheckReply, error) {
	by := access.From(r.Context())
	out := publishCheckReply{Designs: []designDraftsOut{}, Recipients: []mergedOut{}}
	if in.DesignID == 0 {
		found, err := a.search.DraftDesigns(r.Context(), by, in.Domain())
		for _, d := range found {
			out.Designs = append(out.Designs, designDraftsOut{d.DesignID, designs.PlainName(d.Name), d.Count})
		}
		if err != nil {
			return out, err
		}
		plan, err := a.lifecycle.CheckPublishing(r.Context(), by, in.Domain())
		out.Plan = &publishPlanOut{plan.Count, plan.WithoutDesign, plan.WithoutEvidence, plan.GradeTooLow, plan.NewRecipients, plan.Mails, creditsOut(plan.Credits)}
		return out, err
	}
	step := credentials.PageCursor{After: int64(in.After), Limit: int(in.Limit)}
	drafts, err := a.search.DraftsOf(r.Context(), by, in.Domain(), int64(in.DesignID), step)
	if err != nil {
		return out, err
	}
	merged, err := a.documents.Merged(r.Context(), by, drafts)
	for i := range merged {
		out.Recipients = append(out.Recipients, mergedOut{drafts[i].ID, drafts[i].Recipient.Name, drafts[i].State, merged[i]})
	}
	return out, err
}
