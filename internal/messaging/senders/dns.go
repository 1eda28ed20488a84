package senders

import (
	"context"
	"errors"
	"net"
	"strings"
	"time"

	"blitiri.com.ar/go/spf"
	"github.com/emersion/go-msgauth/dmarc"
	"golang.org/x/net/publicsuffix"
)

// mostLookups is how many lookups the SPF record of a domain may cost (RFC 7208, section 4.6.4).
const mostLookups = 10

// dnsTimeout limits one check.
const dnsTimeout = 10 * time.Second

// The problems with a record. "" means that there is none.
const (
	ProblemMissing    = "missing"
	ProblemSeveral    = "several"     // of SPF, where one may be
	ProblemLookups    = "lookups"     // more than mostLookups
	ProblemDifferent  = "different"   // it has another key
	ProblemMalformed  = "malformed"   // it cannot be read
	ProblemNotAllowed = "not_allowed" // SPF does not allow the department's server
	ProblemLookup     = "lookup"      // nobody answered
)

// Resolver asks DNS; *net.Resolver is one.
type Resolver interface {
	LookupTXT(ctx context.Context, name string) ([]string, error)
	LookupMX(ctx context.Context, name string) ([]*net.MX, error)
	LookupIPAddr(ctx context.Context, host string) ([]net.IPAddr, error)
	LookupAddr(ctx context.Context, address string) ([]string, error)
}

// CheckedRecord is a record to set, what DNS has, and what is wrong with that.
type CheckedRecord struct {
	Name    string // of the record
	Want    string // "": anything that has no problem
	Found   string
	Problem string
}

// CheckedKey is the record of a key.
type CheckedKey struct {
	Key
	CheckedRecord
}

// Checked is what DNS says about a domain.
type Checked struct {
	Domain      string
	Keys        []CheckedKey
	SPF         CheckedRecord
	SPFLookups  int
	DMARC       CheckedRecord
	DMARCPolicy string
	// SPFAligned and DKIMAligned tell which of the two would pass DMARC for emails from the domain.
	SPFAligned, DKIMAligned bool
	ReturnPath              string // the domain that SPF is checked for by receivers
}

func (c Checked) published(state string) bool {
	for _, k := range c.Keys {
		if k.State == state && k.Problem == "" {
			return true
		}
	}
	return false
}

// lookUp asks DNS for the records of a domain.
func (s *Service) lookUp(ctx context.Context, d Domain, settings Settings) Checked {
	ctx, cancel := context.WithTimeout(ctx, dnsTimeout)
	defer cancel()
	out := Checked{Domain: d.Name, ReturnPath: s.returnDomain(d.Name, settings)}
	for _, k := range d.Keys {
		out.Keys = append(out.Keys, CheckedKey{k, s.lookUpKey(ctx, d.Name, k)})
	}
	s.lookUpSPF(ctx, &out, settings)
	s.lookUpDMARC(ctx, &out)
	out.SPFAligned = out.SPF.Problem == "" && aligned(out.ReturnPath, d.Name)
	out.DKIMAligned = out.published(KeyInUse)
	return out
}

// returnDomain is the domain of the return path of emails from a domain.
func (s *Service) returnDomain(domain string, settings Settings) string {
	switch {
	case settings.Own() == nil:
		return orElse(s.BounceDomain, domain)
	case settings.Feedback.BounceAddress != "":
		return domainOf(settings.Feedback.BounceAddress)
	}
	return domain
}

