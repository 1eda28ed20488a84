package fetch

import "net/netip"

// internet is the allocated, globally routed part of IPv6.
var internet = netip.MustParsePrefix("2000::/3")

// closed are address ranges that look public but are not: they lead into a private network, into a tunnel that may end in one, or
// nowhere. Source: IANA's registries of special-purpose addresses.
var closed = prefixes(
	"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
	"240.0.0.0/4",
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
)

func prefixes(texts ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		out[i] = netip.MustParsePrefix(text)
	}
	return out
}

// public reports whether an address is reachable by everybody. It fails closed: an IPv6 address is public only within the allocated
// range, which rejects every notation that embeds an IPv4 address.
func public(address netip.Addr) bool {
	if address.Is4In6() || address.Zone() != "" {
		return false
	}
	if address.Is6() && !internet.Contains(address) {
		return false
	}
	return address.IsGlobalUnicast() && !address.IsPrivate() && !within(address, closed)
}

func within(address netip.Addr, networks []netip.Prefix) bool {
	for _, network := range networks {
		if network.Contains(address) {
			return true
		}
	}
	return false
}
