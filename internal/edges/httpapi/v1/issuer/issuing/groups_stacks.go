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

// groupStackIn is the input for a group's prerequisites. null counts as missing, except for prerequisites_after, which it clears.
type groupStackIn struct {
	Prerequisites      wire.Maybe[[]prerequisiteIn] `json:"prerequisites"`
	PrerequisitesAfter wire.Maybe[httpx.Text]       `json:"prerequisites_after"`
	PrerequisitesLost  wire.Maybe[httpx.Text]       `json:"prerequisites_lost"`
}

func (in groupStackIn) stack(out *groups.Input) {
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

type groupStackOut struct {
	Prerequisites      []prerequisiteOut `json:"prerequisites"`
	PrerequisitesAfter *string           `json:"prerequisites_after"`
	PrerequisitesLost  groups.Lost       `json:"prerequisites_lost"`
}

func stackOf(g groups.Group) groupStackOut {
	out := groupStackOut{Prerequisites: make([]prerequisiteOut, len(g.Prerequisites)), PrerequisitesLost: g.PrerequisitesLost}
	for i, p := range g.Prerequisites {
		out.Prerequisites[i] = prerequisiteOut(p)
	}
	if g.PrerequisitesAfter != nil {
		out.PrerequisitesAfter = new(g.PrerequisitesAfter.Format(time.DateOnly))
	}
	return out
}

type stackCheckIn struct {
	GroupID       httpx.Ref        `json:"group_id"`
	Prerequisites []prerequisiteIn `json:"prerequisites" validate:"max=100"`
}

type stackCheckReply struct {
	RecipientCount int `json:"recipient_count"`
}

func (a groupsAPI) checkStack(r *http.Request, in stackCheckIn) (stackCheckReply, error) {
	group, err := wire.GroupRefs{Groups: a.groups}.ID(r, in.GroupID)
	if err != nil {
		return stackCheckReply{}, err
	}
	n, err := a.stacks.Count(r.Context(), access.From(r.Context()), group, prerequisiteIDs(in.Prerequisites))
	return stackCheckReply{n}, err
}
