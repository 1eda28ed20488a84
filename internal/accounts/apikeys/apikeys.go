// Package apikeys manages the API keys of departments. A key is shown once, and only its hash is stored.
package apikeys

import (
	"net/netip"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys/internal/db"
	"laurel/internal/platform/errs"
)

// Prefix starts every live key and TestPrefix every key in test mode, so that people and secret scanners recognise a leaked one. The
// checksum at the end of a key includes the prefix.
const (
	Prefix     = "laurel_live_"
	TestPrefix = "laurel_test_"
)

const (
	maxActive   = 20
	shownAtEnd  = 16 // masked numbers keep the last 16 characters
	maxGroups   = 100
	maxNetworks = 50
	maxRate     = 1_000_000
	// overlap is how long the old secret of a key stays valid after a rotation.
	overlap = 24 * time.Hour
	// ownOverlap is the same for a program that rotates its own key.
	ownOverlap = 12 * time.Hour
)

// Access summarises what a key may do.
type Access string

// The kinds of access.
const (
	Read  Access = "read"
	Write Access = "write"
)

var roles = map[Access]access.Role{Read: access.KeyRead, Write: access.KeyWrite}

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound  = errs.New(errs.NotFound, "api_key.not_found")
	ErrNameTaken = errs.New(errs.Conflict, "api_key.name_taken")
	ErrTooMany   = errs.New(errs.Conflict, "api_key.too_many")
	// ErrAddress is returned if a key is used from an IP address that it does not allow.
	ErrAddress = errs.New(errs.Forbidden, "api_key.address_not_allowed")

	// ErrWrong is returned if a key is unknown, revoked or expired.
	ErrWrong = errs.New(errs.Unauthorized, "api_key.wrong")
)

// State is whether a key is valid.
type State string

// The states. Revoked keys are never listed.
const (
	Active   State = "active"
	Rotating State = "rotating" // its former secret opens it as well
	Expired  State = "expired"
)

// Key is an API key without its secret.
type Key struct {
	ID            int64
	Name          string
	Test          bool   // what it makes is of a test; it sees nothing else
	Prefix        string // what its secret begins with
	Masked        string
	Access        Access
	Scopes        []string
	GroupIDs      []int64  // none: all groups
	Networks      []string // none: from anywhere
	Rate          int      // requests a minute; 0: as many as the operator allows
	State         State
	ExpiresAt     *time.Time
	RotatingUntil *time.Time
	CreatedBy     string
	CreatedAt     time.Time
	LastUsedAt    *time.Time
	LastUsedIP    string
}

// Create contains the fields of a new key. By default, a key may read everything, from any IP address, and never expires.
type Create struct {
	Name      string
	Test      bool
	Access    Access   // all scopes that read, or all; where no scopes are given
	Scopes    []string // what it may do
	GroupIDs  []int64
	Networks  []string // addresses, or networks as 192.0.2.0/24 and 2001:db8::/32
	Rate      int      // requests a minute, where that is less than the operator allows
	ExpiresAt *time.Time
}

func (in *Create) validate(now time.Time) error {
	var wrong errs.Fields
	in.Name = strings.TrimSpace(in.Name)
	switch {
	case in.Name == "":
		wrong.Add("name", "required")
	case utf8.RuneCountInString(in.Name) > 255:
		wrong.Add("name", "too_long", "max", 255)
	}
	in.scopes(&wrong)
	if len(in.GroupIDs) > maxGroups {
		wrong.Add("group_ids", "too_many", "max", maxGroups)
	}
	if in.ExpiresAt != nil && !in.ExpiresAt.After(now) {
		wrong.Add("expires_at", "api_key.in_the_past")
	}
	switch {
	case in.Rate < 0:
		wrong.Add("rate_limit", "too_small", "min", 0)
	case in.Rate > maxRate:
		wrong.Add("rate_limit", "too_large", "max", maxRate)
	}
	in.networks(&wrong)
	return wrong.Err()
}

// scopes validates and normalises the access and the scopes.
func (in *Create) scopes(wrong *errs.Fields) {
	if in.Access == "" {
		in.Access = Read
	}
	if roles[in.Access] == "" {
		wrong.Add("access", "not_one_of", "values", "read, write")
	}
	if len(in.Scopes) == 0 {
		in.Scopes = scopesOf(in.Access)
	}
	set, ok := access.NewKeyScopes(in.Scopes...)
	if !ok {
		wrong.Add("scopes", "not_one_of", "values", strings.Join(access.KeyScopes(), ", "))
	}
	in.Scopes, in.Access = set.List(), accessOf(set.List())
}

func scopesOf(a Access) []string {
	if a == Write {
		return slices.DeleteFunc(access.KeyScopes(), func(scope string) bool { return scope == access.Billing })
	}
	var out []string
	for _, scope := range access.KeyScopes() {
		if strings.HasSuffix(scope, ":read") {
			out = append(out, scope)
		}
	}
	return out
}

func accessOf(scopes []string) Access {
	for _, scope := range scopes {
		if !strings.HasSuffix(scope, ":read") {
			return Write
		}
	}
	return Read
}

// networks validates the allowed IP addresses and converts them to networks.
func (in *Create) networks(wrong *errs.Fields) {
	if len(in.Networks) > maxNetworks {
		wrong.Add("allowed_addresses", "too_many", "max", maxNetworks)
	}
	out := []string{}
	for _, text := range in.Networks {
		network, err := parseNetwork(strings.TrimSpace(text))
		if err != nil {
			wrong.Add("allowed_addresses", "api_key.network", "value", text)
			continue
		}
		out = append(out, network.String())
	}
	in.Networks = out
}

func parseNetwork(text string) (netip.Prefix, error) {
	if addr, err := netip.ParseAddr(text); err == nil {
		addr = addr.Unmap().WithZone("")
		return netip.PrefixFrom(addr, addr.BitLen()), nil
	}
	network, err := netip.ParsePrefix(text)
	return network.Masked(), err
}

// prefix returns the prefix of live or test keys.
func prefix(test bool) string {
	if test {
		return TestPrefix
	}
	return Prefix
}

func fromRow(row db.APIKeysListRow, now time.Time) Key {
	k := row.ApiKey
	out := Key{
		ID: k.ID, Name: k.Name, Test: k.Test, Prefix: prefix(k.Test), Masked: strings.Repeat("•", len(Prefix)) + k.LastCharacters, Access: Access(k.Access),
		Scopes: scopes(k.Scopes, Access(k.Access)).List(), GroupIDs: k.GroupIds, Networks: k.Networks, Rate: int(k.Rate), State: Active, ExpiresAt: k.ExpiresAt,
		CreatedBy: row.CreatedByName, CreatedAt: k.CreatedAt.UTC(), LastUsedAt: k.LastUsedAt, LastUsedIP: k.LastUsedIp,
	}
	if k.OldUntil != nil && k.OldUntil.After(now) {
		out.State, out.RotatingUntil = Rotating, k.OldUntil
	}
	if k.ExpiresAt != nil && !k.ExpiresAt.After(now) {
		out.State = Expired
	}
	return out
}

// RightsOf returns the role and the scopes of a key with the given access and stored scopes.
func RightsOf(a Access, kept string) (access.Role, access.Scopes) { return roles[a], scopes(kept, a) }

// scopes returns the scopes of a key. A key without stored scopes has all scopes of its access.
func scopes(kept string, a Access) access.Scopes {
	if kept != "" {
		return access.Scopes(kept)
	}
	all, _ := access.NewKeyScopes(scopesOf(a)...)
	return all
}
