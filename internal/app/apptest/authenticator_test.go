package apptest_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/url"
	"testing"

	"github.com/go-webauthn/webauthn/protocol/webauthncbor"

	"laurel/internal/app/apptest"
)

// The flags of authenticator data.
const (
	userPresent    = 1 << 0
	userVerified   = 1 << 2
	backupEligible = 1 << 3
	backedUp       = 1 << 4
	attestedData   = 1 << 6
)

// authenticator is a device that makes one passkey and signs with it, as a browser passes it on.
type authenticator struct {
	t      *testing.T
	key    *ecdsa.PrivateKey
	id     []byte
	handle string // of the user, base64url
	origin string
	rpID   string
	flags  byte
	count  uint32
}

func newAuthenticator(t *testing.T) *authenticator {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	id := make([]byte, 16)
	_, _ = rand.Read(id)
	site, err := url.Parse(apptest.Origin)
	if err != nil {
		t.Fatal(err)
	}
	return &authenticator{t: t, key: key, id: id, origin: apptest.Origin, rpID: site.Hostname(), flags: userPresent | userVerified}
}

func b64(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func (a *authenticator) clientData(kind, challenge string) []byte {
	a.t.Helper()
	data, err := json.Marshal(map[string]any{"type": kind, "challenge": challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		a.t.Fatal(err)
	}
	return data
}

func (a *authenticator) data(flags byte) []byte {
	site := sha256.Sum256([]byte(a.rpID))
	return binary.BigEndian.AppendUint32(append(site[:], flags), a.count)
}

// create answers the options of a registration.
func (a *authenticator) create(options apptest.Reply) apptest.J {
	a.t.Helper()
	public, err := a.key.PublicKey.Bytes()
	if err != nil {
		a.t.Fatal(err)
	}
	cose, err := webauthncbor.Marshal(map[int]any{1: 2, 3: -7, -1: 1, -2: public[1:33], -3: public[33:]})
	if err != nil {
		a.t.Fatal(err)
	}
	data := append(a.data(a.flags|attestedData), make([]byte, 16)...) // an AAGUID of zeros
	data = binary.BigEndian.AppendUint16(data, uint16(len(a.id)))
	data = append(append(data, a.id...), cose...)
	object, err := webauthncbor.Marshal(map[string]any{"fmt": "none", "attStmt": map[string]any{}, "authData": data})
	if err != nil {
		a.t.Fatal(err)
	}
	return apptest.J{"id": b64(a.id), "rawId": b64(a.id), "type": "public-key", "clientExtensionResults": apptest.J{}, "response": apptest.J{
		"clientDataJSON":    b64(a.clientData("webauthn.create", options.Text("public_key.challenge"))),
		"attestationObject": b64(object), "transports": []string{"internal"},
	}}
}

// get answers the options of a sign-in.
func (a *authenticator) get(options apptest.Reply) apptest.J {
	a.t.Helper()
	client, data := a.clientData("webauthn.get", options.Text("public_key.challenge")), a.data(a.flags)
	hash := sha256.Sum256(client)
	digest := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, digest[:])
	if err != nil {
		a.t.Fatal(err)
	}
	return apptest.J{"id": b64(a.id), "rawId": b64(a.id), "type": "public-key", "clientExtensionResults": apptest.J{}, "response": apptest.J{
		"clientDataJSON": b64(client), "authenticatorData": b64(data), "signature": b64(signature), "userHandle": a.handle,
	}}
}
