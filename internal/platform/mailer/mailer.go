// Package mailer composes emails and sends them through an SMTP server. No text it is given can add a header.
package mailer

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"
	"unicode"

	"golang.org/x/net/idna"
)

// Message is an email to one person.
type Message struct {
	From    string // an address, or Name <address>; see Address
	To      string
	CC      []string // they are told as recipients
	BCC     []string // they are not
	ReplyTo string   // optional

	ReturnPath string // the envelope's sender, which bounces go to; "" is From

	Subject   string
	HTML      string
	Text      string
	MessageID string            // without angle brackets; the same on a retry, so that receivers can drop a duplicate
	Date      time.Time         // when it was written; zero is now
	Headers   map[string]string // more headers, such as List-Unsubscribe
	Files     []File

	Signature *Signature // signs the message; nil: nobody does

	// HandOver, if set, is called once the server has received everything but the end of the message, without which it may not deliver
	// it. If HandOver returns an error, the message is not sent and Send returns that error.
	HandOver func(ctx context.Context) error
}

// Transport sends emails.
type Transport interface {
	// Send sends a message. It returns an *Error, or the error of HandOver.
	Send(ctx context.Context, m Message) error
}

// Error describes a message that was not sent.
type Error struct {
	// Permanent means that the message will never be accepted and must not be sent again.
	Permanent bool
	// Uncertain means that the connection broke after the whole message was handed over, so the server may have accepted it.
	Uncertain bool
	// Code is the server's reply code, or 0 if there was none.
	Code   int
	sender bool // it was refused before the server was told of a recipient
	before bool // the connection was not ready for any message
	err    error
}

// Error describes what went wrong.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.err }

// OfServer reports whether a message was not taken for a reason that the server would give for others too: it was not reached, did not let
// us in, or refused the sender. No recipient was told to it then.
func (e *Error) OfServer() bool {
	return !e.Uncertain && (e.sender || e.before)
}

// Unreachable is the failure to reach a server, without trying.
func Unreachable(why error) *Error { return &Error{before: true, err: why} }

// Refused is a rejection by the server. It is permanent for codes of 500 and above.
func Refused(code int, text string) *Error {
	return &Error{Permanent: code >= 500, Code: code, err: fmt.Errorf("mail server: %d %s", code, text)}
}

// IsPermanent reports whether sending the message again would fail again.
func IsPermanent(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Permanent
}

func malformed(format string, args ...any) error {
	return &Error{Permanent: true, err: fmt.Errorf("mail: "+format, args...)}
}

// Address formats a name and an address as a header value. The name may contain any text.
func Address(name, address string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name))
	return (&mail.Address{Name: name, Address: address}).String()
}

// Renamed returns the address of from under another name, or from itself if name is empty.
func Renamed(from, name string) string {
	a, err := mail.ParseAddress(from)
	if name == "" || err != nil { // an unusable address is refused where it is sent from
		return from
	}
	return Address(name, a.Address)
}

// parseAddress parses an address and encodes its host so that every server understands it.
func parseAddress(field, value string) (*mail.Address, error) {
	if hasControl(value) {
		return nil, malformed("%s has control characters", field)
	}
	a, err := mail.ParseAddress(value)
	if err != nil {
		return nil, malformed("%s is not an address: %w", field, err)
	}
	at := strings.LastIndexByte(a.Address, '@')
	host, err := idna.Lookup.ToASCII(a.Address[at+1:])
	if err != nil {
		return nil, malformed("%s has an unusable host: %w", field, err)
	}
	a.Address = a.Address[:at+1] + host
	if !isASCII(a.Address[:at]) {
		return nil, malformed("%s has letters before the @ that mail servers do not take", field)
	}
	return a, nil
}

func hasControl(s string) bool { return strings.ContainsFunc(s, unicode.IsControl) }

func isASCII(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r > unicode.MaxASCII })
}
