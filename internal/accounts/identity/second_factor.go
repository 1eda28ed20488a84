package identity

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

const (
	totpPeriod    = 30 // seconds
	totpDigits    = 6
	recoveryCodes = 10
	recoveryBytes = 10 // 80 bits, which a fast hash protects
	recoveryGroup = 4
)

// codesPerAccount limits wrong codes from all addresses together: someone with a stolen password must not be able to guess six digits.
var codesPerAccount = throttle.Rule{Name: "second_factor.account", Limit: 10, Window: 15 * time.Minute}

// SecondStep is a sign-in that needs a code of the account's second factor.
type SecondStep struct {
	Token     string // for CompleteSignIn
	ExpiresAt time.Time
}

// CompleteSignIn is the input of the second step of a sign-in.
type CompleteSignIn struct {
	Token     string
	Code      string // of the authenticator app, or a recovery code
	UserAgent string
}

// admitTx opens a session, or returns the second step to an account with a second factor. Every way to sign in ends here.
func (s *Service) admitTx(ctx context.Context, tx pgx.Tx, from access.Actor, o opening) (SignedIn, error) {
	required, err := s.store.q.SecondFactorRequired(ctx, tx, o.user.ID)
	if err != nil {
		return SignedIn{}, fmt.Errorf("look for a second factor: %w", err)
	}
	if !required {
		return s.openTx(ctx, tx, from, o)
	}
	g := grant{userID: o.user.ID}
	if o.bound {
		g.departmentID = o.departmentID // a department makes the session of the second step a bound one
	}
	now := s.Clock.Now()
	token, err := s.store.insertToken(ctx, tx, tokenFactor, g, now, stepLifetime)
	if err != nil {
		return SignedIn{}, err
	}
	return SignedIn{Step: &SecondStep{Token: token, ExpiresAt: now.Add(stepLifetime)}}, nil
}

// CompleteSignIn opens the session of a sign-in that needed a second step. It returns ErrSignInStep for a step that has expired or is
// done, a field error for a wrong or used code, and ErrTooManySignIns after too many of them.
func (s *Service) CompleteSignIn(ctx context.Context, from access.Actor, in CompleteSignIn) (SignedIn, error) {
	if err := s.allow(ctx, tokenPerAddress, from); err != nil {
		return SignedIn{}, err
	}
	g, u, err := s.pendingSignIn(ctx, in.Token)
	if err != nil {
		return SignedIn{}, err
	}
	var out SignedIn
	err = s.withCode(ctx, from, u, in.Code, func(tx pgx.Tx) error {
		if _, err := s.store.useToken(ctx, tx, tokenFactor, in.Token, s.Clock.Now()); err != nil {
			return stepExpired(err)
		}
		o := opening{user: u, departmentID: g.departmentID, bound: g.departmentID != 0, userAgent: in.UserAgent, how: "session.signed_in"}
		if o.bound {
			o.how = "session.signed_in_sso"
		}
		var err error
		out, err = s.openTx(ctx, tx, from, o)
		if err == nil && o.bound && out.Actor.DepartmentID == 0 {
			return ErrSignInStep
		}
		return err
	})
	if err != nil {
		return SignedIn{}, err
	}
	return out, nil
}

// pendingSignIn returns what a sign-in that waits for its second step is for, without ending it.
func (s *Service) pendingSignIn(ctx context.Context, token string) (g grant, u User, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if g, err = s.store.findToken(ctx, tx, tokenFactor, token, s.Clock.Now()); err != nil {
			return stepExpired(err)
		}
		u, err = s.store.user(ctx, tx, g.userID)
		return err
	})
	return g, u, err
}

func stepExpired(err error) error {
	if errors.Is(err, ErrToken) {
		return ErrSignInStep
	}
	return err
}

// withCode runs fn in the transaction that spends a code of the user. A wrong code is recorded and counted as a wrong password is, and
// also per account, wherever it comes from.
func (s *Service) withCode(ctx context.Context, from access.Actor, u User, code string, fn func(pgx.Tx) error) error {
	code = plainCode(code)
	if code == "" {
		return errs.Field("code", "required")
	}
	place, id := throttle.Network(from.IP), strconv.FormatInt(u.ID, 10)
	err := errors.Join(s.Throttle.Allow(ctx, signInPerAccount, u.Email, place), s.Throttle.Allow(ctx, codesPerAccount, id))
	if errors.Is(err, throttle.ErrTooMany) {
		return ErrTooManySignIns
	}
	if err != nil {
		return err
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		if err := s.spendTx(ctx, tx, from, u, code); err != nil {
			return err
		}
		return fn(tx)
	})
	if errors.Is(err, errWrongCode) {
		if err := s.refuseSignIn(ctx, from, u); !errors.Is(err, ErrSignIn) {
			return err
		}
	}
	if err != nil {
		return err
	}
	return errors.Join(s.Throttle.Forgive(ctx, signInPerAccount, u.Email, place), s.Throttle.Forgive(ctx, codesPerAccount, id))
}

