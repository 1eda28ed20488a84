// Package passkey makes the options with which browsers create and use passkeys (WebAuthn credentials that devices find by themselves),
// and checks what they answer. Those who sign in with passkeys store them, and the challenges. See ADR 106 and ADR 124.
package passkey

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/url"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/throttle"
)

// Limits of passkeys.
const (
	Max               = 20               // of a person
	ChallengeLifetime = 15 * time.Minute // a sign-in page offers a passkey for as long as it is open
	maxName           = 100
	handleBytes       = 32
)

// The errors of passkeys. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound = errs.New(errs.NotFound, "passkey.not_found")
	// ErrRefused means that a device's answer proves nothing; the error does not say why.
	ErrRefused = errs.New(errs.Unauthorized, "passkey.refused")
	// ErrNotMade means that what a browser made is no passkey that proves its person.
	ErrNotMade = errs.New(errs.Invalid, "passkey.not_made")
	// ErrExpired means that the challenge is unknown, used or expired.
	ErrExpired = errs.New(errs.Gone, "passkey.expired")
	// ErrExists means that the device's passkey is registered already.
	ErrExists = errs.New(errs.Conflict, "passkey.exists")
	// ErrTooMany means that the person has Max passkeys.
	ErrTooMany = errs.New(errs.Conflict, "passkey.too_many").With("max", Max)
	// ErrUnavailable means that the installation's URL has an IP address for a host, for which browsers make no passkeys.
	ErrUnavailable = errs.New(errs.Conflict, "passkey.unavailable")
)

// PerNetwork returns the limit of challenges and answers of a network. name begins the names of its counters.
func PerNetwork(name string) throttle.Rule {
	return throttle.Rule{Name: name, Limit: 120, Window: 10 * time.Minute}
}

// Credential is what is stored of a passkey.
type Credential struct {
	ID, PublicKey  []byte
	SignCount      uint32
	Transports     []string
	BackupEligible bool
	BackedUp       bool // in a password manager that synchronizes it
}

// Owner is the person whose passkeys are made or used.
type Owner struct {
	Handle      []byte // random, because authenticators show it to whoever holds them, and the same for all passkeys of a person
	Email, Name string
	Passkeys    []Credential
}

// NewHandle returns the handle of a person's first passkey.
func NewHandle() []byte {
	handle := make([]byte, handleBytes)
	_, _ = rand.Read(handle) // never fails: the program would end
	return handle
}

// CheckName returns the name of a passkey as it is stored, or a field error.
func CheckName(name string) (string, error) {
	name = i18n.OneLine(name)
	switch {
	case name == "":
		return "", errs.Field("name", "required")
	case utf8.RuneCountInString(name) > maxName:
		return "", errs.Field("name", "too_long", "max", maxName)
	}
	return name, nil
}

// RelyingParty is the site that passkeys belong to.
type RelyingParty struct {
	rp *webauthn.WebAuthn // nil if browsers make no passkeys for its URL
}

// For returns the relying party that is the host of a URL. Its methods return ErrUnavailable if browsers make no passkeys for it.
func For(base string) RelyingParty {
	site, err := url.Parse(base)
	if err != nil {
		return RelyingParty{}
	}
	rp, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: "Laurel", RPOrigins: []string{base},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		// Password managers answer extensions that nobody asked for. None is used here.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return RelyingParty{}
	}
	return RelyingParty{rp}
}

// Available returns ErrUnavailable if browsers make no passkeys for the site.
func (r RelyingParty) Available() error {
	if r.rp == nil {
		return ErrUnavailable
	}
	return nil
}

// BeginMaking returns the options with which a browser makes a passkey, as JSON, and their challenge.
func (r RelyingParty) BeginMaking(o Owner) (options json.RawMessage, challenge string, err error) {
	if r.rp == nil {
		return nil, "", ErrUnavailable
	}
	u := user{o}
	made, session, err := r.rp.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.WebAuthnCredentials()).CredentialDescriptors()))
	if err != nil {
		return nil, "", fmt.Errorf("begin passkey registration: %w", err)
	}
	options, err = json.Marshal(made.Response)
	return options, session.Challenge, err
}

