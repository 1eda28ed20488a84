package templates

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// mayChange returns an error unless the actor may change what emails say.
func mayChange(by access.Actor) error {
	if err := by.Require(access.ManageEmails); err != nil {
		return err
	}
	if by.Unverified {
		return access.ErrNotVerified
	}
	return nil
}

// Create adds a template. Without variants it begins as the installation writes such emails. It returns the invalid fields or ErrTooMany.
func (s *Service) Create(ctx context.Context, by access.Actor, in Input) (Template, error) {
	if err := mayChange(by); err != nil {
		return Template{}, err
	}
	kind, known := typeOf(in.Type)
	if !known {
		keys := make([]string, len(types))
		for i, t := range types {
			keys[i] = t.Key
		}
		return Template{}, errs.Field("type", "not_one_of", "values", strings.Join(keys, ", "))
	}
	t := Template{Type: in.Type, State: Draft, Language: spoken(s.Texts, in.Language.Value), Style: letters.DefaultStyle()}
	if !in.Variants.Given {
		in.Variants = optional.Set(map[string]letters.Variant{t.Language: kind.Usual(s.Texts, t.Language)})
		in.Language = optional.Set(t.Language)
	}
	in.apply(&t)
	var out Template
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) (err error) {
		if err := s.checkTx(ctx, tx, by, &t, nil); err != nil {
			return err
		}
		out, err = s.insertTx(ctx, tx, by, t, "email_template.created")
		return err
	})
	return out, err
}

func (in Input) apply(t *Template) {
	take(in.Name, &t.Name)
	take(in.Default, &t.Default)
	take(in.Language, &t.Language)
	take(in.FromName, &t.FromName)
	take(in.ReplyTo, &t.ReplyTo)
	take(in.Style, &t.Style)
	take(in.Variants, &t.Variants)
	if in.State.Given {
		t.State = State(in.State.Value)
	}
}

func take[T any](in optional.Value[T], to *T) {
	if in.Given {
		*to = in.Value
	}
}

func (s *Service) insertTx(ctx context.Context, tx pgx.Tx, by access.Actor, t Template, action string) (Template, error) {
	n, err := s.q.TemplateCount(ctx, tx, by.DepartmentID)
	if err != nil {
		return t, fmt.Errorf("count email templates: %w", err)
	}
	if n >= mostTemplates {
		return t, ErrTooMany.With("max", mostTemplates)
	}
	if err := s.makeWay(ctx, tx, by, t); err != nil {
		return t, err
	}
	style, variants, err := t.encoded()
	if err != nil {
		return t, err
	}
	row, err := s.q.TemplateInsert(ctx, tx, db.TemplateInsertParams{
		DepartmentID: by.DepartmentID, Type: t.Type, Name: t.Name, State: string(t.State), IsDefault: t.Default, Language: t.Language,
		FromName: t.FromName, ReplyTo: t.ReplyTo, Style: style, Variants: variants, Now: s.Clock.Now(),
	})
	if err := named(err, "insert"); err != nil {
		return t, err
	}
	if t, err = of(row); err != nil {
		return t, err
	}
	return t, s.recordTx(ctx, tx, by, action, t.ID, map[string]any{"after": t.audited()})
}

// makeWay has a new default replace the former one.
func (s *Service) makeWay(ctx context.Context, tx pgx.Tx, by access.Actor, t Template) error {
	if !t.Default {
		return nil
	}
	if err := s.q.TemplateUnsetDefault(ctx, tx, db.TemplateUnsetDefaultParams{DepartmentID: by.DepartmentID, Type: t.Type, ID: t.ID, Now: s.Clock.Now()}); err != nil {
		return fmt.Errorf("replace default template: %w", err)
	}
	return nil
}

func (t Template) encoded() (style, variants []byte, err error) {
	style, err = json.Marshal(t.Style)
	if err != nil {
		return nil, nil, fmt.Errorf("write style: %w", err)
	}
	variants, err = json.Marshal(t.Variants)
	if err != nil {
		return nil, nil, fmt.Errorf("write variants: %w", err)
	}
	if strings.Contains(string(style)+string(variants), `\u0000`) {
		return nil, nil, errs.Field("variants", "invalid")
	}
	return style, variants, nil
}

// named reports the name of another template.
func named(err error, doing string) error {
	if err != nil && pg.Violates(err, "email_templates_name_idx") {
		return ErrNameTaken
	}
	if err != nil {
		return fmt.Errorf("%s email template: %w", doing, err)
	}
	return nil
}

