package groups

import (
	"context"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"laurel/internal/pg"
)

// Public is what the world may know of a group. It stays readable when the department is gone: issued badges name it.
type Public struct {
	ID                int64
	CourseName        string
	CourseDescription string
	CourseLink        string
	LearningOutcomes  []string
	Criteria          string
	CriteriaURL       string
	Alignments        []Alignment
	SkillCategoryID   *int64
	AchievementType   string
	SignupURL         string
	Language          string
	Settings          Settings   // those of recipients' pages are shown; the rest is the issuer's
	Earners           *int       // nil where the group does not tell
	DesignVersion     *uuid.UUID // picture of the primary design
	BadgeVersion      *uuid.UUID
	IssuerID          int64
	IssuerName        string
	IssuerURL         string
	IssuerLogo        string
}

// ReadPublic reads a group of any department, or ErrNotFound.
func (s *Service) ReadPublic(ctx context.Context, id int64) (Public, error) {
	var p Public
	err := pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		row, err := s.store.q.GroupReadPublic(ctx, tx, id)
		if pg.NoRows(err) {
			return ErrNotFound
		}
		if err != nil {
			return fmt.Errorf("read public group: %w", err)
		}
		p = Public{
			ID: row.ID, CourseName: row.CourseName, CourseDescription: row.CourseDescription, CourseLink: row.CourseLink,
			LearningOutcomes: row.LearningOutcomes, Criteria: row.Criteria, CriteriaURL: row.CriteriaUrl, AchievementType: row.AchievementType,
			SignupURL: row.SignupUrl, Language: row.Language, DesignVersion: row.VersionUuid, BadgeVersion: row.BadgeUuid, IssuerID: row.DepartmentID,
			IssuerName: row.IssuerName, IssuerURL: row.IssuerUrl, IssuerLogo: row.IssuerLogo,
		}
		if row.SkillCategoryID != nil {
			id := int64(*row.SkillCategoryID)
			p.SkillCategoryID = &id
		}
		if p.Alignments, err = ParseAlignments(row.Alignments); err != nil {
			return err
		}
		if p.Settings, err = ParseSettings(row.Settings); err != nil {
			return err
		}
		if p.Settings.EarnersShow {
			n, err := s.credentials.CountEarners(ctx, tx, row.DepartmentID, row.ID)
			p.Earners = &n
			return err
		}
		return nil
	})
	return p, err
}
