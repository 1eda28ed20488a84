package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"laurel/internal/app/apptest"
)

func TestTheHostedAssertionSaysThatItDoesNotHold(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	for state, reason := range map[string]string{
		"revoked": "misconduct: The exam was sat by somebody else.", "suspended": "suspended: it may become valid again", "deleted": "",
	} {
		path := "/v1/obi/badge_assertions/" + strings.TrimPrefix(brought(w, owner.Client, group, state, state), "/v1/credentials/")
		reply := w.Nobody().Get(path).Want(http.StatusGone)
		if reply.At("revoked") != true || reply.Text("id") != apptest.Origin+path || reply.Text("type") != "Assertion" {
			t.Errorf("%s: %s", state, reply.Body)
		}
		if got := reply.At("revocationReason"); reason != "" && got != reason || reason == "" && got != nil {
			t.Errorf("%s: the reason is %v; want %q", state, got, reason)
		}
	}
	w.Nobody().Get(fmt.Sprint("/v1/obi/issuer_badge_classes/", group)).OK() // what others share stays
	w.Nobody().Get(fmt.Sprint("/v1/obi/issuers/", owner.Department)).OK()
}

func TestTheAddressOfACredentialTellsItsStandingToPeopleAndPrograms(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	group := owner.Group("Weaving")
	for state, words := range map[string]string{
		"published": "Valid", "expired": "Expired on Dec 31, 2020", "suspended": "Suspended by the issuer",
		"revoked": "<span>Misconduct. The exam was sat by somebody else.</span>",
	} {
		page := "/" + strings.TrimPrefix(brought(w, owner.Client, group, state, state), "/v1/credentials/")
		record := w.Nobody().Call(http.MethodGet, page, nil, "Accept", "application/json").OK()
		want := state
		if state == "published" {
			want = "valid"
		}
		if got := record.Text("credential.verdict.status"); got != want {
			t.Errorf("%s: programs are told %s", state, got)
		}
		if told := strings.Contains(string(record.Body), `"reason":"misconduct","note":"The exam was sat by somebody else."`); told != (state == "revoked") {
			t.Errorf("%s: programs are told %s", state, record.Body)
		}
		if strings.Contains(string(record.Body), "Under review") {
			t.Errorf("the reason of a suspension is told to everybody")
		}
		if html := w.Nobody().Get(page).OK(); !strings.Contains(string(html.Body), words) {
			t.Errorf("%s: the page without scripts does not say %q", state, words)
		}
	}
}