func (t Template) audited() map[string]any {
	return map[string]any{
		"name": t.Name, "type": t.Type, "state": t.State, "default": t.Default, "language": t.Language, "from_name": t.FromName, "reply_to": t.ReplyTo,
		"languages": slices.Sorted(maps.Keys(t.Variants)), "style": t.Style,
	}
}

func (s *Service) recordTx(ctx context.Context, tx pgx.Tx, by access.Actor, action string, id int64, details map[string]any) error {
	return s.Audit.RecordTx(ctx, tx, by, audit.Event{Action: action, ObjectKind: "email_template", ObjectID: id, Details: details})
}

// Update changes a template. It returns the invalid fields, ErrNotFound, or ErrOutdated if somebody changed it in the meantime.
func (s *Service) Update(ctx context.Context, by access.Actor, id int64, in Input) (Template, error) {
	return s.change(ctx, by, id, "email_template.updated", func(t *Template) error {
		if in.Version != 0 && in.Version != t.Version {
			return ErrOutdated
		}
		in.apply(t)
		return nil
	})
}

// Reset writes a template in all its languages as the installation writes such emails. It returns ErrNotFound.
func (s *Service) Reset(ctx context.Context, by access.Actor, id int64) (Template, error) {
	return s.change(ctx, by, id, "email_template.reset", func(t *Template) error {
		kind, _ := typeOf(t.Type)
		for language := range t.Variants {
			t.Variants[language] = kind.Usual(s.Texts, language)
		}
		t.Style = letters.DefaultStyle()
		return nil
	})
}

// change changes a template and records it.
func (s *Service) change(ctx context.Context, by access.Actor, id int64, action string, apply func(*Template) error) (Template, error) {
	if err := mayChange(by); err != nil {
		return Template{}, err
	}
	var out Template
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) error {
		before, err := s.lockTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		after, err := s.readTx(ctx, tx, by.DepartmentID, id) // the two share nothing
		if err != nil {
			return err
		}
		if err := apply(&after); err != nil {
			return err
		}
		if err := s.checkTx(ctx, tx, by, &after, &before); err != nil {
			return err
		}
		out, err = s.writeTx(ctx, tx, by, after)
		if err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, action, id, map[string]any{"before": before.audited(), "after": out.audited()})
	})
	return out, err
}

func (s *Service) writeTx(ctx context.Context, tx pgx.Tx, by access.Actor, t Template) (Template, error) {
	if err := s.makeWay(ctx, tx, by, t); err != nil {
		return t, err
	}
	style, variants, err := t.encoded()
	if err != nil {
		return t, err
	}
	row, err := s.q.TemplateUpdate(ctx, tx, db.TemplateUpdateParams{
		DepartmentID: by.DepartmentID, ID: t.ID, Name: t.Name, State: string(t.State), IsDefault: t.Default, Language: t.Language,
		FromName: t.FromName, ReplyTo: t.ReplyTo, Style: style, Variants: variants, Now: s.Clock.Now(),
	})
	if err := named(err, "update"); err != nil {
		return t, err
	}
	return of(row)
}

// Copy adds a draft with the content of a template. It returns ErrNotFound, ErrTooMany or the invalid name.
func (s *Service) Copy(ctx context.Context, by access.Actor, id int64, name string) (Template, error) {
	if err := mayChange(by); err != nil {
		return Template{}, err
	}
	var out Template
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) error {
		t, err := s.readTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		t.ID, t.Name, t.State, t.Default = 0, name, Draft, false
		if err := s.checkTx(ctx, tx, by, &t, &t); err != nil {
			return err
		}
		out, err = s.insertTx(ctx, tx, by, t, "email_template.copied")
		return err
	})
	return out, err
}

// Delete deletes a template that no group chose. It returns ErrNotFound or ErrInUse.
func (s *Service) Delete(ctx context.Context, by access.Actor, id int64) error {
	if err := mayChange(by); err != nil {
		return err
	}
	return s.inDepartment(ctx, by, func(tx pgx.Tx) error {
		t, err := s.lockTx(ctx, tx, by.DepartmentID, id)
		if err != nil {
			return err
		}
		groups, err := s.q.TemplateUsage(ctx, tx, db.TemplateUsageParams{DepartmentID: by.DepartmentID, TemplateID: id})
		if err != nil {
			return fmt.Errorf("list groups of template: %w", err)
		}
		if len(groups) > 0 || t.Default {
			return ErrInUse
		}
		if err := s.q.TemplateDelete(ctx, tx, db.TemplateDeleteParams{DepartmentID: by.DepartmentID, ID: id}); err != nil {
			return fmt.Errorf("delete email template: %w", err)
		}
		return s.recordTx(ctx, tx, by, "email_template.deleted", id, map[string]any{"before": t.audited()})
	})
}
