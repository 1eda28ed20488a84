package groups

import (
	"fmt"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

// GradeBand is a name for the grades from a threshold up to the next band, such as "Merit" from 70 percent.
type GradeBand struct {
	From float64 `json:"from"`
	Name string  `json:"name"`
}

// Band returns the name of a grade's band. It returns "" without a grade, or for one below the lowest band.
func (s Settings) Band(grade *float64) string {
	name := ""
	if grade == nil {
		return name
	}
	for _, b := range s.GradeBands {
		if *grade < b.From {
			break
		}
		name = b.Name
	}
	return name
}

const maxBands = 20

func percentage(grade float64) bool { return grade >= 0 && grade <= 100 }

// grade sets the minimum grade and the grade bands.
func (in SettingsInput) grade(s *Settings, wrong *errs.Fields) {
	if in.LeastGrade.Given {
		s.LeastGrade = in.LeastGrade.Value
		if g := s.LeastGrade; g != nil && !percentage(*g) {
			wrong.Add("least_grade", "credential.grade_percentage")
		}
	}
	if in.GradeBands.Given {
		s.GradeBands = bands(wrong, in.GradeBands.Value)
	}
}

func bands(wrong *errs.Fields, in []GradeBand) []GradeBand {
	if len(in) > maxBands {
		wrong.Add("grade_bands", "too_many", "max", maxBands)
		return nil
	}
	kept := make([]GradeBand, len(in))
	for i, b := range in {
		kept[i].From = b.From
		text(wrong, fmt.Sprintf("grade_bands.%d.name", i), optional.Set(b.Name), &kept[i].Name, maxOutcome, true)
		from := fmt.Sprintf("grade_bands.%d.from", i)
		switch {
		case !percentage(b.From):
			wrong.Add(from, "credential.grade_percentage")
		case i > 0 && b.From <= in[i-1].From:
			wrong.Add("grade_bands", "group.bands_not_ascending")
		}
	}
	return kept
}
