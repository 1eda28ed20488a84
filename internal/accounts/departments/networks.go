package departments

import (
	"net/netip"
	"slices"
	"strings"

	"laurel/internal/platform/errs"
)

// maxNetworks is the maximum number of networks in a department's list.
const maxNetworks = 100

// Admits reports whether the dashboard may be used from an address: every address if there are no networks.
func Admits(networks []netip.Prefix, address string) bool {
	if len(networks) == 0 {
		return true
	}
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return false
	}
	ip = ip.Unmap().WithZone("")
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}

// readNetworks reads addresses and networks in CIDR notation, and returns them sorted and without duplicates. own is the actor's address. It
// must be in one of them, so that nobody locks themselves out.
func readNetworks(wrong *errs.Fields, texts []string, own string) []netip.Prefix {
	const field = "allowed_networks"
	networks := make([]netip.Prefix, 0, len(texts))
	for _, text := range texts {
		n, ok := readNetwork(strings.TrimSpace(text))
		if !ok {
			wrong.Add(field, "network.malformed", "network", text)
			return nil
		}
		networks = append(networks, n)
	}
	slices.SortFunc(networks, netip.Prefix.Compare)
	networks = slices.Compact(networks)
	switch {
	case len(networks) > maxNetworks:
		wrong.Add(field, "too_many", "max", maxNetworks)
	case !Admits(networks, own):
		wrong.Add(field, "network.without_own", "address", own)
	}
	return networks
}

// readNetwork reads a network, or an address as the network of it alone. IPv4 written as IPv6 is IPv4.
func readNetwork(text string) (netip.Prefix, bool) {
	if !strings.Contains(text, "/") {
		ip, err := netip.ParseAddr(text)
		if err != nil || ip.Zone() != "" {
			return netip.Prefix{}, false
		}
		ip = ip.Unmap()
		return netip.PrefixFrom(ip, ip.BitLen()), true
	}
	n, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, false
	}
	if mapped := n.Addr().Is4In6(); mapped {
		const before = 96 // bits of an IPv6 address before the IPv4 address in it
		if n.Bits() < before {
			return netip.Prefix{}, false
		}
		n = netip.PrefixFrom(n.Addr().Unmap(), n.Bits()-before)
	}
	return n.Masked(), true
}
