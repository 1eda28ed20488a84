package publishing

import (
	"github.com/riverqueue/river"

	"laurel/internal/jobs"
)

// Print is the job that prints the certificates of credentials just issued, so that their recipients find them ready.
type Print struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

// Paint is Print for the pictures of certificates and badges.
type Paint struct {
	DepartmentID  int64   `json:"department_id"`
	CredentialIDs []int64 `json:"credential_ids"`
}

const (
	// PrintBatch is how many credentials one Print names: enough for every tab of Chrome to have a full print batch.
	PrintBatch = 100
	// PaintBatch is how many one Paint names: few, because each picture takes as long as many pages.
	PaintBatch = 20
)

// Kind names the job.
func (Print) Kind() string { return "documents.print" }

// Kind names the job.
func (Paint) Kind() string { return "documents.paint" }

// printAttempts is how often a batch is tried; whoever asks for a document that is still missing has it printed then.
const printAttempts = 5

// InsertOpts puts printing into a queue of its own, behind everything that somebody waits for.
func (Print) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 2, MaxAttempts: printAttempts}
}

// InsertOpts puts pictures behind the documents: a page and a mail do without for a while, or have one made.
func (Paint) InsertOpts() river.InsertOpts {
	return river.InsertOpts{Queue: jobs.Render, Priority: river.PriorityDefault + 3, MaxAttempts: printAttempts}
}
