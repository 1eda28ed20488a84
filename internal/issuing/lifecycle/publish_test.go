package lifecycle_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/groups"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/issuing/lifecycle"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

func TestPublishingTellsWhyEachOtherWasNot(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	draft := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	published := h.Draft(issuingtest.Person(group, "Bob", "bob@example.org"))
	h.Issue(published.ID)
	deleted := h.Draft(issuingtest.Person(group, "Cy", "cy@example.org"))
	if _, err := h.Delete(t.Context(), h.By, deleted.EncodedID, false); err != nil {
		t.Fatal(err)
	}
	scheduled := h.Draft(issuingtest.Person(group, "Dee", "dee@example.org"))
	h.Exec("update credentials set state = 'scheduled', publish_at = now() where id = $1", scheduled.ID)
	bare := h.Draft(issuingtest.Person(h.Group(h.By, "Bare", ""), "Fay", "fay@example.org"))
	h.Exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", bare.Group.ID)
	mine := h.By
	h.By = h.Department("UTC")
	foreign := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Eve", "eve@example.org"))
	theirs := h.By
	h.By = mine
	issued, refused := h.Issue(draft.ID, published.ID, deleted.ID, scheduled.ID, bare.ID, foreign.ID, 1)
	if len(issued) != 2 || issued[0].ID != draft.ID || issued[1].ID != scheduled.ID || issued[0].CourseName != "Weaving" || !issued[0].Mail || issued[0].Key != "" {
		t.Errorf("issued %+v", issued)
	}
	want := map[int64]string{
		published.ID: lifecycle.ReasonPublished, deleted.ID: lifecycle.ReasonNotFound,
		bare.ID: lifecycle.ReasonNoDesign, foreign.ID: lifecycle.ReasonNotFound, 1: lifecycle.ReasonNotFound,
	}
	if !maps.Equal(refused, want) {
		t.Errorf("refused %v, want %v", refused, want)
	}
	if got, err := h.Read(t.Context(), theirs, foreign.EncodedID); err != nil || got.State != credentials.Draft {
		t.Errorf("another department's is %s, %v", got.State, err)
	}
}

func TestWhatWasIssuedKeepsItsTextsAndItsDesign(t *testing.T) {
	h := open(t)
	c := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org"))
	h.Issue(c.ID)
	issued, err := h.Read(t.Context(), h.By, c.EncodedID)
	if err != nil || issued.Certificate.String() != c.Certificate.String() || !issued.PublishedAt.Equal(h.Clock.Now()) {
		t.Fatalf("%+v, %v", issued, err)
	}
	h.Exec("update groups set course_name = 'New', course_description = 'New', certificate_design_id = $1", h.Design(h.By, "certificate"))
	h.Exec("update departments set name = 'New', url = 'https://new.example'")
	got, err := h.ReadPublic(t.Context(), c.EncodedID, "")
	if err != nil || got.Name() != "Weaving" || got.Description() != "All about looms" || got.Issuer.Name != "Guild" ||
		got.Certificate.String() != c.Certificate.String() {
		t.Errorf("shows %q by %q, %v", got.Name(), got.Issuer.Name, err)
	}
}

