package embeds

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// hosts matches host names as browsers serialise them: in lower case, with Punycode for other than ASCII characters. Nothing else may
// be used in a header.
var hosts = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$`)

// parseOrigin returns the scheme, host and port as in a browser's location.origin. It requires https, which is safe from attackers on
// the network, except for loopback addresses during development. It rejects IPv6 addresses because they cannot be used in a
// Content-Security-Policy.
func parseOrigin(text string) (origin string, ok bool) {
	u, err := url.Parse(strings.TrimSpace(text))
	if err != nil || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.Opaque != "" || u.Path != "" && u.Path != "/" {
		return "", false
	}
	scheme, host := strings.ToLower(u.Scheme), strings.ToLower(u.Hostname())
	if !hosts.MatchString(host) || strings.Contains(host, "..") {
		return "", false
	}
	if scheme != "https" && (scheme != "http" || !loopback(host)) {
		return "", false
	}
	port := u.Port()
	if port == "" {
		if strings.HasSuffix(u.Host, ":") {
			return "", false
		}
		return scheme + "://" + host, true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil || n == 0 {
		return "", false
	}
	if scheme == "https" && n == 443 || scheme == "http" && n == 80 {
		return scheme + "://" + host, true
	}
	return scheme + "://" + host + ":" + strconv.FormatUint(n, 10), true
}

func loopback(host string) bool {
	if host == "localhost" || strings.HasSuffix(host, ".localhost") {
		return true
	}
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.IsLoopback()
}
