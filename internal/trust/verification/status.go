package verification

import (
	"bytes"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/formats/jws"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
	"laurel/internal/trust/verification/internal/problem"
	"laurel/internal/trust/verification/internal/statuslist"
)

// status checks whether the issuer has revoked or suspended a credential, in every status list that the credential references.
func (r *run) status(o object, issuer string) {
	entries := o.List("credentialStatus")
	if len(entries) == 0 {
		code := Code("")
		if _, ours := r.Links.Department(issuer); ours {
			code, _ = r.record(o.Text("id"))
		}
		if code == "" {
			code = "status_none"
		}
		r.note(code)
		return
	}
	for _, item := range entries {
		entry, _ := item.(map[string]any)
		if err := r.entry(entry, o.Text("id"), issuer); err != nil {
			r.end(err)
		}
	}
}

// entry checks one status entry. The error is a stop.
func (r *run) entry(entry object, id, issuer string) error {
	types := entry.Texts("type")
	switch {
	case slices.Contains(types, "BitstringStatusListEntry"), slices.Contains(types, "StatusList2021Entry"):
		return r.listed(entry, id, issuer)
	case slices.Contains(types, "1EdTechRevocationList"):
		return r.revocationList(entry.Text("id"), id, issuer)
	default:
		return because("status_unsupported", "type", strings.Join(types, " "))
	}
}

// listed checks an entry in a signed bit list.
func (r *run) listed(entry object, id, issuer string) error {
	purpose := entry.Text("statusPurpose")
	if !oneOf(purpose, "revocation", "suspension") {
		if oneOf(purpose, "refresh", "message") {
			return nil // nothing that would withdraw it
		}
		return because("status_unsupported", "type", purpose)
	}
	if size, there := entry["statusSize"]; there && size != 1.0 {
		return because("status_unsupported", "type", "statusSize")
	}
	index, err := strconv.ParseUint(document.Number(entry["statusListIndex"]), 10, 32)
	if err != nil {
		return because("status_wrong")
	}
	bits, err := r.list(entry.Text("statusListCredential"), purpose, issuer)
	if err != nil {
		return err
	}
	if index/8 >= uint64(len(bits)) {
		return because("status_wrong")
	}
	if bits[index/8]&(128>>(index%8)) == 0 {
		r.note("status_good")
		return nil
	}
	if _, ours := r.Links.Department(issuer); ours {
		return r.ownStatus(entry, id)
	}
	if purpose == "suspension" {
		return because("status_suspended")
	}
	return because("status_revoked")
}

// ownStatus returns the step for a credential of this installation whose bit is set. The bit does not tell the reason, so it is read
// from our record. If the record is valid, the credential was corrected and its current version has another entry.
func (r *run) ownStatus(entry object, id string) error {
	code, page := r.record(id)
	switch code {
	case "status_good":
	case "", "status_unreachable": // a private one whose key is not at hand
		return because("status_withdrawn")
	default:
		return because(code)
	}
	present, status := r.getObject(r.keyed(id))
	switch now := present.Child("credentialStatus"); {
	case status != 200 || now == nil:
		return because("status_withdrawn")
	case now.Text("statusListIndex") == entry.Text("statusListIndex") && listOf(now) == listOf(entry):
		r.note("status_good") // the list is a moment behind the record
		return nil
	}
	return because("status_superseded", "url", page)
}

// listOf returns the common URL prefix of our revocation and suspension lists, which use the same indexes.
func listOf(entry object) string {
	address := entry.Text("statusListCredential")
	return address[:strings.LastIndex(address, "/")+1]
}

// keyed adds the key of a private credential to one of our URLs, if the key is known and not yet present.
func (r *run) keyed(address string) string {
	if r.privateKey == "" || strings.Contains(address, "?") {
		return address
	}
	return address + "?key=" + url.QueryEscape(r.privateKey)
}

// list returns the bits of a list, once per run: the credentials of a learner record often share a list.
func (r *run) list(address, purpose, issuer string) ([]byte, error) {
	name := purpose + " " + issuer + " " + address
	if bits, known := r.lists[name]; known {
		return bits, nil
	}
	bits, err := r.fetchList(address, purpose, issuer)
	if err == nil {
		r.lists[name] = bits
	}
	return bits, err
}

