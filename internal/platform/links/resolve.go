package links

import (
	"net/url"
	"strings"
)

// Web accepts any URL that a browser can open: http, https or ftp with a host and without credentials. The host may be local or
// private, because such a URL is only displayed, never fetched. An empty string is not a link.
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

// Resolve completes a link without a scheme, such as "/course/view.php?id=5", against a site. A link that starts with "www." is a URL
// of its own. known is false if the site is unknown or not a URL. Links with a scheme are returned unchanged.
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
