package wire

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"laurel/internal/platform/errs"
)

func TestASelectionRefusesFiltersThatAreEmptyOrUnknown(t *testing.T) {
	t.Parallel()
	for body, field := range map[string]string{
		`{"group_id":"None"}`:           "all_matching.group_id",
		`{"group_id":"null"}`:           "all_matching.group_id",
		`{"group_id":""}`:               "all_matching.group_id",
		`{"group_id":null}`:             "all_matching.group_id",
		`{"Group_ID":"undefined"}`:      "all_matching.Group_ID",
		`{"import_id":"None"}`:          "all_matching.import_id",
		`{"import_id":null}`:            "all_matching.import_id",
		`{"collection_id":"nil"}`:       "all_matching.collection_id",
		`{"tag":"","state":"draft"}`:    "all_matching.tag",
		`{"private":null}`:              "all_matching.private",
		`{"recipient.email":"null"}`:    "all_matching.recipient.email",
		`{"groupid":5,"state":"draft"}`: "all_matching.groupid",
	} {
		var in SelectionIn
		err := json.Unmarshal([]byte(`{"all_matching":`+body+`}`), &in)
		var refusal *errs.Error
		if !errors.As(err, &refusal) || refusal.Kind != errs.Invalid {
			t.Errorf("%s is answered with %v", body, err)
			continue
		}
		if named := slices.Collect(maps.Keys(refusal.Fields)); !slices.Equal(named, []string{field}) {
			t.Errorf("%s is refused at %v, want %s", body, named, field)
		}
	}
}

func TestASelectionTakesFiltersAndPaging(t *testing.T) {
	t.Parallel()
	for body, want := range map[string][2]int64{
		`{"group_id":"12"}`:               {12, 0},
		`{"group_id":12,"import_id":"3"}`: {12, 3},
		`{"group_id":"x"}`:                {NoGroup, 0},
		`{}`:                              {},
		`[]`:                              {},
		`{"page":null,"sort":"","state":"draft"}`:  {},
		`{"recipient":{"name":"Ada"},"cursor":""}`: {},
	} {
		var in SelectionIn
		if err := json.Unmarshal([]byte(`{"all_matching":`+body+`}`), &in); err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		if q := in.Domain().Query; q.GroupID != want[0] || q.ImportID != want[1] {
			t.Errorf("%s selects group %d and import %d, want %v", body, q.GroupID, q.ImportID, want)
		}
	}
}
