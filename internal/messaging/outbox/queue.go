package outbox

import (
	"slices"
	"time"

	"github.com/riverqueue/river"

	"laurel/internal/platform/jobs"
)

// Deliver is the job that sends one mail.
type Deliver struct {
	MailID int64 `json:"mail_id"`
	Bulk   bool  `json:"bulk,omitempty"` // goes after the mails that somebody waits for
	at     time.Time
}

// Kind implements river.JobArgs.
func (Deliver) Kind() string { return "mail.deliver" }

// InsertOpts selects a separate queue, so that a slow mail server delays nothing else, with priority for mails that somebody
// waits for.
func (d Deliver) InsertOpts() river.InsertOpts {
	opts := river.InsertOpts{Queue: jobs.Mail, Priority: river.PriorityDefault, ScheduledAt: d.at}
	if d.Bulk {
		opts.Priority++
	}
	return opts
}

// DeliverMany is the job that sends several mails that nobody waits for.
type DeliverMany struct {
	MailIDs []int64 `json:"mail_ids"`
	at      time.Time
}

// Kind implements river.JobArgs.
func (DeliverMany) Kind() string { return "mail.deliver_many" }

// InsertOpts gives the job a lower priority than mails that somebody waits for.
func (d DeliverMany) InsertOpts() river.InsertOpts { return Deliver{Bulk: true, at: d.at}.InsertOpts() }

// mailBatch is how many mails one job hands over at most. A process works on several jobs at once, so a publication of some hundred mails
// uses several connections.
const mailBatch = 50

// deliveries are the jobs that hand over mails that nobody waits for.
func deliveries(ids []int64) []jobs.Args {
	var all []jobs.Args
	for batch := range slices.Chunk(ids, mailBatch) {
		all = append(all, DeliverMany{MailIDs: batch})
	}
	return all
}
