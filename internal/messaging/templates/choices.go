package templates

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Choices returns the templates that a group of the actor's department may use and uses, or ErrGroupNotFound.
func (s *Service) Choices(ctx context.Context, by access.Actor, groupID int64) (Choices, error) {
	var out Choices
	if err := by.Require(access.ViewDepartment); err != nil {
		return out, err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		out, err = s.choicesTx(ctx, tx, by, groupID)
		return err
	})
	return out, err
}

func (s *Service) choicesTx(ctx context.Context, tx pgx.Tx, by access.Actor, groupID int64) (Choices, error) {
	out := Choices{Chosen: map[string]int64{}}
	if _, err := s.q.GroupRead(ctx, tx, db.GroupReadParams{DepartmentID: by.DepartmentID, ID: groupID}); pg.NoRows(err) {
		return out, ErrGroupNotFound
	} else if err != nil {
		return out, fmt.Errorf("read group: %w", err)
	}
	all, err := s.list(ctx, tx, by.DepartmentID)
	if err != nil {
		return out, err
	}
	rows, err := s.q.ChoiceList(ctx, tx, db.ChoiceListParams{DepartmentID: by.DepartmentID, GroupID: groupID})
	if err != nil {
		return out, fmt.Errorf("list templates of group: %w", err)
	}
	for _, row := range rows {
		out.Chosen[row.Type] = row.TemplateID
	}
	for _, t := range all {
		if t.State == Active || out.Chosen[t.Type] == t.ID {
			out.Available = append(out.Available, t)
		}
	}
	for _, t := range types {
		out.Types = append(out.Types, t.Key)
	}
	return out, nil
}

// Choose has a group of the actor's department use templates, by type; 0 is the department's default. Types that are not given stay unchanged.
// It returns ErrGroupNotFound or the invalid fields.
func (s *Service) Choose(ctx context.Context, by access.Actor, groupID int64, wanted map[string]int64) (Choices, error) {
	var out Choices
	if err := by.Require(access.ManageGroups); err != nil {
		return out, err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		before, err := s.choicesTx(ctx, tx, by, groupID)
		if err != nil {
			return err
		}
		if err := before.accept(wanted); err != nil {
			return err
		}
		for kind, id := range wanted {
			if err := s.chooseTx(ctx, tx, by.DepartmentID, groupID, kind, id); err != nil {
				return err
			}
		}
		if out, err = s.choicesTx(ctx, tx, by, groupID); err != nil {
			return err
		}
		return s.recordTx(ctx, tx, by, "email_template.chosen", groupID, map[string]any{"before": before.Chosen, "after": out.Chosen})
	})
	return out, err
}

// accept reports choices that there are not.
func (c Choices) accept(wanted map[string]int64) error {
	var wrong errs.Fields
	for kind, id := range wanted {
		if _, known := typeOf(kind); !known {
			wrong.Add("email_templates."+kind, "invalid")
			continue
		}
		if id != 0 && !slices.ContainsFunc(c.Available, func(t Template) bool { return t.ID == id && t.Type == kind }) {
			wrong.Add("email_templates."+kind, "email_template.not_found")
		}
	}
	return wrong.Err()
}

func (s *Service) chooseTx(ctx context.Context, tx pgx.Tx, departmentID, groupID int64, kind string, id int64) error {
	if id == 0 {
		if err := s.q.ChoiceDelete(ctx, tx, db.ChoiceDeleteParams{DepartmentID: departmentID, GroupID: groupID, Type: kind}); err != nil {
			return fmt.Errorf("use the default template: %w", err)
		}
		return nil
	}
	if _, err := s.lockTx(ctx, tx, departmentID, id); err != nil { // or somebody deletes it
		return err
	}
	p := db.ChoiceWriteParams{DepartmentID: departmentID, GroupID: groupID, Type: kind, TemplateID: id}
	if err := s.q.ChoiceWrite(ctx, tx, p); err != nil {
		return fmt.Errorf("choose a template: %w", err)
	}
	return nil
}

// CopyChoices has a group of the actor's department use the templates of another.
func (s *Service) CopyChoices(ctx context.Context, by access.Actor, from, to int64) error {
	if err := by.Require(access.ManageGroups); err != nil {
		return err
	}
	err := pg.InDepartment(ctx, s.Pool, by.DepartmentID, func(tx pgx.Tx) error {
		return s.q.ChoiceCopy(ctx, tx, db.ChoiceCopyParams{DepartmentID: by.DepartmentID, FromGroup: from, ToGroup: to})
	})
	if err != nil {
		return fmt.Errorf("copy choice of templates: %w", err)
	}
	return nil
}

// Kinds returns the types of templates with all tags that the actor's department may use in them.
func (s *Service) Kinds(ctx context.Context, by access.Actor) ([]Type, error) {
	all := Types()
	err := s.inDepartment(ctx, by, func(tx pgx.Tx) error {
		custom, err := s.customTx(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		for i := range all {
			all[i].Tags = all[i].AllTags()
			for _, key := range custom {
				if all[i].Credential {
					all[i].Tags = append(all[i].Tags, customPrefix+key)
				}
			}
		}
		return nil
	})
	return all, err
}

// Usual returns how the installation writes emails of a type, in each of its languages.
func (s *Service) Usual(key string) map[string]letters.Variant {
	out := map[string]letters.Variant{}
	if kind, known := typeOf(key); known {
		for _, language := range s.Texts.Languages() {
			out[language] = kind.Usual(s.Texts, language)
		}
	}
	return out
}
