package authoring_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/issuingtest"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

func TestANewCredentialTakesWhatItIsNotTold(t *testing.T) {
	h := open(t)
	c := h.Draft(issuingtest.Person(h.Group(h.By, "Weavers", ""), "Ada", "Ada@Example.org"))
	if c.State != credentials.Draft || !c.IssuedOn.Equal(issuingtest.Day("2026-03-10")) || c.ExpiredOn != nil || c.Private || !c.Complete ||
		!c.AllowEvidence || !c.AllowReferences || c.Source != "dashboard" || c.EmailStatus != "not_sent" || c.Grade != nil {
		t.Errorf("defaults: %+v", c)
	}
	if c.Name() != "Weaving" || c.Description() != "All about looms" || c.Recipient.Email != "Ada@Example.org" {
		t.Errorf("shows %q, %q for %q", c.Name(), c.Description(), c.Recipient.Email)
	}
	if c.RecipientID() != c.UUID.String() || len(c.PrivateKey) != 43 || c.Key() != "" {
		t.Errorf("recipient id %q, key %q", c.RecipientID(), c.PrivateKey)
	}
	if len(c.EncodedID) < 8 || !strings.ContainsAny(c.EncodedID, "23456789") || strings.ContainsAny(c.EncodedID, "01iloxILOX") {
		t.Errorf("encoded id %q", c.EncodedID)
	}
}

func TestPrivacyComesFromTheGroupElseTheDepartment(t *testing.T) {
	h := open(t)
	for i, c := range []struct {
		department, group string
		given             optional.Value[bool]
		want              bool
	}{
		{"false", "null", optional.Value[bool]{}, false},
		{"true", "null", optional.Value[bool]{}, true},
		{"true", "false", optional.Value[bool]{}, false},
		{"false", "true", optional.Value[bool]{}, true},
		{"false", "true", optional.Set(false), false},
	} {
		h.Exec("update departments set generate_private_credential = " + c.department)
		in := issuingtest.Person(h.Group(h.By, fmt.Sprint("G", i), "generate_private_credential = "+c.group), "Ada", "ada@example.org")
		in.Private = c.given
		if got := h.Draft(in).Private; got != c.want {
			t.Errorf("department %s, group %s, given %v: %v", c.department, c.group, c.given, got)
		}
	}
}

func TestAutoExpiryEndsATermThatBeginsAtIssue(t *testing.T) {
	h := open(t)
	for i, c := range []struct {
		amount       int
		unit, issued string
		want         string
	}{
		{1, "month", "2026-01-31", "2026-02-28"},
		{1, "month", "2028-01-31", "2028-02-29"},
		{13, "month", "2026-12-31", "2028-01-31"},
		{1, "year", "2028-02-29", "2029-02-28"},
		{4, "year", "2028-02-29", "2032-02-29"},
		{30, "day", "2026-02-15", "2026-03-17"},
	} {
		in := issuingtest.Person(h.Group(h.By, fmt.Sprint("G", i), fmt.Sprintf("auto_expiry_amount = %d, auto_expiry_unit = '%s'", c.amount, c.unit)), "Ada", "a@example.org")
		in.IssuedOn = optional.Set(c.issued)
		if got := h.Draft(in); got.ExpiredOn == nil || !got.ExpiredOn.Equal(issuingtest.Day(c.want)) {
			t.Errorf("%s and %d %s: %v, want %s", c.issued, c.amount, c.unit, got.ExpiredOn, c.want)
		}
		in.RecipientEmail, in.ExpiredOn = optional.Set("b@example.org"), optional.Set("")
		if got := h.Draft(in); got.ExpiredOn != nil {
			t.Errorf("told never to expire, it expires on %v", got.ExpiredOn)
		}
	}
}

func TestTodayIsTheDepartmentsDay(t *testing.T) {
	h := open(t)
	for zone, want := range map[string]string{"Pacific/Auckland": "2026-03-11", "America/Los_Angeles": "2026-03-10", "no/where": "2026-03-10"} {
		h.By = h.Department(zone)
		if c := h.Draft(issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")); !c.IssuedOn.Equal(issuingtest.Day(want)) {
			t.Errorf("%s: issued on %v, want %s", zone, c.IssuedOn, want)
		}
	}
}

