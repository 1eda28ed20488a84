package outbox

import (
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"strconv"
	"strings"

	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
)

// RefHeader is the header that carries the reference of an email, for bounces whose envelope was changed on the way.
const RefHeader = "X-Laurel-Id"

// macBytes is how much of a MAC stands in a reference: nobody guesses 80 bits one email at a time.
const macBytes = 10

var refEncoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func refData(id int64) string { return "reference of mail " + strconv.FormatInt(id, 10) }

// ref is the reference of an email, "{id}.{mac}": only who got the email knows it.
func (s *Service) ref(id int64) string {
	number := strings.TrimLeft(refEncoding.EncodeToString(binary.BigEndian.AppendUint64(nil, uint64(id))), "a") //nolint:gosec // an id is positive
	return number + "." + refEncoding.EncodeToString(s.keyring.MACs(refData(id))[0][:macBytes])
}

// ofRef returns the email of a reference whose MAC is ours. Providers that take no dot have a hyphen in its place.
func (s *Service) ofRef(ref string) (id int64, ok bool) {
	number, mac, ok := strings.Cut(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(ref)), "-", "."), ".")
	const width = 13 // letters of eight bytes
	if !ok || len(number) > width {
		return 0, false
	}
	raw, err := refEncoding.DecodeString(strings.Repeat("a", width-len(number)) + number)
	given, wrong := refEncoding.DecodeString(mac)
	if err != nil || wrong != nil || len(given) != macBytes {
		return 0, false
	}
	id = int64(binary.BigEndian.Uint64(raw)) //nolint:gosec // checked by the MAC
	for _, known := range s.keyring.MACs(refData(id)) {
		if hmac.Equal(known[:macBytes], given) {
			return id, true
		}
	}
	return 0, false
}

// RefOfAddress returns the reference in a return path, "b+{id}.{mac}@domain", or "".
func RefOfAddress(address string) string {
	local, _, _ := strings.Cut(strings.Trim(address, "<> "), "@")
	_, ref, _ := strings.Cut(local, "+")
	return ref
}

// returnPath is the address that bounces of a mail go to (VERP), or "" for its sender's. own says that it leaves through the department's
// server, which may send for the department's domains alone.
func (s *Service) returnPath(mail db.Mail, settings senders.Settings, own bool) string {
	local, domain := "b", s.bounceDomain
	if own {
		local, domain, _ = strings.Cut(settings.Feedback.BounceAddress, "@")
	}
	if domain == "" {
		return ""
	}
	return local + "+" + s.ref(mail.ID) + "@" + domain
}

// providerHeaders have a provider report the reference of an email back.
func providerHeaders(provider, ref string) map[string]string {
	switch provider {
	case senders.Postmark:
		return map[string]string{"X-PM-Metadata-laurel-id": ref}
	case senders.Mailgun:
		return map[string]string{"X-Mailgun-Variables": `{"laurel_id":"` + ref + `"}`}
	case senders.SendGrid:
		return map[string]string{"X-SMTPAPI": `{"unique_args":{"laurel_id":"` + ref + `"}}`}
	case senders.SES:
		return map[string]string{"X-SES-MESSAGE-TAGS": "laurel_id=" + strings.ReplaceAll(ref, ".", "-")}
	}
	return nil
}

// IsReturnPath reports whether an address is the return path of an email of ours.
func (s *Service) IsReturnPath(address string) bool {
	_, ok := s.ofRef(RefOfAddress(address))
	return ok
}
