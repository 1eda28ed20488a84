package identity

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// maxUserAgent is the number of characters of the User-Agent header that are stored.
const maxUserAgent = 255

// opening is a session to be created.
type opening struct {
	user         User
	departmentID int64 // 0: where the user last worked
	bound        bool  // it sees this department only
	vouched      bool  // a program vouched for the user, who has proved nothing
	bothFactors  bool  // who vouches for the user asked for a second factor
	userAgent    string
	how          string // the act as the record names it
}

func (s *Service) openTx(ctx context.Context, tx pgx.Tx, from access.Actor, o opening) (SignedIn, error) {
	if o.departmentID == 0 {
		id, err := s.store.q.SessionLastDepartment(ctx, tx, o.user.ID)
		if err != nil && !pg.NoRows(err) {
			return SignedIn{}, fmt.Errorf("find last department: %w", err)
		}
		o.departmentID = id
	}
	token, now := secrets.NewToken(sessionPrefix), s.Clock.Now()
	var proved *time.Time
	if !o.vouched {
		proved = &now
	}
	row, err := s.store.q.SessionInsert(ctx, tx, db.SessionInsertParams{
		TokenHash: secrets.HashToken(token), UserID: o.user.ID, SelectedDepartment: pg.OrNull(o.departmentID), Bound: o.bound,
		Ip: from.IP, UserAgent: cut(o.userAgent), Now: now, ExpiresAt: now.Add(s.SessionLifetime), ProvedAt: proved,
	})
	if err != nil {
		return SignedIn{}, fmt.Errorf("insert session: %w", err)
	}
	by, err := s.resolveTx(ctx, tx, from, token, 0)
	if err != nil {
		return SignedIn{}, err
	}
	err = s.Audit.RecordTx(ctx, tx, account(from, o.user.ID), audit.Event{Action: o.how, ObjectKind: "session", ObjectID: row.ID})
	return SignedIn{Token: token, Actor: by}, err
}

// Resolve returns the actor of a token in the wanted department, or otherwise in the selected one. The role is read each time, so that
// a removal takes effect at once. If the user is not a member of the department, it does not exist, or its sign-in policy keeps the user
// out, the actor has no department and Missing is set. It returns ErrSignedOut for an unknown, ended or expired session, and
// ErrSessionLimit for one that is beyond the limits of one of the user's departments. from carries the client's address.
func (s *Service) Resolve(ctx context.Context, from access.Actor, token string, wanted int64) (access.Actor, error) {
	if !secrets.TokenShaped(sessionPrefix, token) {
		return access.Actor{}, ErrSignedOut
	}
	var by access.Actor
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		by, err = s.resolveTx(ctx, tx, from, token, wanted)
		return err
	})
	return by, err
}

func (s *Service) resolveTx(ctx context.Context, tx pgx.Tx, from access.Actor, token string, wanted int64) (access.Actor, error) {
	now := s.Clock.Now()
	row, err := s.store.q.SessionResolve(ctx, tx, db.SessionResolveParams{
		TokenHash: secrets.HashToken(token), Wanted: pg.OrNull(wanted), Now: now, IdleSince: now.Add(-s.SessionIdle),
	})
	if pg.NoRows(err) {
		return access.Actor{}, ErrSignedOut
	}
	if err != nil {
		return access.Actor{}, fmt.Errorf("resolve session: %w", err)
	}
	if !now.Before(row.EndsAt) {
		return access.Actor{}, ErrSessionLimit
	}
	if now.Sub(row.LastSeenAt) >= seenInterval {
		if err := s.store.q.SessionSeen(ctx, tx, db.SessionSeenParams{ID: row.ID, DepartmentID: row.DepartmentID, Now: now}); err != nil {
			return access.Actor{}, fmt.Errorf("note session use: %w", err)
		}
	}
	by := access.Actor{
		UserID: row.UserID, SessionID: row.ID, DepartmentID: row.DepartmentID, Role: access.Role(row.Role), Groups: access.Role(row.Role).Groups(), Bound: row.Bound,
		Unverified: row.Unverified, Proved: row.ProvedAt != nil && now.Sub(*row.ProvedAt) < proofLifetime, Enrolled: row.Enrolled,
		IP: from.IP, RequestID: from.RequestID,
	}
	switch {
	case !departments.Admits(row.AllowedNetworks, from.IP):
		by.Missing = departments.ErrNetwork.With("address", from.IP)
	case !by.Enrolled && !by.Bound && departments.Due(row.SecondFactorFrom, now): // whoever opened a bound session vouches for the person
		by.Missing = departments.ErrSecondFactor
	case wanted != 0 && row.DepartmentID == 0:
		by.Missing = departments.ErrNotFound
	}
	if by.Missing != nil {
		by.DepartmentID, by.Role, by.Groups = 0, "", ""
	}
	return by, nil
}

