package publishing

import (
	"github.com/riverqueue/river"

	"laurel/internal/platform/jobs"
)

// Print is the job that prints the certificates of newly issued credentials, so that they are ready when recipients open them. Images
// are rendered on request.
type Print struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// PrintBatch is the number of credentials per Print job: enough for a full print batch in every tab of Chrome.
const PrintBatch = 100

// Kind returns the name of the job.
func (Print) Kind() string { return "documents.print" }

// printAttempts is the maximum number of attempts. A document that is still missing afterwards is printed on request.
const printAttempts = 5

// InsertOpts assigns printing to its own queue, with a lower priority than interactive work.
func (Print) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2, MaxAttempts: printAttempts}
}
