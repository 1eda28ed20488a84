package identity

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/addresses"
	"laurel/internal/accounts/audit"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity/internal/db"
	"laurel/internal/accounts/onetime"
	"laurel/internal/accounts/organizations"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
	"laurel/internal/platform/throttle"
)

var invitePerDepartment = throttle.Rule{Name: "account.invite", Limit: 100, Window: time.Hour}

// Invite is a person to invite to the actor's department.
type Invite struct {
	Email    string
	Name     string
	Language string // of the email; empty: that of the earlier invitation, or of the department. Accounts have a language of their own
	Role     access.Role

	organizationID   int64 // that they are to administer; 0: only the department
	organizationName string
}

func (in *Invite) validate(languages []string) error {
	var wrong errs.Fields
	in.Email, in.Name = addresses.Normal(in.Email), i18n.OneLine(in.Name)
	addresses.Check(&wrong, in.Email)
	checkName(&wrong, in.Name)
	if in.Language != "" {
		checkLanguage(&wrong, in.Language, languages)
	}
	if !in.Role.Given() {
		wrong.Add("role", "not_one_of", "values", "administrator, designer, issuer, viewer")
	}
	return wrong.Err()
}

// Invite emails a link to accept or decline a membership. Addresses with and without an account are treated alike, and the result
// contains only what the inviter typed, so it does not reveal who has an account. Inviting an address again emails a new link and
// invalidates the earlier one. It returns field errors, access.ErrExceeds for a role with more permissions than the actor, or
// departments.ErrAlreadyMember or ErrDeactivated.
func (s *Service) Invite(ctx context.Context, by access.Actor, in Invite) (Member, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return Member{}, err
	}
	if err := in.validate(s.Languages); err != nil {
		return Member{}, err
	}
	if err := by.RequireRole(in.Role); err != nil {
		return Member{}, err
	}
	if err := s.allowInvite(ctx, by, in.Email); err != nil {
		return Member{}, err
	}
	var m Member
	err := pg.InSystem(ctx, s.Pool, func(tx pgx.Tx) error {
		member, _, err := s.store.member(ctx, tx, by.DepartmentID, in.Email)
		if err != nil {
			return err
		}
		if member.ID != 0 {
			return departments.ErrAlreadyMember
		}
		deactivated, err := s.store.q.MemberDeactivated(ctx, tx, db.MemberDeactivatedParams{DepartmentID: by.DepartmentID, Email: in.Email})
		if err != nil {
			return fmt.Errorf("find deactivated member: %w", err)
		}
		if deactivated {
			return departments.ErrDeactivated
		}
		row, err := s.inviteTx(ctx, tx, by, in)
		m = invited(row)
		return err
	})
	return m, err
}

// ResendInvitation emails a new link for an open invitation. The new link is valid for seven days, and the earlier one is invalidated.
// It returns departments.ErrNotMember if id is not an open invitation of the department.
func (s *Service) ResendInvitation(ctx context.Context, by access.Actor, id int64) (Member, error) {
	if err := by.Require(access.ManageTeam); err != nil {
		return Member{}, err
	}
	before, err := s.Member(ctx, by, id)
	if err != nil {
		return Member{}, err
	}
	if !before.Invited() {
		return Member{}, departments.ErrNotMember
	}
	return s.Invite(ctx, by, Invite{Email: before.Email, Name: before.Name, Role: before.Role})
}

func (s *Service) allowInvite(ctx context.Context, by access.Actor, email string) error {
	if err := s.Throttle.Allow(ctx, invitePerDepartment, strconv.FormatInt(by.DepartmentID, 10)); err != nil {
		return err
	}
	return s.Throttle.AllowMail(ctx, "invite", email, by.DepartmentID)
}

