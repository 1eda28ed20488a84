package recipients

import (
	"context"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/passwords"
	"laurel/internal/messaging/outbox"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
	"laurel/internal/recipients/recipients/internal/db"
)

// MailPasswordChanged is the kind of mail that tells a recipient of a new password.
const MailPasswordChanged = "recipient_password_changed"

// Account is what a recipient sees of their own account.
type Account struct {
	Name        string
	Email       string
	Locale      string
	TimeZone    string // of the IANA database, or "": that of the browser
	HasPassword bool
	CreatedAt   time.Time
}

// Update contains new values for a recipient's own account. Nil leaves a field unchanged.
type Update struct {
	Name            *string
	Locale          *string
	TimeZone        *string
	Password        *string
	CurrentPassword *string // a new password needs the old one, if there is one
}

// Session is a place where a recipient is signed in.
type Session struct {
	ID         int64
	Current    bool
	Level      Level
	UserAgent  string
	IP         string
	CreatedAt  time.Time
	LastSeenAt time.Time
}

// RequireFull returns ErrNotSignedIn, or ErrLimited for a session that an issuer's link opened.
func (a Actor) RequireFull() error {
	if err := a.SignedIn(); err != nil {
		return err
	}
	if a.Level != Full {
		return ErrLimited
	}
	return nil
}

// openOwnTx starts a session that belongs to no department.
func (s *Service) openOwnTx(ctx context.Context, tx pgx.Tx, from Actor, r db.Recipient, userAgent, how string) (SignedIn, error) {
	now := s.Clock.Now()
	idle, absolute := Full.lifetime()
	out := SignedIn{Token: secrets.NewToken(sessionPrefix)}
	id, err := s.q.RecipientSessionInsert(ctx, tx, db.RecipientSessionInsertParams{
		RecipientID: r.ID, TokenHash: secrets.HashToken(out.Token), Level: string(Full), Ip: from.IP, UserAgent: cut(userAgent), Now: now,
		IdleAfter: now.Add(idle), ExpiresAt: now.Add(absolute), OnlyGroups: []int64{},
	})
	if err != nil {
		return out, fmt.Errorf("insert recipient session: %w", err)
	}
	if err := s.q.RecipientActivate(ctx, tx, db.RecipientActivateParams{ID: r.ID, Now: now}); err != nil {
		return out, fmt.Errorf("activate recipient: %w", err)
	}
	out.Actor = actorOf(id, 0, nil, Full, r)
	out.Actor.IP, out.Actor.RequestID = from.IP, from.RequestID
	return out, s.recordTx(ctx, tx, out.Actor, how, nil)
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by Actor, action string, details map[string]any) error {
	return s.Audit.RecordTx(ctx, tx, by.Recorded(0), audit.Event{Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID, Details: details})
}

// Account returns the actor's account. It returns ErrNotSignedIn or ErrLimited.
func (s *Service) Account(ctx context.Context, by Actor) (Account, error) {
	if err := by.RequireFull(); err != nil {
		return Account{}, err
	}
	r, err := s.read(ctx, by)
	return accountOf(r), err
}

func accountOf(r db.Recipient) Account {
	return Account{Name: r.Name, Email: r.Email, Locale: r.Locale, TimeZone: r.TimeZone, HasPassword: r.PasswordHash != nil, CreatedAt: r.CreatedAt}
}

func (s *Service) read(ctx context.Context, by Actor) (r db.Recipient, err error) {
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		r, err = s.q.RecipientByID(ctx, tx, by.RecipientID)
		return err
	})
	if pg.NoRows(err) {
		return r, ErrNotSignedIn
	}
	if err != nil {
		return r, fmt.Errorf("read recipient: %w", err)
	}
	return r, nil
}

