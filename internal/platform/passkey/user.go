package passkey

import (
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
)

// user is an Owner as the library sees them.
type user struct{ Owner }

func (u user) WebAuthnID() []byte          { return u.Handle }
func (u user) WebAuthnName() string        { return u.Email }
func (u user) WebAuthnDisplayName() string { return u.Name }

func (u user) WebAuthnCredentials() []webauthn.Credential {
	out := make([]webauthn.Credential, len(u.Passkeys))
	for i, each := range u.Passkeys {
		transports := make([]protocol.AuthenticatorTransport, len(each.Transports))
		for j, t := range each.Transports {
			transports[j] = protocol.AuthenticatorTransport(t)
		}
		out[i] = webauthn.Credential{
			ID: each.ID, PublicKey: each.PublicKey, Transport: transports,
			Flags:         webauthn.CredentialFlags{UserPresent: true, UserVerified: true, BackupEligible: each.BackupEligible, BackupState: each.BackedUp},
			Authenticator: webauthn.Authenticator{SignCount: each.SignCount},
		}
	}
	return out
}

func fromLibrary(c *webauthn.Credential) Credential {
	transports := make([]string, len(c.Transport))
	for i, t := range c.Transport {
		transports[i] = string(t)
	}
	return Credential{
		ID: c.ID, PublicKey: c.PublicKey, SignCount: c.Authenticator.SignCount, Transports: transports,
		BackupEligible: c.Flags.BackupEligible, BackedUp: c.Flags.BackupState,
	}
}
