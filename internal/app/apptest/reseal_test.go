package apptest_test

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/platform/installation"
	"laurel/internal/platform/secrets"
)

// TestEverySecretOfTheProductIsSealedAgain has the product seal each kind of secret and replaces the key. What is bound to something else
// than the list says would not open.
func TestEverySecretOfTheProductIsSealedAgain(t *testing.T) {
	t.Parallel()
	w := withTokens(t)
	guild := w.Issuer("guild")
	group := guild.Group("Weaving")
	private := guild.Issued(group, "ada", apptest.J{"private": true})
	w.Nobody().Get("/v1/openbadges/credentials/" + private.Text("credential.uuid") + "/token?" + strings.SplitN(private.Text("credential.url"), "?", 2)[1]).OK()
	gone := guild.Issued(group, "bob", apptest.J{"private": true}).Text("credential.uuid")
	guild.Post("/v1/issuer/signing_keys/rotate", nil).OK()
	hook := guild.Post("/v1/issuer/webhooks", `{"webhook":{"url":"https://1.1.1.1/new","events":["credential.published"]}}`).OK().Int("webhook.id")
	guild.Post(fmt.Sprintf("/v1/issuer/webhooks/%d/rotate", hook), nil).OK()
	guild.Post("/v1/sso_connections", `{"sso_connection":{"name":"Login","issuer_url":"https://login.example","client_id":"a","client_secret":"b"}}`).OK()
	settings(guild.Client, apptest.J{"server": apptest.J{"host": "smtp.guild.example", "port": 465, "security": "tls", "username": "guild", "password": "secret"}}).OK()
	guild.Post("/v1/mfa/totp", nil).OK()
	guild.Delete("/v1/credentials/" + gone).OK()

	old, err := base64.StdEncoding.DecodeString(w.Settings()["LAUREL_SECRET_KEY"])
	if err != nil {
		t.Fatal(err)
	}
	both, err := secrets.NewKeyring([]byte(strings.Repeat("n", 32)), old)
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(100 * 24 * time.Hour)
	if n, err := w.App.Lifecycle.PurgeDue(t.Context()); n != 1 || err != nil {
		t.Fatalf("purged %d, %v", n, err)
	}
	done := map[string]int64{}
	err = installation.Reseal(t.Context(), w.App.Pool, both, func(r installation.Resealed) { done[r.What] = r.Count })
	if err != nil {
		t.Error(err)
	}
	for what, n := range done {
		if n == 0 && !slices.Contains([]string{"emails", "secrets of mail providers", "mailbox passwords", "DKIM keys"}, what) {
			t.Errorf("no %s were sealed: the test shows nothing about them", what)
		}
	}
	if left, err := installation.Older(t.Context(), w.App.Pool, both); len(left) > 0 || err != nil {
		t.Errorf("left with the older key: %v, %v", left, err)
	}
}
