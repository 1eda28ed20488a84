package credentials_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/access"
	"laurel/internal/credentials"
	"laurel/internal/optional"
	"laurel/internal/page"
	"laurel/internal/pg"
)

// found lists the names of a search in their order.
func (h *house) found(q credentials.Query) []string {
	h.t.Helper()
	got, err := h.Search(h.t.Context(), h.by, q)
	if err != nil {
		h.t.Fatalf("search %+v: %v", q, err)
	}
	if int(got.Total) != len(got.Items) && q.Page == (page.Request{}) {
		h.t.Errorf("search %+v: %d in all, %d on the only page", q, got.Total, len(got.Items))
	}
	var names []string
	for _, c := range got.Items {
		names = append(names, c.Recipient.Name)
	}
	return names
}

// people fills two groups: Ada and Bob in the first, 100% Cy and Dee_Z in the second.
func (h *house) people() (first, second int64, all map[string]credentials.Credential) {
	h.t.Helper()
	first, second = h.group(h.by, "First", ""), h.group(h.by, "Second", "")
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
		in := person(p.group, p.name, p.email)
		in.IssuedOn, in.ExpiredOn, in.Private = optional.Set(p.issued), optional.Set(p.expires), optional.Set(p.private)
		in.LicenseID, in.RecipientID = optional.Set(p.license), optional.Set(p.personID)
		c := h.create(in)
		all[p.name] = c
		if i == 0 {
			h.publish(c.ID)
		}
	}
	return first, second, all
}

func TestFiltersNarrowTheList(t *testing.T) {
	h := open(t)
	first, second, all := h.people()
	yes := true
	for name, c := range map[string]struct {
		query credentials.Query
		want  string
	}{
		"none, newest first":      {credentials.Query{}, "Dee_Z,100% Cy,bob,Ada"},
		"group":                   {credentials.Query{GroupID: first}, "bob,Ada"},
		"unknown group":           {credentials.Query{GroupID: 7}, ""},
		"part of a name":          {credentials.Query{Term: " DA "}, "Ada"},
		"part of an address":      {credentials.Query{Term: "@EXAMPLE"}, "Dee_Z,100% Cy,bob,Ada"},
		"percent is no wildcard":  {credentials.Query{Term: "%"}, "100% Cy"},
		"underscore neither":      {credentials.Query{Term: "e_z"}, "Dee_Z"},
		"nor in names":            {credentials.Query{RecipientName: "_"}, "Dee_Z"},
		"backslash":               {credentials.Query{Term: `\`}, ""},
		"number":                  {credentials.Query{Term: fmt.Sprint(all["bob"].ID)}, "bob"},
		"uuid":                    {credentials.Query{Term: all["bob"].UUID.String()}, "bob"},
		"encoded id":              {credentials.Query{Term: all["Ada"].EncodedID}, "Ada"},
		"own id as a term":        {credentials.Query{Term: "L-1"}, "Ada"},
		"own id":                  {credentials.Query{LicenseID: "L_1"}, "100% Cy"},
		"address in another case": {credentials.Query{Email: "ADA@example.ORG"}, "Ada"},
		"address is whole":        {credentials.Query{Email: "example.org"}, ""},
		"recipient's id":          {credentials.Query{RecipientID: "p2"}, "bob"},
		"states":                  {credentials.Query{States: []credentials.State{credentials.Published, credentials.Expired}}, "Ada"},
		"mail":                    {credentials.Query{EmailStatus: "queued"}, "Ada"},
		"private":                 {credentials.Query{Private: &yes}, "bob"},
		"dates, both ends in":     {credentials.Query{StartDate: "2026-02-01", EndDate: "01/03/2026"}, "Dee_Z,100% Cy,bob"},
		"several at once":         {credentials.Query{GroupID: second, Term: "cy", StartDate: "2026-01-01"}, "100% Cy"},
	} {
		if got := strings.Join(h.found(c.query), ","); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	h.by = h.department("UTC")
	for _, q := range []credentials.Query{{}, {GroupID: first}, {Term: all["Ada"].EncodedID}, {Email: "ada@example.org"}} {
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
		"issued_on":       "Ada,Dee_Z,100% Cy,bob",
		"-issued_on":      "bob,Dee_Z,100% Cy,Ada",
		"expired_on":      "100% Cy,Ada,Dee_Z,bob",
		"-expired_on":     "Ada,100% Cy,Dee_Z,bob",
		"state":           "Dee_Z,100% Cy,bob,Ada",
		"-state":          "Ada,Dee_Z,100% Cy,bob",
	} {
		if got := strings.Join(h.found(credentials.Query{Sort: sort}), ","); got != want {
			t.Errorf("%q: %q, want %q", sort, got, want)
		}
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
		if got := strings.Join(h.found(credentials.Query{Sort: "id", Page: c.page}), ","); got != c.want {
			t.Errorf("%+v: %q, want %q", c.page, got, c.want)
		}
	}
}

func TestQueriesThatMakeNoSenseAreRefused(t *testing.T) {
	h := open(t)
	for want, q := range map[string]credentials.Query{
		"sort invalid":            {Sort: "recipient_email; drop table"},
		"state not_one_of":        {States: []credentials.State{credentials.Deleted}},
		"start_date invalid_date": {StartDate: "soon"},
		"end_date invalid_date":   {EndDate: "2026-02-30"},
		"query too_long":          {Term: strings.Repeat("é", 256)},
		"recipient.name too_long": {RecipientName: strings.Repeat("é", 256)},
	} {
		_, err := h.Search(t.Context(), h.by, q)
		if !slices.Equal(wrong(err), []string{want}) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := h.Search(t.Context(), access.Actor{}, credentials.Query{}); !errors.Is(err, access.ErrNotSignedIn) {
		t.Errorf("nobody: %v", err)
	}
}

func TestASelectionNamesTheDepartmentsCredentialsOnce(t *testing.T) {
	h := open(t)
	first, _, all := h.people()
	theirs := h.by
	h.by = h.department("UTC")
	foreign := h.create(person(h.group(h.by, "G", ""), "Eve", "eve@example.org"))
	h.by = theirs
	ada, bob := all["Ada"].ID, all["bob"].ID
	for name, sel := range map[string]credentials.Selection{
		"by id":     {IDs: []int64{bob, ada, bob, foreign.ID, 1}},
		"by filter": {Query: &credentials.Query{GroupID: first, Page: page.Request{Size: 1}}},
	} {
		err := pg.InDepartment(t.Context(), h.pool, h.by.DepartmentID, func(tx pgx.Tx) error {
			ids, err := h.SelectTx(t.Context(), tx, h.by, sel)
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
