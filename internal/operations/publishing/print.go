package publishing

import (
	"github.com/riverqueue/river"

	"laurel/internal/platform/jobs"
)

// Print is the job that prints the certificates of credentials just issued, so that their recipients find them ready. Pictures are
// painted when somebody asks for them.
type Print struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// PrintBatch is how many credentials one Print names: enough for every tab of Chrome to have a full print batch.
const PrintBatch = 100

// Kind names the job.
func (Print) Kind() string { return "documents.print" }

// printAttempts is how often a batch is tried; whoever asks for a document that is still missing has it printed then.
const printAttempts = 5

// InsertOpts puts printing into a queue of its own, behind everything that somebody waits for.
func (Print) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2, MaxAttempts: printAttempts}
}
