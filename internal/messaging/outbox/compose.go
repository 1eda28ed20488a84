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
	Language, Direction, Subject, Sender, Heading, Body, Link, Button, Note, Picture, PictureAlt, Stop, StopLink string
}

// compose writes a mail of a kind in a language, or in English where it isn't translated. Each kind has subject, heading, body, button and
// note under "mail.{kind}". stop is the link that stops such mails, or "".
func compose(texts *i18n.Bundle, kind, language, stop string, params map[string]string) (subject, html, text string, err error) {
	if !texts.Speaks(language) {
		language = i18n.Fallback
	}
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
	if stop != "" {
		c.Stop, c.StopLink = texts.Text(language, "mail.stop", nil), stop
	}
	var buf bytes.Buffer
	if err := mailTemplate.Execute(&buf, c); err != nil {
		return "", "", "", fmt.Errorf("compose %s mail: %w", kind, err)
	}
	parts := []string{c.Heading, c.Body}
	if c.Link != "" {
		parts = append(parts, c.Button+":\n"+c.Link)
	}
	parts = append(parts, c.Note)
	if stop != "" {
		parts = append(parts, c.Stop+":\n"+stop)
	}
	return c.Subject, buf.String(), strings.Join(parts, "\n\n") + "\n", nil
}

// oneLine keeps a name with a line break from becoming a header of its own.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
