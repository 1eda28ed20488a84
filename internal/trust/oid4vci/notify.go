package oid4vci

import (
	"context"
	"fmt"
	"slices"

	"laurel/internal/platform/pg"
	"laurel/internal/trust/oid4vci/internal/db"
)

// Accepted is the event of a credential that a wallet keeps. Source: OpenID4VCI 1.0, section 11.1.
const Accepted = "credential_accepted"

var events = []string{Accepted, "credential_failure", "credential_deleted"}

// Notification is what a wallet says became of a credential.
type Notification struct {
	ID    string `json:"notification_id"`
	Event string `json:"event"`
}

// Notify notes what became of a credential. The same notification may come again. It returns a Problem.
func (s *Service) Notify(ctx context.Context, token string, in Notification) error {
	row, err := s.ticket(ctx, token)
	if err != nil {
		return err
	}
	switch {
	case in.ID == "" || !slices.Contains(events, in.Event):
		return refuse("invalid_notification_request", "notification_id and a known event are required")
	case in.ID != row.WalletOffer.Uuid.String() || row.WalletOffer.DeliveredAt == nil:
		return refuse("invalid_notification_id", "There is no such notification")
	}
	err = pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) error {
		return s.q.WalletOfferNotify(ctx, d, db.WalletOfferNotifyParams{ID: row.WalletOffer.ID, Event: in.Event})
	})
	if err != nil {
		return fmt.Errorf("note notification: %w", err)
	}
	return nil
}
