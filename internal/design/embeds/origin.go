package embeds

import (
	"net/netip"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// hosts are names as browsers write them: lower case, and punycode where they are not ASCII. Nothing else may reach a header.
var hosts = regexp.MustCompile(`^[a-z0-9_]([a-z0-9_.-]{0,251}[a-z0-9])?$`)

// parseOrigin reads scheme, host and port as a browser writes them in location.origin. Only https is safe from others on the
// way; a developer's own machine may do without. IPv6 addresses cannot stand in a Content-Security-Policy.
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
