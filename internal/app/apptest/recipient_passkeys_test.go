package apptest_test

import (
	"fmt"
	"testing"
	"time"

	"laurel/internal/app/apptest"
)

// registered registers a passkey of a new device.
func registered(t *testing.T, mine apptest.Mine, name string) (*authenticator, int64) {
	t.Helper()
	device := newAuthenticator(t)
	options := mine.Post("/v1/recipient/passkeys/options", apptest.J{}).OK()
	device.handle = options.Text("public_key.user.id")
	return device, mine.Post("/v1/recipient/passkeys", apptest.J{"name": name, "credential": device.create(options)}).OK().Int("passkey.id")
}

func passkeyOptions(w *apptest.World) apptest.Reply {
	return w.Nobody().Post("/v1/recipient/passkey_sign_in/options", nil).OK()
}

func passkeySignIn(w *apptest.World, device *authenticator) apptest.Reply {
	return w.Nobody().Post("/v1/recipient/passkey_sign_in", apptest.J{"credential": device.get(passkeyOptions(w))})
}

func holders(t *testing.T, names ...string) (*apptest.World, []apptest.Mine) {
	t.Helper()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	var all []apptest.Mine
	for _, name := range names {
		guild.Issued(group, name)
		all = append(all, signedInAs(t, w, name))
	}
	return w, all
}

