package apptest_test

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"laurel/internal/app/apptest"
	"laurel/internal/formats/dataintegrity"
	"laurel/internal/formats/jws"
)

const preAuthorized = "urn:ietf:params:oauth:grant-type:pre-authorized_code"

// walletApp is a wallet with a key, written from the standard and not with the product's code.
type walletApp struct {
	t   *testing.T
	w   *apptest.World
	key crypto.Signer
}

func ed25519Wallet(t *testing.T, w *apptest.World) walletApp {
	t.Helper()
	_, key, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return walletApp{t, w, key}
}

func p256Wallet(t *testing.T, w *apptest.World) walletApp {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return walletApp{t, w, key}
}

func encoded(data []byte) string { return base64.RawURLEncoding.EncodeToString(data) }

// header names the wallet's key: an Ed25519 key as did:key, one of P-256 as JWK.
func (a walletApp) header() apptest.J {
	switch public := a.key.Public().(type) {
	case ed25519.PublicKey:
		key := dataintegrity.Multikey(public)
		return apptest.J{"typ": "openid4vci-proof+jwt", "alg": "EdDSA", "kid": "did:key:" + key + "#" + key}
	case *ecdsa.PublicKey:
		point, err := public.Bytes()
		if err != nil {
			a.t.Fatal(err)
		}
		jwk := apptest.J{"kty": "EC", "crv": "P-256", "x": encoded(point[1:33]), "y": encoded(point[33:])}
		return apptest.J{"typ": "openid4vci-proof+jwt", "alg": "ES256", "jwk": jwk}
	}
	return nil
}

// signed signs a JWT with the wallet's key.
func (a walletApp) signed(header, claims apptest.J) string {
	a.t.Helper()
	h, err1 := json.Marshal(header)
	c, err2 := json.Marshal(claims)
	if err1 != nil || err2 != nil {
		a.t.Fatal(err1, err2)
	}
	text := encoded(h) + "." + encoded(c)
	switch key := a.key.(type) {
	case ed25519.PrivateKey:
		return text + "." + encoded(ed25519.Sign(key, []byte(text)))
	case *ecdsa.PrivateKey:
		sum := sha256.Sum256([]byte(text))
		r, s, err := ecdsa.Sign(rand.Reader, key, sum[:])
		if err != nil {
			a.t.Fatal(err)
		}
		return text + "." + encoded(append(r.FillBytes(make([]byte, 32)), s.FillBytes(make([]byte, 32))...))
	}
	return ""
}

func (a walletApp) nonce() string {
	a.t.Helper()
	reply := a.w.Nobody().Post("/v1/oid4vci/nonce", nil).OK()
	if reply.Header.Get("Cache-Control") != "no-store" {
		a.t.Errorf("a nonce may be kept: %q", reply.Header.Get("Cache-Control"))
	}
	return reply.Text("c_nonce")
}

func (a walletApp) proof(issuer string) string {
	a.t.Helper()
	return a.signed(a.header(), apptest.J{"aud": issuer, "iat": a.w.Clock.Now().Unix(), "nonce": a.nonce()})
}

// local is the path of an address of the installation.
func local(address string) string { return strings.TrimPrefix(address, apptest.Origin) }

// credentialOffer is what a wallet finds behind a QR code.
type credentialOffer struct{ issuer, code string }

func (a walletApp) fetch(offer apptest.Reply) credentialOffer {
	a.t.Helper()
	u, err := url.Parse(offer.Text("wallet_offer.offer_uri"))
	if err != nil || u.Scheme != "openid-credential-offer" {
		a.t.Fatalf("%s: %v", offer.Body, err)
	}
	found := a.w.Nobody().Get(local(u.Query().Get("credential_offer_uri"))).OK()
	if found.Int("grants."+preAuthorized+".tx_code.length") != 6 {
		a.t.Errorf("the offer asks for no code: %s", found.Body)
	}
	grants, _ := found.At("grants").(map[string]any)
	grant, _ := grants[preAuthorized].(map[string]any)
	code, _ := grant["pre-authorized_code"].(string)
	return credentialOffer{found.Text("credential_issuer"), code}
}

