package outbox

import (
	"cmp"
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates"
	"laurel/internal/platform/i18n"
)

// failedTemplate is the kind of mail that tells a department that one of its templates could not be used.
const failedTemplate = "template_failed"

// rendered is the kind of mail whose subject and bodies are given.
const rendered = "template_preview"

// letterOf returns what templates know of a draft.
func letterOf(d Draft) templates.Letter {
	return templates.Letter{
		Kind: d.Kind, To: d.To, Language: d.Language, DepartmentID: d.DepartmentID, GroupID: d.GroupID, CredentialID: d.CredentialID, Params: d.Params,
		Blocks: d.Blocks,
	}
}

// composed is a mail with its texts. hidden are the secrets in them, by the word that stands for each.
type composed struct {
	letters.Rendered

	hidden map[string]string
}

// composer writes the texts of mails.
type composer struct {
	*Service

	book *templates.Book
}

// composer opens what mails are written with.
func (s *Service) composer(ctx context.Context, tx pgx.Tx, drafts []Draft) (composer, error) {
	letters := make([]templates.Letter, len(drafts))
	for i, d := range drafts {
		letters[i] = letterOf(d)
	}
	book, err := s.templates.OpenTx(ctx, tx, letters)
	return composer{s, book}, err
}

// compose writes the texts of a mail, and lets its template choose a sender.
func (c composer) compose(d Draft) (Draft, composed, error) {
	if d.rendered != nil {
		return d, composed{Rendered: *d.rendered}, nil
	}
	letter := letterOf(d)
	shown, hidden := conceal(c.book.Values(letter))
	stop, err := c.stopLink(d.Kind, d.To, d.DepartmentID, len(d.Sender.CC)+len(d.Sender.BCC) > 0)
	if err != nil {
		return d, composed{}, err
	}
	out, err := c.book.Write(letter, shown, stop)
	if err != nil {
		return d, composed{}, fmt.Errorf("compose %s mail: %w", d.Kind, err)
	}
	d.Sender.Name, d.Sender.ReplyTo = cmp.Or(out.FromName, d.Sender.Name), cmp.Or(out.ReplyTo, d.Sender.ReplyTo)
	return d, composed{out, hidden}, nil
}

// close notes which templates failed, and tells their departments once.
func (c composer) close(ctx context.Context, tx pgx.Tx) error {
	faults, err := c.book.CloseTx(ctx, tx)
	if err != nil {
		return err
	}
	drafts := make([]Draft, len(faults))
	for i, f := range faults {
		drafts[i] = Draft{
			Kind: failedTemplate, To: f.To, Language: f.Language, DepartmentID: f.DepartmentID, Params: f.Params,
			DedupeKey: fmt.Sprintf("%s:%d:%d", failedTemplate, f.TemplateID, f.Version),
		}
	}
	return c.WriteTx(ctx, tx, drafts)
}

// SendRenderedTx sends an email that is written already. With it the outbox implements templates.Outbox.
func (s *Service) SendRenderedTx(ctx context.Context, tx pgx.Tx, departmentID int64, to, language string, r letters.Rendered) error {
	return s.WriteTx(ctx, tx, []Draft{{
		Kind: rendered, To: to, Language: language, DepartmentID: departmentID, DedupeKey: rendered + ":" + uuid.NewString(),
		Sender: Sender{Name: r.FromName, ReplyTo: r.ReplyTo}, rendered: &r,
	}})
}

// oneLine keeps a name with a line break from becoming a header of its own.
func oneLine(s string) string { return i18n.OneLine(s) }
