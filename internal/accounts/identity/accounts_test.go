package identity_test

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/captcha"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/throttle"
)

// fields lists what a refusal complains of.
func fields(err error) []string {
	var refusal *errs.Error
	if !errors.As(err, &refusal) {
		return nil
	}
	return slices.Sorted(maps.Keys(refusal.Fields))
}

func TestAnAccountIsMadeWhenItsAddressIsConfirmed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.signUp(t, "Ada@Example.org", password)
	if _, err := w.signIn(t, "ada@example.org", password); !errors.Is(err, identity.ErrSignIn) {
		t.Errorf("before it is confirmed: %v", err)
	}
	token := w.mailbox.token(t, identity.MailVerify)
	founder, err := w.VerifyEmail(t.Context(), here, token)
	if err != nil || founder.DepartmentID == 0 {
		t.Fatalf("%+v, %v", founder, err)
	}
	if _, err := w.VerifyEmail(t.Context(), here, token); !errors.Is(err, identity.ErrToken) {
		t.Errorf("used twice: %v", err)
	}
	in, err := w.signIn(t, "ada@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	session, err := w.Whoami(t.Context(), in.Actor)
	if err != nil || session.User.Email != "ada@example.org" || !session.User.Verified || session.VerificationToken != "" {
		t.Fatalf("%+v, %v", session, err)
	}
	if d := session.Department; d == nil || d.ID != founder.DepartmentID || d.Name != "" || d.URL != "" || d.Logo != "" || session.Role != access.Owner {
		t.Errorf("department %+v", d)
	}
}

func TestSigningUpTellsNobodyWhetherAnAddressHasAnAccount(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.join(t, "taken@example.org")
	const third = "a third good sentence"
	for _, email := range []string{"taken@example.org", "new@example.org"} {
		w.signUp(t, email, third)
		if _, err := w.signIn(t, email, third); !errors.Is(err, identity.ErrSignIn) {
			t.Errorf("%s: signing in with the password of the sign-up: %v", email, err)
		}
	}
	if got := w.mailbox.kinds("taken@example.org"); !slices.Equal(got, []string{identity.MailVerify, identity.MailHasAccount}) {
		t.Errorf("the owner got %v", got)
	}
	if got := w.mailbox.kinds("new@example.org"); !slices.Equal(got, []string{identity.MailVerify}) {
		t.Errorf("the new address got %v", got)
	}
	if _, err := w.signIn(t, "taken@example.org", password); err != nil {
		t.Errorf("the owner's password: %v", err)
	}
}

func TestOfTwoSignUpsTheConfirmedOneSetsThePassword(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.signUp(t, "ada@example.org", password)
	mine := w.mailbox.token(t, identity.MailVerify)
	w.signUp(t, "ada@example.org", other)
	theirs := w.mailbox.token(t, identity.MailVerify)
	if _, err := w.VerifyEmail(t.Context(), here, mine); err != nil {
		t.Fatal(err)
	}
	if _, err := w.VerifyEmail(t.Context(), here, theirs); !errors.Is(err, identity.ErrToken) {
		t.Errorf("the other link: %v", err)
	}
	if _, err := w.signIn(t, "ada@example.org", other); !errors.Is(err, identity.ErrSignIn) {
		t.Errorf("the other password: %v", err)
	}
	if _, err := w.signIn(t, "ada@example.org", password); err != nil {
		t.Error(err)
	}
}

func TestCreateAccountRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.join(t, "taken@example.org")
	good := func(change func(*identity.CreateAccount)) identity.CreateAccount {
		in := identity.CreateAccount{Email: "new@example.org", Name: "New", Password: password, Captcha: w.solved()}
		change(&in)
		return in
	}
	cases := map[string]struct {
		in     identity.CreateAccount
		fields []string
		want   error
	}{
		"nothing":            {identity.CreateAccount{}, []string{"email", "name", "password"}, nil},
		"no address":         {good(func(in *identity.CreateAccount) { in.Email = "new.example.org" }), []string{"email"}, nil},
		"two addresses":      {good(func(in *identity.CreateAccount) { in.Email = "a@example.org,b@example.org" }), []string{"email"}, nil},
		"a header":           {good(func(in *identity.CreateAccount) { in.Email = "a@example.org\r\nBcc: b@example.org" }), []string{"email"}, nil},
		"a long address":     {good(func(in *identity.CreateAccount) { in.Email = "a@" + strings.Repeat("b", 320) + ".org" }), []string{"email"}, nil},
		"a long name":        {good(func(in *identity.CreateAccount) { in.Name = strings.Repeat("é", 256) }), []string{"name"}, nil},
		"a short password":   {good(func(in *identity.CreateAccount) { in.Password = "ééééééééé" }), []string{"password"}, nil},
		"a long password":    {good(func(in *identity.CreateAccount) { in.Password = strings.Repeat("x", 1001) }), []string{"password"}, nil},
		"a common password":  {good(func(in *identity.CreateAccount) { in.Password = "Qwertyuiop" }), []string{"password"}, nil},
		"their own address":  {good(func(in *identity.CreateAccount) { in.Password = "NEW@example.org" }), []string{"password"}, nil},
		"unknown language":   {good(func(in *identity.CreateAccount) { in.Language = "ja" }), []string{"language"}, nil},
		"a long department":  {good(func(in *identity.CreateAccount) { in.DepartmentName = strings.Repeat("é", 256) }), []string{"department_name"}, nil},
		"no captcha":         {good(func(in *identity.CreateAccount) { in.Captcha = "" }), nil, captcha.ErrRequired},
		"a wrong captcha":    {good(func(in *identity.CreateAccount) { in.Captcha = "AAAA" }), nil, captcha.ErrWrong},
		"an address in use":  {good(func(in *identity.CreateAccount) { in.Email = "TAKEN@example.org" }), nil, nil},
		"all that is wanted": {good(func(in *identity.CreateAccount) { in.Password = "vier grüne Lampen " + strings.Repeat("ü", 982) }), nil, nil},
	}
	for name, c := range cases {
		err := w.CreateAccount(t.Context(), here, c.in)
		if c.fields != nil && !slices.Equal(fields(err), c.fields) || c.fields == nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestVerificationIsSentAgainOnRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.joinUnverified(t, "ada@example.org")
	session, err := w.Whoami(t.Context(), in.Actor)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.ResendVerification(t.Context(), here, session.VerificationToken); err != nil {
		t.Fatal(err)
	}
	old := w.mailbox.token(t, identity.MailVerify)
	if err := w.ResendVerification(t.Context(), here, session.VerificationToken); err != nil {
		t.Fatal(err)
	}
	if _, err := w.VerifyEmail(t.Context(), here, old); !errors.Is(err, identity.ErrToken) {
		t.Errorf("the older link: %v", err)
	}
	for _, token := range []string{"", "x", session.VerificationToken + "AA", session.VerificationToken[:20]} {
		if err := w.ResendVerification(t.Context(), here, token); !errors.Is(err, identity.ErrToken) {
			t.Errorf("%q: %v", token, err)
		}
	}
	for range 1 {
		if err := w.ResendVerification(t.Context(), here, session.VerificationToken); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.ResendVerification(t.Context(), here, session.VerificationToken); !errors.Is(err, throttle.ErrTooMany) {
		t.Errorf("a flood: %v", err)
	}
	if _, err := w.VerifyEmail(t.Context(), here, w.mailbox.token(t, identity.MailVerify)); err != nil {
		t.Fatal(err)
	}
	if err := w.ResendVerification(t.Context(), here, session.VerificationToken); err != nil || len(w.mailbox.mails) != 4 {
		t.Errorf("a confirmed address: %v, %d mails", err, len(w.mailbox.mails))
	}
}

func TestForgettingAnswersAlikeForKnownAndUnknown(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.join(t, "ada@example.org")
	for _, email := range []string{"ada@example.org", "nobody@example.org"} {
		for i := range 4 {
			err := w.ForgetPassword(t.Context(), here, email, w.solved())
			if want := i == 3; errors.Is(err, throttle.ErrTooMany) != want || err != nil && !want {
				t.Errorf("%s, request %d: %v", email, i+1, err)
			}
		}
	}
	if got := w.mailbox.kinds("ada@example.org"); !slices.Equal(got, []string{"verify", "reset", "reset", "reset"}) {
		t.Errorf("mails %v", got)
	}
	if got := w.mailbox.kinds("nobody@example.org"); got != nil {
		t.Errorf("mails %v", got)
	}
}

func TestResetLinkWorksOnceForAnHourAndOnlyTheNewest(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		spoil func(t *testing.T, w *world, token string) string
		want  error
	}{
		"a fresh link":   {func(_ *testing.T, _ *world, token string) string { return token }, nil},
		"an older link":  {func(t *testing.T, w *world, token string) string { forget(t, w); return token }, identity.ErrToken},
		"a late link":    {func(_ *testing.T, w *world, token string) string { w.now.Advance(time.Hour); return token }, identity.ErrToken},
		"a guessed link": {func(_ *testing.T, _ *world, token string) string { return token[:len(token)-7] + "0000000" }, identity.ErrToken},
		"no link":        {func(*testing.T, *world, string) string { return "" }, identity.ErrToken},
		"another kind":   {func(t *testing.T, w *world, _ string) string { return w.mailbox.token(t, identity.MailVerify) }, identity.ErrToken},
		"a used link": {func(t *testing.T, w *world, token string) string {
			if err := w.ResetPassword(t.Context(), here, token, other); err != nil {
				t.Error(err)
			}
			return token
		}, identity.ErrToken},
		"a link from before a new password": {func(t *testing.T, w *world, token string) string {
			in, err := w.signIn(t, "ada@example.org", password)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := w.UpdateAccount(t.Context(), in.Actor, identity.UpdateAccount{Password: new(other), CurrentPassword: new(password)}); err != nil {
				t.Error(err)
			}
			return token
		}, identity.ErrToken},
		"a link that met a weak password": {func(t *testing.T, w *world, token string) string {
			for _, weak := range []string{"", "short", "ADA@example.org"} {
				if err := w.ResetPassword(t.Context(), here, token, weak); !slices.Equal(fields(err), []string{"password"}) {
					t.Errorf("%q: %v", weak, err)
				}
			}
			return token
		}, nil},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.join(t, "ada@example.org")
			token := c.spoil(t, w, forget(t, w))
			if err := w.ResetPassword(t.Context(), here, token, "a third good sentence"); !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if _, err := w.signIn(t, "ada@example.org", "a third good sentence"); (err == nil) != (c.want == nil) {
				t.Errorf("signing in with the new password: %v", err)
			}
		})
	}
}