func (a walletApp) token(code, txCode string, more ...string) apptest.Reply {
	a.t.Helper()
	form := url.Values{"grant_type": {preAuthorized}, "pre-authorized_code": {code}, "tx_code": {txCode}}
	for i := 0; i+1 < len(more); i += 2 {
		form.Set(more[i], more[i+1])
	}
	return a.w.Nobody().Call(http.MethodPost, "/v1/oid4vci/token", form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
}

func (a walletApp) credential(token string, body apptest.J) apptest.Reply {
	a.t.Helper()
	return a.w.Nobody().Call(http.MethodPost, "/v1/oid4vci/credential", body, "Authorization", "Bearer "+token)
}

func wants(configuration string, proofs ...string) apptest.J {
	return apptest.J{"credential_configuration_id": configuration, "proofs": apptest.J{"jwt": proofs}}
}

// refusedWith checks an error of OAuth.
func refusedWith(t *testing.T, what string, reply apptest.Reply, status int, code string) {
	t.Helper()
	if reply.Status != status || reply.Text("error") != code || reply.Header.Get("Cache-Control") != "no-store" {
		t.Errorf("%s: want %d %s, got %d %s", what, status, code, reply.Status, reply.Body)
	}
}

// offered makes Ada with a credential, and an offer of it.
func offered(t *testing.T, settings ...string) (w *apptest.World, mine apptest.Mine, owner apptest.Issuer, id string, offer apptest.Reply) {
	t.Helper()
	all := apptest.Settings(t)
	for i := 0; i+1 < len(settings); i += 2 {
		all[settings[i]] = settings[i+1]
	}
	w = apptest.NewWith(t, all)
	owner = w.Issuer("owner")
	id = owner.Issued(owner.Group("Weaving"), "ada", apptest.J{"expired_on": "2090-01-31"}).Text("credential.uuid")
	w.Work()
	mine = signedInAs(t, w, "ada")
	return w, mine, owner, id, mine.Post("/v1/recipient/credentials/"+id+"/wallet_offer", nil).OK()
}

func offerState(mine apptest.Mine, offer apptest.Reply) string {
	return mine.Get("/v1/recipient/wallet_offers/" + offer.Text("wallet_offer.id")).OK().Text("wallet_offer.state")
}

func TestAWalletAppReceivesACredentialThatItsIssuerCanRevoke(t *testing.T) {
	t.Parallel()
	w, mine, owner, id, offer := offered(t)
	if offerState(mine, offer) != "waiting" {
		t.Error("the offer does not wait")
	}
	app := ed25519Wallet(t, w)
	found := app.fetch(offer)
	if offerState(mine, offer) != "opened" {
		t.Error("the offer is not open")
	}
	metadata := w.Nobody().Get("/.well-known/openid-credential-issuer" + local(found.issuer)).OK()
	if metadata.Text("credential_issuer") != found.issuer || metadata.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("metadata: %s", metadata.Body)
	}
	appended := w.Nobody().Get(local(found.issuer) + "/.well-known/openid-credential-issuer").OK()
	if string(appended.Body) != string(metadata.Body) {
		t.Error("the metadata of drafts is another")
	}
	server := w.Nobody().Get("/.well-known/oauth-authorization-server" + local(found.issuer)).OK()
	if server.Text("issuer") != found.issuer || local(server.Text("token_endpoint")) != "/v1/oid4vci/token" {
		t.Errorf("authorization server: %s", server.Body)
	}

	granted := app.token(found.code, offer.Text("wallet_offer.tx_code")).OK()
	reply := app.credential(granted.Text("access_token"), wants("OpenBadgeCredential", app.proof(found.issuer))).OK()
	signed, err := json.Marshal(reply.At("credentials.0.credential"))
	if err != nil {
		t.Fatal(err)
	}
	holder, _, _ := strings.Cut(app.header()["kid"].(string), "#")
	if reply.Text("credentials.0.credential.credentialSubject.id") != holder {
		t.Errorf("the credential is about %s", reply.Text("credentials.0.credential.credentialSubject.id"))
	}
	own := w.Nobody().Get("/v1/openbadges/credentials/" + id).OK()
	if a, b := reply.Text("credentials.0.credential.credentialStatus.id"), own.Text("credentialStatus.id"); a != b || a == "" {
		t.Errorf("its status is at %q, that of the credential at %q", a, b)
	}
	var document any
	if err := json.Unmarshal(signed, &document); err != nil {
		t.Fatal(err)
	}
	if err := officialSchema(t).Validate(document); err != nil {
		t.Errorf("the official schema: %v", err)
	}
	means(t, "what the wallet has", verified(w, string(signed)), "valid", "signature_good")
	if offerState(mine, offer) != "added" {
		t.Error("the offer does not say that it was added")
	}
	again := w.Nobody().Get("/v1/openbadges/credentials/" + id).OK()
	if string(again.Body) != string(own.Body) {
		t.Error("the credential's own form changed")
	}

	notified := apptest.J{"notification_id": reply.Text("notification_id"), "event": "credential_accepted"}
	for range 2 { // the same again is no error
		w.Nobody().Call(http.MethodPost, "/v1/oid4vci/notification", notified, "Authorization", "bearer "+granted.Text("access_token")).Want(http.StatusNoContent)
	}
	if n := w.Number("select count(*) from audit_events where action = 'credential.added_to_wallet'"); n != 1 {
		t.Errorf("%d notes in the audit log", n)
	}

	owner.Post("/v1/credentials/"+id+"/revoke", misconduct).OK()
	apptest.Eventually(t, "the copy in the wallet to be found revoked", func() bool {
		w.Clock.Advance(2 * time.Second) // nobody may ask more often
		return verified(w, string(signed)).Text("verdict") == "revoked"
	})
	refusedWith(t, "a revoked one", app.credential(granted.Text("access_token"), wants("OpenBadgeCredential", app.proof(found.issuer))), http.StatusBadRequest, "credential_request_denied")
	mine.Post("/v1/recipient/credentials/"+id+"/wallet_offer", nil).Refused(http.StatusConflict, "wallet_offer.not_valid")
}

