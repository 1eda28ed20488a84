package mailer

import (
	"bytes"
	"crypto"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"
	"time"
)

// Signature signs messages for a domain (DKIM, RFC 6376), with relaxed canonicalization and SHA-256.
type Signature struct {
	Domain   string
	Selector string
	Key      crypto.Signer // RSA
}

// signed are the headers that a signature covers.
var signed = []string{
	"From", "To", "Cc", "Reply-To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type", "List-Id", "List-Unsubscribe",
	"List-Unsubscribe-Post", "Auto-Submitted", "Feedback-ID",
}

// oversigned are covered once more than they are there, so that nobody adds another one on the way.
var oversigned = []string{"From", "Subject", "Reply-To", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"}

// sign returns a message with its signature in front.
func (s *Signature) sign(message []byte, at time.Time) ([]byte, error) {
	head, body, _ := bytes.Cut(message, []byte("\r\n\r\n"))
	fields := fieldsOf(string(head) + "\r\n")
	var names []string
	var covered strings.Builder
	for _, name := range signed {
		for _, f := range fields {
			if strings.EqualFold(f.name, name) {
				names = append(names, name)
				covered.WriteString(relaxed(f) + "\r\n")
			}
		}
	}
	names = append(names, oversigned...)
	hash := sha256.Sum256(relaxedBody(body))
	value := fmt.Sprintf("v=1; a=rsa-sha256; c=relaxed/relaxed; d=%s; s=%s; t=%d;\r\n h=%s;\r\n bh=%s;\r\n b=",
		s.Domain, s.Selector, at.Unix(), strings.Join(names, ":\r\n "), base64.StdEncoding.EncodeToString(hash[:]))
	covered.WriteString(relaxed(field{"DKIM-Signature", value}))
	sum := sha256.Sum256([]byte(covered.String()))
	signature, err := s.Key.Sign(rand.Reader, sum[:], crypto.SHA256)
	if err != nil {
		return nil, fmt.Errorf("mail: sign: %w", err)
	}
	var out bytes.Buffer
	out.WriteString("DKIM-Signature: " + value)
	text := base64.StdEncoding.EncodeToString(signature)
	for len(text) > foldAt {
		out.WriteString(text[:foldAt] + "\r\n ")
		text = text[foldAt:]
	}
	out.WriteString(text + "\r\n")
	out.Write(message)
	return out.Bytes(), nil
}

type field struct{ name, value string }

// fieldsOf returns the header fields of a message; a line that begins with a space continues the one before.
func fieldsOf(head string) (fields []field) {
	for _, line := range strings.SplitAfter(head, "\r\n") {
		switch {
		case line == "":
		case line[0] == ' ' || line[0] == '\t':
			if n := len(fields); n > 0 {
				fields[n-1].value += line
			}
		default:
			name, value, _ := strings.Cut(line, ":")
			fields = append(fields, field{name, value})
		}
	}
	return fields
}

// relaxed is a field in canonical form (RFC 6376, section 3.4.2).
func relaxed(f field) string {
	return strings.ToLower(strings.TrimSpace(f.name)) + ":" + strings.Join(strings.Fields(f.value), " ")
}

// relaxedBody is a body in canonical form (RFC 6376, section 3.4.4).
func relaxedBody(body []byte) []byte {
	lines := strings.Split(string(body), "\r\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(squeeze(line), " ")
	}
	for len(lines) > 0 && lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	if len(lines) == 0 {
		return nil
	}
	return []byte(strings.Join(lines, "\r\n") + "\r\n")
}

// squeeze makes one space of each run of spaces and tabs.
func squeeze(line string) string {
	var out strings.Builder
	blank := false
	for _, r := range []byte(line) {
		if r == ' ' || r == '\t' {
			blank = true
			continue
		}
		if blank {
			out.WriteByte(' ')
			blank = false
		}
		out.WriteByte(r)
	}
	if blank {
		out.WriteByte(' ')
	}
	return out.String()
}
