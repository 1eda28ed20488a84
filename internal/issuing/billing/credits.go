package billing

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/billing/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
)

// refundable is how long a credit can be refunded: emails are held for at most an hour, and a large publication takes a while itself.
const refundable = 2 * time.Hour

var _ credentials.Credits = (*Service)(nil)

// SpendTx takes one credit for each recipient who was not paid for in this billing year.
func (s *Service) SpendTx(ctx context.Context, tx pgx.Tx, by access.Actor, charges []credentials.Charge) (unpaid []int64, err error) {
	if len(charges) == 0 {
		return nil, nil
	}
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if errors.Is(err, ErrNoSubscription) {
		return idsOf(charges), nil
	}
	if err != nil {
		return nil, err
	}
	if a.blocked(s.clock.Now()) {
		return idsOf(charges), nil
	}
	return s.useTx(ctx, tx, by, a, "use", a.PeriodStart, charges)
}

// useTx takes credits for a billing year and returns the credentials for which none is left.
func (s *Service) useTx(ctx context.Context, tx pgx.Tx, by access.Actor, a *account, kind string, year time.Time, charges []credentials.Charge) (unpaid []int64, err error) {
	paid, err := s.paidTx(ctx, tx, a, year, charges)
	if err != nil {
		return nil, err
	}
	p := db.EntriesUseParams{
		DepartmentID: a.DepartmentID, Kind: kind, PeriodStart: year, Now: s.clock.Now(),
		UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), System: pg.OrNull(string(by.System)),
	}
	for _, c := range charges {
		hash := a.hash(c)
		if paid[string(hash)] {
			continue
		}
		bucket, taken := a.take()
		if bucket == 0 {
			unpaid = append(unpaid, c.CredentialID)
			continue
		}
		paid[string(hash)] = true
		p.Buckets, p.Taken = append(p.Buckets, bucket), append(p.Taken, taken)
		p.Credentials, p.Recipients = append(p.Credentials, c.CredentialID), append(p.Recipients, hash)
	}
	if len(p.Buckets) == 0 {
		return unpaid, nil
	}
	if err := s.q.EntriesUse(ctx, tx, p); err != nil {
		return nil, fmt.Errorf("use credits: %w", err)
	}
	return unpaid, s.warnTx(ctx, tx, a)
}

// paidTx returns the hashes of the recipients who are paid for in a billing year.
func (s *Service) paidTx(ctx context.Context, tx pgx.Tx, a *account, year time.Time, charges []credentials.Charge) (map[string]bool, error) {
	hashes := make([][]byte, len(charges))
	for i, c := range charges {
		hashes[i] = a.hash(c)
	}
	found, err := s.q.RecipientsPaid(ctx, tx, db.RecipientsPaidParams{DepartmentID: a.DepartmentID, PeriodStart: year, Recipients: hashes})
	if err != nil {
		return nil, fmt.Errorf("read paid recipients: %w", err)
	}
	paid := make(map[string]bool, len(found))
	for _, hash := range found {
		paid[string(hash)] = true
	}
	return paid, nil
}

// RefundTx returns credits that were taken a short while ago for recipients who keep no credential that was issued since.
func (s *Service) RefundTx(ctx context.Context, tx pgx.Tx, by access.Actor, charges []credentials.Charge) error {
	if len(charges) == 0 {
		return nil
	}
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if errors.Is(err, ErrNoSubscription) { // billing was turned on after they were issued
		return nil
	}
	if err != nil {
		return err
	}
	addresses := make([]string, 0, len(charges))
	for _, c := range charges {
		if c.Recipient != "" {
			addresses = append(addresses, c.Recipient)
		}
	}
	since := s.clock.Now().Add(-refundable)
	var inUse []string
	err = pg.BeyondGroups(ctx, tx, func() (err error) { // the recipient may keep a credential that the actor does not see
		inUse, err = s.q.RecipientsInUse(ctx, tx, db.RecipientsInUseParams{DepartmentID: a.DepartmentID, Addresses: addresses, Since: &since})
		return err
	})
	if err != nil {
		return fmt.Errorf("read credentials of recipients: %w", err)
	}
	p := db.EntriesRefundableParams{DepartmentID: a.DepartmentID, Since: since}
	for _, c := range charges {
		if !slices.Contains(inUse, c.Recipient) {
			p.Recipients, p.Credentials = append(p.Recipients, a.hash(c)), append(p.Credentials, c.CredentialID)
		}
	}
	return s.refundTx(ctx, tx, by, p)
}