func TestWrongFieldsAreRefusedAllAtOnce(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	grade := func(f float64) optional.Value[*float64] { return optional.Set(&f) }
	many := map[string]any{}
	for i := range 51 {
		many[fmt.Sprint(i)] = ""
	}
	for name, c := range map[string]struct {
		change func(*credentials.Input)
		want   []string
	}{
		"nothing given": {func(in *credentials.Input) { *in = credentials.Input{GroupID: group} }, []string{"recipient.email required", "recipient.name required"}},
		"blank name":    {func(in *credentials.Input) { in.RecipientName = optional.Set(" \t ") }, []string{"recipient.name required"}},
		"long texts": {func(in *credentials.Input) {
			in.RecipientName, in.Name = optional.Set(strings.Repeat("é", 256)), optional.Set(strings.Repeat("n", 256))
			in.LicenseID, in.Description = optional.Set(strings.Repeat("9", 256)), optional.Set(strings.Repeat("d", 5001))
		}, []string{"description too_long", "license_id too_long", "name too_long", "recipient.name too_long"}},
		"grade over":  {func(in *credentials.Input) { in.Grade = grade(100.01) }, []string{"grade credential.grade_percentage"}},
		"grade under": {func(in *credentials.Input) { in.Grade = grade(-1) }, []string{"grade credential.grade_percentage"}},
		"grade NaN":   {func(in *credentials.Input) { in.Grade = grade(math.NaN()) }, []string{"grade credential.grade_percentage"}},
		"phone":       {func(in *credentials.Input) { in.RecipientPhone = optional.Set("0170 1234") }, []string{"recipient.phone_number invalid_phone"}},
		"language":    {func(in *credentials.Input) { in.RecipientLanguage = optional.Set("elvish") }, []string{"recipient.language unknown_language"}},
		"no dates": {func(in *credentials.Input) {
			in.IssuedOn, in.ExpiredOn = optional.Set("soon"), optional.Set("2026-02-30")
		}, []string{"expired_on invalid_date", "issued_on invalid_date"}},
		"runs out before": {func(in *credentials.Input) {
			in.IssuedOn, in.ExpiredOn = optional.Set("2026-03-10"), optional.Set("2026-03-09")
		}, []string{"expired_on credential.expires_before_issue"}},
		"attributes": {func(in *credentials.Input) {
			in.CustomAttributes = optional.Set(map[string]any{
				"unknown": "x", "course_date": "31.12.2025", "contact": "nobody", "note": map[string]any{"a": 1.0},
			})
		}, []string{
			"custom_attributes.contact invalid_email", "custom_attributes.course_date invalid_date",
			"custom_attributes.note wrong_type",
		}},
		"meta data": {func(in *credentials.Input) {
			in.MetaData = optional.Set(many)
			in.RecipientMeta = optional.Set(map[string]any{"long": strings.Repeat("x", 501), strings.Repeat("k", 41): ""})
		}, []string{"meta_data too_many", "recipient.meta_data too_long", "recipient.meta_data.long too_long"}},
	} {
		in := issuingtest.Person(group, "Ada", "ada@example.org")
		c.change(&in)
		_, err := h.Create(t.Context(), h.By, in)
		if got := issuingtest.Wrong(err); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v (%v), want %v", name, got, err, c.want)
		}
	}
}

func TestValuesAtTheLimitAreTaken(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), strings.Repeat("字", 255), strings.Repeat("a", 64)+"@example.org")
	best := 100.0
	in.Grade, in.RecipientPhone, in.LicenseID = optional.Set(&best), optional.Set("+441234567890"), optional.Set(strings.Repeat("é", 255))
	in.IssuedOn, in.ExpiredOn = optional.Set("2026-03-10"), optional.Set("2026-03-10")
	in.MetaData = optional.Set(map[string]any{strings.Repeat("k", 40): strings.Repeat("<", 500)})
	in.CustomAttributes = optional.Set(map[string]any{
		"course_date": "31/12/2025", "contact": "b@example.org", "photo": "/good", "note": 12345678.0,
	})
	c := h.Draft(in)
	if c.CustomAttributes["course_date"] != "2025-12-31" || c.CustomAttributes["photo"] != "/checked/good" || c.CustomAttributes["note"] != "12345678" {
		t.Errorf("attributes: %v", c.CustomAttributes)
	}
	if *c.Grade != 100 || c.LicenseID != in.LicenseID.Value || !c.ExpiredOn.Equal(c.IssuedOn) {
		t.Errorf("kept: %+v", c)
	}
}

func TestAPictureThatWasNotLookedAtIsRefused(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.CustomAttributes = optional.Set(map[string]any{"photo": "https://evil.example/x.png"})
	if _, err := h.Create(t.Context(), h.By, in); !errors.Is(err, issuingtest.ErrImage) {
		t.Errorf("answered %v", err)
	}
}

func TestGroupsThatCannotIssueAreRefused(t *testing.T) {
	h := open(t)
	other := h.Department("UTC")
	for name, c := range map[string]struct {
		group int64
		name  string
		want  error
	}{
		"unknown":               {1, "", credentials.ErrGroupNotFound},
		"none":                  {0, "", errs.Field("group_id", "required")},
		"of another department": {h.Group(other, "Theirs", ""), "", credentials.ErrGroupNotFound},
		"their name":            {0, "Theirs", credentials.ErrGroupNotFound},
		"archived":              {h.Group(h.By, "Old", "state = 'archived'"), "", credentials.ErrGroupArchived},
		"without design":        {h.Group(h.By, "Bare", "certificate_design_id = null, primary_design_id = null"), "", credentials.ErrGroupWithoutDesign},
	} {
		in := issuingtest.Person(c.group, "Ada", "ada@example.org")
		in.GroupName = c.name
		if _, err := h.Create(t.Context(), h.By, in); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	h.Group(h.By, "By name", "")
	in := issuingtest.Person(0, "Ada", "ada@example.org")
	in.GroupName = " BY NAME "
	if c := h.Draft(in); c.Group.Name != "By name" {
		t.Errorf("found group %q", c.Group.Name)
	}
}

func TestAGroupWithABadgeAloneIssues(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "Badges", "badge_design_id = certificate_design_id")
	h.Exec("update groups set certificate_design_id = null, primary_design_id = null where id = $1", group)
	c := h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	if c.Badge.String() == c.Certificate.String() {
		t.Errorf("badge %v, certificate %v", c.Badge, c.Certificate)
	}
}

