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
	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/operations/operations"
	"laurel/internal/operations/publishing/internal/db"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
	"laurel/internal/trust/badges"
)

// Chunk is the number of credentials per transaction: few enough that little is lost when the process is killed, and enough to be fast.
const Chunk = 500

// KindPublish is the kind of operation that publishes.
const KindPublish = "publish"

// retention is how long the operations of this package can be seen after their end.
const retention = 365 * 24 * time.Hour

func (s *Service) publishKind() operations.Kind {
	return operations.Kind{
		Name: KindPublish, Object: "publication", Events: "publication.", Needs: []access.Permission{access.PublishCredentials},
		Inverse: kindUnpublish, Early: true, Keep: retention, Next: s.next, End: s.end, Resume: s.resume, Undo: s.undo,
		Items: s.items, Page: page,
	}
}

// page is the path of the page of a publication.
func page(o operations.Operation) string {
	if o.UndoOf != nil {
		return "/publications/" + o.UndoOf.String()
	}
	return "/publications/" + o.UUID.String()
}

// Work executes a job of the previous release.
func (s *Service) Work(ctx context.Context, job Publish) error {
	var o operations.Operation
	err := s.inPublication(ctx, job.DepartmentID, job.PublicationID, func(tx pgx.Tx, p db.Publication) (err error) {
		o, err = s.adoptTx(ctx, tx, p)
		return err
	})
	if err != nil {
		return err
	}
	return s.operations.Work(ctx, operations.Run{OperationID: o.ID, DepartmentID: o.DepartmentID, Test: o.Test})
}

// next takes the next credentials of a publication. Their states, emails and jobs are committed together with the outcomes, so each
// credential is published and emailed completely or not at all if the process is killed.
func (s *Service) next(ctx context.Context, tx pgx.Tx, o operations.Operation, _ any) (operations.Chunk, error) {
	p, err := s.byIDTx(ctx, tx, o)
	if err != nil || p.UndoneAt != nil {
		return nil, err // the previous release undoes it
	}
	ids, err := s.q.PublicationItemsOpen(ctx, tx, db.PublicationItemsOpenParams{PublicationID: p.ID, RowLimit: Chunk})
	if err != nil {
		return nil, fmt.Errorf("take the next credentials: %w", err)
	}
	if len(ids) == 0 {
		return nil, nil
	}
	return func(ctx context.Context, by access.Actor) (operations.Progress, error) {
		outcomes, err := s.publishTx(ctx, tx, by, ids, mailingOf(p))
		if err != nil {
			return operations.Progress{}, err
		}
		n := operations.Counts{}
		for _, outcome := range outcomes {
			if outcome == outcomePublished {
				n.Done++
			} else {
				n.Refused++
			}
		}
		if err := s.recordTx(ctx, tx, by, p.Uuid, outcomes); err != nil {
			return operations.Progress{}, err
		}
		return operations.Progress{Counts: n}, s.noteTx(ctx, tx, p, outcomes, n, 0)
	}, nil
}

// recordTx records which credentials a publication issued, and why it refused others, in one entry of the audit log per chunk instead of one
// per credential.
func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, publication uuid.UUID, outcomes map[int64]string) error {
	published, refused := apart(outcomes)
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "publication.progressed", ObjectKind: "publication", ObjectID: publication,
		Details: map[string]any{"published": published, "refused": refused},
	})
}

// apart separates the published credentials, in order, from the reasons of the others.
func apart(outcomes map[int64]string) (published []int64, refused map[int64]string) {
	published, refused = []int64{}, map[int64]string{}
	for id, outcome := range outcomes {
		if outcome == outcomePublished {
			published = append(published, id)
		} else {
			refused[id] = outcome
		}
	}
	slices.Sort(published)
	return published, refused
}

// publishAwaitedTx is publishTx for a request that waits, which it records in the histories.
func (s *Service) publishAwaitedTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64) error {
	outcomes, err := s.publishTx(ctx, tx, by, ids, awaited)
	if err != nil {
		return err
	}
	published, _ := apart(outcomes)
	if len(published) == 0 {
		return nil
	}
	return s.audit.RecordManyTx(ctx, tx, by, audit.Event{Action: "credential.published", ObjectKind: "credential"}, published)
}

func (s *Service) byIDTx(ctx context.Context, tx pgx.Tx, o operations.Operation) (db.Publication, error) {
	p, err := s.q.PublicationByID(ctx, tx, db.PublicationByIDParams{DepartmentID: o.DepartmentID, ID: o.SubjectID})
	if err != nil {
		return p, fmt.Errorf("read publication: %w", err)
	}
	return p, nil
}

