package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

func TestSomebodyNewSignsUpConfirmsAndIssues(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.Nobody().Post("/v1/issuer_login/create", apptest.J{
		"issuer":             apptest.J{"name": "Ada", "email": "ada@people.example", "password": apptest.Password, "department_name": "Guild"},
		"recaptcha_response": w.Solved(),
	}).OK()
	signIn := apptest.J{"email": "ada@people.example", "password": apptest.Password}
	w.Nobody().Post("/v1/issuer_login/sign_in", signIn).Refused(http.StatusUnauthorized, "sign_in.failed")
	w.Work()
	w.Nobody().Post("/v1/issuer_login/verify_email", apptest.J{"token": w.Link("ada@people.example").Query().Get("token")}).OK()
	ada := w.With(w.Nobody().Post("/v1/issuer_login/sign_in", signIn).OK().Header.Get("Authorization"))
	group := ada.Group("Weaving")
	draft := ada.Draft(group, "grace").Int("credential.id")
	publish := apptest.J{"credential_ids": []int64{draft}}
	w.Exec("update users set verified_at = null where email = 'ada@people.example'") // as accounts of earlier releases may be
	ada.Post("/v1/credentials/publish", publish).Refused(http.StatusForbidden, "account.not_verified")
	w.Exec("update users set verified_at = now() where email = 'ada@people.example'")
	ada.Post("/v1/credentials/publish", publish).OK()
	w.Work()
	if got := w.Mail.To(apptest.Email("grace")); len(got) != 1 {
		t.Errorf("Grace got %d mails", len(got))
	}
}

func TestAForgottenPasswordIsReplacedByMailAndEndsEverySession(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	w.Nobody().Post("/v1/issuer_login/forget_password", apptest.J{"email": owner.Email, "recaptcha_response": w.Solved()}).OK()
	w.Work()
	link := w.Link(owner.Email)
	token := link.Query().Get("token") + link.Query().Get("reset_token")
	reset := apptest.J{"reset_token": token, "password": apptest.Password + " anew"}
	w.Nobody().Post("/v1/issuer_login/reset_password", reset).OK()
	w.Nobody().Post("/v1/issuer_login/reset_password", reset).Refused(http.StatusUnprocessableEntity, "token.incorrect")
	owner.Post("/v1/issuer_login/whoami", nil).Refused(http.StatusUnauthorized, "not_signed_in")
	w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": owner.Email, "password": apptest.Password}).Want(http.StatusUnauthorized)
	w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": owner.Email, "password": apptest.Password + " anew"}).OK()
}

func TestEveryFormOfAPIKeyThatClientsSendIsTaken(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	key := strings.TrimPrefix(w.Issuer("owner").Key("read").Authorization, "Token token=")
	for _, form := range []string{"Token token=%s", `Token token="%s"`, "Token %s", "Bearer %s", "token token=%s", "bearer %s", "Token  token= %s "} {
		w.With(fmt.Sprintf(form, key)).Get("/v1/issuer/groups").OK()
	}
	for _, form := range []string{"Token token=%sx", "Token x%s", "Token token=%s,x"} {
		w.With(fmt.Sprintf(form, key)).Get("/v1/issuer/groups").Refused(http.StatusUnauthorized, "api_key.wrong")
	}
	w.With("Basic "+key).Get("/v1/issuer/groups").Refused(http.StatusUnauthorized, "not_signed_in")
}

func TestARevokedKeyIsDeadAtOnceAndInEveryProcessWithinASecond(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	key := owner.Key("write")
	key.Get("/v1/issuer/groups").OK()
	other := w.Another()
	if _, err := other.APIKeys.Authenticate(t.Context(), key.Authorization, "192.0.2.1"); err != nil {
		t.Fatal(err)
	}
	owner.Delete(fmt.Sprint("/v1/issuer/api_keys/", owner.Get("/v1/issuer/api_keys").OK().Int("api_keys.0.id"))).OK()
	key.Get("/v1/issuer/groups").Refused(http.StatusUnauthorized, "api_key.wrong")
	w.Clock.Advance(time.Second)
	if _, err := other.APIKeys.Authenticate(t.Context(), key.Authorization, "192.0.2.1"); err == nil {
		t.Error("the other process still takes the key")
	}
}

