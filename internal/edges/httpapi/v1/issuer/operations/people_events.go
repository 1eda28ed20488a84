package operations

import (
	"net/http"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/operations/people"
	"laurel/internal/platform/httpx"
)

type personEventsIn struct {
	ID       string         `json:"id" validate:"max=255"`
	Kind     string         `json:"kind" validate:"max=255"`
	Cursor   string         `json:"cursor" validate:"max=1000"`
	PageSize httpx.PageSize `json:"page_size"`
}

type personEventOut struct {
	ID         string         `json:"id"`
	Kind       string         `json:"kind"`
	Action     string         `json:"action"`
	At         time.Time      `json:"at"`
	By         string         `json:"by"`
	Details    map[string]any `json:"details"`
	Credential eventSubject   `json:"credential"`
}

// eventSubject is the credential that an event is about.
type eventSubject struct {
	UUID       uuid.UUID `json:"uuid"`
	CourseName string    `json:"course_name"`
}

type personEventsReply struct {
	Events []personEventOut `json:"events"`
	Next   string           `json:"next_cursor"`
}

func (a peopleAPI) events(r *http.Request, in personEventsIn) (personEventsReply, error) {
	events, next, err := a.people.Events(r.Context(), access.From(r.Context()), in.ID, people.EventQuery{
		Kinds: in.Kind, Cursor: in.Cursor, Limit: int(in.PageSize),
	})
	if err != nil {
		return personEventsReply{}, err
	}
	out := personEventsReply{Events: make([]personEventOut, len(events)), Next: next}
	for i, e := range events {
		out.Events[i] = personEventOut{e.ID, e.Kind, e.Action, e.At.UTC(), e.By, e.Details, eventSubject{e.CredentialID, e.Course}}
		if e.By == "" && e.System != "" {
			out.Events[i].By = a.texts.Message(wire.Language(r), "system."+string(e.System), nil)
		}
	}
	return out, nil
}
