package credentials_test

import (
	"errors"
	"fmt"
	"maps"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

func TestPublishingTellsWhyEachOtherWasNot(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	draft := h.create(person(group, "Ada", "ada@example.org"))
	published := h.create(person(group, "Bob", "bob@example.org"))
	h.publish(published.ID)
	deleted := h.create(person(group, "Cy", "cy@example.org"))
	if _, err := h.Delete(t.Context(), h.by, deleted.EncodedID); err != nil {
		t.Fatal(err)
	}
	scheduled := h.create(person(group, "Dee", "dee@example.org"))
	h.exec("update credentials set state = 'scheduled', publish_at = now() where id = $1", scheduled.ID)
	bare := h.create(person(h.group(h.by, "Bare", ""), "Fay", "fay@example.org"))
	h.exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", bare.Group.ID)
	mine := h.by
	h.by = h.department("UTC")
	foreign := h.create(person(h.group(h.by, "G", ""), "Eve", "eve@example.org"))
	theirs := h.by
	h.by = mine
	issued, refused := h.publish(draft.ID, published.ID, deleted.ID, scheduled.ID, bare.ID, foreign.ID, 1)
	if len(issued) != 2 || issued[0].ID != draft.ID || issued[1].ID != scheduled.ID || issued[0].CourseName != "Weaving" || !issued[0].Mail || issued[0].Key != "" {
		t.Errorf("issued %+v", issued)
	}
	want := map[int64]string{
		published.ID: credentials.ReasonPublished, deleted.ID: credentials.ReasonNotFound,
		bare.ID: credentials.ReasonNoDesign, foreign.ID: credentials.ReasonNotFound, 1: credentials.ReasonNotFound,
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
	c := h.create(person(h.group(h.by, "G", ""), "Ada", "ada@example.org"))
	h.publish(c.ID)
	issued, err := h.Read(t.Context(), h.by, c.EncodedID)
	if err != nil || issued.Certificate.String() != c.Certificate.String() || !issued.PublishedAt.Equal(h.clock.Now()) {
		t.Fatalf("%+v, %v", issued, err)
	}
	h.exec("update groups set course_name = 'New', course_description = 'New', certificate_design_id = $1", h.design(h.by, "certificate"))
	h.exec("update departments set name = 'New', url = 'https://new.example'")
	got, err := h.ReadPublic(t.Context(), c.EncodedID, "")
	if err != nil || got.Name() != "Weaving" || got.Description() != "All about looms" || got.Issuer.Name != "Guild" ||
		got.Certificate.String() != c.Certificate.String() {
		t.Errorf("shows %q by %q, %v", got.Name(), got.Issuer.Name, err)
	}
}

func TestAPublicLinkOpensWhatWasIssued(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	in := person(group, "Ada", "ada@example.org")
	in.LicenseID = optional.Set("own-7")
	open := h.create(in)
	in = person(group, "Bob", "bob@example.org")
	in.Private = optional.Set(true)
	private := h.create(in)
	draft := h.create(person(group, "Cy", "cy@example.org"))
	gone := h.create(person(group, "Dee", "dee@example.org"))
	in = person(group, "Eve", "eve@example.org")
	in.Private = optional.Set(true)
	gonePrivate := h.create(in)
	h.publish(open.ID, private.ID, gone.ID, gonePrivate.ID)
	never := h.create(person(group, "Fay", "fay@example.org"))
	if _, err := h.DeleteMany(t.Context(), h.by, credentials.Selection{IDs: []int64{gone.ID, gonePrivate.ID, never.ID}}); err != nil {
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
	in := person(h.group(h.by, "G", ""), "Ada", "ada@example.org")
	in.ExpiredOn = optional.Set("2026-03-10")
	c := h.create(in)
	in.RecipientEmail = optional.Set("draft@example.org")
	draft := h.create(in)
	h.publish(c.ID)
	if n, err := h.ExpireDue(t.Context()); n != 0 || err != nil {
		t.Errorf("on its last day %d expire, %v", n, err)
	}
	h.clock.Advance(11 * time.Hour) // midnight UTC
	if got, err := h.ReadPublic(t.Context(), c.EncodedID, ""); err != nil || got.State != credentials.Expired {
		t.Errorf("read before the nightly run: %s, %v", got.State, err)
	}
	for _, want := range []int{1, 0} {
		if n, err := h.ExpireDue(t.Context()); n != want || err != nil {
			t.Errorf("%d expire, %v; want %d", n, err, want)
		}
	}
	for id, want := range map[string]credentials.State{c.EncodedID: credentials.Expired, draft.EncodedID: credentials.Draft} {
		if got, err := h.Read(t.Context(), h.by, id); err != nil || got.State != want {
			t.Errorf("%s, %v; want %s", got.State, err, want)
		}
	}
}

func TestCredentialsAreCountedForTheirGroupsAndDesigns(t *testing.T) {
	h := open(t)
	first, _, all := h.people() // Ada is published
	if _, err := h.Delete(t.Context(), h.by, all["bob"].EncodedID); err != nil {
		t.Fatal(err)
	}
	design, other := *all["Ada"].Group.CertificateDesignID, h.department("UTC")
	for _, c := range []struct {
		department                   int64
		groups, drafts, issued, uses int
	}{{h.by.DepartmentID, 1, 0, 1, 1}, {other.DepartmentID, 0, 0, 0, 0}} {
		err := pg.InDepartment(t.Context(), h.pool, c.department, func(tx pgx.Tx) error {
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
	group := h.group(h.by, "G", "")
	h.create(person(group, "Ada", "ada@example.org"))
	rule := func(allowed bool) error {
		h.exec("update groups set allow_duplicate_credentials = $1", allowed)
		return pg.InDepartment(t.Context(), h.pool, h.by.DepartmentID, func(tx pgx.Tx) error {
			return h.SetTx(t.Context(), tx, h.by.DepartmentID, group, allowed)
		})
	}
	exist := func() (found bool) {
		err := pg.InDepartment(t.Context(), h.pool, h.by.DepartmentID, func(tx pgx.Tx) (err error) {
			found, err = h.Exist(t.Context(), tx, h.by.DepartmentID, group)
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
	h.create(person(group, "Ada", "ADA@example.org"))
	if !exist() {
		t.Error("two for one address are not seen")
	}
	if err := rule(false); !pg.Violates(err, "credentials_duplicate_key") {
		t.Errorf("forbidding what exists: %v", err)
	}
}
