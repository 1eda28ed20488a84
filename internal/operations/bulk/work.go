package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/starters"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/bulk/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
	"laurel/internal/platform/pg"
)

const (
	// Chunk is the number of credentials per transaction.
	Chunk = 500
	// turn is how long one job runs before it yields to other jobs in the queue.
	turn = 20 * time.Second
)

// Work executes an operation chunk by chunk. Each chunk commits its changes together with the outcomes, so each credential is processed
// completely or not at all if the process is killed.
func (s *Service) Work(ctx context.Context, job Run) error {
	for started := time.Now(); time.Since(started) < turn; {
		if n, err := s.chunk(ctx, job); err != nil || n == 0 {
			return err
		}
	}
	return jobs.Later(0)
}

func (s *Service) chunk(ctx context.Context, job Run) (n int, err error) {
	err = pg.WithCustomPlan(ctx, s.pool, job.DepartmentID, func(tx pgx.Tx) error {
		a, err := s.q.ActionByID(ctx, tx, db.ActionByIDParams{DepartmentID: job.DepartmentID, ID: job.ActionID})
		if pg.NoRows(err) {
			return jobs.Cancel(ErrNotFound) // the arguments were tampered with: another department's action does not exist
		}
		if err != nil {
			return fmt.Errorf("read action: %w", err)
		}
		if a.FinishedAt != nil {
			return nil
		}
		open, err := s.q.ItemsOpen(ctx, tx, db.ItemsOpenParams{ActionID: a.ID, RowLimit: Chunk})
		if err != nil {
			return fmt.Errorf("take the next credentials: %w", err)
		}
		if len(open) == 0 {
			return s.q.ActionFinish(ctx, tx, db.ActionFinishParams{Now: s.clock.Now(), DepartmentID: a.DepartmentID, ID: a.ID})
		}
		by, err := s.starters.ActorTx(ctx, tx, a.DepartmentID, starters.Starter{UserID: a.CreatedBy, APIKeyID: a.ApiKeyID}, permissions[Kind(a.Kind)])
		if reason := starters.StopReason(err); reason != "" {
			return s.stopTx(ctx, tx, a, reason)
		}
		if err != nil {
			return err
		}
		n = len(open)
		w, err := s.workOn(tx, by, a, open)
		if err != nil {
			return err
		}
		if err := w.try(ctx, w.ids); err != nil {
			return err
		}
		return w.closeTx(ctx)
	})
	return n, err
}

// stopTx stops an operation whose starter has lost the required permission. Credentials that were already processed stay changed.
func (s *Service) stopTx(ctx context.Context, tx pgx.Tx, a db.BulkAction, reason string) error {
	err := s.q.ActionStop(ctx, tx, db.ActionStopParams{Reason: reason, Now: s.clock.Now(), DepartmentID: a.DepartmentID, ID: a.ID})
	if err != nil {
		return fmt.Errorf("stop action: %w", err)
	}
	return s.audit.RecordTx(ctx, tx, access.RightsCheck.In(a.DepartmentID), audit.Event{
		Action: "action.stopped", ObjectKind: "action", ObjectID: a.Uuid, Details: map[string]any{"reason": reason},
	})
}

// work is the processing of one chunk of an operation.
type work struct {
	*Service
	tx     pgx.Tx
	by     access.Actor
	action db.BulkAction
	params Params
	ids    []int64
	traces map[int64]trace // what each had before, where the action undoes another
	done   map[int64]trace
	same   []int64
	not    map[int64]error
}

func (s *Service) workOn(tx pgx.Tx, by access.Actor, a db.BulkAction, open []db.ItemsOpenRow) (*work, error) {
	w := &work{
		Service: s, tx: tx, by: by, action: a, traces: map[int64]trace{}, done: map[int64]trace{}, not: map[int64]error{},
	}
	if err := json.Unmarshal(a.Params, &w.params); err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	for _, item := range open {
		w.ids = append(w.ids, item.CredentialID)
		if item.Trace == nil {
			continue
		}
		var t trace
		if err := json.Unmarshal(item.Trace, &t); err != nil {
			return nil, fmt.Errorf("read what a credential had: %w", err)
		}
		w.traces[item.CredentialID] = t
	}
	return w, nil
}

