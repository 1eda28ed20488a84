package outbox

import (
	"github.com/riverqueue/river"

	"laurel/internal/jobs"
)

// InsertOpts puts mails into a queue of their own, so that a slow mail server holds up nothing else.
func (Deliver) InsertOpts() river.InsertOpts { return river.InsertOpts{Queue: jobs.Mail} }