func TestASecondCredentialForAnAddressNeedsTheGroupsConsent(t *testing.T) {
	h := open(t)
	group := h.Group(h.By, "G", "")
	h.Draft(issuingtest.Person(group, "Ada", "ada@example.org"))
	_, err := h.Create(t.Context(), h.By, issuingtest.Person(group, "Ada", "ADA@Example.ORG"))
	if want := []string{"credential credential.duplicate", "recipient.email credential.duplicate"}; !slices.Equal(issuingtest.Wrong(err), want) {
		t.Errorf("answered %v", err)
	}
	h.Draft(issuingtest.Person(h.Group(h.By, "Other", ""), "Ada", "ada@example.org"))
	open := h.Group(h.By, "Open", "allow_duplicate_credentials = true")
	h.Draft(issuingtest.Person(open, "Ada", "ada@example.org"))
	h.Draft(issuingtest.Person(open, "Ada", "ada@example.org"))
}

func TestAnOwnIDIsTakenOncePerDepartment(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	in.LicenseID = optional.Set("order-7")
	first := h.Draft(in)
	in.RecipientEmail = optional.Set("bob@example.org")
	_, err := h.Create(t.Context(), h.By, in)
	if want := []string{"credential credential.license_taken", "license_id credential.license_taken"}; !slices.Equal(issuingtest.Wrong(err), want) {
		t.Errorf("answered %v", err)
	}
	if _, err := h.Delete(t.Context(), h.By, first.LicenseID, false); err != nil {
		t.Fatal(err)
	}
	h.Draft(in) // free again
	h.By = h.Department("UTC")
	in.GroupID = h.Group(h.By, "G", "")
	h.Draft(in)
}

func TestOnlyThoseWhoManageCredentialsCreate(t *testing.T) {
	h := open(t)
	in := issuingtest.Person(h.Group(h.By, "G", ""), "Ada", "ada@example.org")
	for role, want := range map[access.Role]error{
		access.Administrator: nil, access.Viewer: access.ErrDenied, access.KeyRead: access.ErrDenied, "": access.ErrDenied,
	} {
		h.By.Role = role
		if _, err := h.Create(t.Context(), h.By, in); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", role, err, want)
		}
	}
}

func TestDatesInTheFormsOfRealClients(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2026-03-10":                "2026-03-10",
		" 2026-3-9 ":                "2026-03-09",
		"31/12/2025":                "2025-12-31",
		"1/2/2025":                  "2025-02-01",
		"2026-03-10 23:59:59 +0000": "2026-03-10",
		"2026-03-10 23:59:59 -0800": "2026-03-10",
		"2026-03-10 23:59:59 UTC":   "2026-03-10",
		"2026-03-10 23:59:59 ":      "2026-03-10",
		"2026-03-10T23:59:59.123Z":  "2026-03-10",
		"2028-02-29":                "2028-02-29",
		"2026-02-29":                "", "31/04/2026": "", "12/31/2025": "", "10.03.2026": "", "1899-12-31": "", "10000-01-01": "",
		"0000-00-00": "", "45000": "", "": "", "today": "",
	} {
		got, err := credentials.ParseDate(text)
		if want == "" {
			if err == nil {
				t.Errorf("%q read as %v", text, got)
			}
			continue
		}
		if err != nil || got.Format(time.DateOnly) != want || got.Location() != time.UTC {
			t.Errorf("%q: %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestAddressesThatCanBeWrittenTo(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]bool{
		"ada@example.org": true, "a.b+c@mail.example.co.uk": true, "o'neil@example.org": true, "ada@bücher.example": true,
		"": false, "ada": false, "ada@": false, "@example.org": false, "ada@localhost": false, "ada@example.": false, "ada@.org": false,
		"ada@exa..mple.org": false, "Ada <ada@example.org>": false, "ada@example.org, b@example.org": false, "ada @example.org": false,
		"ada@example.org\r\nBcc: b@example.org": false, "ada@example.org\n": false, `"a b"@example.org`: false,
		"ada@[127.0.0.1]": false, "ada@example.org\x00": false, "ada@" + strings.Repeat("a.", 127) + "org": false,
	} {
		if got := credentials.ValidEmail(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
