package groups

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/groups/internal/db"
	"laurel/internal/platform/pg"
)

// maxSuggestions is the maximum number of suggested skills.
const maxSuggestions = 20

// SkillCategory is a category of skills.
type SkillCategory struct {
	ID   int64
	Name string
}

// lastCategory is the highest ID. The names of the categories from 1 on are at "skillCategories.<id>" in the locales. IDs never change
// their meaning, because groups store them.
const lastCategory = 24

func knownCategory(id int64) bool { return id >= 1 && id <= lastCategory }

// SkillCategories returns all skill categories, sorted by name in the given language.
func (s *Service) SkillCategories(by access.Actor, language string) ([]SkillCategory, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	all := make([]SkillCategory, lastCategory)
	for i := range all {
		id := int64(i) + 1
		all[i] = SkillCategory{id, s.CategoryName(id, language)}
	}
	slices.SortFunc(all, func(a, b SkillCategory) int { return strings.Compare(a.Name, b.Name) })
	return all, nil
}

// CategoryName returns the name of a skill category.
func (s *Service) CategoryName(id int64, language string) string {
	return s.texts.Text(language, "skillCategories."+strconv.FormatInt(id, 10), nil)
}

// lastSkill is the number of common skills. Their names are at "commonSkills.<number>" in the locales.
const lastSkill = 40

// SuggestSkills returns skills that contain the query: first those that the department already uses, then common ones.
func (s *Service) SuggestSkills(ctx context.Context, by access.Actor, language, query string) ([]string, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	query = strings.TrimSpace(query)
	var found []string
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		found, err = s.store.q.GroupSkills(ctx, tx, db.GroupSkillsParams{DepartmentID: by.DepartmentID, Query: query, MaxRows: maxSuggestions})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read skills: %w", err)
	}
	for n := 1; n <= lastSkill && len(found) < maxSuggestions; n++ {
		common := s.texts.Text(language, "commonSkills."+strconv.Itoa(n), nil)
		known := slices.ContainsFunc(found, func(skill string) bool { return strings.EqualFold(skill, common) })
		if !known && strings.Contains(strings.ToLower(common), strings.ToLower(query)) {
			found = append(found, common)
		}
	}
	return found, nil
}

// Tag is a tag, with the number of groups that have it.
type Tag struct {
	Name   string
	Groups int
}

// Tags returns the tags of the department's groups that contain the query, most used first, at most maxTags.
func (s *Service) Tags(ctx context.Context, by access.Actor, query string) ([]Tag, error) {
	if err := by.Require(access.ViewDepartment); err != nil {
		return nil, err
	}
	var rows []db.GroupTagsRow
	err := pg.InDepartment(ctx, s.pool, by.DepartmentID, func(tx pgx.Tx) (err error) {
		rows, err = s.store.q.GroupTags(ctx, tx, db.GroupTagsParams{DepartmentID: by.DepartmentID, Query: strings.TrimSpace(query), MaxRows: maxTags})
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read tags: %w", err)
	}
	tags := make([]Tag, len(rows))
	for i, row := range rows {
		tags[i] = Tag{row.Tag, int(row.Groups)}
	}
	return tags, nil
}

// maxTags is the maximum number of tags returned.
const maxTags = 200
