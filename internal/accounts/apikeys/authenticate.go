package apikeys

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/apikeys/internal/db"
	"laurel/internal/platform/pg"
	"laurel/internal/platform/secrets"
)

// Authenticate returns the actor for the API key in an Authorization header, used from the given IP address. It returns ErrWrong, or
// ErrAddress together with the actor. The key is looked up by its hash, so timing reveals nothing about how much of a guess is right.
func (s *Service) Authenticate(ctx context.Context, header, ip string) (access.Actor, error) {
	key, ok := FromHeader(header)
	if !ok || !secrets.KeyShaped(Prefix, key) && !secrets.KeyShaped(TestPrefix, key) {
		return access.Actor{}, ErrWrong // mistyped: the checksum tells without a question to the database
	}
	row, err := s.opens(ctx, secrets.HashToken(key))
	if err != nil {
		return access.Actor{}, err
	}
	by := access.Actor{
		APIKeyID: row.ID, DepartmentID: row.DepartmentID, Role: roles[Access(row.Access)], Scopes: scopes(row.Scopes, Access(row.Access)),
		Groups: access.NewGroups(row.GroupIds), Test: row.Test, Rate: int(row.Rate),
	}
	if row.Archived {
		by.Role = by.Role.InArchived()
	}
	if !allows(row.Networks, ip) {
		return by, ErrAddress.With("address", ip)
	}
	return by, nil
}

// opens looks up the key with the given hash. It returns ErrWrong.
func (s *Service) opens(ctx context.Context, hash []byte) (row db.APIKeyResolveRow, err error) {
	now := s.clock.Now()
	if row, ok := s.known.of(hash, now); ok {
		return row, nil
	}
	err = pg.InSystem(ctx, s.pool, func(tx pgx.Tx) error {
		row, err = s.q.APIKeyResolve(ctx, tx, db.APIKeyResolveParams{TokenHash: hash, Now: &now})
		return err
	})
	if pg.NoRows(err) {
		return row, ErrWrong
	}
	if err != nil {
		return row, fmt.Errorf("resolve api key: %w", err)
	}
	s.known.keep(hash, row, now)
	return row, nil
}

// allows reports whether an IP address is in one of the networks. An empty list allows every address.
func allows(networks []string, ip string) bool {
	if len(networks) == 0 {
		return true
	}
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return false
	}
	addr = addr.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(text string) bool {
		network, err := netip.ParsePrefix(text)
		return err == nil && network.Contains(addr)
	})
}

// FromHeader extracts an API key from the formats that clients send: Token token=KEY, Token token="KEY", Token KEY, Bearer KEY, KEY. ok
// is false if the header contains something else, such as a session token.
func FromHeader(header string) (key string, ok bool) {
	value := strings.TrimSpace(header)
	if scheme, rest, found := strings.Cut(value, " "); found && (strings.EqualFold(scheme, "Token") || strings.EqualFold(scheme, "Bearer")) {
		value = strings.TrimSpace(rest)
	}
	if name, rest, found := strings.Cut(value, "="); found && strings.EqualFold(strings.TrimSpace(name), "token") {
		value = strings.TrimSpace(rest)
	}
	value = strings.Trim(value, `"`)
	return value, strings.HasPrefix(value, Prefix) || strings.HasPrefix(value, TestPrefix)
}
