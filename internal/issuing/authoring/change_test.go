package authoring_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/credentialsearch"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

func TestACredentialIsFoundByEachOfItsIDs(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.LicenseID = optional.Set("order/7")
	c := h.Draft(in)
	for _, ref := range []string{fmt.Sprint(c.ID), c.UUID.String(), c.EncodedID, "order/7"} {
		if got, err := h.Read(t.Context(), h.By, ref); err != nil || got.ID != c.ID {
			t.Errorf("%s: %v, %v", ref, got.ID, err)
		}
	}
	other := h.Department("UTC")
	for _, ref := range []string{fmt.Sprint(c.ID), c.UUID.String(), c.EncodedID, "order/7"} {
		if _, err := h.Read(t.Context(), other, ref); !errors.Is(err, credentials.ErrNotFound) {
			t.Errorf("another department reads %s: %v", ref, err)
		}
	}
	for _, ref := range []string{"", "0", "-1", "99999999999999999999", "nothing", "a\x00b", "a\xffb"} {
		if _, err := h.Read(t.Context(), h.By, ref); !errors.Is(err, credentials.ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
}

func TestTheIssuersOwnIDWinsOverOurs(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	first := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	for i, taken := range []string{fmt.Sprint(first.ID), first.UUID.String(), first.EncodedID} {
		in := issuingtest.Person(group, "Bob", fmt.Sprintf("bob%d@example.org", i))
		in.LicenseID = optional.Set(taken)
		second := h.Draft(in)
		if got, err := h.Read(t.Context(), h.By, taken); err != nil || got.ID != second.ID {
			t.Errorf("%s: read %v instead of the one that calls itself so (%v)", taken, got.ID, err)
		}
	}
}

func TestAChangeTouchesOnlyWhatItNames(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.RecipientPhone, in.RecipientMeta = optional.Set("+441234567890"), optional.Set(map[string]any{"cohort": "7"})
	in.CustomAttributes, in.Name = optional.Set(map[string]any{"note": "first"}), optional.Set("Own name")
	before := h.Draft(in)
	h.Clock.Advance(time.Minute)
	after, err := h.Update(t.Context(), h.By, before.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")})
	if err != nil {
		t.Fatal(err)
	}
	want := before
	want.Recipient.Name, want.UpdatedAt = "Ada L.", h.Clock.Now()
	if got, expected := written(t, after), written(t, want); got != expected {
		t.Errorf("changed more:\n%s\n%s", expected, got)
	}
	after, err = h.Update(t.Context(), h.By, before.EncodedID, credentials.Input{
		Name: optional.Set(""), CustomAttributes: optional.Set(map[string]any{"photo": "/good"}), Grade: optional.Set[*float64](nil),
	})
	if err != nil || after.Name() != "Weaving" || len(after.CustomAttributes) != 1 || after.CustomAttributes["photo"] != "/checked/good" {
		t.Errorf("%v: %+v", err, after)
	}
}

func written(t *testing.T, c credentials.Credential) string {
	t.Helper()
	data, err := json.Marshal(c)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAChangeIsRefusedLikeACreation(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	h.Draft(issuingtest.Person(group, "Bob", "bob@example.org"))
	c := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	for name, in := range map[string]credentials.Input{
		"recipient.name required":                    {RecipientName: optional.Set("")},
		"recipient.email invalid_email":              {RecipientEmail: optional.Set("nobody")},
		"credential credential.duplicate":            {RecipientEmail: optional.Set("BOB@example.org")},
		"expired_on credential.expires_before_issue": {ExpiredOn: optional.Set("2026-03-09")},
	} {
		_, err := h.Update(t.Context(), h.By, c.EncodedID, in)
		if got := issuingtest.Wrong(err); len(got) == 0 || got[0] != name {
			t.Errorf("%v (%v), want %s", got, err, name)
		}
	}
	if _, err := h.Update(t.Context(), h.Department("UTC"), c.EncodedID, credentials.Input{}); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	h.By.Role = access.Viewer
	if _, err := h.Update(t.Context(), h.By, c.EncodedID, credentials.Input{}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("viewer: %v", err)
	}
}

func TestTheHistoryKeepsWhatWasThereBefore(t *testing.T) {
	h := open(t)
	c := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org"))
	if _, err := h.Update(t.Context(), h.By, c.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")}); err != nil {
		t.Fatal(err)
	}
	var details []byte
	err := pg.InDepartment(t.Context(), h.Pool, h.By.DepartmentID, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "select details from audit_events where action = 'credential.updated'").Scan(&details)
	})
	var got map[string]map[string]any
	if err != nil || json.Unmarshal(details, &got) != nil || len(got) != 1 || got["recipient.name"]["before"] != "Ada" {
		t.Errorf("history %s, %v", details, err)
	}
}

func TestNewDatesMoveAnIssuedCredentialBetweenItsStates(t *testing.T) {
	h := open(t)
	c := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org"))
	steps := []struct {
		in   credentials.Input
		want credentials.State
	}{
		{credentials.Input{IssuedOn: optional.Set("2026-01-01"), ExpiredOn: optional.Set("2026-03-09")}, credentials.Draft},
		{credentials.Input{}, credentials.Expired}, // published in between
		{credentials.Input{ExpiredOn: optional.Set("2026-03-10")}, credentials.Published},
		{credentials.Input{ExpiredOn: optional.Set("2026-03-09")}, credentials.Expired},
		{credentials.Input{ExpiredOn: optional.Set("")}, credentials.Published},
	}
	for i, step := range steps {
		if i == 1 {
			h.Issue(c.ID)
		}
		got, err := h.Update(t.Context(), h.By, c.EncodedID, step.in)
		if err != nil || got.State != step.want {
			t.Errorf("step %d: %s, %v; want %s", i, got.State, err, step.want)
		}
	}
}

func TestAChangeWhilePublishingLosesNeither(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	for i := range 10 {
		c := h.Draft(issuingtest.Person(group, "Ada", fmt.Sprintf("ada%d@example.org", i)))
		var both sync.WaitGroup
		both.Go(func() { h.Issue(c.ID) })
		both.Go(func() {
			if _, err := h.Update(t.Context(), h.By, c.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")}); err != nil {
				t.Errorf("update: %v", err)
			}
		})
		both.Wait()
		got, err := h.Read(t.Context(), h.By, c.EncodedID)
		if err != nil || got.State != credentials.Published || got.Recipient.Name != "Ada L." {
			t.Fatalf("%s for %s, %v", got.State, got.Recipient.Name, err)
		}
	}
}

func TestADeletedCredentialIsOutOfSightUntilItIsRestored(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	c := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	h.Issue(c.ID)
	deleted, err := h.Delete(t.Context(), h.By, c.UUID.String(), false)
	if err != nil || deleted.Recipient.Name != "Ada" {
		t.Fatalf("delete: %+v, %v", deleted, err)
	}
	if _, err := h.Read(t.Context(), h.By, c.UUID.String()); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("read: %v", err)
	}
	if _, err := h.Delete(t.Context(), h.By, c.UUID.String(), false); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("second delete: %v", err)
	}
	if got, _ := h.Search(t.Context(), h.By, credentialsearch.Query{}); got.Total != 0 {
		t.Errorf("%d in the list", got.Total)
	}
	if _, err := h.Restore(t.Context(), h.Department("UTC"), c.UUID.String()); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("another department restores: %v", err)
	}
	back, err := h.Restore(t.Context(), h.By, c.UUID.String())
	if err != nil || back.State != credentials.Published || back.DeletedAt != nil {
		t.Errorf("restored %+v, %v", back, err)
	}
	if _, err := h.Restore(t.Context(), h.By, c.UUID.String()); !errors.Is(err, credentials.ErrNotDeleted) {
		t.Errorf("second restore: %v", err)
	}
}

