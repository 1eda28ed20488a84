package outbox

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Topic is a subject on which people may stop emails.
type Topic string

// The topics.
const (
	AboutCredentials Topic = "credentials" // new ones
	AboutChanges     Topic = "changes"     // of their status or name
	AboutRequests    Topic = "requests"    // decisions on what the person asked for
	AboutReferences  Topic = "references"
	AboutReminders   Topic = "reminders" // of what was not opened or expires
	AboutReports     Topic = "reports"   // on a department's credentials and emails, to members and support contacts
)

// Topics lists the topics of emails to recipients.
var Topics = []Topic{AboutCredentials, AboutChanges, AboutRequests, AboutReferences, AboutReminders}

// topics tells the topic of kinds of mail. Nobody stops the others: somebody waits for them, or they protect an account.
var topics = map[string]Topic{
	Delivery: AboutCredentials, InProgress: AboutCredentials,
	"suspended": AboutChanges, "reinstated": AboutChanges, "revoked": AboutChanges, "deleted": AboutChanges, "name_change_made": AboutChanges,
	"name_change_approved": AboutRequests, "name_change_denied": AboutRequests, "change_approved": AboutRequests, "change_denied": AboutRequests,
	"reminder": AboutReminders, "expiring": AboutReminders, "expired": AboutReminders,
	digestKind: AboutReports, AnalyticsReport: AboutReports,
	"reference_asked": AboutReferences, "reference_wanted": AboutReferences, "reference_received": AboutReferences,
}

// ErrChoice means that a link to stop emails is not one of ours.
var ErrChoice = errs.New(errs.NotFound, "mail.choice_not_found")

// Choice is what a link of an email stops: emails of a department on a topic to an address.
type Choice struct {
	Address      string `json:"a"`
	Topic        Topic  `json:"t"`
	DepartmentID int64  `json:"d"` // 0: of all departments
}

// Stopped reports what a person does not want.
type Stopped struct {
	Topics      []Topic // from nobody
	Departments []int64 // whose new credentials are not announced, or whose other emails were stopped
}

const choiceContext = "stop emails"

// token returns the choice as part of a link. It is sealed, so that no address is part of a URL.
func (s *Service) token(c Choice) (string, error) {
	plain, err := json.Marshal(c)
	if err != nil {
		return "", fmt.Errorf("write choice: %w", err)
	}
	return base64.RawURLEncoding.EncodeToString(s.keyring.Seal(plain, choiceContext)), nil
}

// Choice reads the token of a link. It returns ErrChoice.
func (s *Service) Choice(token string) (Choice, error) {
	var c Choice
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return c, ErrChoice
	}
	plain, err := s.keyring.Open(sealed, choiceContext)
	if err != nil {
		return c, ErrChoice
	}
	if err := json.Unmarshal(plain, &c); err != nil {
		return c, fmt.Errorf("read choice: %w", err)
	}
	return c, nil
}

// stopLink returns the link of a mail that stops its like, or "". Mails with copies have none: whoever else reads them must not stop them.
func (s *Service) stopLink(kind, to string, departmentID int64, copied bool) (string, error) {
	topic := topics[kind]
	if topic == "" || copied {
		return "", nil
	}
	token, err := s.token(Choice{Address: strings.ToLower(to), Topic: topic, DepartmentID: departmentID})
	return s.links.StopEmails(token), err
}

// headers returns the header fields of a mail (RFC 3834, RFC 2369, RFC 8058).
func (s *Service) headers(mail db.Mail) (map[string]string, error) {
	out := map[string]string{mailrefs.Header: mailrefs.Of(s.keyring, mail.ID)}
	if mail.Kind == contactKind {
		return out, nil // a person wrote it
	}
	out["Auto-Submitted"] = "auto-generated"
	if event := events[mail.Kind]; event != "" && mail.DepartmentID != nil {
		// Filters and providers' statistics tell emails apart by these (RFC 2919).
		out["List-Id"] = fmt.Sprintf("<%s.%d.%s>", strings.ReplaceAll(string(event), "_", "-"), *mail.DepartmentID, s.host)
		out["Feedback-ID"] = fmt.Sprintf("%s:%d:laurel:%s", event, *mail.DepartmentID, s.host)
	}
	link, err := s.stopLink(mail.Kind, mail.Recipient, pg.OrZero(mail.DepartmentID), mail.Cc != "" || mail.Bcc != "")
	if link != "" {
		out["List-Unsubscribe"], out["List-Unsubscribe-Post"] = "<"+link+">", "List-Unsubscribe=One-Click"
	}
	return out, err
}

