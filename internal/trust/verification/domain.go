package verification

import (
	"context"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
)

// Domain reports whether an issuer controls the domain of its website.
type Domain struct {
	Name      string
	State     DomainState
	Method    DomainMethod // how it is proven; "" where it is not
	CheckedAt time.Time
}

// DomainState is the result of checking a domain.
type DomainState string

// The states.
const (
	DomainProven      DomainState = "proven"
	DomainUnproven    DomainState = "unproven"    // the domain answers, and names the issuer nowhere
	DomainUnreachable DomainState = "unreachable" // it could not be asked
)

// DomainMethod is how a domain confirms an issuer.
type DomainMethod string

// The methods.
const (
	ByHost      DomainMethod = "host"       // the issuer's id lies on the domain itself
	ByDNS       DomainMethod = "dns"        // a TXT record at DomainRecord
	ByWellKnown DomainMethod = "well_known" // a file of DIF's Well Known DID Configuration
)

// DomainRecord returns name and value of the TXT record by which a domain confirms an issuer.
func DomainRecord(domain, issuer string) (name, value string) {
	return "_did." + domain, "did=" + issuer
}

// DomainFile is the path of a domain's DID configuration.
func DomainFile(domain string) string {
	return "https://" + domain + "/.well-known/did-configuration.json"
}

const (
	domainTime        = 4 * time.Second  // of one check
	domainTTL         = 10 * time.Minute // how long its result is good for
	domainNegativeTTL = time.Minute      // the same of one that found nobody
	maxDomains        = 10_000
	maxLinkages       = 20 // entries of a DID configuration that are looked at
)

// domains caches results, so that verifying many credentials contacts a website once.
type domains struct {
	mu   sync.Mutex
	kept map[[2]string]Domain
}

func (d *domains) get(key [2]string, now time.Time) (Domain, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	one, ok := d.kept[key]
	lasts := domainTTL
	if one.State != DomainProven {
		lasts = domainNegativeTTL
	}
	return one, ok && now.Before(one.CheckedAt.Add(lasts))
}

func (d *domains) put(key [2]string, one Domain) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.kept == nil || len(d.kept) >= maxDomains {
		d.kept = map[[2]string]Domain{}
	}
	d.kept[key] = one
}

// DomainOf returns the host of a website in lower case, or "" when it cannot be checked.
func DomainOf(site string) string {
	at, err := url.Parse(strings.TrimSpace(site))
	if err != nil || at.Scheme != "https" && at.Scheme != "http" || at.User != nil || at.Port() != "" {
		return ""
	}
	host := strings.TrimSuffix(strings.ToLower(at.Hostname()), ".")
	if net.ParseIP(host) != nil || !strings.Contains(host, ".") {
		return ""
	}
	return host
}

// Domain checks the domain of an issuer's website, or of the issuer's ID when it has none, with a ten-minute cache. It returns
// nil for an issuer with neither.
func (v *Verifier) Domain(ctx context.Context, issuer, site string) *Domain {
	own := didHost(issuer)
	domain := DomainOf(site)
	if domain == "" {
		domain = own
	}
	if domain == "" || issuer == "" {
		return nil
	}
	key, now := [2]string{issuer, domain}, v.Clock.Now()
	if known, ok := v.domains.get(key, now); ok {
		return &known
	}
	found := Domain{Name: domain, CheckedAt: now}
	if own == domain {
		found.State, found.Method = DomainProven, ByHost
		return &found
	}
	ctx, cancel := context.WithTimeout(ctx, domainTime)
	defer cancel()
	found.State, found.Method = v.askDomain(ctx, issuer, domain, now)
	if ctx.Err() == nil || found.State != DomainUnreachable {
		v.domains.put(key, found)
	}
	return &found
}

// askDomain requests the DNS record and the file concurrently; either is sufficient.
func (v *Verifier) askDomain(ctx context.Context, issuer, domain string, now time.Time) (DomainState, DomainMethod) {
	record := make(chan DomainState, 1)
	go func() { record <- v.recordNames(ctx, issuer, domain) }()
	file := v.fileNames(ctx, issuer, domain, now)
	switch byRecord := <-record; {
	case byRecord == DomainProven:
		return DomainProven, ByDNS
	case file == DomainProven:
		return DomainProven, ByWellKnown
	case byRecord == DomainUnreachable && file == DomainUnreachable:
		return DomainUnreachable, ""
	}
	return DomainUnproven, ""
}

func (v *Verifier) recordNames(ctx context.Context, issuer, domain string) DomainState {
	name, value := DomainRecord(domain, issuer)
	texts, err := v.Fetch.Texts(ctx, name)
	if err != nil {
		return DomainUnreachable
	}
	for _, text := range texts {
		if strings.TrimSpace(text) == value {
			return DomainProven
		}
	}
	return DomainUnproven
}

func (v *Verifier) fileNames(ctx context.Context, issuer, domain string, now time.Time) DomainState {
	r := &run{Verifier: v, ctx: ctx, now: now, controllers: map[string]controller{}, lists: map[string][]byte{}}
	answer, ok := r.get(DomainFile(domain), acceptJSON)
	if !ok {
		return DomainUnreachable
	}
	document, err := document.Parse(answer.Body)
	if answer.Status != 200 || err != nil || DomainOf(answer.URL) != domain { // a redirect elsewhere proves nothing
		return DomainUnproven
	}
	linkages := document.List("linked_dids")
	for _, item := range linkages[:min(len(linkages), maxLinkages)] {
		if r.linked(item, issuer, "https://"+domain) {
			return DomainProven
		}
	}
	return DomainUnproven
}

// linked reports whether an entry of a DID configuration is a credential by the issuer that links it to an origin.
func (r *run) linked(item any, issuer, origin string) bool {
	var c signed
	switch entry := item.(type) {
	case string:
		m, err := jws.Parse(entry)
		if err != nil {
			return false
		}
		o, err := document.Parse(m.Payload)
		if err != nil {
			return false
		}
		inner, within := o["vc"].(map[string]any)
		if within {
			var claim string
			if o, claim = unwrapped(o, inner); claim != "" {
				return false
			}
		}
		c = signed{m.Payload, o, &m}
	case map[string]any:
		c = signed{document.Encode(entry), entry, nil}
	default:
		return false
	}
	subject := c.Child("credentialSubject")
	from, fromGood := c.First("validFrom", "issuanceDate")
	until, untilGood := c.First("validUntil", "expirationDate")
	switch {
	case !oneOf("DomainLinkageCredential", c.Texts("type")...), c.Named("issuer") != issuer, subject.Text("id") != issuer:
		return false
	case strings.TrimSuffix(strings.ToLower(subject.Text("origin")), "/") != origin:
		return false
	case !fromGood || !untilGood || from.After(r.now.Add(leeway)) || !until.IsZero() && !r.now.Before(until):
		return false
	}
	_, err := r.signer(c, issuer)
	return err == nil
}

// didHost returns the host of a did:web or of a URL, or "" for other IDs.
func didHost(id string) string {
	if address, ok := keys.DIDWeb(id); ok {
		return DomainOf(address)
	}
	return DomainOf(id)
}
