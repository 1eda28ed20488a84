// Package mailrefs makes the references by which reports of mail servers and providers name an email of ours.
package mailrefs

import (
	"crypto/hmac"
	"encoding/base32"
	"encoding/binary"
	"strconv"
	"strings"

	"laurel/internal/messaging/senders"
	"laurel/internal/platform/secrets"
)

// Header is the header that carries the reference of an email, for bounces whose envelope was changed on the way.
const Header = "X-Laurel-Id"

// macBytes is how much of a MAC stands in a reference: nobody guesses 80 bits one email at a time.
const macBytes = 10

var encoding = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func data(id int64) string { return "reference of mail " + strconv.FormatInt(id, 10) }

// Of returns the reference of an email, "{id}.{mac}": only who got the email knows it.
func Of(keys *secrets.Keyring, id int64) string {
	number := strings.TrimLeft(encoding.EncodeToString(binary.BigEndian.AppendUint64(nil, uint64(id))), "a") //nolint:gosec // an id is positive
	return number + "." + encoding.EncodeToString(keys.MACs(data(id))[0][:macBytes])
}

// Read returns the email of a reference whose MAC is ours. Providers that take no dot have a hyphen in its place.
func Read(keys *secrets.Keyring, ref string) (id int64, ok bool) {
	number, mac, ok := strings.Cut(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(ref)), "-", "."), ".")
	const width = 13 // letters of eight bytes
	if !ok || len(number) > width {
		return 0, false
	}
	raw, err := encoding.DecodeString(strings.Repeat("a", width-len(number)) + number)
	given, wrong := encoding.DecodeString(mac)
	if err != nil || wrong != nil || len(given) != macBytes {
		return 0, false
	}
	id = int64(binary.BigEndian.Uint64(raw)) //nolint:gosec // checked by the MAC
	for _, known := range keys.MACs(data(id)) {
		if hmac.Equal(known[:macBytes], given) {
			return id, true
		}
	}
	return 0, false
}

// OfAddress returns the reference in a return path, "b+{id}.{mac}@domain", or "".
func OfAddress(address string) string {
	local, _, _ := strings.Cut(strings.Trim(address, "<> "), "@")
	_, ref, _ := strings.Cut(local, "+")
	return ref
}

// ProviderHeaders have a provider report the reference of an email back.
func ProviderHeaders(provider, ref string) map[string]string {
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
