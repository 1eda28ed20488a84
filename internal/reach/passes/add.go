package passes

import (
	"context"
	"crypto/hmac"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/passes/internal/db"
	"laurel/internal/recipients/recipients"
)

// Add makes a pass of a credential of the actor and returns the link to it. Asking again returns the same pass. It returns
// recipients.ErrNotSignedIn, recipients.ErrLimited, credentials.ErrNotFound, ErrOff, ErrNotValid, ErrUnreachable or throttle.ErrTooMany.
func (s *Service) Add(ctx context.Context, by recipients.Actor, ref string, platform Platform) (Link, error) {
	if err := by.RequireFull(); err != nil {
		return Link{}, err
	}
	c, err := s.Recipients.Read(ctx, by, ref)
	if err != nil {
		return Link{}, err
	}
	if !slices.Contains(s.Platforms(), platform) {
		return Link{}, ErrOff
	}
	if c.State != credentials.Published || c.Test || c.SupersededAt != nil {
		return Link{}, ErrNotValid
	}
	if err := s.Throttle.Allow(ctx, passesPerPerson, strconv.FormatInt(by.RecipientID, 10)); err != nil {
		return Link{}, err
	}
	now := s.Clock.Now()
	var row db.WalletPass
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		row, err = s.q.PassKeep(ctx, tx, db.PassKeepParams{
			Serial: uuid.New(), DepartmentID: c.DepartmentID, CredentialID: &c.ID, RecipientID: &by.RecipientID, Platform: string(platform),
			WithKey: c.Private, Now: now,
		})
		if err != nil {
			return fmt.Errorf("keep pass: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, by.Recorded(c.DepartmentID), audit.Event{
			Action: "credential.offered_to_wallet", ObjectKind: "credential", ObjectID: c.ID,
			Details: map[string]any{"configuration": string(platform)},
		})
	})
	if err != nil {
		return Link{}, err
	}
	until := now.Add(linkLifetime)
	if platform == Apple {
		return Link{Apple, s.Links.WalletPass(s.downloadToken(row.Serial, until)), until}, nil
	}
	address, err := s.saveToGoogle(ctx, row.Serial)
	return Link{Google, address, until}, err
}

const (
	tokenBody = 16 + 8 // a serial number and the time at which the token expires
	tokenMAC  = 16
)

// downloadToken returns a token for the download of a pass. It carries the serial number, its expiry and a MAC, so that nothing is stored.
func (s *Service) downloadToken(serial uuid.UUID, until time.Time) string {
	raw := binary.BigEndian.AppendUint64(serial[:], uint64(until.Unix())) //nolint:gosec // after 1970
	return base64.RawURLEncoding.EncodeToString(append(raw, s.Keyring.MACs("pass download:" + string(raw))[0][:tokenMAC]...))
}

// Download returns the pass of a download link. It returns ErrNotFound, ErrOff or throttle.ErrTooMany.
func (s *Service) Download(ctx context.Context, token string) ([]byte, error) {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(token)
	if err != nil || len(raw) != tokenBody+tokenMAC {
		return nil, ErrNotFound
	}
	body := raw[:tokenBody]
	ours := slices.ContainsFunc(s.Keyring.MACs("pass download:"+string(body)), func(mac []byte) bool {
		return hmac.Equal(mac[:tokenMAC], raw[tokenBody:])
	})
	until := time.Unix(int64(binary.BigEndian.Uint64(body[16:])), 0) //nolint:gosec // covered by the MAC
	if !ours || !s.Clock.Now().Before(until) {
		return nil, ErrNotFound
	}
	row, err := s.read(ctx, uuid.UUID(body[:16]))
	if err != nil {
		return nil, err
	}
	return s.build(ctx, row)
}

// read finds a pass, or returns ErrNotFound.
func (s *Service) read(ctx context.Context, serial uuid.UUID) (row db.PassReadRow, err error) {
	err = pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) (err error) {
		row, err = s.q.PassRead(ctx, d, serial)
		return err
	})
	if pg.NoRows(err) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read pass: %w", err)
	}
	return row, nil
}
