package mailer

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/textproto"
	"regexp"
	"strings"
)

// File is a file that comes with a message.
type File struct {
	Name      string
	Type      string // a media type
	ContentID string // the HTML shows the file as cid:ContentID; "" makes it an attachment
	Body      []byte
}

var contentID = regexp.MustCompile(`^[A-Za-z0-9.-]+@[A-Za-z0-9.-]+$`)

// part is a message body or a part of one, encoded as it is transmitted.
type part struct {
	header  textproto.MIMEHeader
	content []byte
}

// partHeaders are the headers that a part may have, in their order.
var partHeaders = []string{"Content-Type", "Content-Transfer-Encoding", "Content-Id", "Content-Disposition"}

// bodyOf returns the body of a message: its text, its HTML with the pictures that it shows, and its attachments.
func bodyOf(m Message) (part, error) {
	body, err := textPart("text/plain", m.Text)
	if err != nil {
		return body, err
	}
	var shown, attached []part
	for _, f := range m.Files {
		p, err := filePart(f)
		if err != nil {
			return p, err
		}
		if f.ContentID != "" {
			shown = append(shown, p)
		} else {
			attached = append(attached, p)
		}
	}
	if m.HTML != "" {
		html, err := textPart("text/html", m.HTML)
		if err != nil {
			return html, err
		}
		if len(shown) > 0 {
			if html, err = multi("multipart/related", append([]part{html}, shown...)); err != nil {
				return html, err
			}
		}
		// The preferred form comes last (RFC 2046, section 5.1.4).
		if body, err = multi("multipart/alternative", []part{body, html}); err != nil {
			return body, err
		}
	}
	if len(attached) > 0 {
		return multi("multipart/mixed", append([]part{body}, attached...))
	}
	return body, nil
}

func multi(kind string, parts []part) (part, error) {
	var out bytes.Buffer
	w := multipart.NewWriter(&out)
	for _, p := range parts {
		to, err := w.CreatePart(p.header)
		if err == nil {
			_, err = to.Write(p.content)
		}
		if err != nil {
			return part{}, fmt.Errorf("mail: write %s: %w", kind, err)
		}
	}
	if err := w.Close(); err != nil {
		return part{}, fmt.Errorf("mail: end body: %w", err)
	}
	parameters := fmt.Sprintf("boundary=%q", w.Boundary())
	if kind == "multipart/related" {
		parameters = "type=\"text/html\";\r\n " + parameters // RFC 2387, section 3.1
	}
	return part{textproto.MIMEHeader{"Content-Type": {kind + ";\r\n " + parameters}}, out.Bytes()}, nil
}

func textPart(kind, text string) (part, error) {
	var out bytes.Buffer
	q := quotedprintable.NewWriter(&out)
	_, err := io.WriteString(q, text)
	if err == nil {
		err = q.Close()
	}
	if err != nil {
		return part{}, fmt.Errorf("mail: write %s: %w", kind, err)
	}
	return part{
		textproto.MIMEHeader{"Content-Type": {kind + "; charset=utf-8"}, "Content-Transfer-Encoding": {"quoted-printable"}}, out.Bytes(),
	}, nil
}

func filePart(f File) (part, error) {
	if hasControl(f.Name) {
		return part{}, malformed("the name of a file has control characters")
	}
	kind, parameters, err := mime.ParseMediaType(f.Type)
	if err != nil {
		return part{}, malformed("the type of the file %q: %w", f.Name, err)
	}
	header := textproto.MIMEHeader{"Content-Type": {mime.FormatMediaType(kind, parameters)}, "Content-Transfer-Encoding": {"base64"}}
	disposition := "attachment"
	if f.ContentID != "" {
		if !contentID.MatchString(f.ContentID) {
			return part{}, malformed("the id of the file %q has characters that may not be there", f.Name)
		}
		disposition = "inline"
		header.Set("Content-Id", "<"+f.ContentID+">")
	}
	header.Set("Content-Disposition", mime.FormatMediaType(disposition, map[string]string{"filename": f.Name}))
	var out bytes.Buffer
	text := base64.StdEncoding.EncodeToString(f.Body)
	for len(text) > foldAt {
		out.WriteString(text[:foldAt] + "\r\n")
		text = text[foldAt:]
	}
	out.WriteString(text + "\r\n")
	return part{header, out.Bytes()}, nil
}

// WithPictures returns HTML that shows the files of its message by itself, as data URLs.
func WithPictures(html string, files []File) string {
	for _, f := range files {
		if f.ContentID != "" {
			html = strings.ReplaceAll(html, "cid:"+f.ContentID, "data:"+f.Type+";base64,"+base64.StdEncoding.EncodeToString(f.Body))
		}
	}
	return html
}
