package groups

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/design/designs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

// starters are the templates for default designs by the department's language. Other languages use starter.
var starters = map[string]string{"ar": "ijaza", "el": "meander", "es": "mosaico", "fr": "vrille", "ja": "shoujou", "ko": "saekdong", "ru": "vector"}

const starter = "colonnade"

// DefaultDesign returns the certificate design for groups without a design of their own. A department gets one when it is created; if
// it has none, or the default was deleted, DefaultDesign creates it.
func (s *Service) DefaultDesign(ctx context.Context, by access.Actor) (id int64, err error) {
	if err := by.Require(access.CreateDesigns); err != nil {
		return 0, err
	}
	err = pg.AmbientTx(ctx, s.pool, by.DepartmentID, func(ctx context.Context, tx pgx.Tx) error {
		if err := s.store.q.GroupDefaultsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock defaults of groups: %w", err)
		}
		d, err := s.store.defaults(ctx, tx, by.DepartmentID)
		if err != nil || d.CertificateDesignID != nil {
			if err == nil {
				id = *d.CertificateDesignID
			}
			return err
		}
		if id, err = s.createStarter(ctx, by, d.Language); err != nil {
			return err
		}
		d.CertificateDesignID = &id
		return s.store.writeDefaults(ctx, tx, by.DepartmentID, d, s.clock.Now())
	})
	return id, err
}

// createStarter creates a certificate design from the template of a language.
func (s *Service) createStarter(ctx context.Context, by access.Actor, language string) (int64, error) {
	slug, known := starters[language]
	if !known {
		slug = starter
	}
	t, err := designs.TemplateBySlug(slug)
	if err != nil {
		return 0, err
	}
	var document map[string]any
	if err := json.Unmarshal(t.Document, &document); err != nil {
		return 0, fmt.Errorf("read template %s: %w", slug, err)
	}
	document["name"] = s.texts.Text(language, "designs.starter", nil)
	data, err := json.Marshal(document)
	if err != nil {
		return 0, fmt.Errorf("write template %s: %w", slug, err)
	}
	d, err := s.elsewhere.Designs.Create(ctx, by, designs.Save{Design: data})
	return d.ID, err
}

// CreateWithDesign is Create for API clients and imports: a group without a design gets the default design, so that its credentials can
// be published. In test mode it is the same as Create.
func (s *Service) CreateWithDesign(ctx context.Context, by access.Actor, in Input) (Group, error) {
	if by.Test || in.CertificateDesignID.Value != nil || in.BadgeDesignID.Value != nil {
		return s.Create(ctx, by, in)
	}
	if err := by.Require(access.ManageGroups); err != nil {
		return Group{}, err
	}
	id, err := s.DefaultDesign(ctx, by)
	if err != nil {
		return Group{}, err
	}
	in.CertificateDesignID = optional.Set(&id)
	return s.Create(ctx, by, in)
}

// AddDesign sets the default design for a group that has no design.
func (s *Service) AddDesign(ctx context.Context, by access.Actor, groupID int64) error {
	id, err := s.DefaultDesign(ctx, by)
	if err != nil {
		return err
	}
	g, err := s.Read(ctx, by, groupID)
	if err != nil || g.CertificateDesignID != nil || g.BadgeDesignID != nil {
		return err
	}
	_, err = s.Update(ctx, by, groupID, Input{CertificateDesignID: optional.Set(&id)})
	return err
}
