package mailer

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset"
)

// leaves returns the parts of a message that have no parts, by the path of their types.
func leaves(t *testing.T, m Message) map[string]string {
	t.Helper()
	raw, err := BuildMIME(m)
	if err != nil {
		t.Fatal(err)
	}
	entity, err := message.Read(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	var walk func(e *message.Entity, path string)
	walk = func(e *message.Entity, path string) {
		kind, _, err := e.Header.ContentType()
		if err != nil {
			t.Fatal(err)
		}
		path += "/" + strings.TrimPrefix(kind, "multipart/")
		parts := e.MultipartReader()
		if parts == nil {
			body, err := io.ReadAll(e.Body)
			if err != nil {
				t.Fatal(err)
			}
			disposition, params, _ := e.Header.ContentDisposition()
			out[strings.Join(strings.Fields(path+" "+disposition+" "+params["filename"]+" "+e.Header.Get("Content-Id")), " ")] = string(body)
			return
		}
		for {
			p, err := parts.NextPart()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			walk(p, path)
		}
	}
	walk(entity, "")
	return out
}

func TestFilesComeWithAMessage(t *testing.T) {
	t.Parallel()
	picture, table := bytes.Repeat([]byte{0, 1, 2, 255}, 500), []byte("\ufeffname\r\nÆgir\r\n")
	m := Message{
		From: "a@guild.example", To: "b@example.org", Subject: "Figures", Text: "Text", HTML: `<img src="cid:one@charts.laurel">`,
		Files: []File{
			{Name: "one.png", Type: "image/png", ContentID: "one@charts.laurel", Body: picture},
			{Name: "größe 2026.csv", Type: "text/plain; charset=utf-8", Body: table},
		},
	}
	got := leaves(t, m)
	for path, want := range map[string]string{
		"/mixed/alternative/text/plain": "Text", "/mixed/alternative/related/text/html": m.HTML,
		"/mixed/alternative/related/image/png inline one.png <one@charts.laurel>": string(picture),
		"/mixed/text/plain attachment größe 2026.csv":                             string(table),
	} {
		if got[path] != want {
			t.Errorf("%s is %.40q of %d parts", path, got[path], len(got))
		}
	}
	m.HTML = ""
	if got := leaves(t, m); got["/mixed/text/plain"] != "Text" || len(got) != 2 {
		t.Errorf("a message without HTML has %d parts", len(got))
	}
}

func TestAFileAddsNoHeader(t *testing.T) {
	t.Parallel()
	for _, f := range []File{
		{Name: "a\r\nBcc: evil@example.org", Type: "text/csv"}, {Name: "a", Type: "text/csv\r\nBcc: evil@example.org"}, {Name: "a", Type: ""},
		{Name: "a", Type: "image/png", ContentID: "x>\r\nBcc: evil@example.org"},
	} {
		if raw, err := BuildMIME(Message{From: "a@guild.example", To: "b@example.org", Text: "Hi", HTML: "Hi", Files: []File{f}}); err == nil {
			t.Errorf("%+v: %s", f, raw)
		}
	}
}
