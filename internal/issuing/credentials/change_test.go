package credentials_test

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
	"laurel/internal/platform/optional"
	"laurel/internal/platform/pg"
)

func TestACredentialIsFoundByEachOfItsIDs(t *testing.T) {
	h := open(t)
	in := person(h.group(h.by, "G", ""), "Ada", "ada@example.org")
	in.LicenseID = optional.Set("order/7")
	c := h.create(in)
	for _, ref := range []string{fmt.Sprint(c.ID), c.UUID.String(), c.EncodedID, "order/7"} {
		if got, err := h.Read(t.Context(), h.by, ref); err != nil || got.ID != c.ID {
			t.Errorf("%s: %v, %v", ref, got.ID, err)
		}
	}
	other := h.department("UTC")
	for _, ref := range []string{fmt.Sprint(c.ID), c.UUID.String(), c.EncodedID, "order/7"} {
		if _, err := h.Read(t.Context(), other, ref); !errors.Is(err, credentials.ErrNotFound) {
			t.Errorf("another department reads %s: %v", ref, err)
		}
	}
	for _, ref := range []string{"", "0", "-1", "99999999999999999999", "nothing", "a\x00b", "a\xffb"} {
		if _, err := h.Read(t.Context(), h.by, ref); !errors.Is(err, credentials.ErrNotFound) {
			t.Errorf("%q: %v", ref, err)
		}
	}
}

func TestTheIssuersOwnIDWinsOverOurs(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	first := h.create(person(group, "Ada", "ada@example.org"))
	for i, taken := range []string{fmt.Sprint(first.ID), first.UUID.String(), first.EncodedID} {
		in := person(group, "Bob", fmt.Sprintf("bob%d@example.org", i))
		in.LicenseID = optional.Set(taken)
		second := h.create(in)
		if got, err := h.Read(t.Context(), h.by, taken); err != nil || got.ID != second.ID {
			t.Errorf("%s: read %v instead of the one that calls itself so (%v)", taken, got.ID, err)
		}
	}
}

func TestAChangeTouchesOnlyWhatItNames(t *testing.T) {
	h := open(t)
	in := person(h.group(h.by, "G", ""), "Ada", "ada@example.org")
	in.RecipientPhone, in.RecipientMeta = optional.Set("+441234567890"), optional.Set(map[string]any{"cohort": "7"})
	in.CustomAttributes, in.Name = optional.Set(map[string]any{"note": "first"}), optional.Set("Own name")
	before := h.create(in)
	h.clock.Advance(time.Minute)
	after, err := h.Update(t.Context(), h.by, before.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")})
	if err != nil {
		t.Fatal(err)
	}
	want := before
	want.Recipient.Name, want.UpdatedAt = "Ada L.", h.clock.Now()
	if got, expected := written(t, after), written(t, want); got != expected {
		t.Errorf("changed more:\n%s\n%s", expected, got)
	}
	after, err = h.Update(t.Context(), h.by, before.EncodedID, credentials.Input{
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
	group := h.group(h.by, "G", "")
	h.create(person(group, "Bob", "bob@example.org"))
	c := h.create(person(group, "Ada", "ada@example.org"))
	for name, in := range map[string]credentials.Input{
		"recipient.name required":                    {RecipientName: optional.Set("")},
		"recipient.email invalid_email":              {RecipientEmail: optional.Set("nobody")},
		"credential credential.duplicate":            {RecipientEmail: optional.Set("BOB@example.org")},
		"expired_on credential.expires_before_issue": {ExpiredOn: optional.Set("2026-03-09")},
	} {
		_, err := h.Update(t.Context(), h.by, c.EncodedID, in)
		if got := wrong(err); len(got) == 0 || got[0] != name {
			t.Errorf("%v (%v), want %s", got, err, name)
		}
	}
	if _, err := h.Update(t.Context(), h.department("UTC"), c.EncodedID, credentials.Input{}); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("another department: %v", err)
	}
	h.by.Role = access.Viewer
	if _, err := h.Update(t.Context(), h.by, c.EncodedID, credentials.Input{}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("viewer: %v", err)
	}
}

func TestTheHistoryKeepsWhatWasThereBefore(t *testing.T) {
	h := open(t)
	c := h.create(person(h.group(h.by, "G", ""), "Ada", "ada@example.org"))
	if _, err := h.Update(t.Context(), h.by, c.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")}); err != nil {
		t.Fatal(err)
	}
	var details []byte
	err := pg.InDepartment(t.Context(), h.pool, h.by.DepartmentID, func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), "select details from audit_events where action = 'credential.updated'").Scan(&details)
	})
	var got map[string]map[string]any
	if err != nil || json.Unmarshal(details, &got) != nil || len(got) != 1 || got["recipient.name"]["before"] != "Ada" {
		t.Errorf("history %s, %v", details, err)
	}
}

func TestNewDatesMoveAnIssuedCredentialBetweenItsStates(t *testing.T) {
	h := open(t)
	c := h.create(person(h.group(h.by, "G", ""), "Ada", "ada@example.org"))
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
			h.publish(c.ID)
		}
		got, err := h.Update(t.Context(), h.by, c.EncodedID, step.in)
		if err != nil || got.State != step.want {
			t.Errorf("step %d: %s, %v; want %s", i, got.State, err, step.want)
		}
	}
}