// Whoami returns the signed-in person and their department.
func (s *Service) Whoami(ctx context.Context, by access.Actor) (Session, error) {
	if by.UserID == 0 {
		return Session{}, ErrSignedOut
	}
	u, err := s.user(ctx, by.UserID)
	if err != nil {
		return Session{}, err
	}
	out := Session{User: u, VerificationToken: s.verificationToken(u), Enrolled: by.Enrolled}
	out.withhold(by)
	if by.Bound && by.DepartmentID == 0 {
		return out, nil // the one department it was opened for is gone, or keeps the user out
	}
	if out.Departments, err = s.Departments.Mine(ctx, by); err != nil {
		return Session{}, err
	}
	if by.DepartmentID == 0 && len(out.Departments) > 0 && !departments.Withheld(by.Missing) {
		if by, err = s.resume(ctx, by); err != nil {
			return Session{}, err
		}
		out.withhold(by)
	}
	for i, m := range out.Departments {
		if m.Department.ID == by.DepartmentID {
			out.Department, out.Role = &out.Departments[i].Department, m.Role
		}
	}
	return out, nil
}

// withhold notes why the department that was chosen keeps the user out.
func (s *Session) withhold(by access.Actor) {
	s.MustEnrol = errors.Is(by.Missing, departments.ErrSecondFactor)
	if errors.Is(by.Missing, departments.ErrNetwork) {
		s.RefusedAddress = by.IP
	}
}

// resume selects the previous department of a user whose department is gone.
func (s *Service) resume(ctx context.Context, by access.Actor) (access.Actor, error) {
	var id int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		id, err = s.store.q.SessionLastDepartment(ctx, tx, by.UserID)
		return err
	})
	if err != nil {
		return by, fmt.Errorf("find last department: %w", err)
	}
	return s.SelectDepartment(ctx, by, id)
}

// SelectDepartment stores the user's current department. Requests may still name another one. It returns departments.ErrNotFound if the
// user is not a member.
func (s *Service) SelectDepartment(ctx context.Context, by access.Actor, departmentID int64) (access.Actor, error) {
	if by.UserID == 0 {
		return by, ErrSignedOut
	}
	_, missing := s.Departments.Read(ctx, by, departmentID)
	if missing != nil && !departments.Withheld(missing) {
		return by, missing
	}
	err := pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) error {
		return s.store.q.SessionSelectDepartment(ctx, tx, db.SessionSelectDepartmentParams{
			ID: by.SessionID, UserID: by.UserID, Department: &departmentID,
		})
	})
	if err != nil {
		return by, fmt.Errorf("select department: %w", err)
	}
	by.DepartmentID, by.Missing = departmentID, nil
	if missing != nil {
		by.DepartmentID, by.Missing = 0, missing
	}
	return by, nil
}