func TestAPasskeyIsRegisteredNamedUsedAndRemoved(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada", "bob")
	mine, bob := all[0], all[1]
	options := mine.Post("/v1/recipient/passkeys/options", apptest.J{}).OK()
	for path, want := range map[string]any{
		"public_key.rp.id": newAuthenticator(t).rpID, "public_key.user.name": apptest.Email("ada"), "public_key.attestation": "none",
		"public_key.authenticatorSelection.residentKey": "required", "public_key.authenticatorSelection.userVerification": "required",
	} {
		if got := options.At(path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	device, id := registered(t, mine, " Ada's\nphone ")
	second, _ := registered(t, mine, "Key")
	if second.handle != device.handle {
		t.Error("two passkeys of a person have different user handles")
	}
	got := mine.Get("/v1/recipient/passkeys").OK()
	if got.Text("passkeys.0.name") != "Ada's phone" || got.At("passkeys.0.last_used_at") != nil || got.Text("passkeys.1.name") != "Key" {
		t.Errorf("passkeys: %s", got.Body)
	}
	if got := passkeyOptions(w); got.Text("public_key.userVerification") != "required" || got.At("public_key.allowCredentials") != nil {
		t.Errorf("options of a sign-in: %s", got.Body)
	}
	entered := passkeySignIn(w, device).OK()
	if entered.Text("recipient.level") != "full" || entered.Text("recipient.email") != apptest.Email("ada") || held(w.Recipient(entered.Text("secret"))) != 1 {
		t.Errorf("signed in: %s", entered.Body)
	}
	if got := mine.Get("/v1/recipient/passkeys").OK(); got.At("passkeys.0.last_used_at") == nil {
		t.Errorf("never used: %s", got.Body)
	}

	path := fmt.Sprint("/v1/recipient/passkeys/", id)
	mine.Put(path, apptest.J{"name": " "}).Refused(422, "field:name")
	if got := mine.Put(path, apptest.J{"name": "Old phone"}).OK(); got.Text("passkey.name") != "Old phone" {
		t.Errorf("renamed: %s", got.Body)
	}
	bob.Put(path, apptest.J{"name": "Mine"}).Refused(404, "passkey.not_found")
	bob.Delete(path).Refused(404, "passkey.not_found")
	if got := bob.Get("/v1/recipient/passkeys").OK(); len(got.At("passkeys").([]any)) != 0 {
		t.Errorf("another person's: %s", got.Body)
	}
	mine.Delete(path).OK()
	mine.Delete(path).Refused(404, "passkey.not_found")
	passkeySignIn(w, device).Refused(401, "passkey.refused")
	passkeySignIn(w, second).OK()
	w.Work()
	for kind, want := range map[string]int64{"recipient_passkey_added": 2, "recipient_passkey_removed": 1} {
		if n := w.Number("select count(*) from mails where kind = $1 and recipient = $2", kind, apptest.Email("ada")); n != want {
			t.Errorf("%d emails %s, want %d", n, kind, want)
		}
	}
}

func TestAPasskeyIsNotRegisteredByAnotherSessionTwiceOrUnproved(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada", "bob")
	mine, bob := all[0], all[1]
	begin := func(m apptest.Mine) apptest.Reply { return m.Post("/v1/recipient/passkeys/options", apptest.J{}).OK() }
	save := func(m apptest.Mine, credential apptest.J) apptest.Reply {
		return m.Post("/v1/recipient/passkeys", apptest.J{"name": "Phone", "credential": credential})
	}
	for name, spoil := range map[string]func(*authenticator){
		"another origin":                    func(a *authenticator) { a.origin = "https://elsewhere.example" },
		"another party":                     func(a *authenticator) { a.rpID = "elsewhere.example" },
		"an unverified user":                func(a *authenticator) { a.flags = userPresent },
		"backed up although that cannot be": func(a *authenticator) { a.flags |= backedUp },
	} {
		device := newAuthenticator(t)
		spoil(device)
		if r := save(mine, device.create(begin(mine))); !r.IsRefusal(422, "passkey.not_made") {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	device := newAuthenticator(t)
	options := begin(mine)
	save(bob, device.create(options)).Refused(410, "passkey.expired")            // the challenge of another person
	save(mine, device.create(passkeyOptions(w))).Refused(410, "passkey.expired") // the challenge of a sign-in
	made := device.create(options)
	mine.Post("/v1/recipient/passkeys", apptest.J{"name": "", "credential": made}).Refused(422, "field:name")
	save(mine, made).OK()
	save(mine, made).Refused(410, "passkey.expired")
	save(bob, device.create(begin(bob))).Refused(409, "passkey.exists")
	save(mine, apptest.J{"id": "x"}).Refused(422, "passkey.not_made")
	late := begin(mine)
	w.Clock.Advance(15 * time.Minute)
	save(mine, newAuthenticator(t).create(late)).Refused(410, "passkey.expired")
	if n := w.Number("select count(*) from recipient_passkeys"); n != 1 {
		t.Errorf("%d passkeys", n)
	}
	if n, err := w.App.Passkeys.DeleteExpired(t.Context()); err != nil || n == 0 || w.Number("select count(*) from recipient_passkey_challenges") != 0 {
		t.Errorf("deleted %d expired challenges, %v", n, err)
	}
}

func TestANewPasskeyNeedsARecentSignInOrThePassword(t *testing.T) {
	t.Parallel()
	w := apptest.New(t)
	guild := w.Issuer("guild")
	id := guild.Issued(guild.Group("Weaving"), "ada").Text("credential.uuid")
	mine := signedInAs(t, w, "ada")
	const path = "/v1/recipient/passkeys/options"
	limited := guild.Recipient(id)
	limited.Post(path, apptest.J{}).Refused(403, "recipient.prove_address")
	limited.Get("/v1/recipient/passkeys").Refused(403, "recipient.prove_address")
	limited.Post("/v1/recipient/passkeys", apptest.J{"name": "x", "credential": apptest.J{}}).Refused(403, "recipient.prove_address")
	limited.Put("/v1/recipient/passkeys/1", apptest.J{"name": "x"}).Refused(403, "recipient.prove_address")
	limited.Delete("/v1/recipient/passkeys/1").Refused(403, "recipient.prove_address")
	w.Recipient("").Post(path, apptest.J{}).Refused(401, "recipient.not_signed_in")

	w.Clock.Advance(15 * time.Minute)
	mine.Post(path, apptest.J{}).Refused(403, "recipient.sign_in_again")
	mine = w.Recipient(mine.Put("/v1/recipient/account", apptest.J{"password": "a loom in the attic"}).OK().Text("secret"))
	mine.Post(path, apptest.J{}).Refused(422, "field:current_password")
	mine.Post(path, apptest.J{"current_password": "a loom in the cellar"}).Refused(422, "field:current_password")
	mine.Post(path, apptest.J{"current_password": "a loom in the attic"}).OK()
}

func TestAPasskeySignsInOnceForEachChallengeAndOnlyHere(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada", "bob")
	device, _ := registered(t, all[0], "Phone")
	other, _ := registered(t, all[1], "Phone")
	enter := func(credential apptest.J) apptest.Reply {
		return w.Nobody().Post("/v1/recipient/passkey_sign_in", apptest.J{"credential": credential})
	}
	answer := device.get(passkeyOptions(w))
	enter(answer).OK()
	enter(answer).Refused(410, "passkey.expired")
	enter(device.get(all[0].Post("/v1/recipient/passkeys/options", apptest.J{}).OK())).Refused(410, "passkey.expired") // of a registration
	late := passkeyOptions(w)
	w.Clock.Advance(15 * time.Minute)
	enter(device.get(late)).Refused(410, "passkey.expired")

	for name, spoil := range map[string]func(*authenticator){
		"another origin":       func(a *authenticator) { a.origin = "https://elsewhere.example" },
		"another party":        func(a *authenticator) { a.rpID = "elsewhere.example" },
		"an unverified user":   func(a *authenticator) { a.flags = userPresent },
		"another person":       func(a *authenticator) { a.handle = other.handle },
		"nobody":               func(a *authenticator) { a.handle = "" },
		"another person's key": func(a *authenticator) { a.key = other.key },
		"an unknown passkey":   func(a *authenticator) { a.id = []byte("unknown") },
	} {
		spoiled := *device
		spoil(&spoiled)
		if r := enter(spoiled.get(passkeyOptions(w))); !r.IsRefusal(401, "passkey.refused") {
			t.Errorf("%s: %s", name, r.Body)
		}
	}
	options := passkeyOptions(w)
	forged := *device
	forged.key = other.key
	enter(forged.get(options)).Refused(401, "passkey.refused")
	enter(device.get(options)).Refused(410, "passkey.expired") // a wrong answer uses the challenge up
	enter(apptest.J{"id": "x"}).Refused(401, "passkey.refused")
	passkeySignIn(w, device).OK()
}

func TestTheCounterAndTheBackupOfAPasskeyAreFollowed(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada")
	device, id := registered(t, all[0], "Phone")
	recorded := func(action string) int64 {
		return w.Number("select count(*) from audit_events where action = $1", action)
	}
	device.flags |= backupEligible | backedUp
	passkeySignIn(w, device).OK()
	passkeySignIn(w, device).OK()
	if n := recorded("recipient.passkey_backup_eligible"); n != 1 {
		t.Errorf("recorded %d times that the passkey can be backed up", n)
	}
	if got := all[0].Get("/v1/recipient/passkeys").OK(); got.At("passkeys.0.backed_up") != true {
		t.Errorf("not backed up: %s", got.Body)
	}
	device.flags &^= backupEligible | backedUp
	passkeySignIn(w, device).Refused(401, "passkey.refused") // it cannot lose that

	device.flags |= backupEligible
	device.count = 5
	passkeySignIn(w, device).OK()
	passkeySignIn(w, device).Refused(401, "passkey.refused") // a copy that has signed as often
	if n := recorded("recipient.passkey_copied"); n != 1 {
		t.Errorf("recorded %d times that the passkey may be a copy", n)
	}
	if n := w.Number("select sign_count from recipient_passkeys where id = $1", id); n != 5 {
		t.Errorf("the counter is at %d", n)
	}
	device.count = 6
	passkeySignIn(w, device).OK()
}

func TestPasskeysFollowThePersonAndEndWithAJoinedAccount(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada", "ada-at-home")
	mine := all[0]
	work, _ := registered(t, mine, "Work")
	home, _ := registered(t, all[1], "Home")
	w.Work()
	added := mine.Post("/v1/recipient/merge", addressAsked(t, w, mine, "ada-at-home")).OK()
	passkeySignIn(w, home).Refused(401, "passkey.refused")
	mine.Put(fmt.Sprint("/v1/recipient/emails/", added.Int("emails.1.id")), nil).OK()
	if got := passkeySignIn(w, work).OK(); got.Text("recipient.email") != apptest.Email("ada-at-home") {
		t.Errorf("after another primary address: %s", got.Body)
	}
	mine.Delete(fmt.Sprint("/v1/recipient/emails/", added.Int("emails.0.id"))).OK()
	if got := passkeySignIn(w, work).OK(); got.Text("recipient.email") != apptest.Email("ada-at-home") {
		t.Errorf("after the former primary address was removed: %s", got.Body)
	}
	if got := mine.Get("/v1/recipient/passkeys").OK(); len(got.At("passkeys").([]any)) != 1 {
		t.Errorf("passkeys: %s", got.Body)
	}
}

func TestAPersonHasAtMostTwentyPasskeys(t *testing.T) {
	t.Parallel()
	w, all := holders(t, "ada")
	mine := all[0]
	kept := mine.Post("/v1/recipient/passkeys/options", apptest.J{}).OK()
	for i := range 20 {
		w.Exec(`insert into recipient_passkeys (recipient_id, credential_id, user_handle, public_key, name, sign_count, transports, backup_eligible, backed_up, created_at)
			select id, $1, 'x', 'x', 'K', 0, '{}', false, false, now() from recipients where email = $2`, fmt.Appendf(nil, "key %d", i), apptest.Email("ada"))
	}
	mine.Post("/v1/recipient/passkeys/options", apptest.J{}).Refused(409, "passkey.too_many")
	mine.Post("/v1/recipient/passkeys", apptest.J{"name": "One more", "credential": newAuthenticator(t).create(kept)}).Refused(409, "passkey.too_many")
}
