// Package mailer builds mails and hands them to an SMTP server.
// Whatever text it is given, it never becomes a header of its own.
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

// Message is one mail to one person.
type Message struct {
	From      string // an address, or Name <address>; see Address
	To        string
	CC        []string // they are told as recipients
	BCC       []string // they are not
	ReplyTo   string   // optional
	Subject   string
	HTML      string
	Text      string
	MessageID string            // without angle brackets; the same on a retry, so that receivers can drop a duplicate
	Date      time.Time         // when it was written; zero is now
	Headers   map[string]string // more headers, such as List-Unsubscribe

	// HandOver, when it is set, is called once the server has everything but the end of the message, without which it may not deliver
	// it. An error keeps the message from being sent, and Send returns it as it is.
	HandOver func(ctx context.Context) error
}

// Transport sends mail.
type Transport interface {
	// Send hands one message over. Its errors are *Error, or that of HandOver.
	Send(ctx context.Context, m Message) error
}

// Error is a message that was not sent.
type Error struct {
	// Permanent: the same message will never be accepted, so it must not be sent again.
	Permanent bool
	// Uncertain: the connection broke after the whole message was handed over; the server may have taken it.
	Uncertain bool
	// Code is the server's answer, or 0 when it gave none.
	Code   int
	sender bool // it was refused before the server was told of a recipient
	err    error
}

// Error tells what went wrong.
func (e *Error) Error() string { return e.err.Error() }

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.err }

// Refused is what a server answers with a code: permanent from 500 on.
func Refused(code int, text string) *Error {
	return &Error{Permanent: code >= 500, Code: code, err: fmt.Errorf("mail server: %d %s", code, text)}
}

// IsPermanent tells whether err says that sending again is of no use.
func IsPermanent(err error) bool {
	var e *Error
	return errors.As(err, &e) && e.Permanent
}

func malformed(format string, args ...any) error {
	return &Error{Permanent: true, err: fmt.Errorf("mail: "+format, args...)}
}

// Address writes a name and an address as one header value. The name may be any text that people typed.
func Address(name, address string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, name))
	return (&mail.Address{Name: name, Address: address}).String()
}

// Renamed is the address of from under another name; the same where name is empty.
func Renamed(from, name string) string {
	a, err := mail.ParseAddress(from)
	if name == "" || err != nil { // an unusable address is refused where it is sent from
		return from
	}
	return Address(name, a.Address)
}

// parseAddress reads an address and makes its host one that every server understands.
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
