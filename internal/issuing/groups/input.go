package groups

import (
	"slices"
	"strings"
	"unicode/utf8"

	"laurel/internal/formats/metadata"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/links"
	"laurel/internal/platform/optional"
)

const (
	maxOutcome = 100
	maxText    = 5000
	maxLink    = 2048
)

// longestExpiry is the maximum expiry per unit, a hundred years.
var longestExpiry = map[string]int{"day": 36500, "month": 1200, "year": 100}

// achievementTypes are the achievement types of Open Badges 3.0. Custom types start with "ext:".
var achievementTypes = []string{
	"Achievement", "ApprenticeshipCertificate", "Assessment", "Assignment", "AssociateDegree", "Award", "Badge", "BachelorDegree",
	"Certificate", "CertificateOfCompletion", "Certification", "CommunityService", "Competency", "Course", "CoCurricular", "Degree",
	"Diploma", "DoctoralDegree", "Fieldwork", "GeneralEducationDevelopment", "JourneymanCertificate", "LearningProgram", "License",
	"Membership", "ProfessionalDoctorate", "QualityAssuranceCredential", "MasterCertificate", "MasterDegree", "MicroCredential",
	"ResearchDoctorate", "SecondarySchoolDiploma",
}

// apply sets the given fields of g and adds all errors to wrong.
func (in Input) apply(g *Group, wrong *errs.Fields) {
	in.Name.Value, in.CourseName.Value = i18n.OneLine(in.Name.Value), i18n.OneLine(in.CourseName.Value)
	text(wrong, "name", in.Name, &g.Name, maxName, true)
	text(wrong, "course_name", in.CourseName, &g.CourseName, maxName, true)
	text(wrong, "course_description", in.CourseDescription, &g.CourseDescription, maxText, false)
	link(wrong, "course_link", in.CourseLink, &g.CourseLink)
	link(wrong, "signup_url", in.SignupURL, &g.SignupURL)
	link(wrong, "lti_link", in.LTILink, &g.Settings.LTILink)
	if l := g.Settings.LTILink; l != "" && !strings.HasPrefix(strings.ToLower(l), "https://") {
		wrong.Add("lti_link", "group.lti_link_not_https")
	}
	in.describe(g, wrong)
	take(in.CertificateDesignID, &g.CertificateDesignID)
	take(in.BadgeDesignID, &g.BadgeDesignID)
	in.choosePrimary(g, wrong)
	in.behave(g, wrong)
	in.setPrerequisites(g, wrong)
	if in.State.Given {
		g.State = State(in.State.Value)
		if g.State != Active && g.State != Archived {
			wrong.Add("state", "not_one_of", "values", "active, archived")
		}
	}
	if in.MetaData.Given {
		g.MetaData = in.MetaData.Value
		metadata.Check(wrong, "meta_data", g.MetaData)
	}
}

// behave sets the fields that have a default in the department.
func (in Input) behave(g *Group, wrong *errs.Fields) {
	if in.Language.Given {
		g.Language = language(wrong, "language", in.Language.Value)
	}
	take(in.GeneratePrivate, &g.GeneratePrivate)
	take(in.AllowDuplicateRecipients, &g.AllowDuplicateRecipients)
	take(in.AttachPDF, &g.AttachPDF)
	take(in.SendEmails, &g.SendEmails)
	if in.AchievementType.Given {
		g.AchievementType = achievementType(in.AchievementType.Value, wrong)
	}
	if in.AutoExpiry.Given {
		g.AutoExpiry = in.AutoExpiry.Value
		checkExpiry(g.AutoExpiry, wrong)
	}
	in.Settings.apply(&g.Settings, wrong)
	in.chooseDuplicates(g, wrong)
}

func (in Input) chooseDuplicates(g *Group, wrong *errs.Fields) {
	if !in.Duplicates.Given {
		return
	}
	how := Duplicates(in.Duplicates.Value)
	switch how {
	case DenyDuplicates, ReplaceDuplicates, AllowDuplicates:
		g.AllowDuplicateRecipients, g.Settings.ReplaceDuplicates = how == AllowDuplicates, how == ReplaceDuplicates
	default:
		wrong.Add("duplicate_behavior", "not_one_of", "values", "deny, replace, allow")
	}
}

func take[T any](in optional.Value[T], to *T) {
	if in.Given {
		*to = in.Value
	}
}

func text(wrong *errs.Fields, field string, in optional.Value[string], to *string, longest int, needed bool) {
	if in.Given {
		*to = strings.TrimSpace(in.Value)
	}
	switch {
	case needed && *to == "":
		wrong.Add(field, "required")
	case utf8.RuneCountInString(*to) > longest:
		wrong.Add(field, "too_long", "max", longest)
	}
}

// choosePrimary makes sure that a group with a design has a primary design: the given one, or the previous one if the group still uses
// it, or else the certificate.
func (in Input) choosePrimary(g *Group, wrong *errs.Fields) {
	among := func(id *int64) bool {
		return id != nil && (same(id, g.CertificateDesignID) || same(id, g.BadgeDesignID))
	}
	if named := in.PrimaryDesignID.Value; named != nil {
		if !among(named) {
			wrong.Add("primary_design_id", "group.primary_not_among")
		}
		g.PrimaryDesignID = named
		return
	}
	if in.PrimaryDesignID.Given || !among(g.PrimaryDesignID) {
		g.PrimaryDesignID = g.CertificateDesignID
		if g.PrimaryDesignID == nil {
			g.PrimaryDesignID = g.BadgeDesignID
		}
	}
}

// language normalizes and validates a language code.
func language(wrong *errs.Fields, field, code string) string {
	code = strings.ToLower(strings.TrimSpace(code))
	if !i18n.Known(code) {
		wrong.Add(field, "unknown_language")
	}
	return code
}

// link validates a link to a web page, which may be on an intranet.
func link(wrong *errs.Fields, field string, in optional.Value[string], to *string) {
	text(wrong, field, in, to, maxLink, false)
	if !links.Web(*to) {
		wrong.Add(field, "invalid_url")
	}
}

func same(a, b *int64) bool { return a != nil && b != nil && *a == *b }

func achievementType(text string, wrong *errs.Fields) string {
	text = strings.TrimSpace(text)
	if text == "" {
		return defaultAchievement
	}
	i := slices.IndexFunc(achievementTypes, func(known string) bool { return strings.EqualFold(known, text) })
	switch {
	case i >= 0:
		return achievementTypes[i]
	case !strings.HasPrefix(text, "ext:"):
		wrong.Add("achievement_type", "not_one_of", "values", strings.Join(achievementTypes, ", "))
	case utf8.RuneCountInString(text) > maxOutcome:
		wrong.Add("achievement_type", "too_long", "max", maxOutcome)
	}
	return text
}

func checkExpiry(e *AutoExpiry, wrong *errs.Fields) {
	if e == nil {
		return
	}
	longest, known := longestExpiry[e.Unit]
	switch {
	case !known:
		wrong.Add("auto_expiry.unit", "not_one_of", "values", "day, month, year")
	case e.Amount < 1:
		wrong.Add("auto_expiry.amount", "too_small", "min", 1)
	case e.Amount > longest:
		wrong.Add("auto_expiry.amount", "too_large", "max", longest)
	}
}
