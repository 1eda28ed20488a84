package identity_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/page"
	"laurel/internal/platform/pg"
)

func TestSigningInGivesANewTokenEachTime(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.join(t, "ada@example.org")
	second, err := w.signIn(t, " ADA@example.org ", password)
	if err != nil || second.Token == first.Token || second.Actor.UserID != first.Actor.UserID {
		t.Fatalf("%+v, %v", second, err)
	}
	if second.Actor.DepartmentID != first.Actor.DepartmentID || second.Actor.Role != access.Owner {
		t.Errorf("actor %+v", second.Actor)
	}
}

func TestOnlyHashesOfTokensAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	secret := strings.TrimPrefix(in.Token, "laurel_session_")
	for _, table := range []string{"sessions", "user_tokens", "users", "audit_events"} {
		err := pg.InSystem(t.Context(), w.pool, func(tx pgx.Tx) error {
			var dump string
			err := tx.QueryRow(t.Context(), fmt.Sprintf("select coalesce(string_agg(%[1]s::text, ''), '') from %[1]s", table)).Scan(&dump)
			if strings.Contains(dump, secret) || strings.Contains(dump, password) || strings.Contains(dump, w.mailbox.token(t, identity.MailVerify)) {
				t.Errorf("%s gives a secret away", table)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestUnknownWrongAndUnclaimedAreRefusedAlike(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	if _, err := w.Invite(t.Context(), in.Actor, identity.Invite{Email: "new@example.org", Name: "New", Role: access.Viewer}); err != nil {
		t.Fatal(err)
	}
	for _, email := range []string{"nobody@example.org", "ada@example.org", "new@example.org", "no address"} {
		if _, err := w.signIn(t, email, "wrong password"); !errors.Is(err, identity.ErrSignIn) {
			t.Errorf("%s: %v", email, err)
		}
	}
}

func TestSixthWrongPasswordInAMinuteIsThrottled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.join(t, "ada@example.org")
	for i := range 5 {
		if _, err := w.signIn(t, "ada@example.org", "wrong password"); !errors.Is(err, identity.ErrSignIn) {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
	_, err := w.signIn(t, "ada@example.org", password)
	var refusal *errs.Error
	if !errors.As(err, &refusal) || refusal.Code != "sign_in.too_many" || refusal.Params["retry_after"] != 60 {
		t.Fatalf("sixth attempt: %v", err)
	}
	elsewhere := access.Actor{IP: "198.51.100.7"}
	if _, err := w.SignIn(t.Context(), elsewhere, identity.SignIn{Email: "ada@example.org", Password: password}); err != nil {
		t.Errorf("the owner, elsewhere: %v", err)
	}
	w.now.Advance(time.Minute)
	if _, err := w.signIn(t, "ada@example.org", password); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func TestOneAddressTriesTwentyAccountsAMinute(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	same := []string{"2001:db8::1", "2001:db8::2"} // one household
	for i := range 21 {
		from := access.Actor{IP: same[i%2]}
		_, err := w.SignIn(t.Context(), from, identity.SignIn{Email: fmt.Sprintf("u%d@example.org", i), Password: "wrong password"})
		if want := i == 20; errors.Is(err, identity.ErrTooManySignIns) != want {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
}

func TestRightPasswordsAreNeverThrottled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.join(t, "ada@example.org")
	for i := range 25 {
		if _, err := w.signIn(t, "ada@example.org", password); err != nil {
			t.Fatalf("attempt %d: %v", i+1, err)
		}
	}
}

func TestSessionsEnd(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		end   func(t *testing.T, w *world, in identity.SignedIn)
		lives bool
	}{
		"not before a day without use": {func(_ *testing.T, w *world, _ identity.SignedIn) { w.now.Advance(24*time.Hour - time.Second) }, true},
		"after a day without use":      {func(_ *testing.T, w *world, _ identity.SignedIn) { w.now.Advance(24 * time.Hour) }, false},
		"after two weeks of use": {func(t *testing.T, w *world, in identity.SignedIn) {
			for range 14 {
				w.lives(t, in.Token)
				w.now.Advance(24*time.Hour - time.Second)
			}
			w.lives(t, in.Token)
			w.now.Advance(14 * time.Second)
		}, false},
		"but live through two weeks of use": {func(t *testing.T, w *world, in identity.SignedIn) {
			for range 13 {
				w.lives(t, in.Token)
				w.now.Advance(24*time.Hour - time.Second)
			}
		}, true},
		"by signing out": {func(t *testing.T, w *world, in identity.SignedIn) {
			if err := w.SignOut(t.Context(), in.Actor); err != nil {
				t.Error(err)
			}
		}, false},
		"by a new password": {func(t *testing.T, w *world, in identity.SignedIn) {
			if err := w.ForgetPassword(t.Context(), here, "ada@example.org", w.solved()); err != nil {
				t.Fatal(err)
			}
			if err := w.ResetPassword(t.Context(), in.Actor, w.mailbox.token(t, identity.MailReset), other); err != nil {
				t.Error(err)
			}
		}, false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			in := w.join(t, "ada@example.org")
			c.end(t, w, in)
			if w.lives(t, in.Token) != c.lives {
				t.Errorf("lives %v", !c.lives)
			}
		})
	}
}

func TestTokensThatOpenNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	for _, token := range []string{"", "x", in.Token[:len(in.Token)-1], in.Token + "0", strings.ToLower(in.Token), w.mailbox.token(t, identity.MailVerify)} {
		if _, err := w.Resolve(t.Context(), here, token, 0); !errors.Is(err, identity.ErrSignedOut) {
			t.Errorf("%q: %v", token, err)
		}
	}
}

func TestRoleIsReadOnEveryRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner, guest := w.join(t, "ada@example.org"), w.join(t, "bob@example.org")
	id := owner.Actor.DepartmentID
	if by, err := w.Resolve(t.Context(), here, guest.Token, id); err != nil || by.DepartmentID != 0 || !errors.Is(by.Require(access.ViewDepartment), departments.ErrNotFound) {
		t.Errorf("a stranger: %+v, %v", by, err)
	}
	if _, err := w.Invite(t.Context(), owner.Actor, identity.Invite{Email: "bob@example.org", Name: "Bob", Role: access.Viewer}); err != nil {
		t.Fatal(err)
	}
	if by, err := w.Resolve(t.Context(), here, guest.Token, id); err != nil || by.DepartmentID != 0 {
		t.Errorf("before they accepted: %+v, %v", by, err)
	}
	if _, err := w.AcceptInvitation(t.Context(), guest.Actor, w.mailbox.token(t, identity.MailClaim)); err != nil {
		t.Fatal(err)
	}
	if by, err := w.Resolve(t.Context(), here, guest.Token, id); err != nil || by.DepartmentID != id || by.Role != access.Viewer {
		t.Errorf("a member: %+v, %v", by, err)
	}
	list, err := w.Members(t.Context(), owner.Actor, identity.MemberQuery{}, page.Request{Size: 10})
	if err != nil || len(list.Items) != 2 || list.Items[1].UserID != guest.Actor.UserID {
		t.Fatalf("%+v, %v", list, err)
	}
	if err := w.departments.RemoveMember(t.Context(), owner.Actor, list.Items[1].ID); err != nil {
		t.Fatal(err)
	}
	if by, err := w.Resolve(t.Context(), here, guest.Token, id); err != nil || by.DepartmentID != 0 || !errors.Is(by.Missing, departments.ErrNotFound) {
		t.Errorf("after removal: %+v, %v", by, err)
	}
}

func TestSelectedDepartmentIsWhereTheNextSessionStarts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	second, err := w.departments.Create(t.Context(), in.Actor, departments.Change{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.SelectDepartment(t.Context(), in.Actor, second.ID); err != nil {
		t.Fatal(err)
	}
	again, err := w.signIn(t, "ada@example.org", password)
	if err != nil || again.Actor.DepartmentID != second.ID {
		t.Fatalf("%+v, %v", again, err)
	}
	stranger := w.join(t, "bob@example.org")
	if _, err := w.SelectDepartment(t.Context(), in.Actor, stranger.Actor.DepartmentID); !errors.Is(err, departments.ErrNotFound) {
		t.Errorf("a foreign department: %v", err)
	}
	if err := w.departments.Delete(t.Context(), again.Actor, second.ID); err != nil {
		t.Fatal(err)
	}
	by, err := w.Resolve(t.Context(), here, again.Token, 0)
	if err != nil || by.DepartmentID != 0 {
		t.Fatalf("%+v, %v", by, err)
	}
	if session, err := w.Whoami(t.Context(), by); err != nil || session.Department == nil || session.Department.ID != in.Actor.DepartmentID {
		t.Errorf("after the department went: %+v, %v", session, err)
	}
}

func TestSessionsAreListedAndEndedByTheirUserOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, stranger := w.join(t, "ada@example.org"), w.join(t, "bob@example.org")
	w.now.Advance(time.Minute)
	second, err := w.signIn(t, "ada@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	places, err := w.Sessions(t.Context(), second.Actor)
	if err != nil || len(places) != 2 || !places[0].Current || places[0].UserAgent != "test" || places[0].IP != here.IP || places[1].Current {
		t.Fatalf("%+v, %v", places, err)
	}
	if err := w.EndSession(t.Context(), stranger.Actor, first.Actor.SessionID); !errors.Is(err, identity.ErrSessionNotFound) {
		t.Errorf("a stranger ends it: %v", err)
	}
	if err := w.EndSession(t.Context(), second.Actor, first.Actor.SessionID); err != nil || w.lives(t, first.Token) {
		t.Errorf("ended: %v, lives %v", err, w.lives(t, first.Token))
	}
}

func TestANewPasswordGivesTheSessionANewTokenAndEndsTheOld(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	token, err := w.UpdateAccount(t.Context(), in.Actor, identity.UpdateAccount{Password: new(other), CurrentPassword: new(password)})
	if err != nil || token == in.Token || w.lives(t, in.Token) || !w.lives(t, token) {
		t.Errorf("token %q after %q, the old one lives %v, %v", token, in.Token, w.lives(t, in.Token), err)
	}
	if token, err := w.UpdateAccount(t.Context(), in.Actor, identity.UpdateAccount{Name: new("Ada")}); err != nil || token != "" {
		t.Errorf("a new name gives a new token: %q, %v", token, err)
	}
}

func TestAStepUpGivesTheSessionANewTokenAndEndsTheOld(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	in := w.join(t, "ada@example.org")
	token, err := w.Prove(t.Context(), in.Actor, identity.Proof{Password: password})
	if err != nil || w.lives(t, in.Token) || !w.lives(t, token) {
		t.Errorf("the old token lives %v, the new one %v, %v", w.lives(t, in.Token), w.lives(t, token), err)
	}
	if err := w.SignOut(t.Context(), in.Actor); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Prove(t.Context(), in.Actor, identity.Proof{Password: password}); !errors.Is(err, identity.ErrSignedOut) {
		t.Errorf("an ended session is given a token: %v", err)
	}
}

func TestSigningOutEverywhereElseLeavesTheActingSessionAndOtherPeoples(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, stranger := w.join(t, "ada@example.org"), w.join(t, "bob@example.org")
	second, err := w.signIn(t, "ada@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	n, err := w.EndOtherSessions(t.Context(), second.Actor)
	if err != nil || n != 1 || w.lives(t, first.Token) || !w.lives(t, second.Token) || !w.lives(t, stranger.Token) {
		t.Errorf("%d ended, %v; lives: first %v, acting %v, stranger's %v", n, err, w.lives(t, first.Token), w.lives(t, second.Token), w.lives(t, stranger.Token))
	}
}

func TestIdleAndAbsoluteLimitsOfSessionsAreSettings(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.SessionIdle, w.SessionLifetime = 10*time.Minute, 15*time.Minute
	idle := w.join(t, "ada@example.org")
	w.now.Advance(10 * time.Minute)
	if w.lives(t, idle.Token) {
		t.Error("lives unused for as long as the idle limit")
	}
	used, err := w.signIn(t, "ada@example.org", password)
	if err != nil {
		t.Fatal(err)
	}
	w.now.Advance(9 * time.Minute)
	before := w.lives(t, used.Token)
	w.now.Advance(6 * time.Minute)
	if !before || w.lives(t, used.Token) {
		t.Errorf("lives before the absolute limit %v, after it %v", before, w.lives(t, used.Token))
	}
}

func TestExpiredSessionsAndTokensAreSwept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.join(t, "ada@example.org")
	forget(t, w)
	w.signUp(t, "new@example.org", password)
	if _, err := w.Invite(t.Context(), owner.Actor, identity.Invite{Email: "vera@example.org", Name: "Vera", Role: access.Viewer}); err != nil {
		t.Fatal(err)
	}
	w.now.Advance(24 * time.Hour)
	w.join(t, "bob@example.org")
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 3 { // Ada's session, her reset link and the sign-up
		t.Errorf("deleted %d, %v; want 3", n, err)
	}
	w.now.Advance(36 * 24 * time.Hour)
	if n, err := w.DeleteExpired(t.Context()); err != nil || n != 2 { // Bob's session and the invitation
		t.Errorf("deleted %d, %v; want 2", n, err)
	}
}
