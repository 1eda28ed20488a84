package account

import (
	"net/http"

	"laurel/internal/platform/httpx"
	"laurel/internal/recipients/recipients"
)

// Session is who is signed in.
type Session struct {
	Name     string `json:"name"`
	Email    string `json:"email"`
	TimeZone string `json:"time_zone"`
	Level    string `json:"level"`
}

// SessionReply is the response with a session.
type SessionReply struct {
	Recipient Session `json:"recipient"`
}

// SessionOf returns the session of a recipient.
func SessionOf(by recipients.Actor) SessionReply {
	return SessionReply{Session{Name: by.Name, Email: by.Email, TimeZone: by.TimeZone, Level: string(by.Level)}}
}

func (a api) session(r *http.Request, _ httpx.None) (SessionReply, error) {
	by := recipients.From(r.Context())
	return SessionOf(by), by.SignedIn()
}

func (a api) signOut(r *http.Request, _ httpx.None) (doneReply, error) {
	return doneReply{true}, a.Recipients.SignOut(r.Context(), recipients.From(r.Context()))
}

// Exported is what an account says of itself in "Download my data".
type Exported struct {
	accountReply
	addressesReply
	passkeysReply
	sessionsReply
}

// Export returns the account of the signed-in recipient.
func (d Deps) Export(r *http.Request) (out Exported, err error) {
	a := api{d}
	if out.accountReply, err = a.account(r, httpx.None{}); err != nil {
		return out, err
	}
	if out.addressesReply, err = a.addresses(r, httpx.None{}); err != nil {
		return out, err
	}
	if out.passkeysReply, err = a.passkeys(r, httpx.None{}); err != nil {
		return out, err
	}
	out.sessionsReply, err = a.sessions(r, httpx.None{})
	return out, err
}
