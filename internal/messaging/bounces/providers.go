package bounces

import (
	"crypto/ecdsa"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"laurel/internal/messaging/outbox"
	"laurel/internal/messaging/senders"
	"laurel/internal/platform/errs"
)

// Errors of calls of a webhook.
var (
	// ErrSignature means that a call does not prove that it comes from the provider.
	ErrSignature = errs.New(errs.Forbidden, "email_feedback.signature")
	// ErrCall means that a call is not what the provider sends.
	ErrCall = errs.New(errs.Invalid, "email_feedback.call")
)

// signedAge is how far the time that a provider signed may be from now: an older call is a replay.
const signedAge = 15 * time.Minute

// Call is a call of a webhook.
type Call struct {
	Header func(name string) string // a header of the call, or ""
	Body   []byte
}

// reports verifies a call and returns what it tells. It returns ErrSignature or ErrCall.
func (s *Service) reports(hook senders.Hook, call Call) ([]outbox.Report, error) {
	switch hook.Provider {
	case senders.Postmark:
		return postmark(hook.Secret, call)
	case senders.Mailgun:
		return mailgun(hook.Secret, call, s.Clock.Now())
	case senders.SendGrid:
		return sendgrid(hook.Secret, call, s.Clock.Now())
	}
	return nil, ErrCall
}

// postmark reads a call of Postmark, which signs in with a user name and a password.
func postmark(secret string, call Call) ([]outbox.Report, error) {
	encoded, ok := strings.CutPrefix(call.Header("Authorization"), "Basic ")
	given, err := base64.StdEncoding.DecodeString(encoded)
	if !ok || err != nil || !hmac.Equal(given, []byte(secret)) {
		return nil, ErrSignature
	}
	var in struct {
		RecordType, Type, Email, Recipient, Description, Details string
		MessageID                                                string
		ID                                                       json.Number
		Metadata                                                 map[string]string
	}
	if json.Unmarshal(call.Body, &in) != nil {
		return nil, ErrCall
	}
	one := outbox.Report{
		Ref: in.Metadata["laurel-id"], Address: in.Email + in.Recipient, Reason: or(in.Details, in.Description),
		Key: "postmark:" + in.RecordType + ":" + in.MessageID + ":" + in.ID.String(),
	}
	switch in.RecordType {
	case "Delivery":
		one.Kind, one.Reason = outbox.Delivered, ""
	case "SpamComplaint":
		one.Kind = outbox.Complaint
	case "Bounce":
		switch in.Type {
		case "HardBounce", "BadEmailAddress":
			one.Kind = outbox.Hard
		case "SpamNotification", "SpamComplaint":
			one.Kind = outbox.Complaint
		case "SoftBounce", "Transient", "DnsError":
			one.Kind, one.Passing = outbox.Soft, true
		case "AutoResponder", "AddressChange", "Subscribe", "Unsubscribe", "ChallengeVerification", "VirusNotification", "OpenRelayTest", "ManuallyDeactivated", "Unconfirmed":
			return nil, nil
		default:
			one.Kind = outbox.Soft
		}
	default:
		return nil, nil
	}
	return []outbox.Report{one}, nil
}

