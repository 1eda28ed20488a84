package issuing

import (
	"net/http"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/optional"
)

type prerequisiteIn struct {
	ID httpx.Int `json:"id"`
}

func prerequisiteIDs(in []prerequisiteIn) []int64 {
	ids := make([]int64, len(in))
	for i, p := range in {
		ids[i] = int64(p.ID)
	}
	return ids
}

// groupPrerequisitesIn is the input for a group's prerequisites. null counts as missing, except for prerequisites_after, which it clears.
type groupPrerequisitesIn struct {
	Prerequisites      wire.Maybe[[]prerequisiteIn] `json:"prerequisites"`
	PrerequisitesAfter wire.Maybe[httpx.Text]       `json:"prerequisites_after"`
	PrerequisitesLost  wire.Maybe[httpx.Text]       `json:"prerequisites_lost"`
}

func (in groupPrerequisitesIn) apply(out *groups.Input) {
	out.Prerequisites = wire.As(in.Prerequisites, prerequisiteIDs)
	out.PrerequisitesAfter, out.PrerequisitesLost = wire.As(in.PrerequisitesAfter, wire.Text), wire.As(in.PrerequisitesLost, wire.Text)
	if in.PrerequisitesAfter.Given && in.PrerequisitesAfter.Value == nil {
		out.PrerequisitesAfter = optional.Set("")
	}
}

type prerequisiteOut struct {
	ID   int64  `json:"id"`
	Name string `json:"name"`
}

type groupPrerequisitesOut struct {
	Prerequisites      []prerequisiteOut `json:"prerequisites"`
	PrerequisitesAfter *string           `json:"prerequisites_after"`
	PrerequisitesLost  groups.Lost       `json:"prerequisites_lost"`
}

func prerequisitesOf(g groups.Group) groupPrerequisitesOut {
	out := groupPrerequisitesOut{Prerequisites: make([]prerequisiteOut, len(g.Prerequisites)), PrerequisitesLost: g.PrerequisitesLost}
	for i, p := range g.Prerequisites {
		out.Prerequisites[i] = prerequisiteOut(p)
	}
	if g.PrerequisitesAfter != nil {
		out.PrerequisitesAfter = new(g.PrerequisitesAfter.Format(time.DateOnly))
	}
	return out
}

type prerequisiteCheckIn struct {
	GroupID       httpx.Ref        `json:"group_id"`
	Prerequisites []prerequisiteIn `json:"prerequisites" validate:"max=100"`
}

type prerequisiteCheckReply struct {
	RecipientCount int `json:"recipient_count"`
}

func (a groupsAPI) checkPrerequisites(r *http.Request, in prerequisiteCheckIn) (prerequisiteCheckReply, error) {
	group, err := wire.GroupRefs{Groups: a.groups}.ID(r, in.GroupID)
	if err != nil {
		return prerequisiteCheckReply{}, err
	}
	n, err := a.prerequisites.Count(r.Context(), access.From(r.Context()), group, prerequisiteIDs(in.Prerequisites))
	return prerequisiteCheckReply{n}, err
}