func TestAWalletAppReceivesATokenBoundToItsP256Key(t *testing.T) {
	t.Parallel()
	w, _, _, _, offer := offered(t, "LAUREL_VC_JWT", "true")
	app := p256Wallet(t, w)
	found := app.fetch(offer)
	details := `[{"type":"openid_credential","credential_configuration_id":"OpenBadgeCredential_jwt"}]`
	granted := app.token(found.code, offer.Text("wallet_offer.tx_code"), "authorization_details", details).OK()
	identifier := granted.Text("authorization_details.0.credential_identifiers.0")
	reply := app.credential(granted.Text("access_token"), apptest.J{"credential_identifier": identifier, "proofs": apptest.J{"jwt": []string{app.proof(found.issuer)}}}).OK()
	token := reply.Text("credentials.0.credential")
	m, err := jws.Parse(token)
	if err != nil {
		t.Fatalf("%s: %v", reply.Body, err)
	}
	var claims struct {
		Subject string                    `json:"sub"`
		About   struct{ ID string }       `json:"credentialSubject"`
		Status  struct{ ID string }       `json:"credentialStatus"`
		Issuer  struct{ ID, Name string } `json:"issuer"`
	}
	if err := json.Unmarshal(m.Payload, &claims); err != nil {
		t.Fatal(err)
	}
	jwk, err := json.Marshal(app.header()["jwk"])
	if err != nil {
		t.Fatal(err)
	}
	want := "did:jwk:" + encoded(jwk)
	if claims.Subject != want || claims.About.ID != want || claims.Status.ID == "" {
		t.Errorf("the token says %+v, want %s", claims, want)
	}
	means(t, "the token", verified(w, token), "valid", "signature_good")
}

