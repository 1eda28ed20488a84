package authoring

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/design/attributes"
	"laurel/internal/issuing/authoring/internal/db"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// IssueTx is Create in a transaction of the department, for an input that was resolved, and issues the credential at once. issued is
// false if a draft was left, for PublishTx to issue or to record the reason, and if an existing credential was changed instead.
func (s *Service) IssueTx(ctx context.Context, tx pgx.Tx, by access.Actor, in credentials.Input, with ...With) (c credentials.Credential, issued bool, err error) {
	if err := by.Require(access.ManageCredentials); err != nil {
		return c, false, err
	}
	c, added, err := s.newTx(ctx, tx, by, in, len(with) == 0) // what comes with it may be what it lacks
	if err != nil {
		return c, false, err
	}
	return c, added && c.State.Issued(), addTo(ctx, tx, c.ID, with)
}

func addTo(ctx context.Context, tx pgx.Tx, credentialID int64, with []With) error {
	for _, add := range with {
		if err := add(ctx, tx, credentialID); err != nil {
			return err
		}
	}
	return nil
}

// newTx adds a credential and issues it if requested and possible. If the client's duplicate behavior says so, it changes the existing
// one instead, and added is false.
func (s *Service) newTx(ctx context.Context, tx pgx.Tx, by access.Actor, in credentials.Input, issue bool) (c credentials.Credential, added bool, err error) {
	group, err := s.groupForNew(ctx, tx, by.DepartmentID, in)
	if err != nil {
		return c, false, err
	}
	from, err := beginning(startOf(group))
	if err != nil {
		return c, false, err
	}
	if c, found, err := s.duplicateTx(ctx, tx, by, in, from); found || err != nil {
		return c, false, err
	}
	var kinds map[string]attributes.Kind
	if len(in.CustomAttributes.Value) > 0 {
		if kinds, err = s.attributes.KindsTx(ctx, tx, by.DepartmentID); err != nil {
			return c, false, err
		}
	}
	if c, err = s.draft(by, from, in, kinds); err != nil {
		return c, false, err
	}
	c.ID, c.Test = group.CredentialID, group.Test
	if issue && !group.Unapproved { // else publishing says what is missing
		if err := s.issueTx(ctx, tx, by, &c, from, group.SendEmails); err != nil {
			return c, false, err
		}
	}
	row, err := s.insert(ctx, tx, c, group, nil)
	if err != nil {
		return c, false, err
	}
	c, err = s.credentials.FromNewRow(ctx, tx, credentials.NewRow{
		Row: row, Group: credentials.GroupTexts(group.GroupsShown),
		Certificate: pg.OrZero(group.CertificateVersionID), Badge: pg.OrZero(group.BadgeVersionID),
	})
	if err != nil {
		return c, false, err
	}
	record := audit.Event{Action: "credential.created", Details: map[string]any{"values": values(c)}}
	return c, true, s.credentials.RecordTx(ctx, tx, by, record, creation(c))
}

// issueTx makes a credential that is about to be added an issued one, unless PublishTx would reject it.
func (s *Service) issueTx(ctx context.Context, tx pgx.Tx, by access.Actor, c *credentials.Credential, group start, mails bool) error {
	least := group.settings.LeastGrade
	switch {
	case group.CertificateDesignID == nil && group.BadgeDesignID == nil, group.settings.EvidenceRequired,
		least != nil && (c.Grade == nil || *c.Grade < *least):
		return nil
	}
	if !c.Test {
		unpaid, err := s.credits.SpendTx(ctx, tx, by, []credentials.Charge{{CredentialID: c.ID, Recipient: strings.ToLower(c.Recipient.Email)}})
		if err != nil || len(unpaid) > 0 {
			return err
		}
	}
	c.State, c.PublishedAt = credentials.Published, &c.CreatedAt
	c.State = s.credentials.StateByDate(*c)
	if mails && c.Recipient.Email != "" && !c.Test {
		c.EmailStatus = credentials.MailDue
	}
	return nil
}

// groupForNew reads the group of a new credential. It returns the errors of Create.
func (s *Service) groupForNew(ctx context.Context, tx pgx.Tx, departmentID int64, in credentials.Input) (db.GroupForNewRow, error) {
	if in.GroupID == 0 && strings.TrimSpace(in.GroupName) == "" {
		return db.GroupForNewRow{}, withoutGroup(in)
	}
	group, err := s.q.GroupForNew(ctx, tx, db.GroupForNewParams(groupOf(in, departmentID)))
	switch {
	case pg.NoRows(err):
		return group, credentials.ErrGroupNotFound
	case err != nil:
		return group, fmt.Errorf("read group: %w", err)
	}
	return group, usable(in, startOf(group))
}

// withoutGroup returns the field errors of a new credential without a group.
func withoutGroup(in credentials.Input) error {
	var wrong errs.Fields
	wrong.Add("group_id", "required")
	for field, value := range map[string]string{"recipient.name": in.RecipientName.Value, "recipient.email": in.RecipientEmail.Value} {
		if strings.TrimSpace(value) == "" {
			wrong.Add(field, "required")
		}
	}
	return wrong.Err()
}

// groupOf returns the parameters that select the group of a new credential.
func groupOf(in credentials.Input, departmentID int64) db.GroupForCredentialParams {
	p := db.GroupForCredentialParams{DepartmentID: departmentID, Name: strings.TrimSpace(in.GroupName)}
	if in.GroupID != 0 {
		p.ID = &in.GroupID
	}
	return p
}

func startOf(g db.GroupForNewRow) db.GroupForCredentialRow {
	return db.GroupForCredentialRow{
		ID: g.ID, State: g.State, CertificateDesignID: g.CertificateDesignID, BadgeDesignID: g.BadgeDesignID,
		AllowDuplicateCredentials: g.AllowDuplicateCredentials, AutoExpiryAmount: g.AutoExpiryAmount, AutoExpiryUnit: g.AutoExpiryUnit,
		Settings: g.Settings, Private: g.Private, TimeZone: g.TimeZone,
	}
}
