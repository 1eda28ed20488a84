package groups

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/audit"
	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/pg"
)

// Defaults are the initial values of a department's new groups. Changing them does not affect existing groups.
type Defaults struct {
	Language                 string      `json:"language"`
	GeneratePrivate          *bool       `json:"generate_private"`
	AllowDuplicateRecipients bool        `json:"allow_duplicate_recipients"`
	AttachPDF                bool        `json:"attach_pdf"`
	SendEmails               bool        `json:"send_emails"`
	AchievementType          string      `json:"achievement_type"`
	AutoExpiry               *AutoExpiry `json:"auto_expiry"`
	Settings                 Settings    `json:"settings"`
	CertificateDesignID      *int64      `json:"certificate_design_id"` // nil where it was deleted, too
}

// group returns a new group with the defaults.
func (d Defaults) group() Group {
	return Group{
		Language: d.Language, GeneratePrivate: d.GeneratePrivate, AllowDuplicateRecipients: d.AllowDuplicateRecipients,
		AttachPDF: d.AttachPDF, SendEmails: d.SendEmails, AchievementType: d.AchievementType, AutoExpiry: d.AutoExpiry, Settings: d.Settings,
		CertificateDesignID: d.CertificateDesignID, LearningOutcomes: []string{}, Alignments: []Alignment{}, Tags: []string{}, State: Active, MetaData: map[string]any{},
	}
}

// ReadDefaults returns the defaults for new groups.
func (s *Service) ReadDefaults(ctx context.Context, by access.Actor) (Defaults, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return Defaults{}, err
	}
	var d Defaults
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		d, err = s.store.defaults(ctx, tx, by.DepartmentID)
		return err
	})
	return d, err
}

// UpdateDefaults changes the defaults for new groups. It returns field errors.
func (s *Service) UpdateDefaults(ctx context.Context, by access.Actor, in Input) (Defaults, error) {
	if err := by.Require(access.ManageGroups); err != nil {
		return Defaults{}, err
	}
	var after Defaults
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) error {
		if err := s.store.q.GroupDefaultsLock(ctx, tx, by.DepartmentID); err != nil {
			return fmt.Errorf("lock defaults of groups: %w", err)
		}
		before, err := s.store.defaults(ctx, tx, by.DepartmentID)
		if err != nil {
			return err
		}
		var wrong errs.Fields
		g := before.group()
		in.behave(&g, &wrong)
		take(in.CertificateDesignID, &g.CertificateDesignID)
		kinds, err := s.store.designKinds(ctx, tx, by.DepartmentID, g.CertificateDesignID)
		if err != nil {
			return err
		}
		checkDesign(&wrong, "certificate_design_id", g.CertificateDesignID, "certificate", kinds)
		if err := wrong.Err(); err != nil {
			return err
		}
		after = Defaults{
			g.Language, g.GeneratePrivate, g.AllowDuplicateRecipients, g.AttachPDF, g.SendEmails, g.AchievementType, g.AutoExpiry, g.Settings,
			g.CertificateDesignID,
		}
		if err := s.store.writeDefaults(ctx, tx, by.DepartmentID, after, s.clock.Now()); err != nil {
			return err
		}
		return s.audit.RecordTx(ctx, tx, by, audit.Event{
			Action: "group_defaults.updated", ObjectKind: "department", ObjectID: by.DepartmentID, Details: changes(before, after),
		})
	})
	return after, err
}

func (s store) defaults(ctx context.Context, tx db.DBTX, departmentID int64) (Defaults, error) {
	row, err := s.q.GroupDefaultsRead(ctx, tx, departmentID)
	if err != nil {
		return Defaults{}, fmt.Errorf("read defaults of groups: %w", err)
	}
	d := Defaults{Language: row.Language, SendEmails: true, AchievementType: defaultAchievement, Settings: UsualSettings()}
	if d.Language == "" {
		d.Language = "en"
	}
	if row.Defaults == nil {
		return d, nil
	}
	if err := json.Unmarshal(row.Defaults, &d); err != nil {
		return Defaults{}, fmt.Errorf("read defaults of groups: %w", err)
	}
	if d.CertificateDesignID == nil {
		return d, nil
	}
	kinds, err := s.designKinds(ctx, tx, departmentID, d.CertificateDesignID)
	if kinds[*d.CertificateDesignID] != "certificate" {
		d.CertificateDesignID = nil
	}
	return d, err
}