// UpdateAccount changes the actor's account. After a new password, an email says so, the other sessions end, and the actor's session has
// a new token, which is returned. It returns ErrNotSignedIn, ErrLimited, field errors, or throttle.ErrTooMany after too many wrong current
// passwords.
func (s *Service) UpdateAccount(ctx context.Context, by Actor, in Update) (_ Account, token string, _ error) {
	if err := by.RequireFull(); err != nil {
		return Account{}, "", err
	}
	r, err := s.read(ctx, by)
	if err != nil {
		return Account{}, "", err
	}
	if err := s.checkUpdate(ctx, by, &r, in); err != nil {
		return Account{}, "", err
	}
	hash := ""
	if in.Password != nil {
		if hash, err = s.Passwords.Hash(ctx, *in.Password); err != nil {
			return Account{}, "", err
		}
	}
	err = pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		now := s.Clock.Now()
		changed, err := s.q.RecipientUpdate(ctx, tx, db.RecipientUpdateParams{ID: r.ID, Name: r.Name, Locale: r.Locale, TimeZone: r.TimeZone, Now: now})
		if err != nil {
			return fmt.Errorf("update recipient: %w", err)
		}
		r = changed
		if hash == "" {
			return s.recordTx(ctx, tx, by, "recipient.account_updated", nil)
		}
		r.PasswordHash = &hash
		if err := s.setPasswordTx(ctx, tx, by, r, hash); err != nil {
			return err
		}
		token, err = s.rotateTx(ctx, tx, by)
		return err
	})
	return accountOf(r), token, err
}

func (s *Service) rotateTx(ctx context.Context, tx pgx.Tx, by Actor) (string, error) {
	token := secrets.NewToken(sessionPrefix)
	n, err := s.q.RecipientSessionRotate(ctx, tx, db.RecipientSessionRotateParams{
		TokenHash: secrets.HashToken(token), ID: by.SessionID, RecipientID: by.RecipientID,
	})
	if err != nil {
		return "", fmt.Errorf("rotate recipient session: %w", err)
	}
	if n == 0 {
		return "", ErrNotSignedIn
	}
	return token, nil
}

// checkUpdate applies the new values to r.
func (s *Service) checkUpdate(ctx context.Context, by Actor, r *db.Recipient, in Update) error {
	var wrong errs.Fields
	if in.Name != nil {
		r.Name = i18n.OneLine(*in.Name)
		switch {
		case r.Name == "":
			wrong.Add("name", "required")
		case utf8.RuneCountInString(r.Name) > 255:
			wrong.Add("name", "too_long", "max", 255)
		}
	}
	if in.Locale != nil {
		r.Locale = *in.Locale
		if !i18n.Known(r.Locale) {
			wrong.Add("locale", "invalid")
		}
	}
	if in.TimeZone != nil {
		r.TimeZone = *in.TimeZone
		if r.TimeZone != "" && !departments.ValidZone(r.TimeZone) {
			wrong.Add("time_zone", "unknown_time_zone")
		}
	}
	if in.Password != nil {
		passwords.Check(&wrong, *in.Password, r.Email, r.Name)
		if err := s.reauthenticate(ctx, by, *r, in.CurrentPassword, &wrong); err != nil {
			return err
		}
	}
	return wrong.Err()
}

// reauthenticate checks the current password, if the recipient has one.
func (s *Service) reauthenticate(ctx context.Context, by Actor, r db.Recipient, current *string, wrong *errs.Fields) error {
	if r.PasswordHash == nil {
		return nil
	}
	if current == nil || *current == "" {
		wrong.Add("current_password", "required")
		return nil
	}
	place := throttle.Network(by.IP)
	if err := s.Throttle.Allow(ctx, signInPerAddress, r.Email, place); err != nil {
		return err
	}
	right, err := s.Passwords.Verify(ctx, *r.PasswordHash, *current)
	if err != nil {
		return err
	}
	if !right {
		wrong.Add("current_password", "password.wrong")
		return nil
	}
	return s.Throttle.Forgive(ctx, signInPerAddress, r.Email, place)
}

