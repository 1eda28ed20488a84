package credentialsearch_test

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

// found lists the names of a search in their order.
func (h *house) found(q credentialsearch.Query) []string {
	h.T.Helper()
	got, err := h.Search(h.T.Context(), h.By, q)
	if err != nil {
		h.T.Fatalf("search %+v: %v", q, err)
	}
	if int(got.Total) != len(got.Items) && q.Page == (page.Request{}) {
		h.T.Errorf("search %+v: %d in all, %d on the only page", q, got.Total, len(got.Items))
	}
	var names []string
	for _, c := range got.Items {
		names = append(names, c.Recipient.Name)
	}
	return names
}

// people fills two groups: Ada and Bob in the first, 100% Cy and Dee_Z in the second.
func (h *house) people() (first, second int64, all map[string]credentials.Credential) {
	h.T.Helper()
	first, second = h.Group(h.By, "First", ""), h.Group(h.By, "Second", "")
	all = map[string]credentials.Credential{}
	for i, p := range []struct {
		group             int64
		name, email       string
		issued, expires   string
		license, personID string
		private           bool
	}{
		{first, "Ada", "Ada@Example.org", "2026-01-01", "2027-01-01", "L-1", "p1", false},
		{first, "bob", "bob@example.org", "2026-03-01", "", "", "p2", true},
		{second, "100% Cy", "cy@example.org", "2026-02-01", "2026-12-01", "L_1", "", false},
		{second, "Dee_Z", "dee@example.org", "2026-02-01", "", "", "", false},
	} {
		in := issuingtest.Person(p.group, p.name, p.email)
		in.IssuedOn, in.ExpiredOn, in.Private = optional.Set(p.issued), optional.Set(p.expires), optional.Set(p.private)
		if p.group == first {
			grade := 90 - 10*float64(i)
			in.Grade = optional.Set(&grade)
		}
		in.LicenseID, in.RecipientID = optional.Set(p.license), optional.Set(p.personID)
		c := h.Draft(in)
		all[p.name] = c
		if i == 0 {
			h.Issue(c.ID)
		}
	}
	return first, second, all
}