func (s *Service) inviteTx(ctx context.Context, tx pgx.Tx, by access.Actor, in Invite) (db.Invitation, error) {
	d, err := s.Departments.ReadTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return db.Invitation{}, err
	}
	known, err := s.store.userByEmail(ctx, tx, in.Email)
	if err != nil {
		return db.Invitation{}, err
	}
	token, now := onetime.Claim.New(), s.Clock.Now()
	row, err := s.store.q.InvitationUpsert(ctx, tx, db.InvitationUpsertParams{
		DepartmentID: by.DepartmentID, Email: in.Email, Name: in.Name, Language: in.Language, Fallback: s.language(d.Language), Role: string(in.Role),
		TokenHash: secrets.HashToken(token), Now: now, ExpiresAt: now.Add(claimLifetime), OrganizationID: pg.OrNull(in.organizationID),
	})
	if err != nil {
		return row, fmt.Errorf("insert invitation: %w", err)
	}
	query := url.Values{"token": {token}, "department_id": {strconv.FormatInt(by.DepartmentID, 10)}}
	err = s.Mail.EnqueueTx(ctx, tx, AccountMail{
		Kind: MailClaim, To: in.Email, Language: cmp.Or(known.Language, row.Language),
		Params:    map[string]string{"name": in.Name, "department": cmp.Or(in.organizationName, d.Name, "Laurel"), "link": s.link("/claim", query)},
		DedupeKey: fmt.Sprintf("account:%s:%d:%s", MailClaim, row.ID, hex.EncodeToString(row.TokenHash[:12])),
	})
	if err != nil {
		return row, fmt.Errorf("enqueue invitation mail: %w", err)
	}
	return row, s.Audit.RecordTx(ctx, tx, by, audit.Event{
		Action: "member.invited", ObjectKind: "invitation", ObjectID: row.ID, Details: map[string]any{"role": in.Role},
	})
}

// language returns the code if the product has texts in it, and otherwise the product's own language.
func (s *Service) language(code string) string {
	if slices.Contains(s.Languages, code) {
		return code
	}
	return i18n.Fallback
}

func invited(row db.Invitation) Member {
	return Member{ID: row.ID, Name: row.Name, Email: row.Email, Role: access.Role(row.Role), Since: row.CreatedAt, ExpiresAt: row.ExpiresAt}
}

// CancelInvitation withdraws an invitation and invalidates its link. It returns departments.ErrNotMember.
func (s *Service) CancelInvitation(ctx context.Context, by access.Actor, id int64) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.CancelInvitationTx(ctx, tx, by, id)
	})
}

// CancelInvitationTx is CancelInvitation for callers who may.
func (s *Service) CancelInvitationTx(ctx context.Context, tx pgx.Tx, by access.Actor, id int64) error {
	return s.endInvitationTx(ctx, tx, by, id, "member.invitation_canceled")
}

// SetInvitedRole changes the role of an open invitation. It returns departments.ErrNotMember if there is none, and access.ErrExceeds if the
// role has more permissions than the actor.
func (s *Service) SetInvitedRole(ctx context.Context, by access.Actor, id int64, role access.Role) error {
	if err := by.Require(access.ManageTeam); err != nil {
		return err
	}
	if err := by.RequireRole(role); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		n, err := s.store.q.InvitationRoleSet(ctx, tx, db.InvitationRoleSetParams{DepartmentID: by.DepartmentID, ID: id, Role: string(role)})
		if err != nil {
			return fmt.Errorf("set role of invitation: %w", err)
		}
		if n == 0 {
			return departments.ErrNotMember
		}
		return s.Audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "member.role_changed", ObjectKind: "invitation", ObjectID: id, Details: map[string]any{"role": role},
		})
	})
}

// InviteAdministratorTx invites somebody to administer the organization of the actor's department. Whether the actor does was checked before.
// It returns the ID of the invitation, or the invalid fields.
func (s *Service) InviteAdministratorTx(ctx context.Context, tx pgx.Tx, by access.Actor, o organizations.Organization, in Invite) (id int64, err error) {
	in.Role, in.organizationID, in.organizationName = access.Administrator, o.ID, o.Name
	if err := in.validate(s.Languages); err != nil {
		return 0, err
	}
	if err := s.allowInvite(ctx, by, in.Email); err != nil {
		return 0, err
	}
	row, err := s.inviteTx(ctx, tx, by, in)
	return row.ID, err
}

func (s *Service) endInvitationTx(ctx context.Context, tx pgx.Tx, by access.Actor, id int64, action string) error {
	n, err := s.store.q.InvitationDelete(ctx, tx, db.InvitationDeleteParams{DepartmentID: by.DepartmentID, ID: id})
	if err != nil {
		return fmt.Errorf("delete invitation: %w", err)
	}
	if n == 0 {
		return departments.ErrNotMember
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "invitation", ObjectID: id})
}

// CloseInvitationTx ends the open invitation of somebody whom the actor's department made a member in another way.
func (s *Service) CloseInvitationTx(ctx context.Context, tx pgx.Tx, by access.Actor, userID int64) error {
	ids, err := s.store.q.InvitationDeleteOf(ctx, tx, db.InvitationDeleteOfParams{UserID: userID, DepartmentID: by.DepartmentID})
	if err != nil {
		return fmt.Errorf("delete invitation: %w", err)
	}
	if len(ids) == 0 {
		return nil
	}
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: "member.invitation_accepted", ObjectKind: "invitation", ObjectID: ids[0]})
}
