package mailer

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-msgauth/dkim"
)

func signedMessage(t *testing.T, m Message) (message []byte, txt func(string) ([]string, error)) {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKIXPublicKey(key.Public())
	if err != nil {
		t.Fatal(err)
	}
	body, err := BuildMIME(m)
	if err != nil {
		t.Fatal(err)
	}
	message, err = (&Signature{"guild.example", "one", key}).sign(body, time.Now())
	if err != nil {
		t.Fatal(err)
	}
	return message, func(name string) ([]string, error) {
		if name != "one._domainkey.guild.example" {
			return nil, fmt.Errorf("no record %s", name)
		}
		return []string{"v=DKIM1; k=rsa; p=" + base64.StdEncoding.EncodeToString(der)}, nil
	}
}

func TestASignatureIsValidForAnotherImplementation(t *testing.T) {
	t.Parallel()
	unsubscribe := map[string]string{"List-Unsubscribe": "<https://example.org/emails/x>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click", "Auto-Submitted": "auto-generated"}
	for name, m := range map[string]Message{
		"plain":  {From: "a@guild.example", To: "b@example.org", Subject: "Hello", Text: "Hi\n"},
		"empty":  {From: "a@guild.example", To: "b@example.org", Subject: "", Text: ""},
		"spaces": {From: "a@guild.example", To: "b@example.org", Subject: "  wide   open  ", Text: "a  b \t\n\n  c\n\n\n\n"},
		"whole": {
			From: Address("Gilde für Weber", "a@guild.example"), To: "b@example.org", CC: []string{"c@example.org"}, ReplyTo: "d@example.org",
			Subject: strings.Repeat("مرحبا بكم ", 30), HTML: "<p>Hello</p>", Text: strings.Repeat("long ", 400), Headers: unsubscribe,
		},
	} {
		message, txt := signedMessage(t, m)
		found, err := dkim.VerifyWithOptions(bytes.NewReader(message), &dkim.VerifyOptions{LookupTXT: txt})
		if err != nil || len(found) != 1 || found[0].Err != nil || found[0].Domain != "guild.example" {
			t.Errorf("%s: %v %+v\n%s", name, err, found, message)
		}
	}
}

func TestASignedHeaderCannotBeAddedOrChanged(t *testing.T) {
	t.Parallel()
	message, txt := signedMessage(t, Message{From: "a@guild.example", To: "b@example.org", Subject: "Hello", Text: "Hi\n"})
	for _, forged := range []string{
		"From: evil@example.org\r\n" + string(message), "Subject: Other\r\n" + string(message), "List-Unsubscribe: <https://evil.example>\r\n" + string(message),
		strings.Replace(string(message), "Subject: Hello", "Subject: Hullo", 1), string(message) + "more\r\n",
	} {
		found, err := dkim.VerifyWithOptions(strings.NewReader(forged), &dkim.VerifyOptions{LookupTXT: txt})
		if err == nil && len(found) == 1 && found[0].Err == nil {
			t.Errorf("it counts as signed:\n%.200s", forged)
		}
	}
}
