package accounts

import (
	"net/http"
	"slices"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/identity"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/platform/captcha"
)

type captchaReply struct {
	Kind       string `json:"kind"`
	SiteKey    string `json:"site_key,omitempty"`
	ScriptURL  string `json:"script_url,omitempty"`
	Algorithm  string `json:"algorithm,omitempty"`
	Challenge  string `json:"challenge,omitempty"`
	Salt       string `json:"salt,omitempty"`
	Difficulty int    `json:"difficulty,omitempty"`
	ExpiresAt  string `json:"expires_at,omitempty"`
	Signature  string `json:"signature,omitempty"`
}

func captchaToWire(o captcha.Offer) captchaReply {
	out := captchaReply{Kind: o.Kind, SiteKey: o.SiteKey, ScriptURL: o.ScriptURL}
	if c := o.Challenge; c != nil {
		out.Algorithm, out.Challenge, out.Salt, out.Difficulty = c.Algorithm, c.Challenge, c.Salt, c.Difficulty
		out.ExpiresAt, out.Signature = wire.Stamp(c.ExpiresAt), c.Signature
	}
	return out
}

type userWire struct {
	ID       int64  `json:"id"`
	Name     string `json:"name"`
	Email    string `json:"email"`
	Language string `json:"language"`
	Verified bool   `json:"verified"`
}

type membershipWire struct {
	ID   int64       `json:"id"`
	Name string      `json:"name"`
	Logo string      `json:"logo"`
	Role access.Role `json:"role"`

	ArchivedAt *string `json:"archived_at"`
}

// pricing is the plan of the department: "unlimited" without billing, and "" if it has none.
type pricing struct {
	Plan      string `json:"plan"`
	Unlimited bool   `json:"unlimited"`
}

type sessionReply struct {
	User              userWire            `json:"user"`
	Department        *departmentWire     `json:"department"`
	Departments       []membershipWire    `json:"departments"`
	Pricing           pricing             `json:"pricing"`
	VerificationToken *string             `json:"verification_token"`
	Role              access.Role         `json:"role"`
	Permissions       []access.Permission `json:"permissions"`
	SecondFactor      enrolmentState      `json:"second_factor"`
	RefusedAddress    *string             `json:"refused_address"` // that the department does not allow
	Version           string              `json:"version"`         // of the program

	token string
}

// Headers sets a new token in the Authorization header.
func (s sessionReply) Headers(h http.Header) {
	if s.token != "" {
		h.Set("Authorization", s.token)
	}
}

func sessionToWire(s identity.Session, token, version string) sessionReply {
	u := s.User
	out := sessionReply{
		User:        userWire{ID: u.ID, Name: u.Name, Email: u.Email, Language: u.Language, Verified: u.Verified},
		Departments: []membershipWire{}, Pricing: pricing{Plan: "unlimited", Unlimited: true},
		Role: s.Role.Name(), Permissions: []access.Permission{}, token: token, Version: version,
	}
	out.SecondFactor = enrolmentState{Enrolled: s.Enrolled, Required: s.MustEnrol}
	out.RefusedAddress = wire.Some(s.RefusedAddress)
	if s.Department != nil {
		out.SecondFactor.RequiredFrom = wire.Stamped(s.Department.SecondFactorFrom)
		d := departmentToWire(*s.Department)
		out.Department = &d
		out.Permissions = append(out.Permissions, s.Role.Permissions()...)
		slices.Sort(out.Permissions)
	}
	for _, m := range s.Departments {
		out.Departments = append(out.Departments, membershipWire{ID: m.Department.ID, Name: m.Department.Name, Logo: m.Department.Logo, Role: m.Role.Name(), ArchivedAt: wire.Stamped(m.Department.ArchivedAt)})
	}
	if s.VerificationToken != "" {
		out.VerificationToken = &s.VerificationToken
	}
	return out
}

// enrolmentState is what the session's department asks of its members, and whether the user meets it.
type enrolmentState struct {
	Enrolled     bool    `json:"enrolled"`
	Required     bool    `json:"required"` // now, so that there is no department before the user is enrolled
	RequiredFrom *string `json:"required_from"`
}

type placeWire struct {
	ID         int64  `json:"id"`
	IP         string `json:"ip"`
	UserAgent  string `json:"user_agent"`
	CreatedAt  string `json:"created_at"`
	LastSeenAt string `json:"last_seen_at"`
	Current    bool   `json:"current"`
}

type sessionsReply struct {
	Sessions []placeWire `json:"sessions"`
}

func sessionsToWire(places []identity.Device) sessionsReply {
	out := sessionsReply{Sessions: []placeWire{}}
	for _, p := range places {
		out.Sessions = append(out.Sessions, placeWire{
			ID: p.ID, IP: p.IP, UserAgent: p.UserAgent, CreatedAt: wire.Stamp(p.CreatedAt), LastSeenAt: wire.Stamp(p.LastSeenAt), Current: p.Current,
		})
	}
	return out
}

type ssoKeyReply struct {
	Key       string `json:"key"`
	URL       string `json:"url"`
	ExpiresAt string `json:"expires_at"`
}
