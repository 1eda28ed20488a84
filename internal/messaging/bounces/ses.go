package bounces

import (
	"context"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"net/url"
	"regexp"
	"strings"

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox"
)

// snsHost matches the hosts of Amazon's notification service, the only ones that certificates and confirmations are fetched from.
var snsHost = regexp.MustCompile(`^sns\.[a-z0-9-]+\.amazonaws\.com(\.cn)?$`)

// notification is a message of Amazon's notification service.
type notification struct {
	Type, MessageId, TopicArn, Subject, Message, Timestamp, Token string
	SubscribeURL, SignatureVersion, Signature, SigningCertURL     string
}

// signed is the text that the service signs.
func (n notification) signed() string {
	fields := [][2]string{{"Message", n.Message}, {"MessageId", n.MessageId}}
	if n.Type == "Notification" {
		if n.Subject != "" {
			fields = append(fields, [2]string{"Subject", n.Subject})
		}
	} else {
		fields = append(fields, [2]string{"SubscribeURL", n.SubscribeURL})
	}
	fields = append(fields, [2]string{"Timestamp", n.Timestamp})
	if n.Type != "Notification" {
		fields = append(fields, [2]string{"Token", n.Token})
	}
	fields = append(fields, [2]string{"TopicArn", n.TopicArn}, [2]string{"Type", n.Type})
	var out strings.Builder
	for _, f := range fields {
		out.WriteString(f[0] + "\n" + f[1] + "\n")
	}
	return out.String()
}

// ses reads a call of Amazon's notification service about a topic. It follows the link that confirms the subscription.
func (s *Service) ses(ctx context.Context, topic string, call Call) ([]outbox.Report, error) {
	var n notification
	if json.Unmarshal(call.Body, &n) != nil {
		return nil, ErrCall
	}
	if n.TopicArn != topic || !amazon(n.SigningCertURL) {
		return nil, ErrSignature
	}
	certificate, err := s.Fetch(ctx, n.SigningCertURL)
	if err != nil {
		return nil, err
	}
	if !verifies(certificate, n) {
		return nil, ErrSignature
	}
	switch n.Type {
	case "SubscriptionConfirmation":
		if !amazon(n.SubscribeURL) {
			return nil, ErrSignature
		}
		_, err := s.Fetch(ctx, n.SubscribeURL)
		return nil, err
	case "Notification":
		return sesEvent(n)
	}
	return nil, nil
}

func amazon(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Scheme == "https" && snsHost.MatchString(u.Host) && u.User == nil
}

func verifies(certificate []byte, n notification) bool {
	block, _ := pem.Decode(certificate)
	if block == nil {
		return false
	}
	parsed, err := x509.ParseCertificate(block.Bytes)
	signature, wrong := base64.StdEncoding.DecodeString(n.Signature)
	if err != nil || wrong != nil || n.SignatureVersion != "2" {
		return false
	}
	return parsed.CheckSignature(x509.SHA256WithRSA, []byte(n.signed()), signature) == nil
}

type sesRecipient struct {
	EmailAddress, Status, DiagnosticCode string
}

func sesEvent(n notification) ([]outbox.Report, error) {
	var in struct {
		NotificationType, EventType string
		Mail                        struct {
			Source  string
			Tags    map[string][]string
			Headers []struct{ Name, Value string }
		}
		Bounce struct {
			BounceType, BounceSubType string
			BouncedRecipients         []sesRecipient
		}
		Complaint struct {
			ComplainedRecipients  []sesRecipient
			ComplaintFeedbackType string
		}
		Delivery struct{ Recipients []string }
	}
	if json.Unmarshal([]byte(n.Message), &in) != nil {
		return nil, ErrCall
	}
	base := outbox.Report{Ref: mailrefs.OfAddress(in.Mail.Source), Key: "ses:" + n.MessageId}
	for _, h := range in.Mail.Headers {
		switch {
		case strings.EqualFold(h.Name, mailrefs.Header):
			base.Ref = h.Value
		case strings.EqualFold(h.Name, "Message-ID"):
			base.MessageID = h.Value
		}
	}
	if tag := in.Mail.Tags["laurel_id"]; len(tag) == 1 {
		base.Ref = tag[0]
	}
	var all []outbox.Report
	add := func(kind outbox.ReportKind, passing bool, r sesRecipient, why string) {
		one := base
		one.Kind, one.Passing, one.Address, one.Status, one.Reason = kind, passing, r.EmailAddress, r.Status, or(typed(r.DiagnosticCode), why)
		one.Key += ":" + r.EmailAddress
		all = append(all, one)
	}
	switch or(in.EventType, in.NotificationType) {
	case "Bounce":
		for _, r := range in.Bounce.BouncedRecipients {
			switch {
			case in.Bounce.BounceType == "Permanent":
				add(outbox.Hard, false, r, in.Bounce.BounceSubType)
			case in.Bounce.BounceSubType == "MailboxFull" || in.Bounce.BounceSubType == "General":
				add(outbox.Soft, true, r, in.Bounce.BounceSubType)
			default:
				add(outbox.Soft, false, r, in.Bounce.BounceSubType)
			}
		}
	case "Complaint":
		for _, r := range in.Complaint.ComplainedRecipients {
			add(outbox.Complaint, false, r, in.Complaint.ComplaintFeedbackType)
		}
	case "Delivery":
		for _, address := range in.Delivery.Recipients {
			add(outbox.Delivered, false, sesRecipient{EmailAddress: address}, "")
		}
	}
	return all, nil
}