func forget(t *testing.T, w *world) string {
	t.Helper()
	if err := w.ForgetPassword(t.Context(), here, "ada@example.org", w.solved()); err != nil {
		t.Fatal(err)
	}
	return w.mailbox.token(t, identity.MailReset)
}

func TestNewPasswordEndsTheOtherSessionsAndIsTold(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.join(t, "ada@example.org")
	second, err := w.signIn(t, "ada@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	change := identity.UpdateAccount{Name: new("Ada L."), Password: new(other), CurrentPassword: new("not it at all")}
	without := identity.UpdateAccount{Password: new(other)}
	if _, err := w.UpdateAccount(t.Context(), second.Actor, without); !slices.Equal(fields(err), []string{"current_password"}) {
		t.Errorf("no current password: %v", err)
	}
	if _, err := w.UpdateAccount(t.Context(), second.Actor, change); !slices.Equal(fields(err), []string{"current_password"}) {
		t.Errorf("a wrong current password: %v", err)
	}
	change.CurrentPassword = new(password)
	token, err := w.UpdateAccount(t.Context(), second.Actor, change)
	if err != nil {
		t.Fatal(err)
	}
	if w.lives(t, first.Token) || !w.lives(t, token) {
		t.Errorf("first lives %v, second lives %v", w.lives(t, first.Token), w.lives(t, token))
	}
	if _, err := w.signIn(t, "ada@example.org", password); !errors.Is(err, identity.ErrSignIn) {
		t.Errorf("the old password: %v", err)
	}
	if got := w.mailbox.kinds("ada@example.org"); got[len(got)-1] != identity.MailPasswordChanged {
		t.Errorf("mails %v", got)
	}
}

func TestUpdateAccountNamesEveryWrongField(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	_, err := w.UpdateAccount(t.Context(), in.Actor, identity.UpdateAccount{Name: new(""), Language: new("ja"), Password: new("short")})
	if !slices.Equal(fields(err), []string{"current_password", "language", "name", "password"}) {
		t.Errorf("got %v", err)
	}
	if _, err := w.UpdateAccount(t.Context(), access.Actor{}, identity.UpdateAccount{}); !errors.Is(err, identity.ErrSignedOut) {
		t.Errorf("nobody: %v", err)
	}
}

func TestInvitedPersonClaimsTheirAccount(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		spoil func(t *testing.T, w *world, by access.Actor, c *identity.Claim)
		want  error
	}{
		"as asked":              {func(*testing.T, *world, access.Actor, *identity.Claim) {}, nil},
		"without a department":  {func(_ *testing.T, _ *world, _ access.Actor, c *identity.Claim) { c.DepartmentID = 0 }, nil},
		"in another department": {func(_ *testing.T, _ *world, _ access.Actor, c *identity.Claim) { c.DepartmentID++ }, identity.ErrToken},
		"too late":              {func(_ *testing.T, w *world, _ access.Actor, _ *identity.Claim) { w.now.Advance(7 * 24 * time.Hour) }, identity.ErrToken},
		"with no token":         {func(_ *testing.T, _ *world, _ access.Actor, c *identity.Claim) { c.Token = "" }, identity.ErrToken},
		"invited again since": {func(t *testing.T, w *world, by access.Actor, _ *identity.Claim) {
			if _, err := w.Invite(t.Context(), by, identity.Invite{Email: "new@example.org", Name: "New", Role: access.Viewer}); err != nil {
				t.Error(err)
			}
		}, identity.ErrToken},
		"twice": {func(t *testing.T, w *world, _ access.Actor, c *identity.Claim) {
			if _, err := w.ClaimAccount(t.Context(), here, *c); err != nil {
				t.Error(err)
			}
		}, identity.ErrToken},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			by := w.join(t, "ada@example.org").Actor
			if _, err := w.Invite(t.Context(), by, identity.Invite{Email: "new@example.org", Name: "New", Role: access.Viewer}); err != nil {
				t.Fatal(err)
			}
			claim := identity.Claim{Token: w.mailbox.token(t, identity.MailClaim), DepartmentID: by.DepartmentID, Password: other}
			c.spoil(t, w, by, &claim)
			in, err := w.ClaimAccount(t.Context(), here, claim)
			if !errors.Is(err, c.want) {
				t.Fatalf("got %v, want %v", err, c.want)
			}
			if err == nil && (in.Actor.DepartmentID != by.DepartmentID || in.Actor.Role != access.Viewer || !w.lives(t, in.Token)) {
				t.Errorf("actor %+v", in.Actor)
			}
		})
	}
}

