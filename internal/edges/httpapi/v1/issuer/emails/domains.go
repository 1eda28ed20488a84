package emails

import (
	"net/http"

	"laurel/internal/accounts/access"
	"laurel/internal/edges/httpapi/wire"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/httpx"
)

type domainOut struct {
	Name  string `json:"domain"`
	InUse bool   `json:"in_use"`
	// Signed says that emails from the domain are signed.
	Signed bool `json:"signed"`
}

type domainsReply struct {
	Domains []domainOut `json:"email_domains"`
}

func (a api) domains(r *http.Request, _ httpx.None) (domainsReply, error) {
	found, err := a.senders.Domains(r.Context(), access.From(r.Context()))
	out := domainsReply{make([]domainOut, len(found))}
	for i, d := range found {
		out.Domains[i] = domainOut{Name: d.Name, InUse: d.InUse}
		for _, k := range d.Keys {
			if k.State == senders.KeyInUse && k.SeenAt != nil {
				out.Domains[i].Signed = true
			}
		}
	}
	return out, err
}

type recordOut struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Found   string `json:"found"`
	Problem string `json:"problem"`
}

func recordToWire(r senders.CheckedRecord) recordOut {
	return recordOut{r.Name, r.Want, r.Found, r.Problem}
}

type keyOut struct {
	recordOut
	State     string  `json:"state"`
	UsedSince *string `json:"used_since"`
}

type checkOut struct {
	Domain      string    `json:"domain"`
	Keys        []keyOut  `json:"dkim"`
	SPF         recordOut `json:"spf"`
	Lookups     int       `json:"spf_lookups"`
	DMARC       recordOut `json:"dmarc"`
	Policy      string    `json:"dmarc_policy"`
	ReturnPath  string    `json:"return_path_domain"`
	SPFAligned  bool      `json:"spf_aligned"`
	DKIMAligned bool      `json:"dkim_aligned"`
}

type checkReply struct {
	Check checkOut `json:"email_domain_check"`
}

func checkAnswer(c senders.Checked, err error) (checkReply, error) {
	out := checkOut{
		c.Domain, make([]keyOut, len(c.Keys)), recordToWire(c.SPF), c.SPFLookups, recordToWire(c.DMARC), c.DMARCPolicy, c.ReturnPath, c.SPFAligned, c.DKIMAligned,
	}
	for i, k := range c.Keys {
		out.Keys[i] = keyOut{recordToWire(k.CheckedRecord), k.State, wire.Stamped(k.UsedSince)}
	}
	return checkReply{out}, err
}

type domainIn struct {
	Domain httpx.Text `json:"domain" validate:"max=253"`
}

func (a api) checkDomain(r *http.Request, in domainIn) (checkReply, error) {
	return checkAnswer(a.senders.Check(r.Context(), access.From(r.Context()), string(in.Domain)))
}

func (a api) rotateKey(r *http.Request, in domainIn) (checkReply, error) {
	return checkAnswer(a.senders.Rotate(r.Context(), access.From(r.Context()), string(in.Domain)))
}
