package outbox

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"strings"

	"laurel/internal/platform/i18n"
)

//go:embed mail.html
var mailHTML string

var mailTemplate = template.Must(template.New("mail").Parse(mailHTML))

// content is what the mail's layout shows. Values come from people, so they only ever enter as data.
type content struct {
	Language, Direction, Subject, Sender, Heading, Body, Link, Button, Note, Picture, PictureAlt string
}

// compose writes a mail of a kind in a language. Each kind has subject, heading, body, button and note under "mail.{kind}".
func compose(texts *i18n.Bundle, kind, language string, params map[string]string) (subject, html, text string, err error) {
	values := map[string]any{}
	for name, value := range params {
		values[name] = value
	}
	say := func(part string) string { return texts.Text(language, "mail."+kind+"."+part, values) }
	body := say("body")
	if params["owner_code"] != "" {
		body += "\n\n" + say("owner")
	}
	c := content{
		Language: language, Direction: "ltr", Subject: oneLine(say("subject")), Sender: params["issuer"], Heading: say("heading"),
		Body: body, Link: params["link"], Note: say("note"), Picture: params["picture"], PictureAlt: params["course"],
	}
	if i18n.RightToLeft(language) {
		c.Direction = "rtl"
	}
	if c.Link != "" {
		c.Button = say("button")
	}
	var buf bytes.Buffer
	if err := mailTemplate.Execute(&buf, c); err != nil {
		return "", "", "", fmt.Errorf("compose %s mail: %w", kind, err)
	}
	parts := []string{c.Heading, c.Body}
	if c.Link != "" {
		parts = append(parts, c.Button+":\n"+c.Link)
	}
	return c.Subject, buf.String(), strings.Join(append(parts, c.Note), "\n\n") + "\n", nil
}

// oneLine keeps a name with a line break from becoming a header of its own.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
