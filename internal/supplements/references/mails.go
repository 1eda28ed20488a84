package references

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/secrets"
)

const tokenPrefix = "laurel_reference_"

// The kinds of mail about references; each has words under "mail".
const (
	mailAsked     = "reference_asked"  // to a referee, when the issuer asks
	mailWanted    = "reference_wanted" // to a referee, when the recipient asks
	mailApproved  = "reference_approved"
	mailRejected  = "reference_rejected"
	mailSubmitted = "reference_submitted" // to the administrators who asked
	mailReceived  = "reference_received"  // to the recipient who asked
)

// newLink gives a reference a link that takes the place of the last one, and says where it leads. While there are no words it ends
// with its time.
func (s *Service) newLink(r *Reference) string {
	token := secrets.NewToken(tokenPrefix)
	r.tokenHash, r.ExpiresAt = secrets.HashToken(token), nil
	if r.State == Requested {
		until := s.Clock.Now().Add(Lifetime)
		r.ExpiresAt = &until
	}
	r.turn++
	return s.Links.Reference(token)
}

// requestTx asks a referee.
func (s *Service) requestTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference, link string) error {
	kind := mailAsked
	if r.AskedBy == OfRecipient {
		kind = mailWanted
	}
	return s.toReferee(ctx, tx, c, r, kind, link)
}

// decidedTx tells a referee what became of their words.
func (s *Service) decidedTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference, link string) error {
	kind := mailApproved
	if r.State == Rejected {
		kind = mailRejected
	}
	return s.toReferee(ctx, tx, c, r, kind, link)
}

func (s *Service) toReferee(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference, kind, link string) error {
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{s.draft(c, r, kind, r.Referee.Email, c.Group.Language, link)})
}

// submittedTx tells who asked that there is something to decide on.
func (s *Service) submittedTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference) error {
	if r.AskedBy == OfRecipient {
		link := s.Links.Credential(c.UUID.String(), c.Key())
		return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{s.draft(c, r, mailReceived, c.Recipient.Email, c.Group.Language, link)})
	}
	people, err := s.s.q.ReferenceDeciders(ctx, tx, c.DepartmentID)
	if err != nil {
		return fmt.Errorf("find who decides on references: %w", err)
	}
	link := s.Links.Page("/credentials/" + c.UUID.String() + "?tab=evidence")
	drafts := make([]outbox.Draft, len(people))
	for n, p := range people {
		drafts[n] = s.draft(c, r, mailSubmitted, p.Email, p.Language, link)
		drafts[n].DedupeKey += ":" + strconv.FormatInt(p.ID, 10)
	}
	return s.Outbox.WriteTx(ctx, tx, drafts)
}

// draft writes a mail about a reference; a turn has one of a kind, so that each goes once.
func (s *Service) draft(c credentials.Credential, r Reference, kind, to, language, link string) outbox.Draft {
	return outbox.Draft{
		Kind: kind, To: to, Language: language, DepartmentID: c.DepartmentID, CredentialID: c.ID,
		DedupeKey: fmt.Sprintf("%s:%d:%d", kind, r.ID, r.turn),
		Params: map[string]string{
			"referee": r.Referee.Name, "name": c.Recipient.Name, "course": c.Name(), "issuer": c.Issuer.Name, "message": r.Message,
			"reason": r.Rejection, "link": link,
		},
	}
}