// end ends a publication and schedules the release of its held emails. After a cancellation or a stop, published credentials stay
// published, and their emails are released as scheduled.
func (s *Service) end(ctx context.Context, tx pgx.Tx, o operations.Operation, e *operations.Ending) error {
	p, err := s.byIDTx(ctx, tx, o)
	if err != nil || p.UndoneAt != nil {
		return err
	}
	var until *time.Time
	if p.HoldMinutes > 0 {
		until = new(e.At.Add(time.Duration(p.HoldMinutes) * time.Minute))
		e.UndoUntil = until
	}
	switch e.State {
	case operations.Cancelled:
		var n int32
		n, err = s.q.PublicationCancelOpen(ctx, tx, db.PublicationCancelOpenParams{ID: p.ID, Now: e.At, HoldUntil: until, DepartmentID: p.DepartmentID})
		e.GivenUp = int(n)
	case operations.Stopped:
		err = s.q.PublicationStop(ctx, tx, db.PublicationStopParams{Reason: e.Reason, Now: e.At, HoldUntil: until, DepartmentID: p.DepartmentID, ID: p.ID})
	default:
		_, err = s.q.PublicationFinish(ctx, tx, db.PublicationFinishParams{Now: e.At, HoldUntil: until, DepartmentID: p.DepartmentID, ID: p.ID})
	}
	if err != nil {
		return fmt.Errorf("end publication: %w", err)
	}
	if until == nil {
		return nil
	}
	return s.queue.EnqueueTx(ctx, tx, Release{p.ID, p.DepartmentID})
}

// resume lets somebody else continue a stopped publication.
func (s *Service) resume(ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation) error {
	p, err := s.byIDTx(ctx, tx, o)
	if err != nil {
		return err
	}
	err = s.q.PublicationResume(ctx, tx, db.PublicationResumeParams{
		CreatedBy: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), DepartmentID: p.DepartmentID, ID: p.ID,
	})
	if err != nil {
		return fmt.Errorf("resume publication: %w", err)
	}
	if p.HoldMinutes == 0 || p.ReleasedAt != nil {
		return nil
	}
	return s.operations.SetUndoUntilTx(ctx, tx, p.DepartmentID, p.Uuid, nil)
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

const (
	outcomePublished = string(credentials.Published)
	outcomeCancelled = "cancelled"
)

// noteTx stores the outcomes of items, of which there must be at least one, and adds to the counts.
func (s *Service) noteTx(
	ctx context.Context, tx pgx.Tx, p db.Publication, outcomes map[int64]string, published operations.Counts, undone int,
) error {
	ids := slices.Sorted(maps.Keys(outcomes))
	data, err := json.Marshal(outcomes)
	if err != nil {
		return fmt.Errorf("write outcomes: %w", err)
	}
	err = s.q.PublicationItemsClose(ctx, tx, db.PublicationItemsCloseParams{
		PublicationID: p.ID, First: ids[0], Last: ids[len(ids)-1], Outcomes: data, DepartmentID: p.DepartmentID,
		Published: int32(published.Done), NotPublished: int32(published.Refused), Undone: int32(undone), //nolint:gosec // at most Chunk
	})
	if err != nil {
		return fmt.Errorf("note outcomes: %w", err)
	}
	return nil
}

// items lists what came of the credentials of a publication, or of its undo.
func (s *Service) items(
	ctx context.Context, tx pgx.Tx, o operations.Operation, outcome operations.Outcome, limit, offset int32,
) ([]operations.Item, error) {
	rows, err := s.q.PublicationItemList(ctx, tx, db.PublicationItemListParams{
		DepartmentID: o.DepartmentID, PublicationID: o.SubjectID, Undo: o.Kind == kindUnpublish, Outcome: string(outcome), RowLimit: limit, RowOffset: offset,
	})
	if err != nil {
		return nil, fmt.Errorf("list items: %w", err)
	}
	out := make([]operations.Item, len(rows))
	for i, r := range rows {
		out[i] = operations.Item{CredentialID: r.CredentialID, UUID: r.Uuid, RecipientName: r.RecipientName, RecipientEmail: r.RecipientEmail}
		switch {
		case r.Result == "" || o.Kind == kindUnpublish && r.Result == outcomePublished:
		case o.Kind == kindUnpublish && r.Result == outcomeKept:
			out[i].Outcome = operations.Unchanged
		case r.Result == outcomePublished || r.Result == outcomeUndone || r.Result == outcomeKept:
			out[i].Outcome = operations.Done
		case r.Result == outcomeCancelled:
			out[i].Outcome, out[i].Reason = operations.Refused, operations.ErrCancelled.Code
		default:
			out[i].Outcome, out[i].Reason = operations.Refused, r.Result
		}
	}
	return out, nil
}
