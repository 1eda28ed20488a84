package wire

import (
	"net/http"

	"laurel/internal/platform/httpx"
)

// Stop is why a background job stopped before it was complete: its starter has lost the required permission.
type Stop struct {
	Code         string `json:"code"`
	Message      string `json:"message"`
	NotDoneCount int    `json:"not_done_count"`
	CanResume    bool   `json:"can_resume"` // whether whoever made the request may resume it
}

// StopOf returns the Stop for the code of a reason, with the message in the language of the request. It returns nil if the job was not
// stopped.
func StopOf(r *http.Request, texts httpx.Messages, code string, notDone int, canResume bool) *Stop {
	if code == "" {
		return nil
	}
	return &Stop{code, texts.Message(Language(r), code, nil), notDone, canResume}
}
