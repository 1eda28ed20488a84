package billing

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/links"
)

// The kinds of emails.
const (
	mailLow  = "credits_low"
	mailGone = "credits_gone"
)

// Webhooks records events for the webhooks of a department.
type Webhooks interface {
	SubscriptionChangedTx(ctx context.Context, tx pgx.Tx, departmentID int64, at time.Time) error
	CreditLowTx(ctx context.Context, tx pgx.Tx, departmentID int64, percent, left, total int, at time.Time) error
}

// Notices writes emails to the members who may manage billing, and events for webhooks. It implements Listener.
type Notices struct {
	Clock    clock.Clock
	Outbox   *outbox.Service
	Webhooks Webhooks
	Links    links.Links
}

var _ Listener = Notices{}

// SubscriptionChangedTx records the event subscription.changed.
func (n Notices) SubscriptionChangedTx(ctx context.Context, tx pgx.Tx, departmentID int64, _ Subscription) error {
	return n.Webhooks.SubscriptionChangedTx(ctx, tx, departmentID, n.Clock.Now())
}

// CreditLowTx records the event credit.low and writes to the members who may manage billing. That happens once for a share in a billing year,
// however often it is called.
func (n Notices) CreditLowTx(ctx context.Context, tx pgx.Tx, departmentID int64, s Subscription, low Low) error {
	if err := n.Webhooks.CreditLowTx(ctx, tx, departmentID, low.Percent, low.Left, low.Total, n.Clock.Now()); err != nil {
		return err
	}
	people, err := ManagersTx(ctx, tx, departmentID)
	if err != nil {
		return err
	}
	kind := mailLow
	if low.Percent == 0 {
		kind = mailGone
	}
	drafts := make([]outbox.Draft, len(people))
	for i, p := range people {
		drafts[i] = outbox.Draft{
			Kind: kind, To: p.Email, Language: p.Language, DepartmentID: departmentID,
			DedupeKey: fmt.Sprintf("%s:%d:%s:%d:%d", kind, departmentID, s.Start.Format("20060102"), low.Percent, p.ID),
			Params: map[string]string{
				"department": p.Department, "left": strconv.Itoa(low.Left), "total": strconv.Itoa(low.Total), "link": n.Links.Page("/billing"),
			},
		}
	}
	return n.Outbox.WriteTx(ctx, tx, drafts)
}

// Manager is a member who may manage billing.
type Manager struct {
	ID                          int64
	Email, Language, Department string
}

// ManagersTx returns the members of a department who may manage its billing.
func ManagersTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Manager, error) {
	people, err := db.New().Colleagues(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("read who manages billing: %w", err)
	}
	var out []Manager
	for _, p := range people {
		who := access.Actor{UserID: p.ID, DepartmentID: departmentID, Role: access.Role(p.Role)}
		if who.Allows(access.ManageBilling) == nil && who.Role.Groups() == "" {
			out = append(out, Manager{p.ID, p.Email, p.Language, p.Department})
		}
	}
	return out, nil
}
