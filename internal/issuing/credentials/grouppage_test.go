package credentials_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/pg"
)

func TestOneWalksThroughAGroupInTheOrderOfAdding(t *testing.T) {
	h := issuingtest.Open(t)
	group, other := h.Group(h.By, "G", ""), h.Group(h.By, "H", "")
	var ids []int64
	for i, name := range []string{"Grace Hopper", "Al", "Maximiliane von Hohenlohe", "Bo", "Ada", "Gone"} {
		h.Draft(issuingtest.Person(other, "Another", fmt.Sprintf("other%d@example.org", i)))
		ids = append(ids, h.Draft(issuingtest.Person(group, name, fmt.Sprintf("p%d@example.org", i))).ID)
	}
	h.Issue(ids[0])
	if _, err := h.DeleteMany(t.Context(), h.By, credentialsearch.Selection{IDs: ids[5:]}, false); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		step              credentials.PageCursor
		want              []int64
		earlier           int
		longest, shortest int64
	}{
		"the start":         {credentials.PageCursor{Limit: 2}, ids[:2], 0, ids[2], ids[1]},
		"onwards":           {credentials.PageCursor{After: ids[1], Limit: 2}, ids[2:4], 2, 0, 0},
		"the end":           {credentials.PageCursor{After: ids[3], Limit: 2}, ids[4:5], 4, 0, 0},
		"beyond":            {credentials.PageCursor{After: ids[4], Limit: 2}, nil, 0, 0, 0},
		"back":              {credentials.PageCursor{Before: ids[4], Limit: 2}, ids[2:4], 2, 0, 0},
		"back to the start": {credentials.PageCursor{Before: ids[1], Limit: 5}, ids[:1], 0, 0, 0},
	} {
		got, err := h.ReadGroupPage(t.Context(), h.By, group, c.step)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var found []int64
		for _, item := range got.Items {
			found = append(found, item.ID)
		}
		if fmt.Sprint(found) != fmt.Sprint(c.want) || got.Earlier != c.earlier || got.Total != 5 || got.Longest != c.longest || got.Shortest != c.shortest {
			t.Errorf("%s: %v, earlier %d of %d, longest %d, shortest %d", name, found, got.Earlier, got.Total, got.Longest, got.Shortest)
		}
	}
}

func TestAnEmptyGroupHasNobodyToShow(t *testing.T) {
	h := issuingtest.Open(t)
	got, err := h.ReadGroupPage(t.Context(), h.By, h.Group(h.By, "G", ""), credentials.PageCursor{})
	if err != nil || len(got.Items) != 0 || got.Total != 0 || got.Longest != 0 || got.Shortest != 0 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAGroupOfOthersIsNoneToWalkThrough(t *testing.T) {
	h := issuingtest.Open(t)
	stranger := h.Department("UTC")
	theirs := h.Group(stranger, "G", "")
	for name, id := range map[string]int64{"theirs": theirs, "none": 999999} {
		if _, err := h.ReadGroupPage(t.Context(), h.By, id, credentials.PageCursor{}); !errors.Is(err, credentials.ErrGroupNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	maker := access.Actor{EmbedID: 1, DepartmentID: h.By.DepartmentID, Role: access.EmbeddedMaker}
	maker.Scopes, _ = access.NewScopes("design.write")
	if _, err := h.ReadGroupPage(t.Context(), maker, h.Group(h.By, "Mine", ""), credentials.PageCursor{}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a design maker: %v", err)
	}
}

func TestCredentialsAreCountedForTheVersionsTheyCarry(t *testing.T) {
	h := issuingtest.Open(t)
	group := h.Group(h.By, "G", "")
	h.Issue(h.Draft(issuingtest.Person(group, "Ada", "ada@example.org")).ID)
	h.Draft(issuingtest.Person(group, "Bob", "bob@example.org"))
	version := h.Insert("select current_version_id from designs d join groups g on g.certificate_design_id = d.id where g.id = $1", group)
	for department, want := range map[int64]int{h.By.DepartmentID: 1, h.Department("UTC").DepartmentID: 0} {
		err := pg.InDepartment(t.Context(), h.Pool, department, func(tx pgx.Tx) error {
			counts, err := h.CountByVersions(t.Context(), tx, department, []int64{version})
			if counts[version] != want {
				t.Errorf("%d carry the version, want %d", counts[version], want)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
