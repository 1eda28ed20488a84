package badges_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/links"
	"laurel/internal/trust/badges"
)

func issued() credentials.Credential {
	last := time.Date(2027, time.March, 10, 0, 0, 0, 0, time.UTC)
	return credentials.Credential{
		ID: 7, UUID: uuid.MustParse("0b7d3c4e-1111-4222-8333-444455556666"), PrivateKey: "k3y", State: credentials.Published,
		Recipient: credentials.Recipient{Name: "Ada", Email: "Ada@Example.org"},
		IssuedOn:  time.Date(2026, time.March, 10, 0, 0, 0, 0, time.UTC), ExpiredOn: &last,
		Group: credentials.Group{ID: 9, CourseName: "Weaving", LearningOutcomes: []string{"Looms"}},
	}
}

func TestAnAssertionPointsToItselfAndTellsNobodyTheAddress(t *testing.T) {
	t.Parallel()
	l, c := links.New("https://laurel.example"), issued()
	a := badges.Of(c, nil, l)
	if a.ID != l.Assertion(c.UUID.String(), "") || a.Badge != l.BadgeClass(9) || a.Verify.Type != "hosted" || a.Type != "Assertion" {
		t.Errorf("%+v", a)
	}
	if a.IssuedOn != "2026-03-10T00:00:00Z" || a.Expires != "2027-03-10T23:59:59Z" {
		t.Errorf("good from %s to %s", a.IssuedOn, a.Expires)
	}
	if a.Recipient.Identity != badges.HashIdentity("ada@example.org", a.Recipient.Salt) || len(a.Recipient.Salt) < 8 {
		t.Errorf("recipient %+v", a.Recipient)
	}
	data, err := json.Marshal(a)
	again, _ := json.Marshal(badges.Of(c, nil, l))
	if err != nil || strings.Contains(strings.ToLower(string(data)), "ada") || strings.Contains(string(data), "k3y") || string(again) != string(data) {
		t.Errorf("%s, %v", data, err)
	}
	c.ExpiredOn, c.Private = nil, true
	if a := badges.Of(c, nil, l); a.Expires != "" || !strings.HasSuffix(a.ID, "?key=k3y") || !strings.HasSuffix(a.Image, "?key=k3y") {
		t.Errorf("private without end: %+v", a)
	}
}

func TestClassAndIssuerHaveWhatTheStandardAsks(t *testing.T) {
	t.Parallel()
	l := links.New("https://laurel.example")
	class := badges.ClassOf(issued().Group, 3, "https://laurel.example/p.png", l)
	if class.Name != "Weaving" || class.Description != "Weaving" || class.Criteria.Narrative != "Weaving" || class.Issuer != l.Issuer(3) || class.Criteria.ID == "" {
		t.Errorf("class %+v", class)
	}
	issuer := badges.IssuerOf(credentials.Issuer{ID: 3, Name: "Guild"}, "hello@guild.example", l)
	if issuer.ID != l.Issuer(3) || issuer.URL != issuer.ID || issuer.Type != "Issuer" || issuer.Email != "hello@guild.example" {
		t.Errorf("issuer %+v", issuer)
	}
	if got := badges.IssuerOf(credentials.Issuer{ID: 3, URL: "https://guild.example"}, "", l); got.URL != "https://guild.example" {
		t.Errorf("issuer's address %s", got.URL)
	}
}

func TestABadgeIsNeverValidFromAfterItsEnd(t *testing.T) {
	t.Parallel()
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil {
			t.Fatal(err)
		}
		return at
	}
	end := day("2020-01-31")
	c := credentials.Credential{IssuedOn: day("2026-03-10"), ExpiredOn: &end}
	badge := badges.OpenBadge(c, nil, links.New("https://laurel.example"))
	if badge.ValidFrom != "2020-01-31T23:59:59Z" || badge.ValidUntil != badge.ValidFrom {
		t.Errorf("valid from %s until %s", badge.ValidFrom, badge.ValidUntil)
	}
}
