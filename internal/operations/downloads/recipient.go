package downloads

import (
	"archive/zip"
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/operations/downloads/internal/db"
	"laurel/internal/platform/pg"
)

// Recipient is the kind of a download with everything about one recipient: their certificates, and the files of an Archive.
const Recipient Kind = "recipient"

// Archive adds files about the recipient of a credential to a download.
type Archive func(ctx context.Context, departmentID, credentialID int64, put func(name string, data []byte) error, progressed func()) error

// OnRecipient registers what is in a download of a recipient besides certificates. Call it once, before the service is used.
func (s *Service) OnRecipient(a Archive) { s.recipient = a }

// StartRecipient is Start for everything about the recipient of these credentials.
func (s *Service) StartRecipient(ctx context.Context, by access.Actor, ids []int64) (Download, error) {
	return s.start(ctx, by, Request{Kind: Recipient, Selection: credentialsearch.Selection{IDs: ids}})
}

// writeRecipient adds the files about a recipient to the first ZIP of their download.
func (s *Service) writeRecipient(ctx context.Context, e Download, part int, archive *zip.Writer, progressed func()) error {
	if e.Kind != Recipient || part != 1 {
		return nil
	}
	var id int64
	err := pg.InDepartment(ctx, s.pool, e.departmentID, func(tx pgx.Tx) (err error) {
		id, err = s.q.ExportFirst(ctx, tx, db.ExportFirstParams{DepartmentID: e.departmentID, ExportID: e.id})
		return err
	})
	if pg.NoRows(err) {
		return nil // all was purged
	}
	if err != nil {
		return fmt.Errorf("find recipient of download: %w", err)
	}
	return s.recipient(ctx, e.departmentID, id, func(name string, data []byte) error {
		return store(archive, "data/"+name, s.clock.Now(), data)
	}, progressed)
}
