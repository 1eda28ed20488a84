package wire

import (
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/httpx"
)

// StatusIn contains the reason and the note of a status change. Reinstating has neither.
type StatusIn struct {
	Reason httpx.Text `json:"reason"`
	Note   httpx.Text `json:"note"`
}

// Change returns the change to a status.
func (in StatusIn) Change(to credentials.State) lifecycle.StatusChange {
	return lifecycle.StatusChange{To: to, Reason: string(in.Reason), Note: string(in.Note)}
}
