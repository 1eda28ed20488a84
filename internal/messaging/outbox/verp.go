package outbox

import (
	"strings"

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox/internal/db"
	"laurel/internal/messaging/senders"
)

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
	return local + "+" + mailrefs.Of(s.keyring, mail.ID) + "@" + domain
}

// IsReturnPath reports whether an address is the return path of an email of ours.
func (s *Service) IsReturnPath(address string) bool {
	_, ok := mailrefs.Read(s.keyring, mailrefs.OfAddress(address))
	return ok
}
