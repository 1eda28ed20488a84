package wire

import (
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/httpx"
)

// StatusIn contains the reason and the note of a status change. Reinstating has neither.
type StatusIn struct {
	Reason httpx.Text `json:"reason"`
	Note   httpx.Text `json:"note"`
}

// Change returns the change to a status.
func (in StatusIn) Change(to credentials.State) credentials.StatusChange {
	return credentials.StatusChange{To: to, Reason: string(in.Reason), Note: string(in.Note)}
}