// fetchList fetches a list, checks that the issuer signed it for this purpose, and decompresses it.
func (r *run) fetchList(address, purpose, issuer string) ([]byte, error) {
	if keys.HostOf(address) == "" {
		return nil, because("status_wrong")
	}
	answer, ok := r.get(address, acceptCredential)
	if !ok || answer.Status != 200 {
		return nil, because("status_unreachable")
	}
	c, err := signedList(bytes.TrimSpace(answer.Body))
	if err != nil {
		return nil, because("status_wrong")
	}
	subject := c.Child("credentialSubject")
	types := append(c.Texts("type"), subject.Texts("type")...)
	bitstring := slices.Contains(types, "BitstringStatusListCredential") && slices.Contains(types, "BitstringStatusList")
	older := slices.Contains(types, "StatusList2021Credential") && slices.Contains(types, "StatusList2021")
	from, fromGood := c.First("validFrom", "issuanceDate")
	until, untilGood := c.First("validUntil", "expirationDate")
	inTime := fromGood && untilGood && !from.After(r.now.Add(leeway)) && (until.IsZero() || r.now.Before(until))
	if !bitstring && !older || c.Text("id") != address || c.Named("issuer") != issuer || !inTime ||
		!slices.Contains(subject.Texts("statusPurpose"), purpose) {
		return nil, because("status_wrong")
	}
	if _, err := r.signer(c, issuer); err != nil {
		switch meaningOf(err) {
		case Unreachable:
			return nil, because("status_unreachable")
		case Unsupported:
			return nil, because("status_unsupported", "type", strings.Join(c.Texts("type"), " "))
		default:
			return nil, because("status_wrong")
		}
	}
	bits, err := statuslist.Unpack(subject.Text("encodedList"), bitstring)
	if err != nil {
		return nil, because("status_wrong")
	}
	return bits, nil
}

func meaningOf(err error) Verdict {
	if s, ok := err.(*problem.Error); ok { //nolint:errorlint // a run makes them itself and wraps none
		return meanings[Code(s.Code)].verdict
	}
	return Unsupported
}

// signedList parses a list that is signed as a token or with embedded proofs.
func signedList(data []byte) (signed, error) {
	if !jws.LooksLikeJWS(string(data)) {
		o, err := document.Parse(data)
		return signed{data, o, nil}, err
	}
	m, err := jws.Parse(string(data))
	if err != nil {
		return signed{}, err
	}
	o, err := document.Parse(m.Payload)
	return signed{m.Payload, o, &m}, err
}

// revocationList checks a credential against a 1EdTech revocation list.
func (r *run) revocationList(address, id, issuer string) error {
	document, status := r.getObject(address)
	if status != 200 || document == nil {
		return because("status_unreachable")
	}
	if by := document.Named("issuer"); by != "" && by != issuer { // it is not signed, but the address that it lies at was
		return because("status_wrong")
	}
	for _, item := range document.List("revokedCredential") {
		entry, _ := item.(map[string]any)
		if revoked, given := entry["revoked"].(bool); object(entry).Text("id") == id && (revoked || !given) {
			return because("status_revoked")
		}
	}
	r.note("status_good")
	return nil
}

// record fetches our own record of a credential by the ID of its signed form or assertion. Assertions, credentials signed before status
// lists were introduced, and status bits do not contain the reason why a credential is invalid. It returns the step for the status and
// the URL of the credential's page. The step is "" if the ID does not belong to this installation.
func (r *run) record(id string) (code Code, page string) {
	address, ok := r.Links.Record(id, r.privateKey)
	if !ok {
		return "", ""
	}
	document, status := r.getObject(address)
	if status == 410 {
		return "status_deleted", ""
	}
	if status != 200 {
		return "status_unreachable", ""
	}
	c := document.Child("credential")
	switch c.Child("verdict").Text("status") {
	case "valid", "expired": // its dates are checked by themselves
		return "status_good", c.Text("url")
	case "suspended":
		return "status_suspended", c.Text("url")
	case "in_progress":
		return "status_in_progress", c.Text("url")
	default:
		return "status_revoked", c.Text("url")
	}
}