var errWrongCode = ErrWrongCode.At("code")

// spendTx accepts a code of the user's app or a recovery code, each once. It returns errWrongCode.
func (s *Service) spendTx(ctx context.Context, tx pgx.Tx, from access.Actor, u User, code string) error {
	if len(code) != totpDigits {
		return s.spendRecoveryTx(ctx, tx, from, u, code)
	}
	row, err := s.store.q.TOTPFind(ctx, tx, u.ID)
	if pg.NoRows(err) || err == nil && row.ConfirmedAt == nil {
		return errWrongCode
	}
	if err != nil {
		return fmt.Errorf("find authenticator app: %w", err)
	}
	step, err := s.step(row, code)
	if err != nil {
		return err
	}
	n, err := s.store.q.TOTPUse(ctx, tx, db.TOTPUseParams{Step: step, UserID: u.ID})
	if err != nil {
		return fmt.Errorf("use code: %w", err)
	}
	if n == 0 {
		return errWrongCode // this code was used before
	}
	return nil
}

// step returns the time step that a code of the app belongs to: the present one, or one next to it, for clocks that differ. It returns
// errWrongCode.
func (s *Service) step(row db.UserTotp, code string) (int64, error) {
	secret, err := s.Keyring.Open(row.SealedSecret, totpContext(row.UserID))
	if err != nil {
		return 0, fmt.Errorf("open the secret of an authenticator app: %w", err)
	}
	now := s.Clock.Now().Unix() / totpPeriod
	for _, step := range []int64{now, now - 1, now + 1} {
		want, err := totp.GenerateCode(string(secret), time.Unix(step*totpPeriod, 0))
		if err != nil {
			return 0, fmt.Errorf("compute code: %w", err)
		}
		if secrets.Equal(want, code) {
			return step, nil
		}
	}
	return 0, errWrongCode
}

func (s *Service) spendRecoveryTx(ctx context.Context, tx pgx.Tx, from access.Actor, u User, code string) error {
	now := s.Clock.Now()
	hash := recoveryHash(u.ID, code)
	n, err := s.store.q.RecoveryCodeUse(ctx, tx, db.RecoveryCodeUseParams{UserID: u.ID, CodeHash: hash, Now: now})
	if err != nil {
		return fmt.Errorf("use recovery code: %w", err)
	}
	if n == 0 {
		return errWrongCode
	}
	err = s.Audit.RecordTx(ctx, tx, account(from, u.ID), audit.Event{Action: "second_factor.recovery_code_used", ObjectKind: "user", ObjectID: u.ID})
	if err != nil {
		return err
	}
	return s.mailTx(ctx, tx, u, MailRecoveryCodeSpent, s.Origin+"/account", hex.EncodeToString(hash[:12]))
}

// plainCode drops what people type between the characters of a code.
func plainCode(code string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(strings.TrimSpace(code)))
}

// newRecoveryCodes returns fresh codes as they are shown, such as abcd-efgh-ijkl-mnop, and their hashes.
func newRecoveryCodes(userID int64) (codes []string, hashes [][]byte) {
	for range recoveryCodes {
		var raw [recoveryBytes]byte
		_, _ = rand.Read(raw[:]) // never fails: the program would end
		text := strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(raw[:]))
		hashes = append(hashes, recoveryHash(userID, text))
		var groups []string
		for at := 0; at < len(text); at += recoveryGroup {
			groups = append(groups, text[at:at+recoveryGroup])
		}
		codes = append(codes, strings.Join(groups, "-"))
	}
	return codes, hashes
}

func recoveryHash(userID int64, code string) []byte {
	return secrets.HashToken(strconv.FormatInt(userID, 10) + ":" + code)
}

// totpContext binds an encrypted secret to its user.
func totpContext(userID int64) string { return fmt.Sprintf("user_totp.sealed_secret of %d", userID) }
