package groups

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"
	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/links"
	"laurel/internal/platform/pg"
)

// Public is the public data of a group. It stays available after the department is deleted, because issued badges refer to it.
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
	PageBanner        string // of the issuer, as WhitelabelLogo; "" is none
	WhitelabelLogo    string
}

// Picture is the URL of the picture of the group's primary design, or "" without a design.
func (p Public) Picture(l links.Links) string {
	if p.DesignVersion == nil {
		return ""
	}
	return l.GroupPicture(p.DesignVersion.String(), p.ID, p.CourseName, p.CourseDescription, p.IssuerName, p.IssuerLogo)
}

// ReadPublic returns a group of any department. It returns ErrNotFound.
func (s *Service) ReadPublic(ctx context.Context, id int64) (Public, error) {
	found, err := s.ListPublic(ctx, []int64{id})
	if err != nil {
		return Public{}, err
	}
	if len(found) == 0 {
		return Public{}, ErrNotFound
	}
	return found[0], nil
}

// ListPublic returns groups of any department, ordered by ID. IDs that do not exist are skipped.
func (s *Service) ListPublic(ctx context.Context, ids []int64) ([]Public, error) {
	var groups []Public
	err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), s.pool, func(tx pg.DB) error {
		groups = nil
		rows, err := s.store.q.GroupsReadPublic(ctx, tx, ids)
		if err != nil {
			return fmt.Errorf("read public groups: %w", err)
		}
		var telling []int64
		for _, row := range rows {
			p, err := publicOf(row)
			if err != nil {
				return err
			}
			if p.Settings.EarnersShow {
				telling = append(telling, p.ID)
			}
			groups = append(groups, p)
		}
		if telling == nil {
			return nil
		}
		earners, err := s.credentials.CountEarners(ctx, tx, telling)
		for i, p := range groups {
			if n, told := earners[p.ID]; told {
				groups[i].Earners = &n
			}
		}
		return err
	})
	slices.SortFunc(groups, func(a, b Public) int { return cmp.Compare(slices.Index(ids, a.ID), slices.Index(ids, b.ID)) })
	return groups, err
}

// Indexed is a group whose page search engines may list.
type Indexed struct {
	ID        int64
	UpdatedAt time.Time
}

// ListIndexed returns up to most groups of all departments whose pages search engines may list, the latest first.
func (s *Service) ListIndexed(ctx context.Context, most int) ([]Indexed, error) {
	var out []Indexed
	err := pg.SingleStatementSystem(ctx, s.pool, func(d pg.DB) error {
		rows, err := s.store.q.GroupsListIndexed(ctx, d, int32(most)) //nolint:gosec // a constant of the caller
		if err != nil {
			return fmt.Errorf("list indexed groups: %w", err)
		}
		out = make([]Indexed, len(rows))
		for i, row := range rows {
			out[i] = Indexed(row)
		}
		return nil
	})
	return out, err
}

func publicOf(row db.GroupsReadPublicRow) (Public, error) {
	p := Public{
		ID: row.ID, CourseName: row.CourseName, CourseDescription: row.CourseDescription, CourseLink: row.CourseLink,
		LearningOutcomes: row.LearningOutcomes, Criteria: row.Criteria, CriteriaURL: row.CriteriaUrl, AchievementType: row.AchievementType,
		SignupURL: row.SignupUrl, Language: row.Language, DesignVersion: row.VersionUuid, BadgeVersion: row.BadgeUuid, IssuerID: row.DepartmentID,
		IssuerName: row.IssuerName, IssuerURL: row.IssuerUrl, IssuerLogo: row.IssuerLogo, PageBanner: row.IssuerBanner, WhitelabelLogo: row.IssuerWhitelabelLogo,
	}
	if row.SkillCategoryID != nil {
		id := int64(*row.SkillCategoryID)
		p.SkillCategoryID = &id
	}
	var err error
	if p.Alignments, err = ParseAlignments(row.Alignments); err != nil {
		return Public{}, err
	}
	p.Settings, err = ParseSettings(row.Settings)
	return p, err
}