func TestInvitationEmailsKeepTheirLanguage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.join(t, "ada@example.org").Actor
	invite := func(email, language, want string) identity.Member {
		t.Helper()
		m, err := w.Invite(t.Context(), by, identity.Invite{Email: email, Name: "New", Language: language, Role: access.Viewer})
		if err != nil {
			t.Fatal(err)
		}
		if got := w.mailbox.mails[len(w.mailbox.mails)-1].Language; got != want {
			t.Errorf("%s with language %q: the email is in %q, want %q", email, language, got, want)
		}
		return m
	}
	arabic := invite("ar@example.org", "ar", "ar")
	german := "de"
	if _, err := w.departments.Update(t.Context(), by, by.DepartmentID, departments.Change{Language: &german}); err != nil {
		t.Fatal(err)
	}
	invite("new@example.org", "", "de")
	if _, err := w.ResendInvitation(t.Context(), by, arabic.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.mailbox.mails[len(w.mailbox.mails)-1].Language; got != "ar" {
		t.Errorf("sent again in %q", got)
	}
	untranslated := "ja"
	if _, err := w.departments.Update(t.Context(), by, by.DepartmentID, departments.Change{Language: &untranslated}); err != nil {
		t.Fatal(err)
	}
	invite("other@example.org", "", "en")
}

func TestInviteRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	by := w.join(t, "ada@example.org").Actor
	viewer := by
	viewer.Role = access.Viewer
	_, err := w.Invite(t.Context(), by, identity.Invite{Role: access.KeyWrite, Language: "ja"})
	if !slices.Equal(fields(err), []string{"email", "language", "name", "role"}) {
		t.Errorf("nothing right: %v", err)
	}
	if _, err := w.Invite(t.Context(), viewer, identity.Invite{}); !errors.Is(err, access.ErrDenied) {
		t.Errorf("a viewer: %v", err)
	}
	if _, err := w.Invite(t.Context(), by, identity.Invite{Email: "ada@example.org", Name: "Ada", Role: access.Viewer}); !errors.Is(err, departments.ErrAlreadyMember) {
		t.Errorf("a member: %v", err)
	}
}

func TestProvisioningAgainDoesNoHarm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	demo := identity.CreateAccount{Email: "demo@example.org", Name: "Demo", Password: password}
	first, err := w.Provision(t.Context(), demo)
	if err != nil || !first.Verified {
		t.Fatalf("%+v, %v", first, err)
	}
	in, err := w.signIn(t, demo.Email, password)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := w.Provision(t.Context(), demo); err != nil || again.ID != first.ID || !w.lives(t, in.Token) {
		t.Errorf("again: %+v, %v, session lives %v", again, err, w.lives(t, in.Token))
	}
	demo.Password = other
	if _, err := w.Provision(t.Context(), demo); err != nil || w.lives(t, in.Token) {
		t.Errorf("with another password: %v, session lives %v", err, w.lives(t, in.Token))
	}
}
