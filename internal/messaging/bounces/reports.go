package bounces

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"net/textproto"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // reads reports in other encodings than UTF-8

	"laurel/internal/messaging/mailrefs"
	"laurel/internal/messaging/outbox"
)

// mostParts is how many parts of a message are looked at.
const mostParts = 20

// ErrNotAReport means that a message does not tell what became of an email.
var ErrNotAReport = errors.New("the message is no delivery status notification and no complaint")

// Parse reads a delivery status notification (RFC 3464) or a complaint (RFC 5965). to is the address that it was sent to, if that is
// known. It returns a report for each recipient, or ErrNotAReport.
func Parse(r io.Reader, to string) ([]outbox.Report, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MostBytes))
	if err != nil {
		return nil, fmt.Errorf("read report: %w", err)
	}
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
		return nil, fmt.Errorf("%w: %w", ErrNotAReport, err)
	}
	kind, _, err := entity.Header.ContentType()
	parts := entity.MultipartReader()
	if err != nil || kind != "multipart/report" || parts == nil {
		return nil, ErrNotAReport
	}
	found, returned, err := read(parts)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, ErrNotAReport
	}
	sum := sha256.Sum256(raw)
	key := strings.Trim(entity.Header.Get("Message-Id"), "<> ")
	if key == "" {
		key = hex.EncodeToString(sum[:])
	}
	for i := range found {
		one := &found[i]
		one.Ref, one.MessageID = mailrefs.OfAddress(to), returned.Get("Message-Id")
		if ref := returned.Get(mailrefs.Header); ref != "" && one.Ref == "" {
			one.Ref = ref
		}
		one.Key = fmt.Sprintf("%.200s#%d", key, i)
	}
	return found, nil
}

// read reads the parts of a report and the header of the email that was returned with it.
func read(parts message.MultipartReader) (found []outbox.Report, returned textproto.MIMEHeader, err error) {
	returned = textproto.MIMEHeader{}
	for range mostParts {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil && !message.IsUnknownCharset(err) && !message.IsUnknownEncoding(err) {
			return found, returned, fmt.Errorf("%w: %w", ErrNotAReport, err)
		}
		kind, _, err := part.Header.ContentType()
		if err != nil {
			continue
		}
		switch kind {
		case "message/delivery-status", "message/global-delivery-status":
			found = append(found, statuses(part.Body)...)
		case "message/feedback-report":
			found = append(found, complaint(part.Body)...)
		case "message/rfc822", "text/rfc822-headers", "message/rfc822-headers", "message/global", "message/global-headers":
			// A header that was cut off in the middle still tells something.
			if header, _ := textproto.NewReader(bufio.NewReader(part.Body)).ReadMIMEHeader(); len(header) > 0 {
				returned = header
			}
		}
	}
	return found, returned, nil
}

// statuses reads the groups of fields of a delivery status: the first is about the message, the others about a recipient each.
func statuses(body io.Reader) (found []outbox.Report) {
	r := textproto.NewReader(bufio.NewReader(body))
	for range 2 * mostParts {
		fields, err := r.ReadMIMEHeader()
		if action := strings.ToLower(fields.Get("Action")); action != "" {
			if one, ok := status(action, fields); ok {
				found = append(found, one)
			}
		}
		if err != nil {
			break
		}
	}
	return found
}

func status(action string, fields textproto.MIMEHeader) (outbox.Report, bool) {
	one := outbox.Report{
		Address: recipient(fields.Get("Original-Recipient"), fields.Get("Final-Recipient")),
		Status:  firstWord(fields.Get("Status")), Reason: typed(fields.Get("Diagnostic-Code")),
	}
	switch action {
	case "failed":
		one.Kind, one.Passing = classify(one.Status)
	case "delayed":
		one.Kind = outbox.Delayed
	case "delivered":
		one.Kind = outbox.Delivered
	default: // relayed and expanded say nothing about the mailbox
		return one, false
	}
	return one, true
}

// classify tells by its status (RFC 3463) whether a failure is the address's for good, and whether it may pass. Others, such as a refusal
// of the content, are neither: sending the same again would not help, and other emails may arrive.
func classify(status string) (kind outbox.ReportKind, passing bool) {
	switch {
	case strings.HasPrefix(status, "4."), status == "5.2.2", status == "5.4.7":
		return outbox.Soft, true
	case strings.HasPrefix(status, "5.1."), status == "5.2.1", status == "5.4.4":
		return outbox.Hard, false
	}
	return outbox.Soft, false
}

func firstWord(text string) string {
	word, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return word
}

// typed returns the value of a field such as "smtp; 550 no such user".
func typed(field string) string {
	kind, value, ok := strings.Cut(field, ";")
	if !ok {
		return strings.TrimSpace(kind)
	}
	return strings.Join(strings.Fields(value), " ")
}

// recipient returns the first of some fields that has an address.
func recipient(fields ...string) string {
	for _, field := range fields {
		address := strings.Trim(typed(field), "<> ")
		if parsed, err := mail.ParseAddress(address); err == nil {
			return parsed.Address
		}
	}
	return ""
}

// complaint reads the fields of a complaint. A report that an email is no spam is none.
func complaint(body io.Reader) []outbox.Report {
	fields, err := textproto.NewReader(bufio.NewReader(body)).ReadMIMEHeader()
	kind := strings.ToLower(strings.TrimSpace(fields.Get("Feedback-Type")))
	if err != nil && !errors.Is(err, io.EOF) || kind == "" || kind == "not-spam" || kind == "auth-failure" {
		return nil
	}
	return []outbox.Report{{Kind: outbox.Complaint, Address: recipient(fields.Get("Original-Rcpt-To")), Reason: kind}}
}
