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

// The kinds of emails about references. Each has texts under "mail".
const (
	mailAsked     = "reference_asked"  // to a referee, when the issuer asks
	mailWanted    = "reference_wanted" // to a referee, when the recipient asks
	mailApproved  = "reference_approved"
	mailRejected  = "reference_rejected"
	mailSubmitted = "reference_submitted" // to the administrators who asked
	mailReceived  = "reference_received"  // to the recipient who asked
)

// newLink creates a link for a reference that replaces the last one. Until the reference is written, the link expires with the request.
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

// requestTx emails the request to the referee.
func (s *Service) requestTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference, link string) error {
	kind := mailAsked
	if r.AskedBy == OfRecipient {
		kind = mailWanted
	}
	return s.toReferee(ctx, tx, c, r, kind, link)
}

// decidedTx notifies a referee of the decision.
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

// submittedTx notifies whoever requested the reference that it awaits a decision.
func (s *Service) submittedTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, r Reference) error {
	if r.AskedBy == OfRecipient {
		link := s.Links.Credential(c.UUID.String(), c.Key())
		return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{s.draft(c, r, mailReceived, c.Recipient.Email, c.RecipientLanguage(), link)})
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

// draft writes an email about a reference. Each kind is sent once per turn.
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
