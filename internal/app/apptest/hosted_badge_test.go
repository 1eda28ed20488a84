package apptest_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

// What the reference validator of Open Badges 2.0 requires of each document. Source: 1EdTech, badgecheck, CLASS_VALIDATIONS.
var (
	hostedEmail    = regexp.MustCompile(`^[a-zA-Z0-9_.+-]+@[a-zA-Z0-9-]+\.[a-zA-Z0-9-.]+$`)
	hostedRequired = map[string][]string{
		"Issuer":     {"id", "type", "name", "url", "email"},
		"BadgeClass": {"id", "type", "issuer", "name", "description", "image", "criteria"},
		"Assertion":  {"id", "type", "recipient", "badge", "verification", "issuedOn"},
	}
)

// hostedDocument fetches an Open Badges 2.0 document and checks the members that the validator requires.
func hostedDocument(t *testing.T, w *apptest.World, address string) apptest.Reply {
	t.Helper()
	document := w.Nobody().Get(strings.TrimPrefix(address, apptest.Origin)).OK()
	required, known := hostedRequired[document.Text("type")]
	if !known {
		t.Fatalf("%s is of type %q", address, document.Text("type"))
	}
	for _, member := range required {
		if value := document.At(member); value == nil || value == "" {
			t.Errorf("%s %s has no %s", document.Text("type"), address, member)
		}
	}
	return document
}

func TestAHostedBadgeHasEveryMemberThatOpenBadges2Requires(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	issued := owner.Issued(owner.Group("Weaving"), "ada") // with a certificate and no badge
	assertion := hostedDocument(t, w, "/v1/obi/badge_assertions/"+issued.Text("credential.uuid"))
	class := hostedDocument(t, w, assertion.Text("badge"))
	issuer := hostedDocument(t, w, class.Text("issuer"))
	if email := issuer.Text("email"); !hostedEmail.MatchString(email) || !strings.HasPrefix(email, "no-reply@") {
		t.Errorf("without a contact of its own, the issuer's email is %q", email)
	}
	for _, picture := range []string{assertion.Text("image"), class.Text("image")} {
		if strings.Contains(picture, "/badge/") {
			t.Errorf("%s is the picture of a badge that the credential does not have", picture)
		}
	}
}

func TestADepartmentsContactEmailStandsInItsIssuerProfile(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	for _, wrong := range []string{"nobody", "a@b", "a@b..org", "Ada <a@b.org>", "ä@b.org", strings.Repeat("a", 320) + "@b.org"} {
		owner.Post("/v1/departments/update", apptest.J{"department": apptest.J{"contact_email": wrong}}).Want(http.StatusUnprocessableEntity)
	}
	changed := owner.Post("/v1/departments/update", apptest.J{"department": apptest.J{"contact_email": "hello@guild.example"}}).OK()
	if changed.Text("department.contact_email") != "hello@guild.example" {
		t.Errorf("%s", changed.Body)
	}
	profile := fmt.Sprint("/v1/obi/issuers/", owner.Department)
	if got := hostedDocument(t, w, profile).Text("email"); got != "hello@guild.example" {
		t.Errorf("email %q", got)
	}
	owner.Post("/v1/departments/update", apptest.J{"department": apptest.J{"contact_email": ""}}).OK()
	if got := hostedDocument(t, w, profile).Text("email"); !strings.HasPrefix(got, "no-reply@") {
		t.Errorf("taken away: %q", got)
	}
}