// setPasswordTx stores a new password, ends every session but the actor's, and tells the recipient.
func (s *Service) setPasswordTx(ctx context.Context, tx pgx.Tx, by Actor, r db.Recipient, hash string) error {
	now := s.Clock.Now()
	if err := s.q.RecipientSetPassword(ctx, tx, db.RecipientSetPasswordParams{ID: r.ID, PasswordHash: &hash, Now: now}); err != nil {
		return fmt.Errorf("set password: %w", err)
	}
	_, err := s.q.RecipientSessionsDeleteOthers(ctx, tx, db.RecipientSessionsDeleteOthersParams{RecipientID: r.ID, Keep: by.SessionID})
	if err != nil {
		return fmt.Errorf("end recipient sessions: %w", err)
	}
	if err := s.recordTx(ctx, tx, by, "recipient.password_changed", nil); err != nil {
		return err
	}
	return s.Outbox.WriteTx(ctx, tx, []outbox.Draft{{
		Kind: MailPasswordChanged, To: r.Email, Language: r.Locale, DedupeKey: fmt.Sprintf("%s:%d:%d", MailPasswordChanged, r.ID, now.UnixMicro()),
		Params: map[string]string{"name": r.Name, "link": s.Links.Page("/me/sign-in")},
	}})
}

// ResetPassword sets a new password with the proof of an email, ends all sessions and opens a new one. It returns the errors of
// SignInByProof, or a field error for a weak password, after which the proof is still good.
func (s *Service) ResetPassword(ctx context.Context, from Actor, p Proof, password, userAgent string) (SignedIn, error) {
	var wrong errs.Fields
	passwords.Check(&wrong, password)
	if err := wrong.Err(); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.Passwords.Hash(ctx, password)
	if err != nil {
		return SignedIn{}, err
	}
	return s.prove(ctx, from, p, userAgent, func(tx pgx.Tx, r db.Recipient) error {
		by := Actor{RecipientID: r.ID, IP: from.IP, RequestID: from.RequestID}
		return s.setPasswordTx(ctx, tx, by, r, hash)
	})
}

// Sessions lists where the actor is signed in, the current session first. It returns ErrNotSignedIn or ErrLimited.
func (s *Service) Sessions(ctx context.Context, by Actor) ([]Session, error) {
	if err := by.RequireFull(); err != nil {
		return nil, err
	}
	var out []Session
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		rows, err := s.q.RecipientSessionList(ctx, tx, db.RecipientSessionListParams{RecipientID: by.RecipientID, Current: by.SessionID, Now: s.Clock.Now()})
		if err != nil {
			return fmt.Errorf("list recipient sessions: %w", err)
		}
		out = make([]Session, len(rows))
		for i, r := range rows {
			out[i] = Session{
				ID: r.ID, Current: r.ID == by.SessionID, Level: Level(r.Level), UserAgent: r.UserAgent, IP: r.Ip, CreatedAt: r.CreatedAt, LastSeenAt: r.LastSeenAt,
			}
		}
		return nil
	})
	return out, err
}

// EndSession signs the actor out elsewhere; 0 ends every session but the current one. It returns ErrNotSignedIn, ErrLimited, or
// ErrNoSession for a session of another person.
func (s *Service) EndSession(ctx context.Context, by Actor, id int64) error {
	if err := by.RequireFull(); err != nil {
		return err
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		var n int64
		var err error
		if id == 0 {
			n, err = s.q.RecipientSessionsDeleteOthers(ctx, tx, db.RecipientSessionsDeleteOthersParams{RecipientID: by.RecipientID, Keep: by.SessionID})
		} else {
			n, err = s.q.RecipientSessionDelete(ctx, tx, db.RecipientSessionDeleteParams{ID: id, RecipientID: by.RecipientID})
		}
		if err != nil {
			return fmt.Errorf("end recipient session: %w", err)
		}
		if n == 0 && id != 0 {
			return ErrNoSession
		}
		return s.recordTx(ctx, tx, by, "recipient.session_ended", map[string]any{"count": n})
	})
}

// ErrNoSession means that the recipient has no such session.
var ErrNoSession = errs.New(errs.NotFound, "recipient.session_not_found")