func TestARemovedMemberIsOutOnTheNextRequest(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	viewer := owner.Viewer("viewer")
	viewer.Get("/v1/issuer/groups").OK()
	if err := w.App.Departments.RemoveMember(t.Context(), owner.Actor(), viewer.UserID); err != nil {
		t.Fatal(err)
	}
	viewer.Get("/v1/issuer/groups").Refused(http.StatusNotFound, "department.not_found")
}

func TestASessionEndsWhenItIsLeftAloneAndAfterTwoWeeks(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	idle, busy := w.Issuer("idle"), w.Issuer("busy")
	for range 27 {
		w.Clock.Advance(12 * time.Hour)
		busy.Post("/v1/issuer_login/whoami", nil).OK()
	}
	idle.Post("/v1/issuer_login/whoami", nil).Refused(http.StatusUnauthorized, "not_signed_in")
	w.Clock.Advance(12 * time.Hour)
	busy.Post("/v1/issuer_login/whoami", nil).Refused(http.StatusUnauthorized, "not_signed_in")
	busy.SignIn()
	busy.Post("/v1/issuer_login/whoami", nil).OK()
	busy.Delete("/v1/issuer_login/sign_out").OK()
	busy.Post("/v1/issuer_login/whoami", nil).Refused(http.StatusUnauthorized, "not_signed_in")
}

func TestTooManyWrongPasswordsMakeOneWaitAMinute(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	w.Clock.Advance(2 * time.Minute)
	right := apptest.J{"email": owner.Email, "password": apptest.Password}
	for range 5 {
		w.Nobody().Post("/v1/issuer_login/sign_in", apptest.J{"email": owner.Email, "password": "wrong password"}).Want(http.StatusUnauthorized)
	}
	if wait := w.Nobody().Post("/v1/issuer_login/sign_in", right).Want(http.StatusTooManyRequests).Header.Get("Retry-After"); wait == "" {
		t.Error("nobody says how long to wait")
	}
	w.Clock.Advance(61 * time.Second)
	w.Nobody().Post("/v1/issuer_login/sign_in", right).OK()
}

func TestSecretsInAddressesAndBodiesStayOutOfTheLog(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	owner := w.Issuer("owner")
	private := owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"private": true})
	key := private.Text("credential.private_key")
	w.Nobody().Get(withKey("/v1/public/credentials/"+private.Text("credential.uuid"), key)).OK()
	w.Nobody().Get("/design-maker?authorization=" + owner.Authorization + "&issuer_token=" + owner.Authorization).OK()
	w.Nobody().Post("/v1/frontend/log_frontend_analytics", apptest.J{"path": "/x?key=" + key, "data": apptest.J{"authorization": owner.Authorization}}).OK()
	w.Nobody().Post("/v1/analytics/track_link", apptest.J{"to": "https://example.org/?key=" + key, "from": "/x?token=" + owner.Authorization}).OK()
	w.Work()
	log := w.Log.String()
	if !strings.Contains(log, "/v1/public/credentials/") {
		t.Fatal("the log holds no requests")
	}
	for _, secret := range []string{key, owner.Authorization, apptest.Password, apptest.Email("ada")} {
		if strings.Contains(log, secret) {
			t.Errorf("the log holds %s", secret)
		}
	}
	for _, table := range []string{"page_views", "link_clicks", "river_job", "audit_events", "sessions", "api_keys", "user_tokens"} {
		for _, secret := range []string{key, owner.Authorization, apptest.Password} {
			if n := w.Number("select count(*) from "+table+" x where strpos(x::text, $1) > 0", secret); n != 0 {
				t.Errorf("%d rows of %s hold a secret", n, table)
			}
		}
	}
}

func TestAHostileNameMakesNoLineOfItsOwnInTheLog(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	w.Nobody().Call("GET", "/v1/public/credentials/x%0d%0a%7b%22level%22:%22forged%22%7d", nil, "X-Request-Id", `"}{"level":"forged"`, "User-Agent", "\u009b31m")
	for _, line := range strings.Split(strings.TrimSpace(w.Log.String()), "\n") {
		if !strings.HasPrefix(line, `{"time":`) || !strings.HasSuffix(line, "}") || strings.Contains(line, "\x1b") {
			t.Errorf("the log has the line %q", line)
		}
	}
}
