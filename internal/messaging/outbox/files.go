package outbox

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/mailer"
	"laurel/internal/platform/pg"
)

// filesKept is how long the files of emails are kept, so that the log can show what was sent.
const filesKept = 30 * 24 * time.Hour

// writeFiles stores the files of the drafts that became one of the written mails.
func (s *Service) writeFiles(ctx context.Context, tx pgx.Tx, drafts []Draft, written []db.MailInsertManyRow) error {
	ids := make([]int64, len(written))
	for i, m := range written {
		ids[i] = m.ID
	}
	for _, d := range drafts {
		if len(d.Files) == 0 || len(ids) == 0 {
			continue
		}
		p := db.MailFilesInsertParams{DedupeKey: d.DedupeKey, Written: ids}
		for _, f := range d.Files {
			p.Names, p.ContentTypes = append(p.Names, f.Name), append(p.ContentTypes, f.Type)
			p.ContentIds, p.Bodies = append(p.ContentIds, f.ContentID), append(p.Bodies, f.Body)
		}
		if err := s.q.MailFilesInsert(ctx, tx, p); err != nil {
			return fmt.Errorf("write files of mail: %w", err)
		}
	}
	return nil
}

// files returns the files of a mail.
func (d *delivery) files(ctx context.Context, mail db.Mail) (out []mailer.File, err error) {
	if !d.attached[mail.ID] {
		return nil, nil
	}
	err = pg.InSystem(ctx, d.pool, func(tx pgx.Tx) (err error) {
		out, err = d.filesTx(ctx, tx, mail.ID)
		return err
	})
	return out, err
}

func (s *Service) filesTx(ctx context.Context, tx pgx.Tx, mailID int64) ([]mailer.File, error) {
	rows, err := s.q.MailFiles(ctx, tx, mailID)
	if err != nil {
		return nil, fmt.Errorf("read files of mail: %w", err)
	}
	out := make([]mailer.File, len(rows))
	for i, f := range rows {
		out[i] = mailer.File{Name: f.Name, Type: f.ContentType, ContentID: f.ContentID, Body: f.Body}
	}
	return out, nil
}