func TestAPublicLinkOpensWhatWasIssued(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	in := issuingtest.Person(group, "Ada", "ada@example.org")
	in.LicenseID = optional.Set("own-7")
	open := h.Draft(in)
	in = issuingtest.Person(group, "Bob", "bob@example.org")
	in.Private = optional.Set(true)
	private := h.Draft(in)
	draft := h.Draft(issuingtest.Person(group, "Cy", "cy@example.org"))
	gone := h.Draft(issuingtest.Person(group, "Dee", "dee@example.org"))
	in = issuingtest.Person(group, "Eve", "eve@example.org")
	in.Private = optional.Set(true)
	gonePrivate := h.Draft(in)
	h.Issue(open.ID, private.ID, gone.ID, gonePrivate.ID)
	never := h.Draft(issuingtest.Person(group, "Fay", "fay@example.org"))
	if _, err := h.DeleteMany(t.Context(), h.By, credentialsearch.Selection{IDs: []int64{gone.ID, gonePrivate.ID, never.ID}}, false); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		ref, key string
		want     error
	}{
		"by uuid":                         {open.UUID.String(), "", nil},
		"by encoded id":                   {open.EncodedID, "", nil},
		"by number":                       {fmt.Sprint(open.ID), "", nil},
		"with a needless key":             {open.EncodedID, "x", nil},
		"private by number":               {fmt.Sprint(private.ID), "", credentials.ErrNotFound},
		"private by number with its key":  {fmt.Sprint(private.ID), private.PrivateKey, nil},
		"deleted by number":               {fmt.Sprint(gone.ID), "", credentials.ErrNotFound},
		"draft by number":                 {fmt.Sprint(draft.ID), "", credentials.ErrNotFound},
		"by the issuer's own id":          {"own-7", "", nil},
		"private with its key":            {private.EncodedID, private.PrivateKey, nil},
		"private without":                 {private.EncodedID, "", credentials.ErrPrivate},
		"private with another's key":      {private.EncodedID, open.PrivateKey, credentials.ErrPrivate},
		"draft":                           {draft.EncodedID, draft.PrivateKey, credentials.ErrNotFound},
		"deleted":                         {gone.EncodedID, "", credentials.ErrGone},
		"deleted private with its key":    {gonePrivate.EncodedID, gonePrivate.PrivateKey, credentials.ErrGone},
		"deleted private without":         {gonePrivate.EncodedID, "", credentials.ErrNotFound},
		"deleted before it was published": {never.EncodedID, never.PrivateKey, credentials.ErrNotFound},
		"unknown":                         {"abc12345", "", credentials.ErrNotFound},
		"unkeepable":                      {"a\x00", "", credentials.ErrNotFound},
	} {
		if got, err := h.ReadPublic(t.Context(), c.ref, c.key); !errors.Is(err, c.want) || err != nil && got.ID != 0 {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestACredentialExpiresTheDayAfterItsLast(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.ExpiredOn = optional.Set("2026-03-10")
	c := h.Draft(in)
	in.RecipientEmail = optional.Set("draft@example.org")
	draft := h.Draft(in)
	h.Issue(c.ID)
	if n, err := h.ExpireDue(t.Context()); n != 0 || err != nil {
		t.Errorf("on its last day %d expire, %v", n, err)
	}
	h.Clock.Advance(11 * time.Hour) // midnight UTC
	if got, err := h.ReadPublic(t.Context(), c.EncodedID, ""); err != nil || got.State != credentials.Expired {
		t.Errorf("read before the nightly run: %s, %v", got.State, err)
	}
	for _, want := range []int{1, 0} {
		if n, err := h.ExpireDue(t.Context()); n != want || err != nil {
			t.Errorf("%d expire, %v; want %d", n, err, want)
		}
	}
	for id, want := range map[string]credentials.State{c.EncodedID: credentials.Expired, draft.EncodedID: credentials.Draft} {
		if got, err := h.Read(t.Context(), h.By, id); err != nil || got.State != want {
			t.Errorf("%s, %v; want %s", got.State, err, want)
		}
	}
}

func TestCredentialsAreCountedForTheirGroupsAndDesigns(t *testing.T) {
	h := open(t)
	first := h.Group(h.By, "First", "")
	ada, bob := h.Draft(issuingtest.Person(first, "Ada", "ada@example.org")), h.Draft(issuingtest.Person(first, "Bob", "bob@example.org"))
	h.Issue(ada.ID)
	if _, err := h.Delete(t.Context(), h.By, bob.EncodedID, false); err != nil {
		t.Fatal(err)
	}
	design, other := *ada.Group.CertificateDesignID, h.Department("UTC")
	for _, c := range []struct {
		department                   int64
		groups, drafts, issued, uses int
	}{{h.By.DepartmentID, 1, 0, 1, 1}, {other.DepartmentID, 0, 0, 0, 0}} {
		err := pg.InDepartment(t.Context(), h.Pool, c.department, func(tx pgx.Tx) error {
			counts, err := h.CountByGroups(t.Context(), tx, c.department, []int64{first})
			if err != nil {
				return err
			}
			if len(counts) != c.groups || counts[first] != (groups.Counts{Drafts: c.drafts, Published: c.issued}) {
				t.Errorf("counts %v", counts)
			}
			uses, err := h.CountByDesigns(t.Context(), tx, c.department, []int64{design})
			if uses[design] != c.uses {
				t.Errorf("%d uses of the design, want %d", uses[design], c.uses)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

func TestARuleAboutDuplicatesReachesTheCredentialsOfItsGroup(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	rule := func(allowed bool) error {
		h.Exec("update groups set allow_duplicate_credentials = $1", allowed)
		return pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
			return h.SetDuplicateRuleTx(t.Context(), tx, h.By.DepartmentID, group, allowed)
		})
	}
	exist := func() (found bool) {
		err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) (err error) {
			found, err = h.DuplicatesExist(t.Context(), tx, h.By.DepartmentID, group)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return found
	}
	if err := rule(true); err != nil || exist() {
		t.Fatalf("allow: %v", err)
	}
	h.Draft(issuingtest.Person(group, "Ada", "ADA@example.org"))
	if !exist() {
		t.Error("two for one address are not seen")
	}
	if err := rule(false); !pg.Violates(err, "credentials_duplicate_key") {
		t.Errorf("forbidding what exists: %v", err)
	}
}