// undoes reports whether the operation undoes another one.
func (w *work) undoes() bool { return w.action.UndoOf != nil }

// try processes the whole chunk at once. If that is refused as a whole, for example because of a concurrent duplicate, it processes
// each credential separately, so that one failure does not stop the others.
func (w *work) try(ctx context.Context, ids []int64) error {
	part := &work{
		Service: w.Service, by: w.by, action: w.action, params: w.params, ids: ids, traces: w.traces,
		done: map[int64]trace{}, not: map[int64]error{},
	}
	err := pgx.BeginFunc(ctx, w.tx, func(tx pgx.Tx) error {
		part.tx = tx
		return part.do(ctx)
	})
	switch {
	case err == nil:
		maps.Copy(w.done, part.done)
		maps.Copy(w.not, part.not)
		w.same = append(w.same, part.same...)
	case errs.KindOf(err) == 0:
		return err
	case len(ids) == 1:
		w.not[ids[0]] = err
	default:
		for _, id := range ids {
			if err := w.try(ctx, []int64{id}); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *work) do(ctx context.Context) error {
	switch kind := Kind(w.action.Kind); kind {
	case Expiry:
		return w.set(ctx, authoring.FieldExpiry, authoring.Values{ExpiredOn: w.params.ExpiredOn})
	case Privacy:
		field := authoring.FieldPrivacy
		if w.params.Privacy == "inherit" {
			field = authoring.FieldDefault
		}
		return w.set(ctx, field, authoring.Values{Private: w.params.Privacy == "private"})
	case Move:
		return w.set(ctx, authoring.FieldGroup, authoring.Values{GroupID: w.params.GroupID})
	case Delete:
		return w.delete(ctx)
	case Restore:
		return w.restore(ctx)
	case Resend, Remind:
		return w.mail(ctx, kind == Remind)
	default:
		return w.stand(ctx, kind)
	}
}

// set sets the value of each credential, or restores the previous value if it has not been changed since.
func (w *work) set(ctx context.Context, field authoring.Field, to authoring.Values) error {
	wants := make(map[int64]authoring.Want, len(w.ids))
	for _, id := range w.ids {
		wants[id] = authoring.Want{To: to}
		if t, ok := w.traces[id]; ok && w.undoes() {
			wants[id] = authoring.Want{To: t.Before, From: &t.After}
		}
	}
	out, err := w.authoring.SetManyTx(ctx, w.tx, w.by, field, wants)
	if err != nil {
		return err
	}
	for id, before := range out.Before {
		after := wants[id].To
		if field == authoring.FieldDefault {
			after.Private = !before.Private
		}
		w.done[id] = trace{Before: before, After: after}
	}
	w.same, w.not = out.Unchanged, out.Refused
	return nil
}

func (w *work) delete(ctx context.Context) error {
	deleted, err := w.authoring.DeleteManyTx(ctx, w.tx, w.by, w.ids, w.params.SendEmail)
	for _, id := range deleted {
		w.done[id] = trace{}
	}
	w.sameUnlessDone()
	return err
}

func (w *work) restore(ctx context.Context) error {
	out, err := w.authoring.RestoreManyTx(ctx, w.tx, w.by, w.ids)
	for id := range out.Before {
		w.done[id] = trace{}
	}
	w.same, w.not = out.Unchanged, out.Refused
	return err
}

// sameUnlessDone marks the credentials that were not changed as unchanged.
func (w *work) sameUnlessDone() {
	for _, id := range w.ids {
		if _, done := w.done[id]; !done {
			w.same = append(w.same, id)
		}
	}
}

// mail sends the credentials' emails again. The operation's ID is part of each deduplication key, so a second run sends none.
func (w *work) mail(ctx context.Context, unopened bool) error {
	mailed, refused, err := w.publishing.ResendManyTx(ctx, w.tx, w.by, w.ids, w.action.Uuid, unopened)
	for _, id := range mailed {
		w.done[id] = trace{}
	}
	w.not = refused
	return err
}

// stand suspends, reinstates or revokes credentials. An undo restores the former reason of each suspension, and only lifts suspensions
// that the undone operation made.
func (w *work) stand(ctx context.Context, kind Kind) error {
	suspensions, err := w.authoring.Suspensions(ctx, w.tx, w.by.DepartmentID, w.ids)
	if err != nil {
		return err
	}
	reasons := map[string][]int64{}
	for _, id := range w.ids {
		t := w.traces[id]
		if found, suspended := suspensions[id]; w.undoes() && kind == Reinstate && (!suspended || t.At == nil || !found.At.Equal(*t.At)) {
			w.not[id] = credentials.ErrChangedSince
			continue
		}
		reason := w.params.Reason
		if w.undoes() && kind == Suspend {
			reason = t.Reason
		}
		reasons[reason] = append(reasons[reason], id)
	}
	for reason, ids := range reasons {
		params := w.params
		params.Reason = reason
		if err := w.standAll(ctx, kind, params, ids); err != nil {
			return err
		}
	}
	return w.traceStood(ctx, kind, suspensions)
}

func (w *work) standAll(ctx context.Context, kind Kind, params Params, ids []int64) error {
	stood, err := w.publishing.SetStatusTx(ctx, w.tx, w.by, ids, standingOf(kind, params), params.SendEmail)
	if err != nil {
		return err
	}
	for _, id := range ids {
		w.not[id] = credentials.ErrNotFound // unless it is told otherwise
	}
	for _, id := range stood.Changed {
		delete(w.not, id)
		w.done[id] = trace{}
	}
	for _, id := range stood.Unchanged {
		delete(w.not, id)
		w.same = append(w.same, id)
	}
	for id, refusal := range stood.Refused {
		w.not[id] = refusal
	}
	return nil
}

// traceStood records the reasons and times of suspensions.
func (w *work) traceStood(ctx context.Context, kind Kind, before map[int64]credentials.Suspension) error {
	var after map[int64]credentials.Suspension
	if kind == Suspend {
		var err error
		if after, err = w.authoring.Suspensions(ctx, w.tx, w.by.DepartmentID, w.ids); err != nil {
			return err
		}
	}
	for id, t := range w.done {
		t.Reason = before[id].Reason
		if now, ok := after[id]; ok {
			t.At = &now.At
		}
		w.done[id] = t
	}
	return nil
}

// closeTx stores the outcomes and updates the counts.
func (w *work) closeTx(ctx context.Context) error {
	p := db.ItemsCloseParams{ActionID: w.action.ID}
	note := func(id int64, outcome Outcome, reason, trace string) {
		p.CredentialIds, p.Outcomes = append(p.CredentialIds, id), append(p.Outcomes, string(outcome))
		p.Reasons, p.Traces = append(p.Reasons, reason), append(p.Traces, trace)
	}
	for id, t := range w.done {
		data, err := json.Marshal(t)
		if err != nil {
			return fmt.Errorf("keep what a credential had: %w", err)
		}
		note(id, Done, "", string(data))
	}
	for _, id := range w.same {
		note(id, Unchanged, "", "")
	}
	for id, refusal := range w.not {
		var known *errs.Error
		if !errors.As(refusal, &known) {
			return refusal
		}
		note(id, Refused, known.Code, "")
	}
	if err := w.q.ItemsClose(ctx, w.tx, p); err != nil {
		return fmt.Errorf("note outcomes: %w", err)
	}
	return w.q.ActionAdvance(ctx, w.tx, db.ActionAdvanceParams{
		Done: int32(len(w.done)), Unchanged: int32(len(w.same)), Refused: int32(len(w.not)), //nolint:gosec // at most Chunk
		DepartmentID: w.action.DepartmentID, ID: w.action.ID,
	})
}