func TestFiltersNarrowTheList(t *testing.T) {
	h := open(t)
	first, second, all := h.people()
	yes, ninety := true, 90.0
	created := all["Ada"].CreatedAt.Format(time.DateOnly)
	later := all["Ada"].CreatedAt.AddDate(0, 0, 1).Format(time.DateOnly)
	for name, c := range map[string]struct {
		query credentialsearch.Query
		want  string
	}{
		"none, newest first":      {credentialsearch.Query{}, "Dee_Z,100% Cy,bob,Ada"},
		"group":                   {credentialsearch.Query{GroupID: first}, "bob,Ada"},
		"unknown group":           {credentialsearch.Query{GroupID: 7}, ""},
		"part of a name":          {credentialsearch.Query{Term: " DA "}, "Ada"},
		"part of an address":      {credentialsearch.Query{Term: "@EXAMPLE"}, "Dee_Z,100% Cy,bob,Ada"},
		"percent is no wildcard":  {credentialsearch.Query{Term: "%"}, "100% Cy"},
		"underscore neither":      {credentialsearch.Query{Term: "e_z"}, "Dee_Z"},
		"nor in names":            {credentialsearch.Query{RecipientName: "_"}, "Dee_Z"},
		"backslash":               {credentialsearch.Query{Term: `\`}, ""},
		"number":                  {credentialsearch.Query{Term: fmt.Sprint(all["bob"].ID)}, "bob"},
		"uuid":                    {credentialsearch.Query{Term: all["bob"].UUID.String()}, "bob"},
		"encoded id":              {credentialsearch.Query{Term: all["Ada"].EncodedID}, "Ada"},
		"own id as a term":        {credentialsearch.Query{Term: "L-1"}, "Ada"},
		"own id":                  {credentialsearch.Query{LicenseID: "L_1"}, "100% Cy"},
		"address in another case": {credentialsearch.Query{Email: "ADA@example.ORG"}, "Ada"},
		"address is whole":        {credentialsearch.Query{Email: "example.org"}, ""},
		"recipient's id":          {credentialsearch.Query{RecipientID: "p2"}, "bob"},
		"states":                  {credentialsearch.Query{States: []credentials.State{credentials.Published, credentials.Expired}}, "Ada"},
		"mail":                    {credentialsearch.Query{EmailStatus: "queued"}, "Ada"},
		"private":                 {credentialsearch.Query{Private: &yes}, "bob"},
		"dates, both ends in":     {credentialsearch.Query{StartDate: "2026-02-01", EndDate: "01/03/2026"}, "Dee_Z,100% Cy,bob"},
		"name not asked for":      {credentialsearch.Query{AsksForName: new(bool), GroupID: first}, "bob,Ada"},
		"name asked for":          {credentialsearch.Query{AsksForName: &yes}, ""},
		"grade":                   {credentialsearch.Query{GradeFrom: &ninety}, "Ada"},
		"grade below":             {credentialsearch.Query{GradeTo: &ninety}, "bob,Ada"},
		"created":                 {credentialsearch.Query{CreatedFrom: created, CreatedTo: created}, "Dee_Z,100% Cy,bob,Ada"},
		"created later":           {credentialsearch.Query{CreatedFrom: later}, ""},
		"several at once":         {credentialsearch.Query{GroupID: second, Term: "cy", StartDate: "2026-01-01"}, "100% Cy"},
	} {
		if got := strings.Join(h.found(c.query), ","); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	h.By = h.Department("UTC")
	for _, q := range []credentialsearch.Query{{}, {GroupID: first}, {Term: all["Ada"].EncodedID}, {Email: "ada@example.org"}} {
		if got := h.found(q); got != nil {
			t.Errorf("another department finds %v by %+v", got, q)
		}
	}
}

func TestListsAreSortedBothWays(t *testing.T) {
	h := open(t)
	h.people()
	for sort, want := range map[string]string{
		"":                "Dee_Z,100% Cy,bob,Ada",
		"id":              "Ada,bob,100% Cy,Dee_Z",
		"-created_at":     "Dee_Z,100% Cy,bob,Ada",
		"recipient_name":  "100% Cy,Ada,bob,Dee_Z",
		"-recipient_name": "Dee_Z,bob,Ada,100% Cy",
		"issued_on":       "Ada,100% Cy,Dee_Z,bob",
		"-issued_on":      "bob,Dee_Z,100% Cy,Ada",
		"expired_on":      "100% Cy,Ada,bob,Dee_Z",
		"-expired_on":     "Dee_Z,bob,Ada,100% Cy",
		"state":           "bob,100% Cy,Dee_Z,Ada",
		"-state":          "Ada,Dee_Z,100% Cy,bob",
	} {
		if got := strings.Join(h.found(credentialsearch.Query{Sort: sort}), ","); got != want {
			t.Errorf("%q: %q, want %q", sort, got, want)
		}
	}
}

func TestACursorLeadsThroughAListInEveryOrder(t *testing.T) {
	h := open(t)
	h.people()
	for _, sort := range []string{"", "id", "recipient_name", "-recipient_name", "-issued_on", "expired_on", "-expired_on", "state", "-updated_at"} {
		whole := h.found(credentialsearch.Query{Sort: sort})
		var got []string
		q := credentialsearch.Query{Sort: sort, Page: page.Request{Size: 1}}
		for range len(whole) + 1 {
			found, err := h.Search(t.Context(), h.By, q)
			if err != nil || found.Total != int64(len(whole)) {
				t.Fatalf("%q: %v, %d in all", sort, err, found.Total)
			}
			for _, c := range found.Items {
				got = append(got, c.Recipient.Name)
			}
			if q.Cursor = found.Next; q.Cursor == "" {
				break
			}
		}
		if strings.Join(got, ",") != strings.Join(whole, ",") {
			t.Errorf("%q: %q, want %q", sort, got, whole)
		}
	}
	for _, cursor := range []string{"x", "eyJzIjoiaWQiLCJpIjoxfQ"} { // none, and one of another order
		if _, err := h.Search(t.Context(), h.By, credentialsearch.Query{Cursor: cursor}); err == nil {
			t.Errorf("cursor %q was taken", cursor)
		}
	}
}

func TestStatesAreCountedWhateverStatesAreAskedFor(t *testing.T) {
	h := open(t)
	h.people()
	whole := len(h.found(credentialsearch.Query{}))
	counts, err := h.CountStates(t.Context(), h.By, credentialsearch.Query{States: []credentials.State{credentials.Revoked}})
	sum := int64(0)
	for state, n := range counts {
		if got := len(h.found(credentialsearch.Query{States: []credentials.State{state}})); int64(got) != n {
			t.Errorf("%s: %d, counted %d", state, got, n)
		}
		sum += n
	}
	if err != nil || sum != int64(whole) {
		t.Errorf("%v: %v, want %d in all", err, counts, whole)
	}
}

func TestAListIsCutIntoPages(t *testing.T) {
	h := open(t)
	h.people()
	for _, c := range []struct {
		page page.Request
		want string
	}{
		{page.Request{Number: 1, Size: 3}, "Ada,bob,100% Cy"},
		{page.Request{Number: 2, Size: 3}, "Dee_Z"},
		{page.Request{Number: 3, Size: 3}, ""},
		{page.Request{Number: -1, Size: 0}, "Ada,bob,100% Cy,Dee_Z"},
		{page.Request{Number: 1 << 40, Size: 1 << 40}, ""},
	} {
		if got := strings.Join(h.found(credentialsearch.Query{Sort: "id", Page: c.page}), ","); got != c.want {
			t.Errorf("%+v: %q, want %q", c.page, got, c.want)
		}
	}
}

func TestQueriesThatMakeNoSenseAreRefused(t *testing.T) {
	h := open(t)
	for want, q := range map[string]credentialsearch.Query{
		"sort invalid":            {Sort: "recipient_email; drop table"},
		"state not_one_of":        {States: []credentials.State{credentials.Deleted}},
		"start_date invalid_date": {StartDate: "soon"},
		"end_date invalid_date":   {EndDate: "2026-02-30"},
		"query too_long":          {Term: strings.Repeat("é", 256)},
		"recipient.name too_long": {RecipientName: strings.Repeat("é", 256)},
	} {
		_, err := h.Search(t.Context(), h.By, q)
		if !slices.Equal(issuingtest.Wrong(err), []string{want}) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := h.Search(t.Context(), access.Actor{}, credentialsearch.Query{}); !errors.Is(err, access.ErrNotSignedIn) {
		t.Errorf("nobody: %v", err)
	}
}

func TestASelectionNamesTheDepartmentsCredentialsOnce(t *testing.T) {
	h := open(t)
	first, _, all := h.people()
	theirs := h.By
	h.By = h.Department("UTC")
	foreign := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Eve", "eve@example.org"))
	h.By = theirs
	ada, bob := all["Ada"].ID, all["bob"].ID
	for name, sel := range map[string]credentialsearch.Selection{
		"by id":     {IDs: []int64{bob, ada, bob, foreign.ID, 1}},
		"by filter": {Query: &credentialsearch.Query{GroupID: first, Page: page.Request{Size: 1}}},
	} {
		err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
			ids, err := h.SelectTx(t.Context(), tx, h.By, sel)
			if !slices.Equal(ids, []int64{ada, bob}) {
				t.Errorf("%s: %v, want %v", name, ids, []int64{ada, bob})
			}
			return err
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestACursorThatNamesNoPlaceIsRefused(t *testing.T) {
	h := open(t)
	h.people()
	for sort, key := range map[string]string{"issued_on": "2026-13-45", "group": "first", "updated_at": "soon", "expired_on": "", "recipient_name": "a\x00"} {
		data, err := json.Marshal(map[string]any{"s": sort, "k": key, "i": 1})
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Search(t.Context(), h.By, credentialsearch.Query{Sort: sort, Cursor: base64.RawURLEncoding.EncodeToString(data)})
		if !slices.Equal(issuingtest.Wrong(err), []string{"cursor invalid"}) {
			t.Errorf("%s after %q: %v", sort, key, err)
		}
	}
}

func TestTheFurtherFiltersOfAList(t *testing.T) {
	h := open(t)
	first, _, all := h.people()
	h.Exec("update groups set tags = '{summer}' where id = $1", first)
	h.Exec(`update credentials set custom_attributes = '{"note": "blue"}', import_id = 7, updated_at = '2020-05-05 12:00Z' where id = $1`, all["Ada"].ID)
	for _, c := range []struct {
		q    credentialsearch.Query
		want string
	}{
		{credentialsearch.Query{Tag: "summer"}, "Ada,bob"},
		{credentialsearch.Query{Tag: "winter"}, ""},
		{credentialsearch.Query{Tag: "a\x00"}, ""},
		{credentialsearch.Query{AttributeKey: "note", AttributeValue: "blue"}, "Ada"},
		{credentialsearch.Query{AttributeKey: "note", AttributeValue: "red"}, ""},
		{credentialsearch.Query{AttributeKey: "note", AttributeValue: "a\x00"}, ""},
		{credentialsearch.Query{ExpiresTo: "2026-12-31"}, "100% Cy"},
		{credentialsearch.Query{ExpiresFrom: "2026-12-01", ExpiresTo: "2027-01-01"}, "100% Cy,Ada"},
		{credentialsearch.Query{UpdatedFrom: "2020-05-05", UpdatedTo: "2020-05-05"}, "Ada"},
		{credentialsearch.Query{UpdatedFrom: "2020-05-06"}, "100% Cy,bob,Dee_Z"},
		{credentialsearch.Query{ImportID: 7}, "Ada"},
		{credentialsearch.Query{ImportID: 8}, ""},
	} {
		c.q.Sort = "recipient_name"
		if got := strings.Join(h.found(c.q), ","); got != c.want {
			t.Errorf("%+v finds %q, want %q", c.q, got, c.want)
		}
	}
	for _, q := range []credentialsearch.Query{{ExpiresFrom: "soon"}, {ExpiresTo: "2026-02-30"}, {UpdatedFrom: "1"}, {UpdatedTo: "x"}} {
		if _, err := h.Search(t.Context(), h.By, q); len(issuingtest.Wrong(err)) != 1 {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

// TestNoDepartmentFindsWhatAnotherHas asks by words, which are looked up beyond the wall, and asks the look-up itself.
func TestNoDepartmentFindsWhatAnotherHas(t *testing.T) {
	h := open(t)
	_, _, all := h.people()
	ada := all["Ada"]
	other := h.Department("UTC")
	for _, q := range []credentialsearch.Query{
		{}, {Term: "Ada"}, {Term: "example"}, {Term: fmt.Sprint(ada.ID)}, {Term: ada.UUID.String()}, {Term: ada.EncodedID}, {Term: "L-1"},
		{RecipientName: "a"}, {Email: "ada@example.org"}, {Term: "%' or true or 'x' ilike '"}, {RecipientName: `\' or true --`},
	} {
		found, err := h.Search(t.Context(), other, q)
		if err != nil || found.Total != 0 || len(found.Items) != 0 {
			t.Errorf("%+v: another department finds %d: %v", q, found.Total, err)
		}
		counts, err := h.CountStates(t.Context(), other, q)
		for state, n := range counts {
			if n != 0 || err != nil {
				t.Errorf("%+v: another department counts %d %s: %v", q, n, state, err)
			}
		}
	}
	ask := func(tx pgx.Tx) (ids []int64, err error) {
		err = tx.QueryRow(t.Context(), "select credential_candidates('%example%', null, null, '', null, null, 10)").Scan(&ids)
		return ids, err
	}
	for by, want := range map[int64]int{h.By.DepartmentID: len(all), other.DepartmentID: 0} {
		err := pg.InDepartment(t.Context(), h.Pool, by, func(tx pgx.Tx) error {
			ids, err := ask(tx)
			if len(ids) != want {
				t.Errorf("department %d looks up %d, want %d", by, len(ids), want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
	if err := pg.InSystem(t.Context(), h.Pool, func(tx pgx.Tx) error {
		ids, err := ask(tx)
		if len(ids) != 0 {
			t.Errorf("without a department, %d are looked up", len(ids))
		}
		return err
	}); err != nil {
		t.Error(err)
	}
	var settings []string
	if err := h.Pool.QueryRow(t.Context(), "select proconfig from pg_proc where proname = 'credential_candidates'").Scan(&settings); err != nil ||
		!slices.Contains(settings, "search_path=pg_catalog, public, pg_temp") {
		t.Errorf("the look-up's settings: %q, %v", settings, err)
	}
}

func TestWordsThatVeryManyHaveStillFindEachOfThem(t *testing.T) {
	h := open(t)
	group, _, _ := h.people()
	const many = credentialsearch.MostCounted + 1
	h.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			allows_duplicate, state, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'zz' || lpad(i::text, 8, '0'), 'Person ' || i, 'same@example.net', date '2026-01-01', false, '', true, 'draft',
			now(), now()
		from generate_series(1, $3::int) i`, h.By.DepartmentID, group, many)
	for _, q := range []credentialsearch.Query{{Term: "Person"}, {RecipientName: "person"}, {Email: "SAME@example.net"}} {
		found, err := h.Search(t.Context(), h.By, q)
		if err != nil || found.Total != credentialsearch.MostCounted || !found.Capped || found.Next == "" || len(found.Items) != 50 {
			t.Errorf("%+v: %v, %d of %d, capped %v, next %q", q, err, len(found.Items), found.Total, found.Capped, found.Next)
		}
		if n, err := h.Count(t.Context(), h.By, q); err != nil || n != many {
			t.Errorf("%+v: %v, counted %d", q, err, n)
		}
		q.Sort, q.Cursor = "", found.Next
		next, err := h.Search(t.Context(), h.By, q)
		if err != nil || len(next.Items) != 50 || next.Items[0].ID != found.Items[49].ID-1 || next.Total != found.Total {
			t.Errorf("%+v: %v, the second page does not follow", q, err)
		}
	}
}

func TestThoseThatVeryManyWentFarWithAreLeafedThroughInOrder(t *testing.T) {
	h := open(t)
	group, _, _ := h.people()
	const many = 2_400
	h.Exec(`insert into credentials (department_id, group_id, uuid, encoded_id, recipient_name, recipient_email, issued_on, private, private_key,
			allows_duplicate, state, created_at, updated_at)
		select $1, $2, gen_random_uuid(), 'zz' || lpad(i::text, 8, '0'), 'Person ' || lpad(i::text, 4, '0'), 'same@example.net', date '2026-01-01', false, '',
			true, 'draft', now(), now()
		from generate_series(1, $3::int) i`, h.By.DepartmentID, group, many)
	h.Exec(`insert into credential_engagements (credential_id, department_id, level, reached_at)
		select id, department_id, 1 + id % 4, now() from credentials where recipient_name like 'Person %' and id % 4 < 2`)
	for _, sort := range []string{"", "id", "recipient_name", "-recipient_name"} {
		for _, q := range []credentialsearch.Query{{Engagement: "viewed"}, {Engagement: "viewed,opened"}, {Engagement: "viewed,opened", GroupID: group}} {
			want := map[string]int{"viewed": many / 4, "viewed,opened": many / 2}[q.Engagement]
			q.Sort, q.Page.Size = sort, 250
			var found []string
			for {
				some, err := h.Search(t.Context(), h.By, q)
				if err != nil || some.Total != int64(min(want, 1000)) || some.Capped != (want > 1000) {
					t.Fatalf("%+v: %v, %d of them", q, err, some.Total)
				}
				for _, c := range some.Items {
					found = append(found, c.Recipient.Name)
				}
				if q.Cursor = some.Next; q.Cursor == "" {
					break
				}
			}
			if strings.HasPrefix(sort, "-") || sort == "" {
				slices.Reverse(found)
			}
			if len(slices.Compact(slices.Clone(found))) != want || !slices.IsSorted(found) {
				t.Errorf("%+v: %d are found, want %d in order", q, len(found), want)
			}
			q.Cursor = ""
			if n, err := h.Count(t.Context(), h.By, q); err != nil || int(n) != want {
				t.Errorf("%+v: %v, counted %d", q, err, n)
			}
			if states, err := h.CountStates(t.Context(), h.By, q); err != nil || int(states[credentials.Draft]) != want {
				t.Errorf("%+v: %v, %v", q, err, states)
			}
		}
	}
	h.Exec("insert into credential_engagements (credential_id, department_id, level, reached_at) select id, department_id, 1, now() from credentials where id % 4 > 1")
	q := credentialsearch.Query{Engagement: "viewed,opened"}
	some, err := h.Search(t.Context(), h.By, q)
	if err != nil || some.Total != 1000 || !some.Capped || len(some.Items) != 50 {
		t.Errorf("%v, %d of %d, capped %v", err, len(some.Items), some.Total, some.Capped)
	}
}
