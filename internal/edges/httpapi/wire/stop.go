package wire

import (
	"net/http"

	"laurel/internal/platform/httpx"
)

// Stop is why background work ended before it was complete: whoever started it lost the right to do it.
type Stop struct {
	Code         string `json:"code"`
	Message      string `json:"message"`
	NotDoneCount int    `json:"not_done_count"`
}

// StopOf returns the stop for the code of its reason, with the message in the language of the request. It returns nil for work that was
// not stopped.
func StopOf(r *http.Request, texts httpx.Messages, code string, notDone int) *Stop {
	if code == "" {
		return nil
	}
	return &Stop{code, texts.Message(Language(r), code, nil), notDone}
}
