package namechanges

import (
	"context"
	"fmt"
	"maps"
	"strconv"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/i18n"
	"laurel/internal/supplements/namechanges/internal/db"
)

// The kinds of emails about requests.
const (
	mailReceived = "name_change_received" // to who decides
	mailMade     = "name_change_made"     // to who would have decided
	mailApproved = "name_change_approved" // to the recipient
	mailDenied   = "name_change_denied"

	mailChangeReceived = "change_received" // the same of other kinds of changes
	mailChangeApproved = "change_approved"
	mailChangeDenied   = "change_denied"
	mailConfirm        = "change_confirm" // to the address that is asked for
)

// change describes the requested change in one line, with each value isolated and the arrow in the direction of the language.
func change(n db.NameChange, language string) string {
	if n.CurrentName == "" {
		return n.RequestedName
	}
	arrow := " \u2192 "
	if i18n.RightToLeft(language) {
		arrow = " \u2190 "
	}
	return isolate(n.CurrentName) + arrow + isolate(n.RequestedName)
}

// isolate keeps a value's text direction from affecting its surroundings.
func isolate(value string) string { return "\u2068" + value + "\u2069" }

// tellIssuersTx notifies the administrators of a pending request, or of a small correction that was made.
func (s *Service) tellIssuersTx(ctx context.Context, tx pgx.Tx, c credentials.Credential, n db.NameChange, auto bool) error {
	people, err := s.q.NameChangeDeciders(ctx, tx, c.DepartmentID)
	if err != nil {
		return fmt.Errorf("find who decides name changes: %w", err)
	}
	kind, address := mailReceived, s.Links.Page("/name-changes?id="+strconv.FormatInt(n.ID, 10))
	if n.Kind != string(OfName) {
		kind = mailChangeReceived
	}
	if auto {
		kind, address = mailMade, s.Links.Page("/credentials/"+c.UUID.String())
	}
	drafts := make([]outbox.Draft, len(people))
	for i, p := range people {
		drafts[i] = outbox.Draft{
			Kind: kind, To: p.Email, Language: p.Language, DedupeKey: dedupe(kind, n.ID) + ":" + strconv.FormatInt(p.ID, 10),
			DepartmentID: c.DepartmentID,
			Params: map[string]string{
				"issuer": c.Issuer.Name, "course": c.Name(), "from": n.CurrentName, "to": n.RequestedName, "link": address,
				"name": c.Recipient.Name, "change": change(n, p.Language),
			},
		}
	}
	return s.Outbox.WriteTx(ctx, tx, drafts)
}

// told maps the final states to the emails that notify the recipient. A withdrawal needs none.
var told = map[State]string{Approved: mailApproved, AutoApproved: mailApproved, Denied: mailDenied}

func (s *Service) tellRecipientTx(ctx context.Context, tx pgx.Tx, n db.NameChange, state State) error {
	kind, ok := told[state]
	if !ok {
		return nil
	}
	if n.Kind != string(OfName) {
		kind = map[string]string{mailApproved: mailChangeApproved, mailDenied: mailChangeDenied}[kind]
	}
	c, err := s.Credentials.ReadIDTx(ctx, tx, n.DepartmentID, n.CredentialID)
	if err != nil {
		return err
	}
	draft := outbox.Draft{
		Kind: kind, To: c.Recipient.Email, Language: c.RecipientLanguage(), DedupeKey: dedupe(kind, n.ID), DepartmentID: n.DepartmentID,
		CredentialID: n.CredentialID,
		Params: map[string]string{
			"name": c.Recipient.Name, "issuer": c.Issuer.Name, "course": c.Name(), "from": n.CurrentName, "to": n.RequestedName,
			"reason": n.DecisionNote, "link": s.Links.Credential(c.UUID.String(), c.Key()), "change": change(n, c.RecipientLanguage()),
		},
	}
	drafts := []outbox.Draft{draft}
	if n.Kind == string(OfEmail) && state == Approved && n.CurrentName != "" { // both addresses are told, should somebody else have asked
		draft.To, draft.DedupeKey, draft.Params = n.CurrentName, draft.DedupeKey+":former", maps.Clone(draft.Params)
		draft.Params["link"] = s.Links.Credential(c.UUID.String(), "")
		drafts = append(drafts, draft)
	}
	return s.Outbox.WriteTx(ctx, tx, drafts)
}
