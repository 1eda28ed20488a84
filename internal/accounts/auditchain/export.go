package auditchain

import (
	"context"
	"fmt"
	"io"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/auditchain/internal/db"
	"laurel/internal/formats/auditlog"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// pageSize is the number of entries that Export reads at once.
const pageSize = 1000

// Export writes the sealed log of the actor's department after a position, with the signed heads, as auditlog.Verify reads it. It returns
// a field error if there is no entry at the position. open is called before anything is written.
func (s *Service) Export(ctx context.Context, by access.Actor, after int64, open func() io.Writer) error {
	if err := by.Require(access.ViewAuditLog); err != nil {
		return err
	}
	if err := by.RequireProof(); err != nil { // it has everything that anybody did
		return err
	}
	did, _ := s.signer.Identifier(by.DepartmentID)
	origin := auditlog.Origin{DepartmentID: by.DepartmentID, Issuer: did, After: after, ExportedAt: s.clock.Now()}
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		if after != 0 {
			origin.Head, err = s.q.SealAt(ctx, tx, db.SealAtParams{DepartmentID: by.DepartmentID, Position: after})
		}
		if pg.NoRows(err) {
			return errs.Field("after", "invalid")
		}
		if err != nil {
			return fmt.Errorf("read seal: %w", err)
		}
		return s.log.RecordTx(ctx, tx, by, audit.Event{
			Action: "audit_log.exported", ObjectKind: "department", ObjectID: by.DepartmentID, Details: map[string]any{"after": after},
		})
	})
	if err != nil {
		return err
	}
	w, err := auditlog.NewWriter(open(), origin)
	if err != nil {
		return err
	}
	for more := true; more; {
		if after, more, err = s.exportPage(ctx, by.DepartmentID, after, w); err != nil {
			return err
		}
	}
	return nil
}

// exportPage writes the next entries, each followed by its signed head if there is one.
func (s *Service) exportPage(ctx context.Context, departmentID, after int64, w auditlog.Writer) (last int64, more bool, err error) {
	var rows []db.SealedEntriesRow
	heads := map[int64]string{}
	err = pg.InDepartment(ctx, s.pool, departmentID, func(tx pgx.Tx) error {
		rows, err = s.q.SealedEntries(ctx, tx, db.SealedEntriesParams{DepartmentID: departmentID, After: after, RowLimit: pageSize})
		if err != nil || len(rows) == 0 {
			return err
		}
		signed, err := s.q.HeadsBetween(ctx, tx, db.HeadsBetweenParams{DepartmentID: departmentID, First: after + 1, Last: rows[len(rows)-1].Position})
		for _, h := range signed {
			heads[h.Position] = h.Token
		}
		return err
	})
	if err != nil {
		return after, false, fmt.Errorf("read sealed entries: %w", err)
	}
	for _, r := range rows {
		err := w.Entry(auditlog.Entry{
			Position: r.Position, ID: r.ID, At: r.CreatedAt, Action: r.Action, ObjectKind: r.ObjectKind, ObjectID: r.ObjectID, UserID: r.UserID,
			APIKeyID: r.ApiKeyID, EmbedSessionID: r.EmbedSessionID, RecipientID: r.RecipientID, System: r.System, RequestID: r.RequestID,
			IP: r.Ip, Details: r.Details, Salt: r.Salt, Digest: r.Digest, Head: r.Head,
		})
		if err != nil {
			return after, false, err
		}
		after = r.Position
		if token, ok := heads[after]; ok {
			if err := w.SignedHead(token); err != nil {
				return after, false, err
			}
		}
	}
	return after, len(rows) == pageSize, nil
}