func TestOneOfTwoWalletsGetsTheCredential(t *testing.T) {
	t.Parallel()
	w, mine, _, id, offer := offered(t)
	first := ed25519Wallet(t, w)
	found := first.fetch(offer)
	var mu sync.Mutex
	tokens, refused := []string{}, 0
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			reply := first.token(found.code, offer.Text("wallet_offer.tx_code"))
			mu.Lock()
			defer mu.Unlock()
			if reply.Status == http.StatusOK {
				tokens = append(tokens, reply.Text("access_token"))
			} else if reply.Text("error") == "invalid_grant" {
				refused++
			}
		})
	}
	all.Wait()
	if len(tokens) != 1 || refused != 7 {
		t.Fatalf("%d tokens, %d refused", len(tokens), refused)
	}
	w.Nobody().Get(local(offer.Text("wallet_offer.offer_url"))).Refused(http.StatusGone, "wallet_offer.over")

	// Of wallets with one token, the first key gets the credential, once more if its answer was lost.
	var delivered int
	for range 6 {
		app := ed25519Wallet(t, w)
		all.Go(func() {
			proof := app.proof(found.issuer)
			reply := app.credential(tokens[0], wants("OpenBadgeCredential", proof))
			mu.Lock()
			defer mu.Unlock()
			if reply.Status == http.StatusOK {
				delivered++
				refusedWith(t, "the same proof again", app.credential(tokens[0], wants("OpenBadgeCredential", proof)), http.StatusBadRequest, "invalid_nonce")
				app.credential(tokens[0], wants("OpenBadgeCredential", app.proof(found.issuer))).OK()
			} else {
				refusedWith(t, "another key", reply, http.StatusBadRequest, "credential_request_denied")
			}
		})
	}
	all.Wait()
	if delivered != 1 {
		t.Errorf("%d wallets have the credential", delivered)
	}

	// A new offer ends the one before, and a new fetch the code before.
	older := mine.Post("/v1/recipient/credentials/"+id+"/wallet_offer", nil).OK()
	oldCode := first.fetch(older)
	newer := mine.Post("/v1/recipient/credentials/"+id+"/wallet_offer", nil).OK()
	refusedWith(t, "an ended offer", first.token(oldCode.code, older.Text("wallet_offer.tx_code")), http.StatusBadRequest, "invalid_grant")
	before := first.fetch(newer)
	first.fetch(newer)
	refusedWith(t, "the code of an earlier fetch", first.token(before.code, newer.Text("wallet_offer.tx_code")), http.StatusBadRequest, "invalid_grant")
	first.fetch(newer)
	w.Nobody().Get(local(newer.Text("wallet_offer.offer_url"))).Refused(http.StatusGone, "wallet_offer.over")
}

