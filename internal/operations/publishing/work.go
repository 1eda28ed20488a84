package publishing

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges"
)

// Chunk is the number of credentials per transaction: few enough that little is lost when the process is killed, and enough to be fast.
const Chunk = 500

// turn is how long one job runs before it yields to other jobs in the queue.
const turn = 20 * time.Second

// Work publishes chunk by chunk until no credential is left. Each chunk commits its states, emails and jobs together, so each
// credential is published and emailed completely or not at all if the process is killed.
func (s *Service) Work(ctx context.Context, job Publish) error {
	started := time.Now()
	for {
		n, err := s.chunk(ctx, job)
		if err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if time.Since(started) > turn {
			return jobs.Later(0)
		}
	}
}

func (s *Service) chunk(ctx context.Context, job Publish) (int, error) {
	n := 0
	err := pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		p, err := s.q.PublicationByID(ctx, tx, db.PublicationByIDParams{DepartmentID: job.DepartmentID, ID: job.PublicationID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound) // the arguments were tampered with: another department's publication does not exist
		}
		if err != nil {
			return fmt.Errorf("read publication: %w", err)
		}
		if p.UndoneAt != nil || p.StopReason != nil {
			return nil // Undo closes what is left, and Resume enqueues another job
		}
		ids, err := s.q.PublicationItemsOpen(ctx, tx, db.PublicationItemsOpenParams{PublicationID: p.ID, RowLimit: Chunk})
		if err != nil {
			return fmt.Errorf("take the next credentials: %w", err)
		}
		if len(ids) == 0 {
			return s.finishTx(ctx, tx, p)
		}
		by, err := s.starters.ActorTx(ctx, tx, p.DepartmentID, starters.Starter{UserID: p.CreatedBy, APIKeyID: p.ApiKeyID}, access.PublishCredentials)
		if reason := starters.StopReason(err); reason != "" {
			return s.stopTx(ctx, tx, p, reason)
		}
		if err != nil {
			return err
		}
		n = len(ids)
		outcomes, err := s.publishTx(ctx, tx, by, ids, mailingOf(p))
		if err != nil {
			return err
		}
		return s.closeTx(ctx, tx, job, outcomes)
	})
	return n, err
}

// finishTx finishes a publication and schedules the release of its held emails.
func (s *Service) finishTx(ctx context.Context, tx pgx.Tx, p db.Publication) error {
	end := db.PublicationFinishParams{Now: s.clock.Now(), DepartmentID: p.DepartmentID, ID: p.ID}
	if p.HoldMinutes > 0 {
		end.HoldUntil = new(end.Now.Add(time.Duration(p.HoldMinutes) * time.Minute))
	}
	n, err := s.q.PublicationFinish(ctx, tx, end)
	if err != nil {
		return fmt.Errorf("finish publication: %w", err)
	}
	if n == 0 || p.HoldMinutes == 0 {
		return nil
	}
	return s.queue.EnqueueTx(ctx, tx, Release{p.ID, p.DepartmentID})
}

// stopTx stops a publication whose starter has lost the permission to publish. Published credentials stay published, and their emails
// are released as scheduled.
func (s *Service) stopTx(ctx context.Context, tx pgx.Tx, p db.Publication, reason string) error {
	end := db.PublicationStopParams{Reason: reason, Now: s.clock.Now(), DepartmentID: p.DepartmentID, ID: p.ID}
	if p.HoldMinutes > 0 {
		end.HoldUntil = new(end.Now.Add(time.Duration(p.HoldMinutes) * time.Minute))
	}
	if err := s.q.PublicationStop(ctx, tx, end); err != nil {
		return fmt.Errorf("stop publication: %w", err)
	}
	if err := s.recordStopTx(ctx, tx, p, "publication.stopped", reason); err != nil || p.HoldMinutes == 0 {
		return err
	}
	return s.queue.EnqueueTx(ctx, tx, Release{p.ID, p.DepartmentID})
}

func (s *Service) recordStopTx(ctx context.Context, tx pgx.Tx, p db.Publication, action, reason string) error {
	return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(p.DepartmentID), audit.Event{
		Action: action, ObjectKind: "publication", ObjectID: p.Uuid, Details: map[string]any{"reason": reason},
	})
}

// mailing determines whether recipients are emailed, which publication holds the emails back, and whether emails, signing and printing
// are left to FollowUp because a request is waiting.
type mailing struct {
	send   bool
	heldBy uuid.UUID
	later  bool
}

// awaited is the mailing of interactive requests.
var awaited = mailing{send: true, later: true}

func mailingOf(p db.Publication) mailing {
	if p.HoldMinutes == 0 || p.ReleasedAt != nil {
		return mailing{send: p.SendEmail}
	}
	return mailing{send: p.SendEmail, heldBy: p.Uuid}
}

// publishTx issues credentials, writes their emails, and enqueues signing and printing. It returns the outcome of each.
func (s *Service) publishTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, how mailing) (map[int64]string, error) {
	departmentID := by.DepartmentID
	issued, outcomes, err := s.lifecycle.PublishTx(ctx, tx, by, ids, how.send)
	if err != nil {
		return nil, err
	}
	var mails []outbox.Draft
	printed := make([]int64, len(issued))
	for i, c := range issued {
		outcomes[c.ID], printed[i] = outcomePublished, c.ID
		if c.Mail {
			draft := s.mail(departmentID, c)
			draft.HeldBy = how.heldBy
			mails = append(mails, draft)
		}
	}
	if how.later {
		return outcomes, s.followTx(ctx, tx, departmentID, printed)
	}
	if err := s.queue.EnqueueManyTx(ctx, tx, afterwards(departmentID, printed)); err != nil {
		return nil, err
	}
	return outcomes, s.outbox.WriteTx(ctx, tx, mails)
}

// afterwards returns the jobs that sign credentials and print their documents.
func afterwards(departmentID int64, ids []int64) []jobs.Args {
	var all []jobs.Args
	for part := range slices.Chunk(ids, badges.SignBatch) {
		all = append(all, badges.Sign{DepartmentID: departmentID, CredentialIDs: part})
	}
	for part := range slices.Chunk(ids, PrerenderBatch) {
		all = append(all, Prerender{departmentID, part})
	}
	return all
}

const outcomePublished = string(credentials.Published)

func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, job Publish, outcomes map[int64]string) error {
	var published, refused int32
	for _, outcome := range outcomes {
		if outcome == outcomePublished {
			published++
		} else {
			refused++
		}
	}
	if err := s.noteTx(ctx, tx, job.PublicationID, outcomes); err != nil {
		return err
	}
	return s.q.PublicationAdvance(ctx, tx, db.PublicationAdvanceParams{
		Published: published, Refused: refused, DepartmentID: job.DepartmentID, ID: job.PublicationID,
	})
}

// noteTx stores the outcomes of items, of which there must be at least one.
func (s *Service) noteTx(ctx context.Context, tx pgx.Tx, publicationID int64, outcomes map[int64]string) error {
	ids := slices.Sorted(maps.Keys(outcomes))
	data, err := json.Marshal(outcomes)
	if err != nil {
		return fmt.Errorf("write outcomes: %w", err)
	}
	err = s.q.PublicationItemsClose(ctx, tx, db.PublicationItemsCloseParams{
		PublicationID: publicationID, First: ids[0], Last: ids[len(ids)-1], Outcomes: data,
	})
	if err != nil {
		return fmt.Errorf("note outcomes: %w", err)
	}
	return nil
}