func orElse(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// aligned reports whether two domains belong to the same organization (RFC 7489, relaxed).
func aligned(a, b string) bool {
	one, err := publicsuffix.EffectiveTLDPlusOne(a)
	other, wrong := publicsuffix.EffectiveTLDPlusOne(b)
	return strings.EqualFold(a, b) || err == nil && wrong == nil && strings.EqualFold(one, other)
}

// txt returns the TXT records of a name, and ProblemLookup if nobody answered.
func (s *Service) txt(ctx context.Context, name string) (records []string, problem string) {
	found, err := s.Resolver.LookupTXT(ctx, name)
	if failure := new(net.DNSError); errors.As(err, &failure) && failure.IsNotFound {
		return nil, ""
	}
	if err != nil {
		return nil, ProblemLookup
	}
	return found, ""
}

func (s *Service) lookUpKey(ctx context.Context, domain string, k Key) CheckedRecord {
	out := CheckedRecord{Name: k.Selector + "._domainkey." + domain, Want: k.Record()}
	found, problem := s.txt(ctx, out.Name)
	switch {
	case problem != "":
		out.Problem = problem
	case len(found) == 0:
		out.Problem = ProblemMissing
	default:
		out.Found = found[0]
		if publicKey(found[0]) != k.PublicKey {
			out.Problem = ProblemDifferent
		}
	}
	return out
}

// publicKey returns the key of a DKIM record.
func publicKey(record string) string {
	for tag := range strings.SplitSeq(record, ";") {
		if name, value, _ := strings.Cut(tag, "="); strings.TrimSpace(name) == "p" {
			return strings.Join(strings.Fields(value), "")
		}
	}
	return ""
}

func (s *Service) lookUpSPF(ctx context.Context, out *Checked, settings Settings) {
	out.SPF.Name = out.ReturnPath
	own := settings.Own()
	if own != nil {
		out.SPF.Want = "v=spf1 a:" + own.Host + " ~all"
	}
	records, problem := s.spfRecords(ctx, out.ReturnPath)
	switch {
	case problem != "":
		out.SPF.Problem = problem
		return
	case len(records) == 0:
		out.SPF.Problem = ProblemMissing
		return
	}
	out.SPF.Found = records[0]
	if len(records) > 1 {
		out.SPF.Problem = ProblemSeveral
		return
	}
	out.SPFLookups = s.countLookups(ctx, records[0], map[string]bool{out.ReturnPath: true})
	switch {
	case out.SPFLookups > mostLookups:
		out.SPF.Problem = ProblemLookups
	case own != nil && !s.allows(ctx, own.Host, out.ReturnPath):
		out.SPF.Problem = ProblemNotAllowed
	}
}

func (s *Service) spfRecords(ctx context.Context, domain string) (records []string, problem string) {
	all, problem := s.txt(ctx, domain)
	for _, r := range all {
		if lower := strings.ToLower(r); lower == "v=spf1" || strings.HasPrefix(lower, "v=spf1 ") {
			records = append(records, r)
		}
	}
	return records, problem
}

// countLookups counts the lookups that a record costs at most, those of the records that it includes among them.
func (s *Service) countLookups(ctx context.Context, record string, seen map[string]bool) (n int) {
	for _, term := range strings.Fields(strings.ToLower(record))[1:] {
		term = strings.TrimLeft(term, "+-~?")
		name, value, _ := strings.Cut(term, ":")
		if redirect, ok := strings.CutPrefix(term, "redirect="); ok {
			name, value = "redirect", redirect
		}
		kind, _, _ := strings.Cut(name, "/")
		switch kind {
		case "a", "mx", "ptr", "exists":
			n++
		case "include", "redirect":
			n++
			if seen[value] || len(seen) > 2*mostLookups {
				continue
			}
			seen[value] = true
			if records, _ := s.spfRecords(ctx, value); len(records) > 0 {
				n += s.countLookups(ctx, records[0], seen)
			}
		}
	}
	return n
}

// allows reports whether SPF allows one of the addresses of a host to send for a domain.
func (s *Service) allows(ctx context.Context, host, domain string) bool {
	found, err := s.Resolver.LookupIPAddr(ctx, host)
	if err != nil {
		return false
	}
	for _, address := range found {
		result, _ := spf.CheckHostWithSender(address.IP, host, "b@"+domain, spf.WithContext(ctx), spf.WithResolver(s.Resolver))
		if result == spf.Pass {
			return true
		}
	}
	return false
}

func (s *Service) lookUpDMARC(ctx context.Context, out *Checked) {
	out.DMARC = CheckedRecord{Name: "_dmarc." + out.Domain, Want: "v=DMARC1; p=none; rua=mailto:postmaster@" + out.Domain}
	names := []string{out.Domain}
	if organization, err := publicsuffix.EffectiveTLDPlusOne(out.Domain); err == nil && organization != out.Domain {
		names = append(names, organization)
	}
	for _, name := range names {
		all, problem := s.txt(ctx, "_dmarc."+name)
		if problem != "" {
			out.DMARC.Problem = problem
			return
		}
		for _, r := range all {
			if !strings.HasPrefix(strings.ToLower(r), "v=dmarc1") {
				continue
			}
			out.DMARC.Found = r
			parsed, err := dmarc.Parse(r)
			if err != nil {
				out.DMARC.Problem = ProblemMalformed
				return
			}
			out.DMARCPolicy = string(parsed.Policy)
			return
		}
	}
	out.DMARC.Problem = ProblemMissing
}
