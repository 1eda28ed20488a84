package publishing

import (
	"github.com/riverqueue/river"

	"laurel/internal/platform/jobs"
)

// Prerender is the job that prints the certificates of newly issued credentials, so that they are ready when recipients open them. Images
// are rendered on request.
type Prerender struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// PrerenderBatch is the number of credentials per Prerender job: enough for a full print batch in every tab of Chrome.
const PrerenderBatch = 100

// Kind returns the name of the job.
func (Prerender) Kind() string { return "documents.print" }

// prerenderAttempts is the maximum number of attempts. A document that is still missing afterwards is printed on request.
const prerenderAttempts = 5

// InsertOpts assigns printing to its own queue, with a lower priority than interactive work.
func (Prerender) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2, MaxAttempts: prerenderAttempts}
}
