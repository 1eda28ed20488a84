package operations

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/operations/operations/internal/db"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// Items lists the items of an operation: all, or those with one outcome.
func (s *Service) Items(ctx context.Context, by access.Actor, id uuid.UUID, outcome Outcome, r page.Request) (page.Page[Item], error) {
	var none page.Page[Item]
	if err := by.Require(access.ViewDepartment); err != nil {
		return none, err
	}
	var items []Item
	var total int64
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		o, err := s.readTx(ctx, tx, by, id)
		if err != nil {
			return err
		}
		kind := s.kinds[o.Kind]
		if total = int64(o.Input); outcome != "" {
			total = int64(o.Counts.Of(outcome))
		}
		switch {
		case kind.Work != nil:
			items, err = s.itemsTx(ctx, tx, db.ItemListParams{
				DepartmentID: by.DepartmentID, OperationID: o.ID, Outcome: pg.OrNull(string(outcome)), RowLimit: r.Limit(), RowOffset: r.Offset(),
			})
		case kind.Items != nil:
			items, err = kind.Items(ctx, tx, o, outcome, r.Limit(), r.Offset())
		default:
			total = 0
		}
		return err
	})
	if err != nil {
		return none, err
	}
	return page.Of(r, items, total), nil
}

func (s *Service) itemsTx(ctx context.Context, tx pgx.Tx, p db.ItemListParams) ([]Item, error) {
	rows, err := s.q.ItemList(ctx, tx, p)
	if err != nil {
		return nil, fmt.Errorf("list items: %w", err)
	}
	items := make([]Item, len(rows))
	for i, r := range rows {
		items[i] = Item{
			CredentialID: r.CredentialID, UUID: r.Uuid, RecipientName: r.RecipientName, RecipientEmail: r.RecipientEmail,
			Outcome: Outcome(pg.OrZero(r.Outcome)), Reason: r.Reason,
		}
	}
	return items, nil
}

// EachRefused calls write with the refused items that this package keeps, one page at a time.
func (s *Service) EachRefused(ctx context.Context, by access.Actor, id uuid.UUID, write func([]Item) error) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	after := int64(0)
	for {
		var items []Item
		err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
			o, err := s.readTx(ctx, tx, by, id)
			if err != nil {
				return err
			}
			items, err = s.itemsTx(ctx, tx, db.ItemListParams{
				DepartmentID: by.DepartmentID, OperationID: o.ID, Outcome: pg.OrNull(string(Refused)), After: after, RowLimit: page.MaxSize,
			})
			return err
		})
		if err != nil {
			return err
		}
		if err := write(items); err != nil || len(items) < page.MaxSize {
			return err
		}
		after = items[len(items)-1].CredentialID
	}
}

// nextItems is Next for kinds whose items are kept here.
func (s *Service) nextItems(ctx context.Context, tx pgx.Tx, kind Kind, o Operation) (Chunk, error) {
	open, err := s.q.ItemsOpen(ctx, tx, db.ItemsOpenParams{OperationID: o.ID, RowLimit: int32(kind.Size)}) //nolint:gosec // a small number
	if err != nil {
		return nil, fmt.Errorf("take the next items: %w", err)
	}
	if len(open) == 0 {
		return nil, nil
	}
	items := make([]Item, len(open))
	for i, row := range open {
		items[i] = Item{CredentialID: row.CredentialID, Trace: row.Trace}
	}
	return func(ctx context.Context, by access.Actor) (Progress, error) {
		results, err := kind.Work(ctx, tx, by, o, items)
		if err != nil {
			return Progress{}, err
		}
		n, err := s.closeTx(ctx, tx, o, results)
		return Progress{Counts: n}, err
	}, nil
}

// closeTx stores outcomes and counts them.
func (s *Service) closeTx(ctx context.Context, tx pgx.Tx, o Operation, results []Result) (Counts, error) {
	var n Counts
	p := db.ItemsCloseParams{OperationID: o.ID}
	for _, r := range results {
		var trace []byte
		if r.Trace != nil {
			var err error
			if trace, err = json.Marshal(r.Trace); err != nil {
				return n, fmt.Errorf("encode what undoing needs: %w", err)
			}
		}
		switch r.Outcome {
		case Done:
			n.Done++
		case Unchanged:
			n.Unchanged++
		case Refused:
			n.Refused++
		}
		p.CredentialIds, p.Outcomes = append(p.CredentialIds, r.CredentialID), append(p.Outcomes, string(r.Outcome))
		p.Reasons, p.Traces = append(p.Reasons, r.Reason), append(p.Traces, string(trace))
	}
	if err := s.q.ItemsClose(ctx, tx, p); err != nil {
		return n, fmt.Errorf("store outcomes: %w", err)
	}
	return n, nil
}