func TestAWrongTransactionCodeIsToldApartFromAnOfferThatIsOver(t *testing.T) {
	t.Parallel()
	w, mine, _, id, offer := offered(t)
	app := ed25519Wallet(t, w)
	found := app.fetch(offer)
	right := offer.Text("wallet_offer.tx_code")
	wrong := fmt.Sprintf("%06d", (number(t, right)+1)%1_000_000)
	for i := range 4 {
		refusedWith(t, "a wrong code", app.token(found.code, wrong), http.StatusBadRequest, "invalid_tx_code")
		if left := mine.Get("/v1/recipient/wallet_offers/" + offer.Text("wallet_offer.id")).OK().Int("wallet_offer.attempts_left"); left != int64(4-i) {
			t.Errorf("%d attempts left after %d", left, i+1)
		}
	}
	refusedWith(t, "the fifth", app.token(found.code, wrong), http.StatusBadRequest, "invalid_grant")
	refusedWith(t, "the right one, too late", app.token(found.code, right), http.StatusBadRequest, "invalid_grant")
	if offerState(mine, offer) != "expired" {
		t.Error("the offer is not over")
	}
	next := mine.Post("/v1/recipient/credentials/"+id+"/wallet_offer", nil).OK()
	code := app.fetch(next).code
	w.Clock.Advance(5 * time.Minute)
	refusedWith(t, "after five minutes", app.token(code, next.Text("wallet_offer.tx_code")), http.StatusBadRequest, "invalid_grant")
	for what, c := range map[string]struct {
		form url.Values
		code string
	}{
		"nothing":            {url.Values{}, "invalid_request"},
		"another grant":      {url.Values{"grant_type": {"authorization_code"}, "pre-authorized_code": {code}, "tx_code": {"123456"}}, "unsupported_grant_type"},
		"no code of theirs":  {url.Values{"grant_type": {preAuthorized}, "pre-authorized_code": {code}}, "invalid_request"},
		"a repeated value":   {url.Values{"grant_type": {preAuthorized, preAuthorized}, "pre-authorized_code": {code}, "tx_code": {"1"}}, "invalid_request"},
		"an unknown code":    {url.Values{"grant_type": {preAuthorized}, "pre-authorized_code": {"x"}, "tx_code": {"1"}}, "invalid_grant"},
		"details of another": {url.Values{"grant_type": {preAuthorized}, "pre-authorized_code": {code}, "tx_code": {"1"}, "authorization_details": {`[{"type":"openid_credential","credential_configuration_id":"x"}]`}}, "invalid_authorization_details"},
	} {
		reply := w.Nobody().Call(http.MethodPost, "/v1/oid4vci/token", c.form.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		refusedWith(t, what, reply, http.StatusBadRequest, c.code)
	}
}

func number(t *testing.T, text string) (n int) {
	t.Helper()
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestKeyProofsThatProveNothingAreRefused(t *testing.T) {
	t.Parallel()
	w, _, _, _, offer := offered(t)
	app, other := ed25519Wallet(t, w), ed25519Wallet(t, w)
	found := app.fetch(offer)
	token := app.token(found.code, offer.Text("wallet_offer.tx_code")).OK().Text("access_token")
	now := w.Clock.Now()
	proof := func(header, claims apptest.J) apptest.J {
		h, c := app.header(), apptest.J{"aud": found.issuer, "iat": now.Unix(), "nonce": app.nonce()}
		for name, value := range header {
			if h[name] = value; value == nil {
				delete(h, name)
			}
		}
		for name, value := range claims {
			if c[name] = value; value == nil {
				delete(c, name)
			}
		}
		return wants("OpenBadgeCredential", app.signed(h, c))
	}
	good := app.proof(found.issuer)
	for what, c := range map[string]struct {
		body apptest.J
		code string
	}{
		"no proof":             {apptest.J{"credential_configuration_id": "OpenBadgeCredential"}, "invalid_proof"},
		"two proofs":           {wants("OpenBadgeCredential", good, good), "invalid_proof"},
		"not a token":          {wants("OpenBadgeCredential", "x.y.z"), "invalid_proof"},
		"another type":         {proof(apptest.J{"typ": "JWT"}, nil), "invalid_proof"},
		"no type":              {proof(apptest.J{"typ": nil}, nil), "invalid_proof"},
		"no algorithm":         {proof(apptest.J{"alg": "none"}, nil), "invalid_proof"},
		"a key of another":     {proof(apptest.J{"kid": other.header()["kid"]}, nil), "invalid_proof"},
		"no key":               {proof(apptest.J{"kid": nil}, nil), "invalid_proof"},
		"a key on the web":     {proof(apptest.J{"kid": "did:web:example.org#1"}, nil), "invalid_proof"},
		"two keys":             {proof(apptest.J{"jwk": p256Wallet(t, w).header()["jwk"]}, nil), "invalid_proof"},
		"another issuer":       {proof(nil, apptest.J{"aud": "https://other.example"}), "invalid_proof"},
		"no time":              {proof(nil, apptest.J{"iat": nil}), "invalid_proof"},
		"long ago":             {proof(nil, apptest.J{"iat": now.Add(-time.Hour).Unix()}), "invalid_proof"},
		"the future":           {proof(nil, apptest.J{"iat": now.Add(time.Hour).Unix()}), "invalid_proof"},
		"no nonce":             {proof(nil, apptest.J{"nonce": nil}), "invalid_proof"},
		"a nonce of its own":   {proof(nil, apptest.J{"nonce": encoded(make([]byte, 40))}), "invalid_nonce"},
		"nothing wanted":       {apptest.J{"proofs": apptest.J{"jwt": []string{good}}}, "invalid_credential_request"},
		"unknown":              {wants("Degree", good), "unknown_credential_configuration"},
		"tokens switched off":  {wants("OpenBadgeCredential_jwt", good), "unknown_credential_configuration"},
		"another identifier":   {apptest.J{"credential_identifier": "x", "proofs": apptest.J{"jwt": []string{good}}}, "unknown_credential_identifier"},
		"an encrypted answer":  {apptest.J{"credential_configuration_id": "OpenBadgeCredential", "credential_response_encryption": apptest.J{"enc": "A128GCM"}}, "invalid_encryption_parameters"},
		"proofs of other form": {apptest.J{"credential_configuration_id": "OpenBadgeCredential", "proofs": []string{good}}, "invalid_credential_request"},
	} {
		refusedWith(t, what, app.credential(token, c.body), http.StatusBadRequest, c.code)
	}
	old := app.proof(found.issuer)
	w.Clock.Advance(5 * time.Minute)
	reply := app.credential(token, wants("OpenBadgeCredential", old))
	refusedWith(t, "an old nonce", reply, http.StatusBadRequest, "invalid_nonce")
	if reply.Text("c_nonce") == "" {
		t.Error("no fresh nonce comes with the refusal")
	}
	for what, header := range map[string]string{"no token": "", "another": "Bearer laurel_wallet_x", "another scheme": "Token token=" + token} {
		reply := w.Nobody().Call(http.MethodPost, "/v1/oid4vci/credential", wants("OpenBadgeCredential", good), "Authorization", header)
		refusedWith(t, what, reply, http.StatusUnauthorized, "invalid_token")
		if !strings.HasPrefix(reply.Header.Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("%s: no WWW-Authenticate", what)
		}
	}
	for what, c := range map[string]struct {
		body apptest.J
		code string
	}{
		"another event":     {apptest.J{"notification_id": offer.Text("wallet_offer.id"), "event": "lost"}, "invalid_notification_request"},
		"before a delivery": {apptest.J{"notification_id": offer.Text("wallet_offer.id"), "event": "credential_accepted"}, "invalid_notification_id"},
	} {
		reply := w.Nobody().Call(http.MethodPost, "/v1/oid4vci/notification", c.body, "Authorization", "Bearer "+token)
		refusedWith(t, what, reply, http.StatusBadRequest, c.code)
	}
	w.Clock.Advance(15 * time.Minute)
	refusedWith(t, "an expired token", app.credential(token, wants("OpenBadgeCredential", good)), http.StatusUnauthorized, "invalid_token")
}

func TestOnlyOwnersOfferValidCredentialsToWallets(t *testing.T) {
	t.Parallel()
	w, mine, owner, id, offer := offered(t)
	path := func(id string) string { return "/v1/recipient/credentials/" + id + "/wallet_offer" }
	bobs := owner.Issued(owner.Group("Dyeing"), "bob").Text("credential.uuid")
	mine.Post(path(bobs), nil).Refused(http.StatusNotFound, "credential.not_found")
	w.Nobody().Post(path(id), nil).Refused(http.StatusUnauthorized, "recipient.not_signed_in")
	owner.Recipient(id).Post(path(id), nil).Refused(http.StatusForbidden, "recipient.prove_address") // an issuer's link proves no address
	w.Work()
	bob := signedInAs(t, w, "bob")
	bob.Get("/v1/recipient/wallet_offers/"+offer.Text("wallet_offer.id")).Refused(http.StatusNotFound, "wallet_offer.not_found")

	over := owner.Issued(owner.Group("Spinning"), "ada", apptest.J{"issued_on": "2020-01-01", "expired_on": "2020-02-01"}).Text("credential.uuid")
	mine.Post(path(over), nil).Refused(http.StatusConflict, "wallet_offer.not_valid")
	mine.Put("/v1/recipient/credentials/"+id+"/privacy", apptest.J{"private": true}).OK()
	private := mine.Post(path(id), nil).OK()
	owner.Post("/v1/credentials/"+id+"/suspend", apptest.J{}).OK()
	mine.Post(path(id), nil).Refused(http.StatusConflict, "wallet_offer.not_valid")

	// What ends after the offer was made is not issued either.
	app := ed25519Wallet(t, w)
	found := app.fetch(private)
	token := app.token(found.code, private.Text("wallet_offer.tx_code")).OK().Text("access_token")
	refusedWith(t, "a suspended one", app.credential(token, wants("OpenBadgeCredential", app.proof(found.issuer))), http.StatusBadRequest, "credential_request_denied")
	owner.Post("/v1/credentials/"+id+"/reinstate", apptest.J{}).OK()
	reply := app.credential(token, wants("OpenBadgeCredential", app.proof(found.issuer))).OK()
	if strings.Contains(string(reply.Body), apptest.Email("ada")) {
		t.Error("the credential shows the address")
	}
	w.Nobody().Call(http.MethodPost, "/v1/oid4vci/notification", apptest.J{"notification_id": reply.Text("notification_id"), "event": "credential_deleted"},
		"Authorization", "Bearer "+token).Want(http.StatusNoContent)
	if got := offerState(mine, private); got != "failed" {
		t.Errorf("the wallet kept nothing, the offer is %s", got)
	}
	w.Clock.Advance(25 * time.Hour)
	if _, err := w.App.Wallets.DeleteExpired(t.Context()); err != nil {
		t.Fatal(err)
	}
	if n := w.Number("select count(*) from wallet_offers") + w.Number("select count(*) from wallet_nonces"); n != 0 {
		t.Errorf("%d rows are left after a day", n)
	}
}
