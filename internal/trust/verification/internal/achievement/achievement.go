// Package achievement reads what achievements of Open Badges 3.0 and badge classes of earlier versions say besides their names.
package achievement

import (
	"slices"

	"laurel/internal/trust/verification/internal/document"
)

const (
	maxSkills  = 50
	maxResults = 100
)

// Skills returns tags, and the nodes of skills frameworks that an achievement is aligned with.
func Skills(o document.Object) []string {
	all := append(o.Texts("tag"), o.Texts("tags")...)
	for _, item := range o.List("alignment") {
		node, _ := item.(map[string]any)
		all = append(all, document.Object(node).Text("targetName"), document.Object(node).Text("name"))
	}
	var distinct []string
	for _, skill := range all {
		if skill != "" && !slices.Contains(distinct, skill) && len(distinct) < maxSkills {
			distinct = append(distinct, skill)
		}
	}
	return distinct
}

// Picture returns the URL of an image, which is a string or an object with an id.
func Picture(o document.Object) string {
	if image := o.Child("image"); image != nil {
		return image.Text("id")
	}
	return o.Text("image")
}

// Result is a result with a name.
type Result struct{ Name, Value string }

// Results returns the results of a credential: the first that is a grade of some kind, and the others with their names. Results of the
// general type, and further ones, are not grades.
func Results(subject, achievement document.Object) (grade string, others []Result) {
	descriptions := map[string]document.Object{}
	for _, item := range achievement.List("resultDescription") {
		if d, _ := item.(map[string]any); d != nil {
			descriptions[document.Object(d).Text("id")] = d
		}
	}
	for _, item := range subject.List("result") {
		result, _ := item.(map[string]any)
		value := document.Object(result).Text("value")
		description := descriptions[document.Object(result).Named("resultDescription")]
		kind, name := description.Text("resultType"), description.Text("name")
		switch {
		case value == "":
		case grade == "" && (kind != "Result" || name == ""):
			if grade = value; kind == "Percent" {
				grade += "%"
			}
		case len(others) < maxResults:
			others = append(others, Result{name, value})
		}
	}
	return grade, others
}
