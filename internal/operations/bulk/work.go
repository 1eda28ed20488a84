package bulk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/authoring"
	"laurel/internal/issuing/credentials"
	"laurel/internal/operations/operations"
	"laurel/internal/platform/errs"
)

// Chunk is the number of credentials per transaction.
const Chunk = 500

// work processes one chunk of an operation.
func (s *Service) process(
	ctx context.Context, tx pgx.Tx, by access.Actor, o operations.Operation, items []operations.Item,
) ([]operations.Result, error) {
	w := &work{Service: s, tx: tx, by: by, operation: o, traces: map[int64]trace{}, done: map[int64]trace{}, not: map[int64]error{}}
	if err := json.Unmarshal(o.Params, &w.params); err != nil {
		return nil, fmt.Errorf("read parameters: %w", err)
	}
	for _, item := range items {
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
	if err := w.try(ctx, w.ids); err != nil {
		return nil, err
	}
	return w.results()
}

// work is the processing of one chunk of an operation.
type work struct {
	*Service
	tx        pgx.Tx
	by        access.Actor
	operation operations.Operation
	params    Params
	ids       []int64
	traces    map[int64]trace // what each had before, where the operation undoes another
	done      map[int64]trace
	same      []int64
	not       map[int64]error
}

// undoes reports whether the operation undoes another one.
func (w *work) undoes() bool { return w.operation.Undoes() }

// try processes the whole chunk at once. If that is refused as a whole, for example because of a concurrent duplicate, it processes
// each credential separately, so that one failure does not stop the others.
func (w *work) try(ctx context.Context, ids []int64) error {
	part := &work{
		Service: w.Service, by: w.by, operation: w.operation, params: w.params, ids: ids, traces: w.traces,
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
	switch kind := Kind(w.operation.Kind); kind {
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
	mailed, refused, err := w.publishing.ResendManyTx(ctx, w.tx, w.by, w.ids, w.operation.UUID, unopened)
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

// results returns the outcome of each credential.
func (w *work) results() ([]operations.Result, error) {
	out := make([]operations.Result, 0, len(w.ids))
	for id, t := range w.done {
		out = append(out, operations.Result{CredentialID: id, Outcome: operations.Done, Trace: t})
	}
	for _, id := range w.same {
		out = append(out, operations.Result{CredentialID: id, Outcome: operations.Unchanged})
	}
	for id, refusal := range w.not {
		var known *errs.Error
		if !errors.As(refusal, &known) {
			return nil, refusal
		}
		out = append(out, operations.Result{CredentialID: id, Outcome: operations.Refused, Reason: known.Code})
	}
	return out, nil
}
