package lifecycle

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/events"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/internal/platform/pg"
)

// Reasons why a credential was not published.
const (
	ReasonNotFound   = "not_found"
	ReasonPublished  = "already_published"
	ReasonNoDesign   = "no_design"
	ReasonNoEvidence = "no_evidence"   // which its group requires
	ReasonGrade      = "grade_too_low" // than its group asks for, or none
	ReasonDuplicate  = "duplicate"
	ReasonNoCredit   = "insufficient_credits"
	ReasonInProgress = "renewal_in_progress" // it would replace a credential that was achieved
	ReasonApproval   = "approval_required"   // by a second person
	ReasonDesign     = "design_unapproved"   // the department has designs approved before they are used
)

// Issued is a credential that was just published, with the content of its email.
type Issued struct {
	ID         int64
	UUID       uuid.UUID
	Name       string
	CourseName string
	Email      string
	IssuerName string
	Language   string
	Key        string // "" unless private
	Mail       bool   // a delivery mail is due
	InProgress bool
	Sender     groups.Sender
}

// PublishTx issues those of ids that are drafts or scheduled, and returns the reason for each of the others. A draft stores its reason.
// It runs in a transaction of the department, so the caller's emails and jobs exist if and only if the credentials are issued.
func (s *Service) PublishTx(ctx context.Context, tx pgx.Tx, by access.Actor, ids []int64, sendEmail bool) ([]Issued, map[int64]string, error) {
	departmentID := by.DepartmentID
	rows, err := s.q.CredentialLockForPublishing(ctx, tx, db.CredentialLockForPublishingParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, nil, fmt.Errorf("lock credentials: %w", err)
	}
	ready, refused := publishable(by, ids, rows)
	if ready, err = s.payTx(ctx, tx, by, ready, refused); err != nil {
		return nil, nil, err
	}
	if err := s.supersedeTx(ctx, tx, departmentID, ready); err != nil {
		return nil, nil, err
	}
	published, err := s.q.CredentialPublish(ctx, tx, db.CredentialPublishParams{
		Now: s.clock.Now(), SendEmail: sendEmail, DepartmentID: departmentID, Ids: idsOf(ready), GroupIds: groupsOf(ready),
	})
	if err != nil {
		return nil, nil, fmt.Errorf("publish credentials: %w", err)
	}
	for _, c := range ready { // until the update says otherwise: the group may have lost its design since it was read
		refused[c.ID] = ReasonNoDesign
	}
	issued, err := s.issuedOf(published)
	if err != nil {
		return nil, nil, err
	}
	happened := make([]events.Change, len(published))
	for i, c := range published {
		delete(refused, c.ID)
		happened[i] = events.Change{CredentialID: c.ID, Type: credentials.IssuedAs(credentials.State(c.State))}
	}
	noted, err := s.noteTx(ctx, tx, departmentID, rows, refused)
	if err != nil {
		return nil, nil, err
	}
	return issued, refused, s.events.AppendTx(ctx, tx, by, append(happened, noted...))
}

// candidate is a credential that is about to be published.
type candidate = db.CredentialLockForPublishingRow

// publishable separates what can be published from what cannot.
func publishable(by access.Actor, ids []int64, rows []candidate) (ready []candidate, refused map[int64]string) {
	refused = make(map[int64]string, len(ids))
	for _, id := range ids {
		refused[id] = ReasonNotFound
	}
	renewed := map[string]bool{} // whom of which group
	for _, r := range rows {
		renewal := fmt.Sprint(r.GroupID, " ", strings.ToLower(r.RecipientEmail))
		switch state := credentials.State(r.State); {
		case state == credentials.Deleted:
		case state.Issued():
			refused[r.ID] = ReasonPublished
		case r.CertificateDesignID == nil && r.BadgeDesignID == nil:
			refused[r.ID] = ReasonNoDesign
		case r.LacksEvidence:
			refused[r.ID] = ReasonNoEvidence
		case r.GradeTooLow:
			refused[r.ID] = ReasonGrade
		case r.SupersedesID != nil && !r.Complete:
			refused[r.ID] = ReasonInProgress
		case r.Unapproved && by.System != access.Schedule: // what is scheduled from before the rule
			refused[r.ID] = ReasonApproval
		case r.DesignUnapproved:
			refused[r.ID] = ReasonDesign
		case r.Taken, r.SupersedesID != nil && renewed[renewal]:
			refused[r.ID] = ReasonDuplicate
		default:
			renewed[renewal] = renewed[renewal] || r.SupersedesID != nil
			ready = append(ready, r)
			delete(refused, r.ID)
		}
	}
	return ready, refused
}

