package badges_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
	"laurel/internal/trust/badges"
)

func TestABadgeStatesTheAttributesThatItsDesignsPrint(t *testing.T) {
	t.Parallel()
	grade := 92.5
	c := credentials.Credential{
		Grade: &grade, CustomAttributes: map[string]any{"hours": 40, "tutor": "Ada\x01", "note": "", "secret": "x"},
		Printed: []credentials.Printed{{Key: "hours", Name: "Hours", Kind: "text"}, {Key: "note", Name: "Note", Kind: "text"}, {Key: "tutor", Name: "Tutor", Kind: "text"}},
	}
	c.Group.ID = 7
	l := links.New("https://laurel.example")
	page := "https://laurel.example/group/7"
	badge := badges.OpenBadge(c, nil, l)
	got, err := json.Marshal([]any{badge.Subject.Result, badge.Subject.Achievement.ResultDescription})
	if err != nil {
		t.Fatal(err)
	}
	want := fmt.Sprintf(`[[{"type":["Result"],"resultDescription":"%[1]s#grade","value":"92.5"},`+
		`{"type":["Result"],"resultDescription":"%[1]s#attribute-hours","value":"40"},{"type":["Result"],"resultDescription":"%[1]s#attribute-tutor","value":"Ada"}],`+
		`[{"id":"%[1]s#grade","type":["ResultDescription"],"name":"Grade","resultType":"Percent","valueMin":"0","valueMax":"100"},`+
		`{"id":"%[1]s#attribute-hours","type":["ResultDescription"],"name":"Hours","resultType":"Result"},`+
		`{"id":"%[1]s#attribute-tutor","type":["ResultDescription"],"name":"Tutor","resultType":"Result"}]]`, page)
	if string(got) != want {
		t.Errorf("the badge states\n%s, not\n%s", got, want)
	}
	if narrative := badges.Of(c, nil, l).Narrative; narrative != "Hours: 40\n\nTutor: Ada" {
		t.Errorf("the assertion states %q", narrative)
	}
	c.Private = true
	if badge := badges.OpenBadge(c, nil, l); len(badge.Subject.Result) != 1 || badges.Of(c, nil, l).Narrative != "" {
		t.Errorf("a private one states %+v", badge.Subject.Result)
	}
}
