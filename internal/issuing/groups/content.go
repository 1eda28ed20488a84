package groups

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
)

// maxEntries is the maximum number of skills, of alignments and of tags of a group, and maxTag the maximum length of a tag.
const (
	maxEntries = 20
	maxTag     = 50
)

// Alignment is a node of a skills or education framework that the achievement corresponds to.
type Alignment struct {
	Framework string `json:"framework"`
	Code      string `json:"code"`
	URL       string `json:"url"`
	Name      string `json:"name"`
}

// describe sets the description of the achievement and the tags of g.
func (in Input) describe(g *Group, wrong *errs.Fields) {
	text(wrong, "criteria", in.Criteria, &g.Criteria, maxText, false)
	link(wrong, "criteria_url", in.CriteriaURL, &g.CriteriaURL)
	if in.LearningOutcomes.Given {
		g.LearningOutcomes = entries(wrong, "learning_outcomes", in.LearningOutcomes.Value, maxOutcome)
	}
	if in.Tags.Given {
		g.Tags = entries(wrong, "tags", in.Tags.Value, maxTag)
	}
	if in.SkillCategoryID.Given {
		g.SkillCategoryID = in.SkillCategoryID.Value
		if g.SkillCategoryID != nil && !knownCategory(*g.SkillCategoryID) {
			wrong.Add("skill_category_id", "group.skill_category_unknown")
		}
	}
	if in.Alignments.Given {
		g.Alignments = alignments(wrong, in.Alignments.Value)
	}
}

// entries normalizes a list of short texts and removes blank and duplicate ones.
func entries(wrong *errs.Fields, field string, in []string, longest int) []string {
	kept := []string{}
	for i, entry := range in {
		entry = strings.Join(strings.Fields(entry), " ")
		if utf8.RuneCountInString(entry) > longest {
			wrong.Add(fmt.Sprintf("%s.%d", field, i), "too_long", "max", longest)
		}
		again := slices.ContainsFunc(kept, func(other string) bool { return strings.EqualFold(other, entry) })
		if entry != "" && !again {
			kept = append(kept, entry)
		}
	}
	if len(kept) > maxEntries {
		wrong.Add(field, "too_many", "max", maxEntries)
	}
	return kept
}

// alignments validates alignments. Name and URL are required, as in Open Badges.
func alignments(wrong *errs.Fields, in []Alignment) []Alignment {
	kept := make([]Alignment, len(in))
	for i, a := range in {
		at := func(field string) string { return fmt.Sprintf("alignments.%d.%s", i, field) }
		text(wrong, at("framework"), optional.Set(a.Framework), &kept[i].Framework, maxName, false)
		text(wrong, at("code"), optional.Set(a.Code), &kept[i].Code, maxName, false)
		text(wrong, at("name"), optional.Set(a.Name), &kept[i].Name, maxName, true)
		text(wrong, at("url"), optional.Set(a.URL), &kept[i].URL, maxLink, true)
		if !links.Web(kept[i].URL) {
			wrong.Add(at("url"), "invalid_url")
		}
	}
	if len(kept) > maxEntries {
		wrong.Add("alignments", "too_many", "max", maxEntries)
	}
	return kept
}
