package recipients

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/pg"
	"laurel/internal/recipients/recipients/internal/db"
)

// MailAccountDeleted is the kind of mail that tells a recipient that their account is gone.
const MailAccountDeleted = "recipient_account_deleted"

// DeleteAccount deletes the actor's account: their name, all their addresses, password, passkeys, sessions, links and public page, in one
// transaction. Credentials belong to their issuers and stay as they are. An email says so. It returns ErrNotSignedIn, ErrLimited, or
// ErrSignInAgain unless they signed in within the last 15 minutes.
func (s *Service) DeleteAccount(ctx context.Context, by Actor) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	if !s.signedInRecently(by) {
		return ErrSignInAgain
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RecipientsLock(ctx, tx, []int64{by.RecipientID})
		if err != nil {
			return fmt.Errorf("lock recipient: %w", err)
		}
		var person *db.Recipient
		for i := range rows {
			if rows[i].ID == by.RecipientID {
				person = &rows[i]
			}
		}
		if person == nil {
			return ErrNotSignedIn // another request deleted it
		}
		if err := s.q.RecipientDelete(ctx, tx, person.ID); err != nil {
			return fmt.Errorf("delete recipient: %w", err)
		}
		if err := s.recordTx(ctx, tx, by, "recipient.account_deleted", nil); err != nil {
			return err
		}
		return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
			Kind: MailAccountDeleted, To: person.Email, Language: person.Locale, DedupeKey: fmt.Sprintf("%s:%d", MailAccountDeleted, person.ID),
			Params: map[string]string{"name": person.Name, "link": s.Links.Page("/retrieve")},
		}})
	})
}
