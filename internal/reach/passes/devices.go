package passes

import (
	"context"
	"crypto/subtle"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/platform/pg"
	"laurel/internal/reach/passes/internal/db"
)

// Request is what a device says of a pass. Source: Apple, Wallet Passes, Adding a Web Service to Update Passes.
type Request struct {
	Device   string
	PassType string
	Serial   string
	Token    string // the pass's authentication token
	IP       string
}

// maxWord limits device identifiers and push tokens.
const maxWord = 200

// open returns the pass of a request that shows its token. It returns ErrToken or ErrOff.
func (s *Service) open(ctx context.Context, r Request) (db.PassReadRow, error) {
	if s.Apple == nil {
		return db.PassReadRow{}, ErrOff
	}
	serial, err := uuid.Parse(r.Serial)
	if err != nil || r.PassType != s.Apple.PassType {
		return db.PassReadRow{}, ErrToken
	}
	right := 0
	for _, token := range s.authenticationTokens(serial) {
		right |= subtle.ConstantTimeCompare([]byte(token), []byte(r.Token))
	}
	if right != 1 {
		return db.PassReadRow{}, ErrToken
	}
	row, err := s.read(ctx, serial)
	if errors.Is(err, ErrNotFound) {
		return row, ErrToken
	}
	return row, err
}

// Registered is the outcome of a registration.
type Registered struct {
	CredentialID int64
	New          bool // the device is new to the pass
	First        bool // and the first that has it
}

// Register registers a device for changes of a pass. It returns ErrToken, ErrOff or ErrDevice.
func (s *Service) Register(ctx context.Context, r Request, pushToken string) (out Registered, err error) {
	row, err := s.open(ctx, r)
	if err != nil {
		return out, err
	}
	if r.Device == "" || len(r.Device) > maxWord || pushToken == "" || len(pushToken) > maxWord {
		return out, ErrDevice
	}
	now, pass := s.Clock.Now(), row.WalletPass
	if pass.CredentialID == nil || pass.RecipientID == nil {
		return out, ErrToken // withdrawn passes are not added any more
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		out.New, err = s.q.RegistrationKeep(ctx, tx, db.RegistrationKeepParams{
			PassID: pass.ID, Device: r.Device, PushToken: pushToken, Now: now, Most: maxDevices,
		})
		if pg.NoRows(err) {
			return ErrDevice
		}
		if err != nil {
			return fmt.Errorf("register device: %w", err)
		}
		n, err := s.q.PassAdded(ctx, tx, db.PassAddedParams{ID: pass.ID, Now: now})
		if err != nil {
			return fmt.Errorf("note added pass: %w", err)
		}
		if out.First = n > 0; !out.First {
			return nil
		}
		by := access.Actor{RecipientID: *pass.RecipientID, DepartmentID: pass.DepartmentID, IP: r.IP}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "credential.added_to_wallet", ObjectKind: "credential", ObjectID: *pass.CredentialID,
			Details: map[string]any{"configuration": string(Apple)},
		})
	})
	out.CredentialID = *pass.CredentialID
	return out, err
}

// Unregister ends the registration of a device. It returns ErrToken or ErrOff.
func (s *Service) Unregister(ctx context.Context, r Request) error {
	row, err := s.open(ctx, r)
	if err != nil {
		return err
	}
	return pg.SingleStatementSystem(ctx, s.Pool, func(d pg.DB) error {
		return s.q.RegistrationDelete(ctx, d, db.RegistrationDeleteParams{PassID: row.WalletPass.ID, Device: r.Device})
	})
}

// Changes are the passes of a device that changed. Tag is what it asks with next time.
type Changes struct {
	Serials []string
	Tag     string
}

// Changed lists the passes of a device that changed since a tag, or all. It returns ErrNotFound for an unknown device, and ErrOff.
func (s *Service) Changed(ctx context.Context, device, passType, tag string) (out Changes, err error) {
	if s.Apple == nil {
		return out, ErrOff
	}
	if passType != s.Apple.PassType {
		return out, ErrNotFound
	}
	since := time.Time{}
	if micros, err := strconv.ParseInt(tag, 10, 64); err == nil {
		since = time.UnixMicro(micros).Add(-listSlack)
	}
	known := false
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RegistrationsOfDevice(ctx, tx, db.RegistrationsOfDeviceParams{Device: device, Since: since, RowLimit: maxListed})
		if err != nil {
			return fmt.Errorf("list changed passes: %w", err)
		}
		for _, row := range rows {
			out.Serials = append(out.Serials, row.Serial.String())
		}
		if len(rows) > 0 {
			known, out.Tag = true, strconv.FormatInt(rows[0].ChangedAt.UnixMicro(), 10)
			return nil
		}
		known, err = s.q.DeviceKnown(ctx, tx, device)
		return err
	})
	if err == nil && !known {
		err = ErrNotFound
	}
	return out, err
}

// Latest returns a pass as it is now, or nil if it has not changed since a time. It returns ErrToken, ErrOff or throttle.ErrTooMany.
func (s *Service) Latest(ctx context.Context, r Request, since time.Time) (data []byte, changed time.Time, err error) {
	row, err := s.open(ctx, r)
	if err != nil {
		return nil, changed, err
	}
	changed = row.WalletPass.ChangedAt
	if !since.IsZero() && !changed.Truncate(time.Second).After(since) {
		return nil, changed, nil
	}
	data, err = s.build(ctx, row)
	return data, changed, err
}
