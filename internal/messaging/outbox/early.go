package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

// keep gives mails whose job came before their turn another job at their turn, unless they have one already. The mails are locked, so of
// two processes that find the same mail early, one adds its job.
func (d *delivery) keep(ctx context.Context, early []db.Mail) error {
	if len(early) == 0 {
		return nil
	}
	ids := make([]int64, len(early))
	for i, mail := range early {
		ids[i] = mail.ID
	}
	return pg.InSystem(ctx, d.pool, func(tx pgx.Tx) error {
		locked, err := d.q.MailsLockEarly(ctx, tx, db.MailsLockEarlyParams{Ids: ids, Now: d.clock.Now()})
		if err != nil {
			return fmt.Errorf("lock mails that are early: %w", err)
		}
		rows, err := d.q.MailsWithoutNextJob(ctx, tx, db.MailsWithoutNextJobParams{Ids: locked, JobID: jobs.ID(ctx)})
		if err != nil {
			return fmt.Errorf("find jobs of mails that are early: %w", err)
		}
		later := map[time.Time][]int64{}
		for _, row := range rows {
			later[row.NotBefore] = append(later[row.NotBefore], row.ID)
		}
		return d.queue.EnqueueManyTx(ctx, tx, d.laterJobs(later))
	})
}
