package issuer

import (
	"encoding/json"
	"testing"
)

func TestAGroupNamedByAPlaceholderSelectsNothingToChange(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]int64{
		`{"all_matching":{"group_id":"None"}}`:      noGroup,
		`{"all_matching":{"group_id":"null"}}`:      noGroup,
		`{"all_matching":{"group_id":"undefined"}}`: noGroup,
		`{"all_matching":{"group_id":"12"}}`:        12,
		`{"all_matching":{"group_id":12}}`:          12,
		`{"all_matching":{}}`:                       0,
	} {
		var in selectionIn
		if err := json.Unmarshal([]byte(body), &in); err != nil {
			t.Fatal(err)
		}
		if got := in.domain().Query.GroupID; got != want {
			t.Errorf("%s selects group %d, want %d", body, got, want)
		}
	}
}
