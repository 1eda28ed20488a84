package mailer

import (
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"testing"
	"time"
)

func build(t *testing.T, m Message) *mail.Message {
	t.Helper()
	raw, err := BuildMIME(m)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(raw), "\r\n") {
		if len(line) > 998 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("line %d has %d characters or a lone line end", i, len(line))
		}
	}
	parsed, err := mail.ReadMessage(strings.NewReader(string(raw)))
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

func TestBothFormsAndHeadersSurvive(t *testing.T) {
	subject := strings.Repeat("شهادة ", 40) + strings.Repeat("word ", 40) + strings.Repeat("x", 300)
	text := "Grüße\n" + strings.Repeat("長い行", 500) + "\n.\nFrom here"
	m := build(t, Message{
		From: Address("Østfold \"Høgskole\", avd. 2", "no-reply@school.test"), To: Address("李小龍", "li@bücher.example"),
		ReplyTo: "office@school.test", Subject: subject, Text: text, HTML: "<p>" + text + "</p>",
		Date: time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC), MessageID: "abc@laurel.test",
		Headers: map[string]string{"List-Unsubscribe": "<https://x.test/u>", "Auto-Submitted": "auto-generated"},
	})
	from, err := m.Header.AddressList("From")
	if err != nil || from[0].Name != "Østfold \"Høgskole\", avd. 2" {
		t.Errorf("from %v, %v", from, err)
	}
	to, err := m.Header.AddressList("To")
	if err != nil || to[0].Name != "李小龍" || to[0].Address != "li@xn--bcher-kva.example" {
		t.Errorf("to %v, %v", to, err)
	}
	if got, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject")); err != nil || got != subject {
		t.Errorf("subject %q, %v", got, err)
	}
	for name, want := range map[string]string{
		"Date": "Sun, 01 Mar 2026 09:00:00 +0000", "Message-Id": "<abc@laurel.test>", "Reply-To": "<office@school.test>",
		"List-Unsubscribe": "<https://x.test/u>", "Auto-Submitted": "auto-generated", "Mime-Version": "1.0",
	} {
		if got := m.Header.Get(name); got != want {
			t.Errorf("%s is %q", name, got)
		}
	}
	kind, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil || kind != "multipart/alternative" {
		t.Fatalf("%s, %v", kind, err)
	}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for _, want := range []string{text, "<p>" + text + "</p>"} {
		part, err := parts.NextPart() // decodes quoted-printable
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(part)
		if err != nil || strings.ReplaceAll(string(body), "\r\n", "\n") != want {
			t.Errorf("%s: %q, %v", part.Header.Get("Content-Type"), body, err)
		}
	}
}

func TestTextAlone(t *testing.T) {
	m := build(t, Message{From: "a@x.test", To: "b@x.test", Subject: "s", Text: "Grüße"})
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil || string(body) != "Grüße" || !strings.HasPrefix(m.Header.Get("Content-Type"), "text/plain") {
		t.Errorf("%q, %v", body, err)
	}
	if id := m.Header.Get("Message-Id"); !strings.HasSuffix(id, "@x.test>") {
		t.Errorf("message id %s", id)
	}
}

func TestHeadersCannotBeForged(t *testing.T) {
	good := Message{From: "a@x.test", To: "b@x.test", Subject: "s", Text: "t"}
	for name, change := range map[string]func(*Message){
		"subject with a header":    func(m *Message) { m.Subject = "hi\r\nBcc: all@x.test" },
		"subject with a line feed": func(m *Message) { m.Subject = "hi\nBcc: all@x.test" },
		"subject with NUL":         func(m *Message) { m.Subject = "hi\x00" },
		"sender":                   func(m *Message) { m.From = "a@x.test\r\nBcc: all@x.test" },
		"recipient list":           func(m *Message) { m.To = "b@x.test, c@x.test" },
		"recipient":                func(m *Message) { m.To = "b@x.test>\r\nRCPT TO:<c@x.test" },
		"no recipient":             func(m *Message) { m.To = "" },
		"reply address":            func(m *Message) { m.ReplyTo = "x\r\nBcc: y@x.test" },
		"message id":               func(m *Message) { m.MessageID = "1>\r\nBcc: y@x.test" },
		"header value":             func(m *Message) { m.Headers = map[string]string{"X-Group": "a\r\nBcc: y@x.test"} },
		"header name":              func(m *Message) { m.Headers = map[string]string{"X: y\r\nBcc": "y@x.test"} },
		"own header again":         func(m *Message) { m.Headers = map[string]string{"bcc": "y@x.test"} },
		"host with a line":         func(m *Message) { m.To = "b@x\r\n.test" },
		"letters before the @":     func(m *Message) { m.To = "bü@x.test" },
	} {
		m := good
		change(&m)
		if raw, err := BuildMIME(m); !IsPermanent(err) {
			t.Errorf("%s: %v\n%s", name, err, raw)
		}
	}
}

func TestNamesThatPeopleTypeAreSafe(t *testing.T) {
	for _, name := range []string{"", "A, B", "a@b", "x\r\nBcc: y@x.test", "\"quoted\"", "null\x00", "\u202eevil"} {
		m := build(t, Message{From: Address(name, "a@x.test"), To: "b@x.test", Subject: "s", Text: "t"})
		if from, err := m.Header.AddressList("From"); err != nil || len(from) != 1 || from[0].Address != "a@x.test" || m.Header.Get("Bcc") != "" {
			t.Errorf("%q: %v, %v", name, from, err)
		}
	}
}
