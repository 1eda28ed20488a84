package verification

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"slices"
	"strconv"
	"strings"

	"laurel/internal/jws"
)

const (
	minList = 16 << 10 // bytes; a shorter list would tell who is meant. Source: Bitstring Status List 1.0, 6.1
	maxList = 4 << 20
)

// status checks whether the issuer has withdrawn a credential, by every list that it names.
func (r *run) status(o object, issuer string) {
	entries := o.list("credentialStatus")
	if len(entries) == 0 {
		code := Code("")
		if _, ours := r.Links.Department(issuer); ours {
			code = r.record(o.text("id"))
		}
		if code == "" {
			code = "status_none"
		}
		r.note(code)
		return
	}
	for _, item := range entries {
		entry, _ := item.(map[string]any)
		if err := r.entry(entry, o.text("id"), issuer); err != nil {
			r.end(err)
		}
	}
}

// entry checks one entry; a stop is the step to end with.
func (r *run) entry(entry object, id, issuer string) error {
	types := entry.texts("type")
	switch {
	case slices.Contains(types, "BitstringStatusListEntry"), slices.Contains(types, "StatusList2021Entry"):
		return r.listed(entry, id, issuer)
	case slices.Contains(types, "1EdTechRevocationList"):
		return r.revocationList(entry.text("id"), id, issuer)
	default:
		return because("status_unsupported", "type", strings.Join(types, " "))
	}
}

// listed looks an entry up in a signed list of bits.
func (r *run) listed(entry object, id, issuer string) error {
	purpose := entry.text("statusPurpose")
	if !oneOf(purpose, "revocation", "suspension") {
		if oneOf(purpose, "refresh", "message") {
			return nil // nothing that would withdraw it
		}
		return because("status_unsupported", "type", purpose)
	}
	if size, there := entry["statusSize"]; there && size != 1.0 {
		return because("status_unsupported", "type", "statusSize")
	}
	index, err := strconv.ParseUint(number(entry["statusListIndex"]), 10, 32)
	if err != nil {
		return because("status_wrong")
	}
	bits, err := r.list(entry.text("statusListCredential"), purpose, issuer)
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
	if purpose == "suspension" && !r.revokedHere(id, issuer) {
		return because("status_suspended")
	}
	return because("status_revoked")
}

// revokedHere asks our own record whether a credential of ours was revoked: handed-out copies name the list of suspensions alone.
func (r *run) revokedHere(id, issuer string) bool {
	_, ours := r.Links.Department(issuer)
	return ours && r.record(id) == "status_revoked"
}

// number reads an index, which some write as a number.
func number(value any) string {
	switch v := value.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return ""
}

// list gets a list, once in a run: the credentials of a record share theirs.
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

// fetchList fetches a list, checks that the issuer signed it for this purpose, and unpacks its bits.
func (r *run) fetchList(address, purpose, issuer string) ([]byte, error) {
	if hostOf(address) == "" {
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
	subject := c.object.object("credentialSubject")
	types := append(c.texts("type"), subject.texts("type")...)
	bitstring := slices.Contains(types, "BitstringStatusListCredential") && slices.Contains(types, "BitstringStatusList")
	older := slices.Contains(types, "StatusList2021Credential") && slices.Contains(types, "StatusList2021")
	from, fromGood := c.first("validFrom", "issuanceDate")
	until, untilGood := c.first("validUntil", "expirationDate")
	inTime := fromGood && untilGood && !from.After(r.now.Add(leeway)) && (until.IsZero() || r.now.Before(until))
	if !bitstring && !older || c.text("id") != address || c.named("issuer") != issuer || !inTime ||
		!slices.Contains(subject.texts("statusPurpose"), purpose) {
		return nil, because("status_wrong")
	}
	if _, err := r.signer(c, issuer); err != nil {
		switch meaningOf(err) {
		case Unreachable:
			return nil, because("status_unreachable")
		case Unsupported:
			return nil, because("status_unsupported", "type", strings.Join(c.texts("type"), " "))
		default:
			return nil, because("status_wrong")
		}
	}
	bits, err := unpackList(subject.text("encodedList"), bitstring)
	if err != nil {
		return nil, because("status_wrong")
	}
	return bits, nil
}

func meaningOf(err error) Verdict {
	if s, ok := err.(*stop); ok { //nolint:errorlint // a run makes them itself and wraps none
		return meanings[s.code].verdict
	}
	return Unsupported
}

// signedList reads a list in either of the two ways to sign it.
func signedList(data []byte) (signed, error) {
	if !jws.Looks(string(data)) {
		o, err := parseJSON(data)
		return signed{data, o, nil}, err
	}
	m, err := jws.Parse(string(data))
	if err != nil {
		return signed{}, err
	}
	o, err := parseJSON(m.Payload)
	return signed{m.Payload, o, &m}, err
}

// unpackList unpacks at most maxList bytes. A Bitstring Status List begins with the letter of its base, the older form does not.
func unpackList(text string, bitstring bool) ([]byte, error) {
	if bitstring {
		var ok bool
		if text, ok = strings.CutPrefix(text, "u"); !ok {
			return nil, errDamaged
		}
	}
	packed, err := base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	bits, err := limited(z, maxList)
	if err != nil || bitstring && len(bits) < minList {
		return nil, errDamaged
	}
	return bits, nil
}

// revocationList looks a credential up in 1EdTech's list of those that were revoked.
func (r *run) revocationList(address, id, issuer string) error {
	document, status := r.getObject(address)
	if status != 200 || document == nil {
		return because("status_unreachable")
	}
	if by := document.named("issuer"); by != "" && by != issuer { // it is not signed, but the address that it lies at was
		return because("status_wrong")
	}
	for _, item := range document.list("revokedCredential") {
		entry, _ := item.(map[string]any)
		if revoked, given := entry["revoked"].(bool); object(entry).text("id") == id && (revoked || !given) {
			return because("status_revoked")
		}
	}
	r.note("status_good")
	return nil
}

// record asks our own record of a credential of ours, by its id: what was signed before there were lists names none, and an
// assertion has no word for suspension. It returns the step that says what stands there, "" when the id is none of ours.
func (r *run) record(id string) Code {
	address, ok := r.Links.Record(id, r.privateKey)
	if !ok {
		return ""
	}
	document, status := r.getObject(address)
	if status == 410 {
		return "status_revoked"
	}
	if status != 200 {
		return "status_unreachable"
	}
	switch document.object("credential").object("verdict").text("status") {
	case "valid", "expired": // its dates are checked by themselves
		return "status_good"
	case "suspended":
		return "status_suspended"
	default:
		return "status_revoked"
	}
}
