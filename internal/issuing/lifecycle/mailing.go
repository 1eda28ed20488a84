package lifecycle

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/lifecycle/internal/db"
	"laurel/locales"
)

// senders are the senders of the groups' emails, read once for each group.
type senders map[string]groups.Sender

func (s senders) of(settings []byte) (groups.Sender, error) {
	sender, known := s[string(settings)]
	if known {
		return sender, nil
	}
	parsed, err := groups.ParseSettings(settings)
	if err != nil {
		return sender, err
	}
	s[string(settings)] = parsed.Sender
	return parsed.Sender, nil
}

// ToMailTx reads the content of credential emails. Credentials without an email get an error.
func (s *Service) ToMailTx(ctx context.Context, tx pgx.Tx, departmentID int64, ids []int64, unopened bool) ([]Issued, map[int64]error, error) {
	rows, err := s.q.CredentialReadToMail(ctx, tx, db.CredentialReadToMailParams{DepartmentID: departmentID, Ids: ids})
	if err != nil {
		return nil, nil, fmt.Errorf("read whom to mail: %w", err)
	}
	refused := make(map[int64]error, len(ids))
	for _, id := range ids {
		refused[id] = credentials.ErrNotFound
	}
	var out []Issued
	known := senders{}
	for _, r := range rows {
		delete(refused, r.ID)
		if why := unmailable(r, unopened); why != nil {
			refused[r.ID] = why
			continue
		}
		c, err := s.mailed(r, known)
		if err != nil {
			return nil, nil, err
		}
		out = append(out, c)
	}
	return out, refused, nil
}

// unmailable is the reason why a credential is not emailed.
func unmailable(r db.CredentialReadToMailRow, unopened bool) error {
	opened := r.EmailStatus == "opened" || r.EmailStatus == "clicked"
	switch {
	case !credentials.State(r.State).Achieved() && r.State != string(credentials.InProgress):
		return credentials.ErrNotPublished
	case r.Test:
		return credentials.ErrTest
	case r.RecipientEmail == "":
		return credentials.ErrNoAddress
	case r.EmailStatus == "complained" || r.EmailStatus == "suppressed":
		return credentials.ErrUnwanted
	case unopened && opened:
		return credentials.ErrOpened
	}
	return nil
}

func (s *Service) mailed(r db.CredentialReadToMailRow, known senders) (Issued, error) {
	c := Issued{
		ID: r.ID, UUID: r.Uuid, Name: r.RecipientName, CourseName: r.CourseName, Email: r.RecipientEmail,
		IssuerName: r.IssuerName, Language: locales.Nearest(r.RecipientLanguage, r.Language), Mail: r.EmailStatus == credentials.MailDue,
		InProgress: r.State == string(credentials.InProgress),
	}
	if r.Name != nil {
		c.CourseName = *r.Name
	}
	if r.Private {
		c.Key = s.credentials.OpenKey(r.Uuid, r.PrivateKey)
	}
	var err error
	c.Sender, err = known.of(r.Settings)
	return c, err
}