// Sessions lists the user's sessions.
func (s *Service) Sessions(ctx context.Context, by access.Actor) ([]Device, error) {
	if by.UserID == 0 {
		return nil, ErrSignedOut
	}
	if by.Bound {
		return nil, ErrBound
	}
	now := s.Clock.Now()
	var rows []db.Session
	err := pg.SingleStatementSystem(ctx, s.Pool, func(tx pg.DB) (err error) {
		rows, err = s.store.q.SessionsOfUser(ctx, tx, db.SessionsOfUserParams{UserID: by.UserID, Now: now, IdleSince: now.Add(-s.SessionIdle)})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	out := make([]Device, 0, len(rows))
	for _, row := range rows {
		out = append(out, Device{
			ID: row.ID, IP: row.Ip, UserAgent: row.UserAgent, CreatedAt: row.CreatedAt.UTC(), LastSeenAt: row.LastSeenAt.UTC(),
			Current: row.ID == by.SessionID,
		})
	}
	return out, nil
}

// EndSession ends one of the user's sessions. It returns ErrSessionNotFound. A bound session can only end itself.
func (s *Service) EndSession(ctx context.Context, by access.Actor, id int64) error {
	if by.UserID == 0 {
		return ErrSignedOut
	}
	if by.Bound && id != by.SessionID {
		return ErrBound
	}
	return pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		n, err := s.store.q.SessionDelete(ctx, tx, db.SessionDeleteParams{ID: id, UserID: by.UserID})
		if err != nil {
			return fmt.Errorf("delete session: %w", err)
		}
		if n == 0 {
			return ErrSessionNotFound
		}
		return s.Audit.RecordTx(ctx, tx, account(by, by.UserID), audit.Event{Action: "session.ended", ObjectKind: "session", ObjectID: id})
	})
}

// EndOtherSessions ends all of the user's sessions but the acting one, and returns their number. A session opened by a department (SSO)
// gets ErrBound.
func (s *Service) EndOtherSessions(ctx context.Context, by access.Actor) (int64, error) {
	if by.UserID == 0 {
		return 0, ErrSignedOut
	}
	if by.Bound {
		return 0, ErrBound
	}
	var n int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) (err error) {
		n, err = s.store.q.SessionsDeleteOthers(ctx, tx, db.SessionsDeleteOthersParams{UserID: by.UserID, Keep: by.SessionID})
		if err != nil {
			return fmt.Errorf("delete other sessions: %w", err)
		}
		return s.Audit.RecordTx(ctx, tx, account(by, by.UserID), audit.Event{
			Action: "session.others_ended", ObjectKind: "user", ObjectID: by.UserID, Details: map[string]any{"count": n},
		})
	})
	return n, err
}

// rotateTx gives the acting session a new token and returns it. The former token becomes invalid.
func (s *Service) rotateTx(ctx context.Context, tx pgx.Tx, by access.Actor) (string, error) {
	token := secrets.NewToken(sessionPrefix)
	n, err := s.store.q.SessionRotate(ctx, tx, db.SessionRotateParams{TokenHash: secrets.HashToken(token), ID: by.SessionID, UserID: by.UserID})
	if err != nil {
		return "", fmt.Errorf("rotate session: %w", err)
	}
	if n == 0 {
		return "", ErrSignedOut
	}
	return token, nil
}

// DeleteExpired deletes expired sessions, one-time tokens and challenges, and returns their number.
func (s *Service) DeleteExpired(ctx context.Context) (int64, error) {
	now := s.Clock.Now()
	var removed int64
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		removed = 0
		for _, remove := range []func() (int64, error){
			func() (int64, error) {
				return s.store.q.SessionsDeleteExpired(ctx, tx, db.SessionsDeleteExpiredParams{Now: now, IdleSince: now.Add(-s.SessionIdle)})
			},
			func() (int64, error) { return s.tokens.DeleteExpiredTx(ctx, tx) },
			func() (int64, error) { return s.factors.DeleteExpiredTx(ctx, tx) },
			func() (int64, error) { return s.store.q.SignUpsDeleteExpired(ctx, tx, now) },
			// An expired invitation stays in the list for some weeks, so that it can be sent again.
			func() (int64, error) {
				return s.store.q.InvitationsDeleteExpired(ctx, tx, now.Add(-expiredInvitationKept))
			},
		} {
			n, err := remove()
			if err != nil {
				return err
			}
			removed += n
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("delete expired sessions, tokens, challenges, sign-ups and invitations: %w", err)
	}
	return removed, nil
}

func cut(userAgent string) string {
	userAgent = strings.ToValidUTF8(userAgent, "")
	if runes := []rune(userAgent); len(runes) > maxUserAgent {
		return string(runes[:maxUserAgent])
	}
	return userAgent
}
