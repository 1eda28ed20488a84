package outbox

import (
	"github.com/riverqueue/river"

	"laurel/internal/jobs"
)

// InsertOpts puts mails into a queue of their own, so that a slow mail server holds up nothing else. Who waits to sign in does
// not wait for ten thousand credentials.
func (d Deliver) InsertOpts() river.InsertOpts {
	opts := river.InsertOpts{Queue: jobs.Mail, Priority: river.PriorityDefault}
	if d.Bulk {
		opts.Priority++
	}
	return opts
}