// BeginUsing returns the options with which a browser offers passkeys, as JSON, and their challenge: those of the owner, or without one
// all of this site, which the device finds.
func (r RelyingParty) BeginUsing(o *Owner) (options json.RawMessage, challenge string, err error) {
	if r.rp == nil {
		return nil, "", ErrUnavailable
	}
	verified := webauthn.WithUserVerification(protocol.VerificationRequired)
	var assertion *protocol.CredentialAssertion
	var session *webauthn.SessionData
	if o == nil {
		assertion, session, err = r.rp.BeginDiscoverableLogin(verified)
	} else {
		assertion, session, err = r.rp.BeginLogin(user{*o}, verified)
	}
	if err != nil {
		return nil, "", fmt.Errorf("begin to use a passkey: %w", err)
	}
	options, err = json.Marshal(assertion.Response)
	return options, session.Challenge, err
}

// Made is a browser's answer to the options of BeginMaking.
type Made struct {
	parsed *protocol.ParsedCredentialCreationData
}

// ParseMade reads a browser's answer. It returns ErrNotMade.
func ParseMade(response json.RawMessage) (Made, error) {
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return Made{}, ErrNotMade
	}
	return Made{parsed}, nil
}

// Challenge is what the answer claims to answer.
func (m Made) Challenge() string { return m.parsed.Response.CollectedClientData.Challenge }

// CheckMade returns the passkey that a browser made for the owner. It returns ErrNotMade, or ErrUnavailable.
func (r RelyingParty) CheckMade(o Owner, m Made) (Credential, error) {
	if r.rp == nil {
		return Credential{}, ErrUnavailable
	}
	made, err := r.rp.CreateCredential(user{o}, webauthn.SessionData{
		Challenge: m.Challenge(), UserID: o.Handle, UserVerification: protocol.VerificationRequired, CredParams: webauthn.CredentialParametersDefault(),
	}, m.parsed)
	if err != nil {
		return Credential{}, ErrNotMade
	}
	return fromLibrary(made), nil
}

// Used is a browser's answer to the options of BeginUsing.
type Used struct {
	parsed *protocol.ParsedCredentialAssertionData
}

// ParseUsed reads a browser's answer. It returns ErrRefused.
func ParseUsed(response json.RawMessage) (Used, error) {
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return Used{}, ErrRefused
	}
	return Used{parsed}, nil
}

// Challenge is what the answer claims to answer.
func (u Used) Challenge() string { return u.parsed.Response.CollectedClientData.Challenge }

// ID is the ID of the passkey that claims to have answered.
func (u Used) ID() []byte { return u.parsed.RawID }

// CheckUsed checks an answer against the one passkey of the owner, and returns the passkey as it is now. copied means that its counter
// did not rise, so that somebody may have copied it: it proves nothing. known says that the owner was known before the answer, so that
// the device need not name them. It returns ErrRefused or ErrUnavailable.
func (r RelyingParty) CheckUsed(handle []byte, stored Credential, used Used, known bool) (now Credential, copied bool, err error) {
	if r.rp == nil {
		return Credential{}, false, ErrUnavailable
	}
	// A passkey can become one that is backed up, when its device learns to do so. The signature covers the flag.
	if used.parsed.Response.AuthenticatorData.Flags.HasBackupEligible() {
		stored.BackupEligible = true
	}
	owner := user{Owner{Handle: handle, Passkeys: []Credential{stored}}}
	session := webauthn.SessionData{Challenge: used.Challenge(), UserVerification: protocol.VerificationRequired}
	var made *webauthn.Credential
	if known && len(used.parsed.Response.UserHandle) == 0 {
		session.UserID = handle
		made, err = r.rp.ValidateLogin(owner, session, used.parsed)
	} else {
		made, err = r.rp.ValidateDiscoverableLogin(func(_, _ []byte) (webauthn.User, error) { return owner, nil }, session, used.parsed)
	}
	if err != nil {
		return Credential{}, false, ErrRefused
	}
	return fromLibrary(made), made.Authenticator.CloneWarning, nil
}
