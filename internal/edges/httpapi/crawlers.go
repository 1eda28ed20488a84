package httpapi

import (
	"encoding/xml"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"laurel/internal/edges/httpapi/v1/public"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
)

// crawlersCacheTime is how long files for crawlers may be cached.
const crawlersCacheTime = "public, max-age=3600"

// robots serves robots.txt (RFC 9309). Pages that may not be listed say so themselves; only the API is closed to crawlers, except for
// what public pages read.
func (s *spa) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", crawlersCacheTime)
	_, _ = fmt.Fprintf(w, "User-agent: *\nDisallow: /v1/\nDisallow: /v2/\nAllow: /v1/frontend/\nAllow: /v1/public/\n\nSitemap: %s\n", s.links.Page("/sitemap.xml"))
}

// security serves security.txt (RFC 9116) if the installation has a support address. It expires, so it is made anew each day.
func (s *spa) security(w http.ResponseWriter, r *http.Request) {
	if s.support == "" {
		httpx.Fail(w, r, errPageNotFound)
		return
	}
	expires := s.public.Clock.Now().UTC().Truncate(24*time.Hour).AddDate(1, 0, 0)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", crawlersCacheTime)
	_, _ = fmt.Fprintf(w, "Contact: mailto:%s\nExpires: %s\nCanonical: %s\n", (&url.URL{Path: s.support}).EscapedPath(), expires.Format(time.RFC3339),
		s.links.Page("/.well-known/security.txt"))
}

// maxSitemap is the maximum number of URLs in a sitemap (sitemaps.org protocol).
const maxSitemap = 50_000

type sitemapURL struct {
	Location string `xml:"loc"`
	Modified string `xml:"lastmod,omitempty"`
}

type urlSet struct {
	XMLName xml.Name     `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
	URLs    []sitemapURL `xml:"url"`
}

// sitemap lists the pages that search engines may list: those that are the same for everybody, groups whose issuer allows it, and profiles
// whose owner wants it.
func (s *spa) sitemap(w http.ResponseWriter, r *http.Request) {
	set := urlSet{URLs: []sitemapURL{{Location: s.links.Page("/verify")}, {Location: s.links.Page("/docs/api")}}}
	found, err := s.public.Groups.ListIndexed(r.Context(), maxSitemap-len(set.URLs))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	for _, g := range found {
		set.URLs = append(set.URLs, sitemapURL{s.links.GroupPage(g.ID), g.UpdatedAt.UTC().Format(time.RFC3339)})
	}
	people, err := s.public.Profiles.ListIndexed(r.Context(), maxSitemap-len(set.URLs))
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	for _, p := range people {
		set.URLs = append(set.URLs, sitemapURL{s.links.Profile(p.Slug), p.UpdatedAt.UTC().Format(time.RFC3339)})
	}
	w.Header().Set("Content-Type", "application/xml; charset=utf-8")
	w.Header().Set("Cache-Control", crawlersCacheTime)
	_, _ = w.Write([]byte(xml.Header))
	_ = xml.NewEncoder(w).Encode(set) // the client may have gone
}

// The size of an embedded credential in CSS pixels, as in the embed code of its page.
const (
	embedWidth  = 600
	embedHeight = 520
)

var frame = template.Must(template.New("frame").Parse(
	`<iframe src="{{.URL}}" title="{{.Title}}" width="{{.Width}}" height="{{.Height}}" style="border:0" loading="lazy"></iframe>`))

// errNotForEmbedding is the answer for a private credential.
var errNotForEmbedding = errs.New(errs.Unauthorized, "credential.private")

// oEmbedReply is an oEmbed response of type rich (oembed.com, section 2.3.4).
type oEmbedReply struct {
	Version         string `json:"version"`
	Type            string `json:"type"`
	Title           string `json:"title"`
	AuthorName      string `json:"author_name"`
	ProviderName    string `json:"provider_name"`
	ProviderURL     string `json:"provider_url"`
	HTML            string `json:"html"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	ThumbnailURL    string `json:"thumbnail_url,omitempty"`
	ThumbnailWidth  int    `json:"thumbnail_width,omitempty"`
	ThumbnailHeight int    `json:"thumbnail_height,omitempty"`
}

// oEmbed describes how other sites show the credential at a URL of ours. Private credentials are answered with 401, as the protocol asks.
func (s *spa) oEmbed(w http.ResponseWriter, r *http.Request) {
	query := r.URL.Query()
	if format := query.Get("format"); format != "" && format != "json" {
		http.Error(w, "Only JSON is available: format=json", http.StatusNotImplemented)
		return
	}
	ref, ours := s.links.Ref(query.Get("url"))
	if !ours {
		httpx.Fail(w, r, errPageNotFound)
		return
	}
	c, err := s.credentials.ReadPublic(r.Context(), ref, "")
	if errs.KindOf(err) == errs.Forbidden {
		err = errNotForEmbedding
	}
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	view, err := s.public.Page(r.Context(), c, "")
	if err != nil {
		httpx.Fail(w, r, err)
		return
	}
	w.Header().Set("Access-Control-Allow-Origin", "*")
	httpx.Write(w, s.embedOf(view, atMost(query.Get("maxwidth"), embedWidth), atMost(query.Get("maxheight"), embedHeight)))
}

func (s *spa) embedOf(view public.Credential, width, height int) oEmbedReply {
	page := s.links.Page("/embed/" + url.PathEscape(view.UUID))
	out := oEmbedReply{
		Version: "1.0", Type: "rich", Title: view.Name + " – " + view.Recipient.Name, AuthorName: view.Issuer.Name, ProviderName: "Laurel",
		ProviderURL: s.links.Base(), Width: width, Height: height,
	}
	var html strings.Builder
	_ = frame.Execute(&html, map[string]any{"URL": page, "Title": out.Title, "Width": width, "Height": height}) // cannot fail
	out.HTML = html.String()
	switch {
	case view.Certificate != nil:
		out.ThumbnailURL, out.ThumbnailWidth, out.ThumbnailHeight = view.Certificate.ImageURL, view.Certificate.Width, view.Certificate.Height
	case view.Badge != nil:
		out.ThumbnailURL, out.ThumbnailWidth, out.ThumbnailHeight = view.Badge.ImageURL, view.Badge.Width, view.Badge.Height
	}
	return out
}

// atMost returns the smaller of a size and the limit that a query parameter sets.
func atMost(limit string, size int) int {
	if n, err := strconv.Atoi(limit); err == nil && n > 0 {
		return min(n, size)
	}
	return size
}