// payTx takes credits for the candidates and removes those for which no credit is left.
func (s *Service) payTx(ctx context.Context, tx pgx.Tx, by access.Actor, ready []candidate, refused map[int64]string) ([]candidate, error) {
	charges := make([]credentials.Charge, 0, len(ready))
	for _, c := range ready {
		if !c.Test {
			charges = append(charges, credentials.Charge{CredentialID: c.ID, Recipient: strings.ToLower(c.RecipientEmail)})
		}
	}
	unpaid, err := s.credits.SpendTx(ctx, tx, by, charges)
	if err != nil {
		return nil, fmt.Errorf("spend credits: %w", err)
	}
	for _, id := range unpaid {
		refused[id] = ReasonNoCredit
	}
	return slices.DeleteFunc(ready, func(c candidate) bool { return refused[c.ID] != "" }), nil
}

// noteTx stores on drafts why they were not published, and returns the events. Scheduled credentials become drafts.
func (s *Service) noteTx(ctx context.Context, tx pgx.Tx, departmentID int64, rows []candidate, refused map[int64]string) ([]events.Change, error) {
	p := db.CredentialNoteRefusalsParams{DepartmentID: departmentID, Now: s.clock.Now()}
	var happened []events.Change
	for _, r := range rows {
		reason := refused[r.ID]
		if reason == "" || reason == ReasonNotFound || reason == ReasonPublished {
			continue
		}
		p.Ids, p.Reasons = append(p.Ids, r.ID), append(p.Reasons, reason)
		kind := events.Updated
		if credentials.State(r.State) == credentials.Scheduled {
			kind = events.Unscheduled
		}
		happened = append(happened, events.Change{CredentialID: r.ID, Type: kind, Changed: []string{"publish_refusal"}})
	}
	if len(p.Ids) == 0 {
		return nil, nil
	}
	if err := s.q.CredentialNoteRefusals(ctx, tx, p); err != nil {
		return nil, fmt.Errorf("note refusals: %w", err)
	}
	return happened, nil
}

func idsOf(all []candidate) []int64 {
	ids := make([]int64, len(all))
	for i, c := range all {
		ids[i] = c.ID
	}
	return ids
}

func groupsOf(all []candidate) []int64 {
	ids := make([]int64, len(all))
	for i, c := range all {
		ids[i] = c.GroupID
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// issuedOf returns the published credentials in the order in which they were created.
func (s *Service) issuedOf(published []db.CredentialPublishRow) ([]Issued, error) {
	slices.SortFunc(published, func(a, b db.CredentialPublishRow) int { return cmp.Compare(a.ID, b.ID) })
	issued := make([]Issued, len(published))
	known := senders{}
	for i, r := range published {
		var err error
		if issued[i], err = s.mailed(db.CredentialReadToMailRow(r), known); err != nil {
			return nil, err
		}
	}
	return issued, nil
}

// ExpireDue marks a batch of credentials as expired and returns their number.
func (s *Service) ExpireDue(ctx context.Context) (int, error) {
	n := 0
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		ids, err := s.q.CredentialExpire(ctx, tx, s.clock.Now())
		if n = len(ids); err != nil {
			return err
		}
		return s.events.AppendTx(ctx, tx, access.Actor{System: access.Expiry}, events.Of(ids, events.Expired))
	})
	if err != nil {
		return 0, fmt.Errorf("expire credentials: %w", err)
	}
	return n, nil
}

// MailedTx records the delivery status of credential emails.
func (s *Service) MailedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64, status string) error {
	changed, err := s.q.CredentialSetMailStatus(ctx, tx, db.CredentialSetMailStatusParams{
		EmailStatus: status, DepartmentID: departmentID, Ids: ids,
	})
	if err != nil {
		return fmt.Errorf("note mail status: %w", err)
	}
	if status != credentials.MailBounced { // the other steps of a delivery change nothing about the credential
		return nil
	}
	return s.events.AppendTx(ctx, tx, access.Actor{DepartmentID: departmentID}, events.Of(changed, events.Bounced))
}

// UnmailedTx records that credential emails will not be sent. With MailedTx it implements outbox.Sent.
func (s *Service) UnmailedTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64) error {
	err := s.q.CredentialSetUnmailed(ctx, tx, db.CredentialSetUnmailedParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return fmt.Errorf("note that no mail goes out: %w", err)
	}
	return nil
}

// WantedTx lets the credentials of addresses be emailed again that stopped such emails; 0 stands for all departments.
func (s *Service) WantedTx(ctx context.Context, tx pgx.Tx, departmentID int64, addresses []string) error {
	if err := s.q.CredentialSetWanted(ctx, tx, db.CredentialSetWantedParams{Addresses: addresses, DepartmentID: departmentID}); err != nil {
		return fmt.Errorf("note that emails are wanted: %w", err)
	}
	return nil
}
