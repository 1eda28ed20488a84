package recipients

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

var (
	signInPerAddress = throttle.Rule{Name: "recipient.sign_in.address", Limit: 5, Window: time.Minute}
	signInPerNetwork = throttle.Rule{Name: "recipient.sign_in.network", Limit: 20, Window: time.Minute}
)

// SignIn opens a full session with a password. A wrong password, an unknown address and a recipient without a password all return
// identity.ErrSignIn after the same work. Too many failures return identity.ErrTooManySignIns.
func (s *Service) SignIn(ctx context.Context, from Actor, email, password, userAgent string) (SignedIn, error) {
	var wrong errs.Fields
	if email == "" {
		wrong.Add("email", "required")
	}
	if password == "" {
		wrong.Add("password", "required")
	}
	if err := wrong.Err(); err != nil {
		return SignedIn{}, err
	}
	email, place := strings.ToLower(strings.TrimSpace(email)), throttle.Network(from.IP)
	err := errors.Join(s.Throttle.Allow(ctx, signInPerNetwork, place), s.Throttle.Allow(ctx, signInPerAddress, email, place))
	if errors.Is(err, throttle.ErrTooMany) {
		return SignedIn{}, identity.ErrTooManySignIns
	}
	if err != nil {
		return SignedIn{}, err
	}
	r, err := s.byEmail(ctx, email)
	if err != nil {
		return SignedIn{}, err
	}
	right, err := s.Passwords.Verify(ctx, pg.OrZero(r.PasswordHash), password)
	if err != nil {
		return SignedIn{}, err
	}
	if !right {
		return SignedIn{}, s.refuse(ctx, from, r.ID)
	}
	err = errors.Join(s.Throttle.Forgive(ctx, signInPerNetwork, place), s.Throttle.Forgive(ctx, signInPerAddress, email, place))
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.openOwnTx(ctx, tx, from, r, userAgent, "recipient.signed_in")
		return err
	})
	return out, err
}

// refuse records a failed sign-in, for an unknown address too, so that both take the same time.
func (s *Service) refuse(ctx context.Context, from Actor, recipientID int64) error {
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		by := access.Actor{RecipientID: recipientID, IP: from.IP, RequestID: from.RequestID}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "recipient.sign_in_refused", ObjectKind: "recipient", ObjectID: recipientID})
	})
	if err != nil {
		return err
	}
	return identity.ErrSignIn
}

func (s *Service) byEmail(ctx context.Context, email string) (r db.Recipient, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		r, err = s.q.RecipientPerson(ctx, tx, email)
		return err
	})
	if pg.NoRows(err) {
		return db.Recipient{}, nil
	}
	if err != nil {
		return r, fmt.Errorf("find recipient: %w", err)
	}
	return r, nil
}
