package oid4vci

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/recipients/recipients"
	"laurel/internal/trust/oid4vci/internal/db"
)

// Scheme is the URI scheme that wallet apps register. Source: OpenID4VCI 1.0, section 12.1.1.
const Scheme = "openid-credential-offer"

// Offer makes an offer of a credential of the actor and ends their earlier ones of it. It returns recipients.ErrNotSignedIn,
// recipients.ErrLimited, credentials.ErrNotFound, ErrNotValid or throttle.ErrTooMany.
func (s *Service) Offer(ctx context.Context, by recipients.Actor, ref string) (Offer, error) {
	if err := by.RequireFull(); err != nil {
		return Offer{}, err
	}
	c, err := s.Recipients.Read(ctx, by, ref)
	if err != nil {
		return Offer{}, err
	}
	if !offerable(c) {
		return Offer{}, ErrNotValid
	}
	if err := s.Throttle.Allow(ctx, offersPerPerson, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Offer{}, err
	}
	now, id, txCode := s.Clock.Now(), uuid.New(), newTxCode()
	var row db.WalletOffer
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if err := s.q.WalletOffersEnd(ctx, tx, db.WalletOffersEndParams{RecipientID: by.RecipientID, CredentialID: c.ID, Now: now}); err != nil {
			return fmt.Errorf("end earlier offers: %w", err)
		}
		row, err = s.q.WalletOfferInsert(ctx, tx, db.WalletOfferInsertParams{
			Uuid: id, CredentialID: c.ID, RecipientID: by.RecipientID, TxCodeHash: s.txHashes(id, txCode)[0], Now: now, ExpiresAt: now.Add(offerLifetime),
		})
		if err != nil {
			return fmt.Errorf("insert offer: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by.Recorded(c.DepartmentID), audit.Event{
			Action: "credential.offered_to_wallet", ObjectKind: "credential", ObjectID: c.ID,
		})
	})
	if err != nil {
		return Offer{}, err
	}
	out := s.offer(row)
	out.TxCode = txCode
	return out, nil
}

// offerable reports whether a credential may go into a wallet: it is valid now, and the newest.
func offerable(c credentials.Credential) bool {
	return c.State == credentials.Published && !c.Test && c.SupersededAt == nil
}

// newTxCode returns a random transaction code.
func newTxCode() string {
	n, _ := rand.Int(rand.Reader, big.NewInt(1_000_000)) // never fails: the program would end
	return fmt.Sprintf("%0*d", txDigits, n)
}

// txHashes returns the hashes of an offer's transaction code, the one to store first. Only a keyed hash hides six digits.
func (s *Service) txHashes(offer uuid.UUID, code string) [][]byte {
	return s.Keyring.MACs("transaction code:" + offer.String() + ":" + code)
}

// Read returns an offer of the actor. It returns recipients.ErrNotSignedIn, recipients.ErrLimited or ErrNotFound.
func (s *Service) Read(ctx context.Context, by recipients.Actor, id uuid.UUID) (Offer, error) {
	if err := by.RequireFull(); err != nil {
		return Offer{}, err
	}
	var row db.WalletOffer
	err := pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) (err error) {
		row, err = s.q.WalletOfferRead(ctx, d, db.WalletOfferReadParams{Uuid: id, RecipientID: by.RecipientID})
		return err
	})
	if pg.NoRows(err) {
		return Offer{}, ErrNotFound
	}
	if err != nil {
		return Offer{}, fmt.Errorf("read offer: %w", err)
	}
	return s.offer(row), nil
}

func (s *Service) offer(row db.WalletOffer) Offer {
	link := s.Links.WalletOffer(row.Uuid.String())
	return Offer{
		ID: row.Uuid, State: stateOf(row, s.Clock.Now()), ExpiresAt: row.ExpiresAt, TriesLeft: max(0, maxTries-int(row.TxTries)), Link: link,
		URI: Scheme + "://?credential_offer_uri=" + url.QueryEscape(link),
	}
}

func stateOf(row db.WalletOffer, now time.Time) State {
	switch {
	case row.Event != nil && *row.Event != Accepted:
		return Failed
	case row.DeliveredAt != nil:
		return Added
	case row.UsedAt != nil && now.Before(*row.TokenExpiresAt):
		return Opened
	case row.UsedAt != nil || !usable(row, now):
		return Expired
	case row.FetchedAt != nil:
		return Opened
	}
	return Waiting
}

// usable reports whether a code of the offer may still be used.
func usable(row db.WalletOffer, now time.Time) bool {
	return row.UsedAt == nil && row.TxTries < maxTries && now.Before(row.ExpiresAt)
}

// CredentialOffer is an offer as wallets read it. Source: OpenID4VCI 1.0, section 4.1.1.
type CredentialOffer struct {
	Issuer         string   `json:"credential_issuer"`
	Configurations []string `json:"credential_configuration_ids"`
	Grants         grants   `json:"grants"`
}

type grants struct {
	PreAuthorized preAuthorized `json:"urn:ietf:params:oauth:grant-type:pre-authorized_code"`
}

type preAuthorized struct {
	Code   string `json:"pre-authorized_code"`
	TxCode txCode `json:"tx_code"`
}

type txCode struct {
	InputMode   string `json:"input_mode"`
	Length      int    `json:"length"`
	Description string `json:"description"`
}

// Fetch returns an offer to a wallet. Each fetch makes a new code, so that only the wallet that fetched last can use the offer, and there
// are few fetches. It returns ErrNotFound or ErrOver.
func (s *Service) Fetch(ctx context.Context, id uuid.UUID) (CredentialOffer, error) {
	code := secrets.NewToken(codePrefix)
	var row db.WalletOfferLockRow
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		row, err = s.q.WalletOfferLock(ctx, tx, id)
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("lock offer: %w", err)
		}
		now := s.Clock.Now()
		if !usable(row.WalletOffer, now) || row.WalletOffer.Fetches >= maxFetches {
			return ErrOver
		}
		return s.q.WalletOfferFetch(ctx, tx, db.WalletOfferFetchParams{ID: row.WalletOffer.ID, CodeHash: secrets.HashToken(code), Now: now})
	})
	if err != nil {
		return CredentialOffer{}, err
	}
	return CredentialOffer{
		Issuer: s.Links.CredentialIssuer(row.DepartmentID), Configurations: s.configurations(),
		Grants: grants{preAuthorized{code, txCode{"numeric", txDigits, s.Texts.Text(row.Language, "walletApp.offer.tx_code", nil)}}},
	}, nil
}

// configurations lists the names of the credential configurations on offer.
func (s *Service) configurations() []string {
	if s.Badges.Tokens() {
		return []string{Embedded, Token}
	}
	return []string{Embedded}
}

// DeleteExpired deletes old offers and expired nonces and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	var offers, nonces int64
	now := s.Clock.Now()
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		if offers, err = s.q.WalletOffersDeleteOld(ctx, tx, now.Add(-rowsKept)); err != nil {
			return err
		}
		nonces, err = s.q.WalletNoncesDeleteExpired(ctx, tx, now)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired offers: %w", err)
	}
	return offers + nonces, nil
}
