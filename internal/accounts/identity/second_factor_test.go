package identity_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/factors"
	"laurel/internal/accounts/identity"
)

// enrolled is a person with an authenticator app.
type enrolled struct {
	identity.SignedIn
	secret string
	codes  []string // for recovery
}

// enrol makes an account with an authenticator app. Its first code is used up.
func (w *world) enrol(t *testing.T, email string) enrolled {
	t.Helper()
	in := w.join(t, email)
	e, err := w.BeginTOTP(t.Context(), in.Actor)
	if err != nil {
		t.Fatal(err)
	}
	codes, err := w.ConfirmTOTP(t.Context(), in.Actor, w.code(t, e.Secret))
	if err != nil {
		t.Fatal(err)
	}
	w.now.Advance(30 * time.Second)
	return enrolled{in, e.Secret, codes}
}

// code is what the app shows now.
func (w *world) code(t *testing.T, secret string) string {
	t.Helper()
	code, err := totp.GenerateCode(secret, w.now.Now())
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// step signs in with the password and returns the token of the second step.
func (w *world) step(t *testing.T, email string) string {
	t.Helper()
	in, err := w.signIn(t, email, password)
	if err != nil || in.Step == nil || in.Token != "" || in.Actor.UserID != 0 {
		t.Fatalf("%+v, %v", in, err)
	}
	return in.Step.Token
}

func (w *world) complete(t *testing.T, token, code string) (identity.SignedIn, error) {
	t.Helper()
	return w.CompleteSignIn(t.Context(), here, identity.CompleteSignIn{Token: token, Code: code, UserAgent: "test"})
}

// wrong is a code that the app does not show around now.
func (w *world) wrong(t *testing.T, secret string) string {
	t.Helper()
	near := map[string]bool{}
	for _, by := range []time.Duration{-30 * time.Second, 0, 30 * time.Second} {
		code, err := totp.GenerateCode(secret, w.now.Now().Add(by))
		if err != nil {
			t.Fatal(err)
		}
		near[code] = true
	}
	for _, code := range []string{"000000", "111111", "222222", "333333"} {
		if !near[code] {
			return code
		}
	}
	return ""
}

func TestASecondFactorIsNeededToSignIn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	in, err := w.complete(t, w.step(t, "ada@example.org"), w.code(t, ada.secret))
	if err != nil || !w.lives(t, in.Token) || in.Actor.DepartmentID != ada.Actor.DepartmentID || in.Actor.Bound {
		t.Fatalf("%+v, %v", in, err)
	}
}

func TestATokenOfTheSecondStepOpensNoSession(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.enrol(t, "ada@example.org")
	if w.lives(t, w.step(t, "ada@example.org")) {
		t.Error("it does")
	}
}

func TestWrongAndUsedCodesAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	token := w.step(t, "ada@example.org")
	for _, code := range []string{w.wrong(t, ada.secret), "aaaa-bbbb-cccc-dddd"} {
		if _, err := w.complete(t, token, code); !errors.Is(err, factors.ErrWrongCode) {
			t.Errorf("%q: %v", code, err)
		}
	}
	code := w.code(t, ada.secret)
	if _, err := w.complete(t, token, code); err != nil {
		t.Fatal(err)
	}
	if _, err := w.complete(t, w.step(t, "ada@example.org"), code); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("a used code: %v", err)
	}
	w.now.Advance(30 * time.Second)
	if _, err := w.complete(t, w.step(t, "ada@example.org"), w.code(t, ada.secret)); err != nil {
		t.Errorf("the next code: %v", err)
	}
}

func TestARecoveryCodeWorksOnceAndIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	if len(ada.codes) != 10 {
		t.Fatalf("%d codes", len(ada.codes))
	}
	code := ada.codes[3]
	if _, err := w.complete(t, w.step(t, "ada@example.org"), strings.ToUpper(code)); err != nil {
		t.Fatal(err)
	}
	if kinds := w.mailbox.kinds("ada@example.org"); kinds[len(kinds)-1] != factors.MailCodeUsed {
		t.Errorf("mails %v", kinds)
	}
	if _, err := w.complete(t, w.step(t, "ada@example.org"), code); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("again: %v", err)
	}
	if f, err := w.Factors(t.Context(), ada.Actor); err != nil || f.RecoveryCodes != 9 {
		t.Errorf("%+v, %v", f, err)
	}
}

func TestRecoveryCodesOfAnotherPersonAreWrong(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	w.enrol(t, "bo@example.org")
	if _, err := w.complete(t, w.step(t, "bo@example.org"), ada.codes[0]); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("%v", err)
	}
}

func TestASecondStepExpiresAndEndsOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	late := w.step(t, "ada@example.org")
	w.now.Advance(10 * time.Minute)
	if _, err := w.complete(t, late, w.code(t, ada.secret)); !errors.Is(err, identity.ErrSignInStep) {
		t.Errorf("late: %v", err)
	}
	token := w.step(t, "ada@example.org")
	if _, err := w.complete(t, token, w.code(t, ada.secret)); err != nil {
		t.Fatal(err)
	}
	w.now.Advance(30 * time.Second)
	if _, err := w.complete(t, token, w.code(t, ada.secret)); !errors.Is(err, identity.ErrSignInStep) {
		t.Errorf("again: %v", err)
	}
	for _, token := range []string{"", "nonsense", ada.Token} {
		if _, err := w.complete(t, token, w.code(t, ada.secret)); !errors.Is(err, identity.ErrSignInStep) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestWrongCodesAreThrottledFromEverywhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	token, wrong := w.step(t, "ada@example.org"), w.wrong(t, ada.secret)
	places := []string{"192.0.2.1", "198.51.100.7"}
	for i := range 10 {
		in := identity.CompleteSignIn{Token: token, Code: wrong}
		if _, err := w.CompleteSignIn(t.Context(), access.Actor{IP: places[i/5]}, in); !errors.Is(err, factors.ErrWrongCode) {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
	in := identity.CompleteSignIn{Token: token, Code: w.code(t, ada.secret)}
	if _, err := w.CompleteSignIn(t.Context(), access.Actor{IP: "203.0.113.9"}, in); !errors.Is(err, identity.ErrTooManySignIns) {
		t.Errorf("from a third place: %v", err)
	}
}

func TestAPasswordResetDoesNotBypassTheSecondFactor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	begun := w.step(t, "ada@example.org")
	if err := w.ForgetPassword(t.Context(), here, "ada@example.org", w.solved()); err != nil {
		t.Fatal(err)
	}
	if err := w.ResetPassword(t.Context(), here, w.mailbox.token(t, identity.MailReset), other); err != nil {
		t.Fatal(err)
	}
	if _, err := w.complete(t, begun, w.code(t, ada.secret)); !errors.Is(err, identity.ErrSignInStep) {
		t.Errorf("a sign-in that was begun with the old password: %v", err)
	}
	if in, err := w.signIn(t, "ada@example.org", other); err != nil || in.Step == nil || in.Token != "" {
		t.Errorf("%+v, %v", in, err)
	}
}

func TestAnSSOKeyDoesNotBypassTheSecondFactor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	key, err := w.MintSSO(t.Context(), w.key(t, ada.Actor), "ada@example.org")
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.SignInSSO(t.Context(), here, identity.SSO{Key: key.Key, Object: "issuer"})
	if err != nil || in.Step == nil || in.Token != "" {
		t.Fatalf("%+v, %v", in, err)
	}
	done, err := w.complete(t, in.Step.Token, w.code(t, ada.secret))
	if err != nil || !done.Actor.Bound || done.Actor.DepartmentID != ada.Actor.DepartmentID {
		t.Fatalf("%+v, %v", done, err)
	}
	if _, err := w.BeginTOTP(t.Context(), done.Actor); !errors.Is(err, identity.ErrBound) {
		t.Errorf("a session of a department changes factors: %v", err)
	}
}

func TestEnrolmentNeedsAProofAndACode(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	if _, err := w.ConfirmTOTP(t.Context(), in.Actor, "123456"); !errors.Is(err, factors.ErrEnrolment) {
		t.Errorf("without beginning: %v", err)
	}
	unproved := in.Actor
	unproved.Proved = false
	if _, err := w.BeginTOTP(t.Context(), unproved); !errors.Is(err, access.ErrUnproved) {
		t.Errorf("without a proof: %v", err)
	}
	e, err := w.BeginTOTP(t.Context(), in.Actor)
	if err != nil || !strings.Contains(e.URI, "secret="+e.Secret) {
		t.Fatalf("%+v, %v", e, err)
	}
	if _, err := w.ConfirmTOTP(t.Context(), in.Actor, w.wrong(t, e.Secret)); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("a wrong code: %v", err)
	}
	if in, err := w.signIn(t, "ada@example.org", password); err != nil || in.Step != nil {
		t.Errorf("an unfinished enrolment is asked for: %+v, %v", in, err)
	}
	w.now.Advance(15 * time.Minute)
	if _, err := w.ConfirmTOTP(t.Context(), in.Actor, w.code(t, e.Secret)); !errors.Is(err, factors.ErrEnrolment) {
		t.Errorf("late: %v", err)
	}
}

func TestRemovingTheFactorTakesAProof(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ada := w.enrol(t, "ada@example.org")
	if _, err := w.BeginTOTP(t.Context(), ada.Actor); !errors.Is(err, factors.ErrHasTOTP) {
		t.Errorf("a second app: %v", err)
	}
	w.now.Advance(15 * time.Minute)
	late, err := w.Resolve(t.Context(), here, ada.Token, 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.RemoveTOTP(t.Context(), late); !errors.Is(err, access.ErrUnproved) {
		t.Errorf("a quarter of an hour after signing in: %v", err)
	}
	if _, err := w.Prove(t.Context(), late, identity.Proof{Password: password}); err == nil {
		t.Error("the password proves an account with a second factor")
	}
	if _, err := w.Prove(t.Context(), late, identity.Proof{Code: w.wrong(t, ada.secret)}); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("a wrong code: %v", err)
	}
	token, err := w.Prove(t.Context(), late, identity.Proof{Code: w.code(t, ada.secret)})
	if err != nil {
		t.Fatal(err)
	}
	by, err := w.Resolve(t.Context(), here, token, 0)
	if err != nil {
		t.Fatal(err)
	}
	renewed, err := w.RenewRecoveryCodes(t.Context(), by)
	if err != nil || len(renewed) != 10 {
		t.Fatalf("%v, %v", renewed, err)
	}
	if _, err := w.Prove(t.Context(), by, identity.Proof{Code: ada.codes[0]}); !errors.Is(err, factors.ErrWrongCode) {
		t.Errorf("a replaced recovery code: %v", err)
	}
	if err := w.RemoveTOTP(t.Context(), by); err != nil {
		t.Fatal(err)
	}
	if in, err := w.signIn(t, "ada@example.org", password); err != nil || in.Step != nil {
		t.Errorf("%+v, %v", in, err)
	}
	if err := w.RemoveTOTP(t.Context(), by); !errors.Is(err, factors.ErrNone) {
		t.Errorf("again: %v", err)
	}
}