// mailgun reads a call of Mailgun, which signs its time and a token.
func mailgun(secret string, call Call, now time.Time) ([]outbox.Report, error) {
	var in struct {
		Signature struct{ Timestamp, Token, Signature string }
		EventData struct {
			ID, Event, Severity, Recipient, Reason string
			Status                                 struct {
				Code         int    `json:"code"`
				EnhancedCode string `json:"enhanced-code"`
				Message      string `json:"message"`
				Description  string `json:"description"`
			} `json:"delivery-status"`
			Variables map[string]any `json:"user-variables"`
			Message   struct {
				Headers map[string]any `json:"headers"`
			}
		} `json:"event-data"`
	}
	if json.Unmarshal(call.Body, &in) != nil {
		return nil, ErrCall
	}
	mac := hmac.New(sha256.New, []byte(secret))
	_, _ = mac.Write([]byte(in.Signature.Timestamp + in.Signature.Token)) // never fails
	given, err := hex.DecodeString(in.Signature.Signature)
	if err != nil || !hmac.Equal(mac.Sum(nil), given) || !recent(in.Signature.Timestamp, now) {
		return nil, ErrSignature
	}
	e := in.EventData
	ref, _ := e.Variables["laurel_id"].(string)
	messageID, _ := e.Message.Headers["message-id"].(string)
	one := outbox.Report{
		Ref: ref, MessageID: messageID, Address: e.Recipient, Status: e.Status.EnhancedCode, Reason: or(e.Status.Message, e.Status.Description), Key: "mailgun:" + e.ID,
	}
	switch e.Event {
	case "delivered":
		one.Kind, one.Reason = outbox.Delivered, ""
	case "complained":
		one.Kind = outbox.Complaint
	case "failed":
		one.Kind, one.Passing = classify(one.Status)
		switch {
		case e.Severity == "temporary":
			one.Kind, one.Passing = outbox.Delayed, false // Mailgun tries again itself
		case one.Status == "" && e.Reason == "bounce" && e.Status.Code == 550, e.Reason == "suppress-bounce":
			one.Kind, one.Passing = outbox.Hard, false
		}
	default:
		return nil, nil
	}
	return []outbox.Report{one}, nil
}

// recent reports whether a time in seconds since 1970 is about now.
func recent(seconds string, now time.Time) bool {
	n, err := strconv.ParseInt(seconds, 10, 64)
	return err == nil && now.Sub(time.Unix(n, 0)).Abs() <= signedAge
}

// sendgrid reads a call of SendGrid, which signs its time and the body with a key whose public half is known.
func sendgrid(public string, call Call, now time.Time) ([]outbox.Report, error) {
	stamp := call.Header("X-Twilio-Email-Event-Webhook-Timestamp")
	der, err := base64.StdEncoding.DecodeString(public)
	if err != nil {
		return nil, ErrSignature
	}
	key, err := x509.ParsePKIXPublicKey(der)
	ec, ok := key.(*ecdsa.PublicKey)
	signature, wrong := base64.StdEncoding.DecodeString(call.Header("X-Twilio-Email-Event-Webhook-Signature"))
	sum := sha256.Sum256(append([]byte(stamp), call.Body...))
	if err != nil || !ok || wrong != nil || !ecdsa.VerifyASN1(ec, sum[:], signature) || !recent(stamp, now) {
		return nil, ErrSignature
	}
	var events []struct {
		Event, Email, Status, Reason, Response, Type string
		Ref                                          string `json:"laurel_id"`
		MessageID                                    string `json:"smtp-id"`
		ID                                           string `json:"sg_event_id"`
	}
	if json.Unmarshal(call.Body, &events) != nil {
		return nil, ErrCall
	}
	var all []outbox.Report
	for _, e := range events {
		one := outbox.Report{Ref: e.Ref, MessageID: e.MessageID, Address: e.Email, Status: e.Status, Reason: or(e.Reason, e.Response), Key: "sendgrid:" + e.ID}
		switch e.Event {
		case "delivered":
			one.Kind, one.Reason = outbox.Delivered, ""
		case "deferred":
			one.Kind = outbox.Delayed
		case "spamreport":
			one.Kind = outbox.Complaint
		case "bounce":
			one.Kind, one.Passing = classify(e.Status)
			if e.Type == "blocked" && one.Kind == outbox.Hard {
				one.Kind = outbox.Soft
			}
		case "dropped":
			one.Kind = outbox.Soft
			if strings.Contains(e.Reason, "Bounced") || strings.Contains(e.Reason, "Invalid") {
				one.Kind = outbox.Hard
			}
		default:
			continue
		}
		all = append(all, one)
	}
	return all, nil
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}
