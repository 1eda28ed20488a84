package identity_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/accounts/identity"
	"laurel/internal/platform/errs"
)

func TestSSOKeyWorksOnceForTwoMinutesInItsDepartment(t *testing.T) {
	t.Parallel()
	cases := map[string]struct {
		spoil func(t *testing.T, w *world, in *identity.SSO)
		kind  errs.Kind
	}{
		"as minted":             {func(*testing.T, *world, *identity.SSO) {}, 0},
		"a moment before":       {func(_ *testing.T, w *world, _ *identity.SSO) { w.now.Advance(2*time.Minute - time.Second) }, 0},
		"too late":              {func(_ *testing.T, w *world, _ *identity.SSO) { w.now.Advance(2 * time.Minute) }, errs.Invalid},
		"another object":        {func(_ *testing.T, _ *world, in *identity.SSO) { in.Object = "recipient" }, errs.Invalid},
		"no object":             {func(_ *testing.T, _ *world, in *identity.SSO) { in.Object = "" }, errs.Invalid},
		"in another department": {func(_ *testing.T, _ *world, in *identity.SSO) { in.DepartmentID = 1 }, errs.Invalid},
		"no key":                {func(_ *testing.T, _ *world, in *identity.SSO) { in.Key = "" }, errs.Invalid},
		"a replay": {func(t *testing.T, w *world, in *identity.SSO) {
			if _, err := w.SignInSSO(t.Context(), here, *in); err != nil {
				t.Error(err)
			}
		}, errs.Invalid},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			owner := w.join(t, "ada@example.org")
			key, err := w.MintSSO(t.Context(), w.key(t, owner.Actor), "ADA@example.org")
			if err != nil || !strings.HasPrefix(key.URL, "https://laurel.example/sso?key=") || key.ExpiresAt.Sub(w.now.Now()) != 2*time.Minute {
				t.Fatalf("%+v, %v", key, err)
			}
			in := identity.SSO{Key: key.Key, Object: "issuer"}
			c.spoil(t, w, &in)
			signedIn, err := w.SignInSSO(t.Context(), here, in)
			if errs.KindOf(err) != c.kind || c.kind == 0 && err != nil {
				t.Fatalf("got %v", err)
			}
			if err == nil && (signedIn.Actor.UserID != owner.Actor.UserID || signedIn.Actor.DepartmentID != owner.Actor.DepartmentID) {
				t.Errorf("actor %+v", signedIn.Actor)
			}
		})
	}
}

func TestSSOSessionStaysInItsDepartmentAndLeavesTheAccountAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.join(t, "ada@example.org")
	second, err := w.departments.Create(t.Context(), owner.Actor, departments.Change{})
	if err != nil {
		t.Fatal(err)
	}
	key, err := w.MintSSO(t.Context(), w.key(t, owner.Actor), "ada@example.org")
	if err != nil {
		t.Fatal(err)
	}
	in, err := w.SignInSSO(t.Context(), here, identity.SSO{Key: key.Key, Object: "issuer"})
	if err != nil {
		t.Fatal(err)
	}
	if by, err := w.Resolve(t.Context(), here, in.Token, second.ID); err != nil || by.DepartmentID != 0 || !errors.Is(by.Missing, departments.ErrNotFound) {
		t.Errorf("the other department: %+v, %v", by, err)
	}
	_, selecting := w.SelectDepartment(t.Context(), in.Actor, second.ID)
	_, listing := w.Sessions(t.Context(), in.Actor)
	_, changing := w.UpdateAccount(t.Context(), in.Actor, identity.UpdateAccount{Password: new(other)})
	_, endingOthers := w.EndOtherSessions(t.Context(), in.Actor)
	refusals := map[string]struct{ got, want error }{
		"selecting the other department": {selecting, departments.ErrNotFound},
		"listing sessions":               {listing, identity.ErrBound},
		"ending another session":         {w.EndSession(t.Context(), in.Actor, owner.Actor.SessionID), identity.ErrBound},
		"a new password":                 {changing, identity.ErrBound},
		"ending all others":              {endingOthers, identity.ErrBound},
	}
	for name, r := range refusals {
		if !errors.Is(r.got, r.want) {
			t.Errorf("%s: %v", name, r.got)
		}
	}
	if session, err := w.Whoami(t.Context(), in.Actor); err != nil || len(session.Departments) != 1 {
		t.Errorf("%+v, %v", session, err)
	}
	if err := w.SignOut(t.Context(), in.Actor); err != nil {
		t.Errorf("signing out: %v", err)
	}
}

func TestMintingRefusals(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	owner := w.join(t, "ada@example.org")
	w.join(t, "bob@example.org")
	key := w.key(t, owner.Actor)
	reader := key
	reader.Role = access.KeyRead
	cases := map[string]struct {
		by    access.Actor
		email string
		want  error
	}{
		"nobody":         {access.Actor{}, "ada@example.org", access.ErrNotSignedIn},
		"a person":       {owner.Actor, "ada@example.org", identity.ErrKeyOnly},
		"a reading key":  {reader, "ada@example.org", access.ErrDenied},
		"a stranger":     {key, "bob@example.org", departments.ErrNotMember},
		"an unknown one": {key, "nobody@example.org", departments.ErrNotMember},
	}
	for name, c := range cases {
		if _, err := w.MintSSO(t.Context(), c.by, c.email); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := w.MintSSO(t.Context(), key, "no address"); errs.KindOf(err) != errs.Invalid {
		t.Errorf("no address: %v", err)
	}
}
