package mailer

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"mime"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"time"
)

// foldAt is the line length recommended by RFC 5322.
const foldAt = 76

var headerName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9-]*$`)

// ours are the headers that Message has fields for, or that describe the body.
var ours = []string{
	"From", "Sender", "To", "Cc", "Bcc", "Reply-To", "Subject", "Date", "Message-Id",
	"Mime-Version", "Content-Type", "Content-Transfer-Encoding", "Return-Path",
}

// BuildMIME encodes a message as it is transmitted. It rejects values that could inject a header.
func BuildMIME(m Message) ([]byte, error) {
	var out bytes.Buffer
	if err := writeHeaders(&out, m); err != nil {
		return nil, err
	}
	body, err := bodyOf(m)
	if err != nil {
		return nil, err
	}
	for _, name := range partHeaders {
		if value := body.header.Get(name); value != "" {
			fmt.Fprintf(&out, "%s: %s\r\n", name, value)
		}
	}
	out.WriteString("\r\n")
	out.Write(body.content)
	return out.Bytes(), nil
}

func writeHeaders(out *bytes.Buffer, m Message) error {
	for _, a := range []struct{ name, value string }{{"From", m.From}, {"To", m.To}, {"Reply-To", m.ReplyTo}} {
		if a.value == "" && a.name == "Reply-To" {
			continue
		}
		address, err := parseAddress(a.name, a.value)
		if err != nil {
			return err
		}
		writeHeader(out, a.name, address.String())
	}
	if err := writeCopies(out, m.CC); err != nil {
		return err
	}
	if hasControl(m.Subject) {
		return malformed("the subject has control characters")
	}
	writeHeader(out, "Subject", mime.QEncoding.Encode("utf-8", m.Subject))
	date := m.Date
	if date.IsZero() {
		date = time.Now()
	}
	writeHeader(out, "Date", date.Format(time.RFC1123Z))
	id := m.MessageID
	if id == "" {
		id = rand.Text() + "@" + m.From[strings.LastIndexByte(m.From, '@')+1:]
		id = strings.Trim(id, "<> ")
	}
	if hasControl(id) || strings.ContainsAny(id, "<> ") {
		return malformed("the message id has characters that may not be there")
	}
	writeHeader(out, "Message-ID", "<"+id+">")
	if err := writeMore(out, m.Headers); err != nil {
		return err
	}
	out.WriteString("MIME-Version: 1.0\r\n")
	return nil
}

// writeCopies lists the recipients of visible copies.
func writeCopies(out *bytes.Buffer, copies []string) error {
	if len(copies) == 0 {
		return nil
	}
	all := make([]string, len(copies))
	for i, value := range copies {
		address, err := parseAddress("Cc", value)
		if err != nil {
			return err
		}
		all[i] = address.String()
	}
	writeHeader(out, "Cc", strings.Join(all, ", "))
	return nil
}

func writeMore(out *bytes.Buffer, headers map[string]string) error {
	names := make([]string, 0, len(headers))
	for name := range headers {
		if !headerName.MatchString(name) || slices.Contains(ours, textproto.CanonicalMIMEHeaderKey(name)) {
			return malformed("the header %q may not be set", name)
		}
		if hasControl(headers[name]) {
			return malformed("the header %s has control characters", name)
		}
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		writeHeader(out, name, mime.QEncoding.Encode("utf-8", headers[name]))
	}
	return nil
}

// writeHeader folds a value at its spaces, so that no line exceeds what servers accept.
func writeHeader(out *bytes.Buffer, name, value string) {
	out.WriteString(name + ":")
	length := len(name) + 1
	for i, word := range strings.Split(value, " ") {
		if i > 0 && word != "" && length+1+len(word) > foldAt {
			out.WriteString("\r\n")
			length = 0
		}
		out.WriteString(" " + word)
		length += 1 + len(word)
	}
	out.WriteString("\r\n")
}
