package recipients

import (
	"context"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

// OwnerLifetime is how long the email that delivers a credential makes its reader the owner.
const OwnerLifetime = 60 * 24 * time.Hour

const ownerPrefix = "laurel_owner_"

// ownerTries limits wrong codes for one credential. A code is worth nothing without the token of the same email.
var ownerTries = throttle.Rule{Name: "recipient.owner", Limit: 5, Window: time.Hour}

// OwnerProof returns the token and the code that an email carries to prove that its reader owns a credential. Both are derived from
// the credential, its address and the day on which they expire, so that mailing many credentials stores nothing. They work once.
func OwnerProof(keys *secrets.Keyring, credential uuid.UUID, email string, until time.Time) (token, code string) {
	day := uint32(until.Unix() / (24 * 60 * 60)) //nolint:gosec // fits until the year 11 million
	sum := keys.MACs(ownerContext(credential, email, day))[0]
	return ownerToken(sum, day), ownerCode(sum)
}

// ownerContext names what an owner's token is derived from.
func ownerContext(credential uuid.UUID, email string, day uint32) string {
	return fmt.Sprintf("owner of a credential:%s:%d:%s", credential, day, strings.ToLower(email))
}

// ownerToken carries the day in clear, in the first four bytes. The next 28 are of the MAC.
func ownerToken(sum []byte, day uint32) string {
	var raw [32]byte
	binary.BigEndian.PutUint32(raw[:4], day)
	copy(raw[4:], sum[:28])
	return secrets.TokenOf(ownerPrefix, raw)
}

// ownerCode is made of the four bytes of the MAC that are not in the token.
func ownerCode(sum []byte) string {
	return fmt.Sprintf("%0*d", codeDigits, binary.BigEndian.Uint32(sum[28:])%1_000_000)
}

// SignInAsOwner opens a full session with the token and the code of the email that delivered a credential. It returns ErrProof, or a
// field error for a wrong code that may be tried again.
func (s *Service) SignInAsOwner(ctx context.Context, from Actor, credential, token, code, userAgent string) (SignedIn, error) {
	if err := s.Throttle.Allow(ctx, proofPerNetwork, throttle.Network(from.IP)); err != nil {
		return SignedIn{}, err
	}
	id, err := uuid.Parse(credential)
	raw, shaped := secrets.Raw(ownerPrefix, token)
	if err != nil || !shaped {
		return SignedIn{}, ErrProof
	}
	var held db.RecipientOwnerOfRow
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		held, err = s.q.RecipientOwnerOf(ctx, tx, id)
		return err
	})
	if pg.NoRows(err) {
		return SignedIn{}, ErrProof
	}
	if err != nil {
		return SignedIn{}, fmt.Errorf("find credential: %w", err)
	}
	day := binary.BigEndian.Uint32(raw[:4])
	until := time.Unix(int64(day)*24*60*60, 0)
	right, sum := false, []byte(nil)
	for _, each := range s.Keyring.MACs(ownerContext(id, held.RecipientEmail, day)) {
		if subtle.ConstantTimeCompare([]byte(ownerToken(each, day)), []byte(token)) == 1 {
			right, sum = true, each
		}
	}
	if !right || !s.Clock.Now().Before(until) {
		return SignedIn{}, ErrProof
	}
	if err := s.Throttle.Allow(ctx, ownerTries, id.String()); err != nil {
		if errors.Is(err, throttle.ErrTooMany) {
			return SignedIn{}, ErrProof
		}
		return SignedIn{}, err
	}
	if !secrets.Equal(ownerCode(sum), compact(code)) {
		return SignedIn{}, errs.Field("code", "recipient.code_wrong")
	}
	return s.openOwner(ctx, from, held, token, until, userAgent)
}

// SignInProven opens a full session for an address that another part of the product has proved.
func (s *Service) SignInProven(ctx context.Context, from Actor, email, name, language, userAgent string) (SignedIn, error) {
	var out SignedIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		out, err = s.openProvenTx(ctx, tx, from, email, name, language, userAgent)
		return err
	})
	return out, err
}

// openProvenTx opens a session for whoever has an address, and writes them down if they are new.
func (s *Service) openProvenTx(ctx context.Context, tx pgx.Tx, from Actor, email, name, language, userAgent string) (SignedIn, error) {
	_, err := s.q.RecipientEnsure(ctx, tx, db.RecipientEnsureParams{Email: email, Name: name, Locale: language, Now: s.Clock.Now()})
	if err != nil {
		return SignedIn{}, fmt.Errorf("write recipient: %w", err)
	}
	r, err := s.q.RecipientPerson(ctx, tx, email)
	if err != nil {
		return SignedIn{}, fmt.Errorf("find recipient: %w", err)
	}
	return s.openOwnTx(ctx, tx, from, r, userAgent, "recipient.signed_in")
}

// openOwner uses the token up and opens the session.
func (s *Service) openOwner(ctx context.Context, from Actor, held db.RecipientOwnerOfRow, token string, until time.Time, userAgent string) (SignedIn, error) {
	var out SignedIn
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		_, err := s.q.RecipientSignInSpend(ctx, tx, db.RecipientSignInSpendParams{
			Purpose: string(ToSignIn), Email: held.RecipientEmail, Language: held.Language, RequestHash: secrets.HashToken(token), Now: now, ExpiresAt: until,
		})
		if pg.NoRows(err) {
			return ErrProof // used before
		}
		if err != nil {
			return fmt.Errorf("use owner's token: %w", err)
		}
		out, err = s.openProvenTx(ctx, tx, from, held.RecipientEmail, held.RecipientName, held.Language, userAgent)
		return err
	})
	return out, err
}
