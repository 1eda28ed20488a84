package links

import (
	"net/netip"
	"net/url"
	"strings"
)

// Public accepts URLs that people may be sent to: http, https or ftp, without credentials, and not to a private address. An empty
// string is not a link.
func Public(link string) bool {
	if link == "" {
		return true
	}
	u, err := url.Parse(link)
	if err != nil || u.User != nil || strings.ContainsAny(link, " \t\r\n") {
		return false
	}
	switch u.Scheme {
	case "http", "https", "ftp":
	default:
		return false
	}
	host := u.Hostname()
	if ip, err := netip.ParseAddr(host); err == nil {
		ip = ip.Unmap()
		return !ip.IsPrivate() && !ip.IsLoopback() && !ip.IsUnspecified() && !ip.IsLinkLocalUnicast() && !ip.IsMulticast()
	}
	// A public host name contains a dot and its last label is not a number, because some programs read 127.1 as an IP address.
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := labels[len(labels)-1]
	return len(labels) > 1 && last != "" && strings.Trim(last, "0123456789") != ""
}