// refundTx puts used credits back into their buckets.
func (s *Service) refundTx(ctx context.Context, tx pgx.Tx, by access.Actor, which db.EntriesRefundableParams) error {
	uses, err := s.q.EntriesRefundable(ctx, tx, which)
	if err != nil || len(uses) == 0 {
		return wrap("read credits to refund", err)
	}
	ids := make([]int64, len(uses))
	for i, use := range uses {
		ids[i] = use.BucketID
	}
	rows, err := s.q.BucketsTaken(ctx, tx, db.BucketsTakenParams{DepartmentID: which.DepartmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("read buckets to refund to: %w", err)
	}
	taken := make(map[int64]int32, len(rows))
	for _, b := range rows {
		taken[b.ID] = b.Taken
	}
	p := db.EntriesRefundParams{
		DepartmentID: which.DepartmentID, Now: s.clock.Now(), UserID: pg.OrNull(by.UserID), ApiKeyID: pg.OrNull(by.APIKeyID), System: pg.OrNull(string(by.System)),
	}
	for _, use := range uses {
		taken[use.BucketID]--
		p.Ids, p.Taken = append(p.Ids, use.ID), append(p.Taken, taken[use.BucketID])
	}
	return wrap("refund credits", s.q.EntriesRefund(ctx, tx, p))
}

// wrap adds what was being done to an error.
func wrap(what string, err error) error {
	if err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	return nil
}

// QuoteTx returns what SpendTx would take, and what is left. Nothing is left to a department that may not issue.
func (s *Service) QuoteTx(ctx context.Context, tx pgx.Tx, departmentID int64, recipients []string) (credentials.Quote, error) {
	out := credentials.Quote{Used: len(recipients), Left: new(int)}
	a, err := s.lockTx(ctx, tx, departmentID)
	if errors.Is(err, ErrNoSubscription) {
		return out, nil
	}
	if err != nil || a.blocked(s.clock.Now()) {
		return out, err
	}
	charges := make([]credentials.Charge, len(recipients))
	for i, r := range recipients {
		charges[i] = credentials.Charge{Recipient: r}
	}
	paid, err := s.paidTx(ctx, tx, a, a.PeriodStart, charges)
	*out.Left, out.Used = a.available(), len(recipients)-len(paid)
	return out, err
}

// ExtendTx takes a credit if a credential is to last into a later billing year for which its recipient was not paid.
func (s *Service) ExtendTx(ctx context.Context, tx pgx.Tx, by access.Actor, charge credentials.Charge, from, to *time.Time) error {
	if from == nil || to != nil && !to.After(*from) {
		return nil
	}
	a, err := s.lockTx(ctx, tx, by.DepartmentID)
	if errors.Is(err, ErrNoSubscription) {
		return credentials.ErrExpiryCredits
	}
	if err != nil {
		return err
	}
	last := never
	if to != nil {
		last = *to
	}
	before, _ := yearOf(a.AnchorOn, *from)
	year, _ := yearOf(a.AnchorOn, last)
	if year.Equal(before) {
		return nil
	}
	if a.blocked(s.clock.Now()) {
		return credentials.ErrExpiryCredits
	}
	unpaid, err := s.useTx(ctx, tx, by, a, "renewal", year, []credentials.Charge{charge})
	if err == nil && len(unpaid) > 0 {
		return credentials.ErrExpiryCredits
	}
	return err
}

func idsOf(charges []credentials.Charge) []int64 {
	ids := make([]int64, len(charges))
	for i, c := range charges {
		ids[i] = c.CredentialID
	}
	return ids
}
