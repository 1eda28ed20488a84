package templates

import (
	"cmp"
	"context"
	"fmt"
	"maps"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// PreviewInput is what to preview. Fields that are not given are the template's.
type PreviewInput struct {
	Language     string
	Variant      *letters.Variant
	Style        *letters.Style
	CredentialID int64 // 0 shows sample letters.Values
}

// Preview is an email as its recipient would see it.
type Preview struct {
	letters.Rendered

	DarkHTML string // the same on a dark screen
	Problems error  // what keeps it from being saved, as field errors, or nil
}

// Preview draws a template, also one that is not saved. It returns ErrNotFound, or an invalid style.
func (s *Service) Preview(ctx context.Context, by access.Actor, id int64, in PreviewInput) (Preview, error) {
	var out Preview
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) (err error) {
		out, _, err = s.previewTx(ctx, tx, by, id, in)
		return err
	})
	return out, err
}

func (s *Service) previewTx(ctx context.Context, tx pgx.Tx, by access.Actor, id int64, in PreviewInput) (Preview, letters.Letter, error) {
	t, err := s.readTx(ctx, tx, by.DepartmentID, id)
	if err != nil {
		return Preview{}, letters.Letter{}, err
	}
	language := cmp.Or(in.Language, t.Language)
	if in.Style != nil {
		t.Style = *in.Style
	}
	if in.Variant != nil {
		t.Variants[language] = *in.Variant
	}
	var wrong errs.Fields
	if t.Style.ValidateColors(&wrong); wrong.Err() != nil {
		return Preview{}, letters.Letter{}, wrong.Err()
	}
	v, language, there := t.variant(language)
	if !there {
		return Preview{}, letters.Letter{}, errs.Field("language", "email_template.no_variant")
	}
	only := t
	only.Variants, only.Language = map[string]letters.Variant{language: v}, language
	custom, err := s.customTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return Preview{}, letters.Letter{}, err
	}
	problems := only.check(custom)
	shown, err := s.shownTx(ctx, tx, by, t.Type, language, in.CredentialID)
	if err != nil {
		return Preview{}, letters.Letter{}, err
	}
	l := letters.Letter{Variant: only.Variants[language], Style: t.Style, Language: language, Values: shown}
	if shown[unsubscribe] != "" {
		l.Stop = s.Texts.Text(spoken(s.Texts, language), "mail.stop", nil)
	}
	out, err := preview(l, problems)
	out.FromName, out.ReplyTo = t.FromName, t.ReplyTo
	return out, l, err
}

func preview(l letters.Letter, problems error) (Preview, error) {
	if l.Subject == "" {
		l.Subject = "–" // what is missing is among the problems
	}
	light, err := l.Render()
	if err != nil {
		return Preview{}, err
	}
	l.Preview = true
	dark, err := l.Render()
	return Preview{Rendered: light, DarkHTML: dark.HTML, Problems: problems}, err
}

// shownTx returns the letters.Values of a preview: those of a credential, or samples.
func (s *Service) shownTx(ctx context.Context, tx pgx.Tx, by access.Actor, kind, language string, credentialID int64) (letters.Values, error) {
	book, err := s.OpenTx(ctx, tx, []Letter{{Kind: kind, DepartmentID: by.DepartmentID}})
	if err != nil {
		return nil, err
	}
	v := s.sample(language)
	own := book.Values(Letter{Kind: kind, DepartmentID: by.DepartmentID, To: v["recipient.email"]})
	maps.Copy(v, own)
	if credentialID == 0 {
		version, err := s.q.SamplePicture(ctx, tx, by.DepartmentID)
		if err != nil && !pg.NoRows(err) {
			return nil, fmt.Errorf("find a design for the sample: %w", err)
		}
		if err == nil {
			picture := s.Links.DesignSample(version.String())
			v["credential.image"], v["credential.certificate"], v["credential.badge"] = picture, picture, picture
		}
		return v, nil
	}
	rows, err := s.q.CredentialFacts(ctx, tx, db.CredentialFactsParams{Departments: []int64{by.DepartmentID}, Ids: []int64{credentialID}})
	if err != nil {
		return nil, fmt.Errorf("read credential of preview: %w", err)
	}
	if len(rows) == 0 {
		return nil, errs.Field("credential_id", "credential.not_found")
	}
	maps.Copy(v, s.credentialValues(rows[0], language))
	return v, nil
}

// sample returns letters.Values for a preview without a credential.
func (s *Service) sample(language string) letters.Values {
	v := letters.Values{
		"recipient.email": "recipient@example.org", "recipient.id": "1042", "action.url": s.Links.Page("/"), "wallet.url": s.Links.Page("/wallet"),
		unsubscribe: s.Links.StopEmails("preview"), "credential.code": "KXW7-2M9P", "credential.grade": "92", "referee.name": "Dr. Mira Okafor",
	}
	samples := s.Samples(language)
	maps.Copy(v, samples)
	v["credential.url"] = s.Links.Page("/" + samples["credential.id"])
	v["department.name"] = samples["issuer.name"]
	for _, word := range letters.Words {
		v[word] = s.Texts.Text(spoken(s.Texts, language), "mail.sample."+word, nil)
	}
	return v
}

// SendPreview emails the person who asks what Preview draws. It returns the errors of Preview, ErrNoAddress for an API key, or
// throttle.ErrTooMany.
func (s *Service) SendPreview(ctx context.Context, by access.Actor, id int64, in PreviewInput) (to string, err error) {
	if err := mayChange(by); err != nil {
		return "", err
	}
	err = s.inDepartment(ctx, by, func(tx pgx.Tx) error {
		if to, err = s.q.ReaderEmail(ctx, tx, by.UserID); pg.NoRows(err) {
			return ErrNoAddress
		}
		if err != nil {
			return fmt.Errorf("read address: %w", err)
		}
		if err := s.Throttle.AllowMail(ctx, "template_preview", to, by.DepartmentID); err != nil {
			return err
		}
		out, l, err := s.previewTx(ctx, tx, by, id, in)
		if err != nil {
			return err
		}
		out.Subject = s.Texts.Text(spoken(s.Texts, l.Language), "mail.example.of", map[string]any{"subject": out.Subject})
		if err := s.outbox.SendRenderedTx(ctx, tx, by.DepartmentID, to, l.Language, out.Rendered); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "email_template.preview_sent", id, nil)
	})
	return to, err
}