// contactKind is the kind of mail that forwards a visitor's message.
const contactKind = "contact"

// stopped reports whether the recipient of a mail stopped its like.
func stopped(kind string, topicsStopped []string) bool {
	topic := topics[kind]
	return topic != "" && slices.Contains(topicsStopped, string(topic))
}

// IsStopped reports whether emails of a choice are stopped.
func (s *Service) IsStopped(ctx context.Context, c Choice) (bool, error) {
	is := false
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		rows, err := s.q.OptOutList(ctx, tx, []string{c.Address})
		if err != nil {
			return fmt.Errorf("list stopped emails: %w", err)
		}
		is = slices.Contains(rows, db.OptOutListRow{Topic: string(c.Topic), DepartmentID: c.DepartmentID})
		return nil
	})
	return is, err
}

// Choose stops emails or lets them go out again. Repeating it changes nothing.
func (s *Service) Choose(ctx context.Context, from access.Actor, c Choice, wanted bool) error {
	return pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		return s.ChooseTx(ctx, tx, from, []string{c.Address}, c.Topic, c.DepartmentID, wanted)
	})
}

// ChooseTx is Choose for all addresses of a person, in a transaction of the system. The addresses are in lower case.
func (s *Service) ChooseTx(ctx context.Context, tx pgx.Tx, by access.Actor, addresses []string, topic Topic, departmentID int64, wanted bool) error {
	if !wanted {
		p := db.OptOutInsertParams{Addresses: addresses, Topic: string(topic), DepartmentID: departmentID, Now: s.clock.Now()}
		n, err := s.q.OptOutInsert(ctx, tx, p)
		if err != nil {
			return fmt.Errorf("stop emails: %w", err)
		}
		return s.chosenTx(ctx, tx, by, n, "recipient.emails_stopped", topic, departmentID)
	}
	n, err := s.q.OptOutDelete(ctx, tx, db.OptOutDeleteParams{Addresses: addresses, Topic: string(topic), DepartmentID: departmentID})
	if err != nil {
		return fmt.Errorf("start emails: %w", err)
	}
	if n > 0 && topic == AboutCredentials { // issuers may send those again that were not sent
		if err := s.sent.WantedTx(ctx, tx, departmentID, addresses); err != nil {
			return err
		}
	}
	return s.chosenTx(ctx, tx, by, n, "recipient.emails_started", topic, departmentID)
}

// chosenTx records a choice that changed something.
func (s *Service) chosenTx(ctx context.Context, tx pgx.Tx, by access.Actor, changed int64, action string, topic Topic, departmentID int64) error {
	if changed == 0 {
		return nil
	}
	return s.audit.RecordTx(ctx, tx, by, audit.Event{
		Action: action, ObjectKind: "recipient", ObjectID: by.RecipientID, Details: map[string]any{"topic": topic, "department": departmentID},
	})
}

// StoppedTx returns what was stopped for a person's addresses, which are in lower case.
func (s *Service) StoppedTx(ctx context.Context, tx pgx.Tx, addresses []string) (Stopped, error) {
	rows, err := s.q.OptOutList(ctx, tx, addresses)
	if err != nil {
		return Stopped{}, fmt.Errorf("list stopped emails: %w", err)
	}
	var out Stopped
	for _, r := range rows {
		switch {
		case r.DepartmentID == 0:
			out.Topics = append(out.Topics, Topic(r.Topic))
		case !slices.Contains(out.Departments, r.DepartmentID):
			out.Departments = append(out.Departments, r.DepartmentID)
		}
	}
	return out, nil
}

// ShareStoppedTx stops for an address that joins a person what that person stopped.
func (s *Service) ShareStoppedTx(ctx context.Context, tx pgx.Tx, from, to string) error {
	if err := s.q.OptOutCopy(ctx, tx, db.OptOutCopyParams{FromAddress: from, ToAddress: to, Now: s.clock.Now()}); err != nil {
		return fmt.Errorf("share stopped emails: %w", err)
	}
	return nil
}
