package templates

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates/internal/db"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/throttle"
)

// Outbox sends a finished email to a person of a department.
type Outbox interface {
	SendRenderedTx(ctx context.Context, tx pgx.Tx, departmentID int64, to, language string, r letters.Rendered) error
}

// Deps are the dependencies of the service.
type Deps struct {
	Pool     *pgxpool.Pool
	Clock    clock.Clock
	Audit    *audit.Log
	Throttle *throttle.Limiter
	Links    links.Links
	Texts    Texts
	// Samples returns letters.Values of tags for previews without a credential.
	Samples func(language string) map[string]string
	// Image checks an image that was uploaded to the actor's department and returns the address of its public copy.
	Image func(ctx context.Context, by access.Actor, address string) (string, error)
}

// Service keeps the templates of departments and writes emails with them.
type Service struct {
	Deps

	outbox Outbox
	q      *db.Queries
}

// New returns a service. Call WithOutbox before anything is sent.
func New(d Deps) *Service { return &Service{Deps: d, q: db.New()} }

// WithOutbox sets the outbox, which needs the service itself.
func (s *Service) WithOutbox(o Outbox) { s.outbox = o }

// of returns the template of a row.
func of(row db.EmailTemplate) (Template, error) {
	t := Template{
		ID: row.ID, Type: row.Type, Name: row.Name, State: State(row.State), Default: row.IsDefault, Language: row.Language, FromName: row.FromName,
		ReplyTo: row.ReplyTo, Version: int(row.Version), Fault: row.Fault, FaultAt: row.FaultAt, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	err := errors.Join(json.Unmarshal(row.Style, &t.Style), json.Unmarshal(row.Variants, &t.Variants))
	if err != nil {
		return t, fmt.Errorf("read template %d: %w", row.ID, err)
	}
	return t, nil
}

// inDepartment runs fn in the actor's department, of which they must be allowed to manage emails.
func (s *Service) inDepartment(ctx context.Context, by access.Actor, fn func(tx pgx.Tx) error) error {
	if err := by.Require(access.ManageEmails); err != nil {
		return err
	}
	return pg.InDepartment(ctx, s.Pool, by.DepartmentID, fn)
}

// List returns the templates of the actor's department by type and name.
func (s *Service) List(ctx context.Context, by access.Actor) ([]Template, error) {
	var out []Template
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) (err error) {
		out, err = s.list(ctx, tx, by.DepartmentID)
		return err
	})
	return out, err
}

func (s *Service) list(ctx context.Context, tx pgx.Tx, departmentID int64) ([]Template, error) {
	rows, err := s.q.TemplateList(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("list email templates: %w", err)
	}
	out := make([]Template, len(rows))
	for i, row := range rows {
		if out[i], err = of(row.EmailTemplate); err != nil {
			return nil, err
		}
		out[i].Groups = int(row.Groups)
	}
	return out, nil
}

// Read returns a template of the actor's department with the groups that chose it, or ErrNotFound.
func (s *Service) Read(ctx context.Context, by access.Actor, id int64) (Template, []Group, error) {
	var out Template
	var groups []Group
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) (err error) {
		if out, err = s.readTx(ctx, tx, by.DepartmentID, id); err != nil {
			return err
		}
		rows, err := s.q.TemplateUsage(ctx, tx, db.TemplateUsageParams{DepartmentID: by.DepartmentID, TemplateID: id})
		if err != nil {
			return fmt.Errorf("list groups of template: %w", err)
		}
		for _, row := range rows {
			groups = append(groups, Group{row.ID, row.Name})
		}
		out.Groups = len(groups)
		return nil
	})
	return out, groups, err
}

func (s *Service) readTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Template, error) {
	row, err := s.q.TemplateRead(ctx, tx, db.TemplateReadParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Template{}, ErrNotFound
	}
	if err != nil {
		return Template{}, fmt.Errorf("read email template: %w", err)
	}
	return of(row)
}

func (s *Service) lockTx(ctx context.Context, tx pgx.Tx, departmentID, id int64) (Template, error) {
	row, err := s.q.TemplateLock(ctx, tx, db.TemplateLockParams{DepartmentID: departmentID, ID: id})
	if pg.NoRows(err) {
		return Template{}, ErrNotFound
	}
	if err != nil {
		return Template{}, fmt.Errorf("lock email template: %w", err)
	}
	return of(row)
}

// checkTx validates a template, and the images that an earlier version did not have.
func (s *Service) checkTx(ctx context.Context, tx pgx.Tx, by access.Actor, t, before *Template) error {
	custom, err := s.customTx(ctx, tx, by.DepartmentID)
	if err != nil {
		return err
	}
	if err := t.check(custom); err != nil {
		return err
	}
	if err := s.checkImages(ctx, by, t, before); err != nil {
		return err
	}
	return s.checkSize(t)
}

func (s *Service) customTx(ctx context.Context, tx pgx.Tx, departmentID int64) ([]string, error) {
	rows, err := s.q.CustomAttributes(ctx, tx, departmentID)
	if err != nil {
		return nil, fmt.Errorf("list custom attributes: %w", err)
	}
	keys := make([]string, len(rows))
	for i, row := range rows {
		keys[i] = row.Key
	}
	return keys, nil
}

// checkSize reports a variant that mail programs would cut.
func (s *Service) checkSize(t *Template) error {
	for _, language := range slices.Sorted(maps.Keys(t.Variants)) {
		l := letters.Letter{Variant: t.Variants[language], Style: t.Style, Language: language, Values: s.sample(language)}
		out, err := l.Render()
		if err != nil {
			return fmt.Errorf("render template: %w", err)
		}
		if len(out.HTML) > letters.ClipBytes {
			return errs.Field("variants."+language+".blocks", "email_template.too_large", "kb", len(out.HTML)/1024, "max", letters.ClipBytes/1024)
		}
	}
	return nil
}

// checkImages has new images be images of the department.
func (s *Service) checkImages(ctx context.Context, by access.Actor, t, before *Template) error {
	known := map[string]bool{"": true}
	if before != nil {
		before.eachImage(func(_ string, address *string) { known[*address] = true })
	}
	var failed error
	t.eachImage(func(field string, address *string) {
		if failed != nil || known[*address] {
			return
		}
		checked, err := s.Image(ctx, by, *address)
		var refusal *errs.Error
		switch {
		case errors.As(err, &refusal) && refusal.Kind != errs.TooMany:
			failed = refusal.At(field)
		case err != nil:
			failed = err
		default:
			*address = s.Links.File(checked)
		}
	})
	return failed
}

// eachImage calls yield with every image of a template that somebody uploaded.
func (t *Template) eachImage(yield func(field string, address *string)) {
	yield("style.header", &t.Style.Header)
	var walk func(field string, blocks []letters.Block)
	walk = func(field string, blocks []letters.Block) {
		for i := range blocks {
			place := field + "." + strconv.Itoa(i)
			if blocks[i].Type == letters.Image {
				yield(place+".src", &blocks[i].Src)
			}
			for n, column := range blocks[i].Columns {
				walk(place+".columns."+strconv.Itoa(n), column)
			}
		}
	}
	for language, v := range t.Variants {
		walk("variants."+language+".blocks", v.Blocks)
	}
}
