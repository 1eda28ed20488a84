package links

import (
	"net/url"
	"strings"
)

// Web accepts any address that a browser can open: http, https or ftp with a host, no sign-in data. The host may be a local or private
// one: such an address is shown and never fetched. Empty is no link.
func Web(link string) bool {
	if link == "" {
		return true
	}
	u, err := url.Parse(link)
	if err != nil || u.User != nil || u.Hostname() == "" || strings.ContainsAny(link, " \t\r\n") {
		return false
	}
	return u.Scheme == "http" || u.Scheme == "https" || u.Scheme == "ftp"
}

// Resolve completes a link without a scheme against a site, such as "/course/view.php?id=5". A link that begins with "www." is an address
// of its own. known is false where the site is not known or is no address; what has a scheme is returned as it is.
func Resolve(site, link string) (resolved string, known bool) {
	link = strings.TrimSpace(link)
	u, err := url.Parse(link)
	if link == "" || err != nil || u.Scheme != "" {
		return link, true
	}
	if strings.HasPrefix(strings.ToLower(link), "www.") {
		return "https://" + link, true
	}
	base, err := url.Parse(site)
	if err != nil || base.Host == "" {
		return "", false
	}
	return base.ResolveReference(u).String(), true
}