func TestRestoringIsRefusedWhenTheRecipientHasAnotherByNow(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.LicenseID = optional.Set("seven")
	first := h.Draft(in)
	if _, err := h.Delete(t.Context(), h.By, "seven", false); err != nil {
		t.Fatal(err)
	}
	in.RecipientEmail = optional.Set("bob@example.org")
	h.Draft(in)
	if _, err := h.Restore(t.Context(), h.By, "seven"); !slices.Contains(issuingtest.Wrong(err), "license_id credential.license_taken") {
		t.Errorf("own id taken: %v", err)
	}
	if _, err := h.Update(t.Context(), h.By, "seven", credentials.Input{
		LicenseID: optional.Set(""), RecipientEmail: optional.Set("ada@example.org"),
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Restore(t.Context(), h.By, first.UUID.String()); !slices.Contains(issuingtest.Wrong(err), "recipient.email credential.duplicate") {
		t.Errorf("address taken: %v", err)
	}
}

func TestADraftComesBackAsADraftAndWhatRanOutAsExpired(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	draft := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	in := issuingtest.Person(group, "Bob", "bob@example.org")
	in.ExpiredOn = optional.Set("2026-03-11")
	issued := h.Draft(in)
	h.Issue(issued.ID)
	n, err := h.DeleteMany(t.Context(), h.By, credentialsearch.Selection{IDs: []int64{draft.ID, issued.ID, issued.ID, 1}}, false)
	if err != nil || n != 2 {
		t.Fatalf("deleted %d, %v", n, err)
	}
	h.Clock.Advance(48 * time.Hour)
	for id, want := range map[int64]credentials.State{draft.ID: credentials.Draft, issued.ID: credentials.Expired} {
		if got, err := h.Restore(t.Context(), h.By, fmt.Sprint(id)); err != nil || got.State != want {
			t.Errorf("%s, %v; want %s", got.State, err, want)
		}
	}
}

func TestDeletingManyStaysInTheDepartment(t *testing.T) {
	h := open(t)
	mine := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org"))
	thief := h.Department("UTC")
	for name, sel := range map[string]credentialsearch.Selection{
		"by id": {IDs: []int64{mine.ID}}, "by filter": {Query: &credentialsearch.Query{GroupID: mine.Group.ID}}, "nothing": {},
	} {
		if n, err := h.DeleteMany(t.Context(), thief, sel, false); !errors.Is(err, credentials.ErrNothingSelected) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	if _, err := h.Read(t.Context(), h.By, mine.EncodedID); err != nil {
		t.Errorf("mine is gone: %v", err)
	}
}