func TestAChangeWhilePublishingLosesNeither(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	for i := range 10 {
		c := h.create(person(group, "Ada", fmt.Sprintf("ada%d@example.org", i)))
		var both sync.WaitGroup
		both.Go(func() { h.publish(c.ID) })
		both.Go(func() {
			if _, err := h.Update(t.Context(), h.by, c.EncodedID, credentials.Input{RecipientName: optional.Set("Ada L.")}); err != nil {
				t.Errorf("update: %v", err)
			}
		})
		both.Wait()
		got, err := h.Read(t.Context(), h.by, c.EncodedID)
		if err != nil || got.State != credentials.Published || got.Recipient.Name != "Ada L." {
			t.Fatalf("%s for %s, %v", got.State, got.Recipient.Name, err)
		}
	}
}

func TestADeletedCredentialIsOutOfSightUntilItIsRestored(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	c := h.create(person(group, "Ada", "ada@example.org"))
	h.publish(c.ID)
	deleted, err := h.Delete(t.Context(), h.by, c.UUID.String())
	if err != nil || deleted.Recipient.Name != "Ada" {
		t.Fatalf("delete: %+v, %v", deleted, err)
	}
	if _, err := h.Read(t.Context(), h.by, c.UUID.String()); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("read: %v", err)
	}
	if _, err := h.Delete(t.Context(), h.by, c.UUID.String()); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("second delete: %v", err)
	}
	if got, _ := h.Search(t.Context(), h.by, credentials.Query{}); got.Total != 0 {
		t.Errorf("%d in the list", got.Total)
	}
	if _, err := h.Restore(t.Context(), h.department("UTC"), c.UUID.String()); !errors.Is(err, credentials.ErrNotFound) {
		t.Errorf("another department restores: %v", err)
	}
	back, err := h.Restore(t.Context(), h.by, c.UUID.String())
	if err != nil || back.State != credentials.Published || back.DeletedAt != nil {
		t.Errorf("restored %+v, %v", back, err)
	}
	if _, err := h.Restore(t.Context(), h.by, c.UUID.String()); !errors.Is(err, credentials.ErrNotDeleted) {
		t.Errorf("second restore: %v", err)
	}
}

func TestRestoringIsRefusedWhenTheRecipientHasAnotherByNow(t *testing.T) {
	h := open(t)
	in := person(h.group(h.by, "G", ""), "Ada", "ada@example.org")
	in.LicenseID = optional.Set("seven")
	first := h.create(in)
	if _, err := h.Delete(t.Context(), h.by, "seven"); err != nil {
		t.Fatal(err)
	}
	in.RecipientEmail = optional.Set("bob@example.org")
	h.create(in)
	if _, err := h.Restore(t.Context(), h.by, "seven"); !slices.Contains(wrong(err), "license_id credential.license_taken") {
		t.Errorf("own id taken: %v", err)
	}
	if _, err := h.Update(t.Context(), h.by, "seven", credentials.Input{
		LicenseID: optional.Set(""), RecipientEmail: optional.Set("ada@example.org"),
	}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Restore(t.Context(), h.by, first.UUID.String()); !slices.Contains(wrong(err), "recipient.email credential.duplicate") {
		t.Errorf("address taken: %v", err)
	}
}

func TestADraftComesBackAsADraftAndWhatRanOutAsExpired(t *testing.T) {
	h := open(t)
	group := h.group(h.by, "G", "")
	draft := h.create(person(group, "Ada", "ada@example.org"))
	in := person(group, "Bob", "bob@example.org")
	in.ExpiredOn = optional.Set("2026-03-11")
	issued := h.create(in)
	h.publish(issued.ID)
	n, err := h.DeleteMany(t.Context(), h.by, credentials.Selection{IDs: []int64{draft.ID, issued.ID, issued.ID, 1}})
	if err != nil || n != 2 {
		t.Fatalf("deleted %d, %v", n, err)
	}
	h.clock.Advance(48 * time.Hour)
	for id, want := range map[int64]credentials.State{draft.ID: credentials.Draft, issued.ID: credentials.Expired} {
		if got, err := h.Restore(t.Context(), h.by, fmt.Sprint(id)); err != nil || got.State != want {
			t.Errorf("%s, %v; want %s", got.State, err, want)
		}
	}
}

func TestDeletingManyStaysInTheDepartment(t *testing.T) {
	h := open(t)
	mine := h.create(person(h.group(h.by, "G", ""), "Ada", "ada@example.org"))
	thief := h.department("UTC")
	for name, sel := range map[string]credentials.Selection{
		"by id": {IDs: []int64{mine.ID}}, "by filter": {Query: &credentials.Query{GroupID: mine.Group.ID}}, "nothing": {},
	} {
		if n, err := h.DeleteMany(t.Context(), thief, sel); !errors.Is(err, credentials.ErrNothingSelected) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
	}
	if _, err := h.Read(t.Context(), h.by, mine.EncodedID); err != nil {
		t.Errorf("mine is gone: %v", err)
	}
}
