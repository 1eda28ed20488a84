package exitkit

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"net/url"
	"path"
	"strings"
	"text/template"
	"time"
)

// verifier is the page that verifies credentials offline.
const verifier = "verifier.html"

// surroundings writes the files around the credentials: the start page, the verifier, and the hosting instructions and configuration.
func (w *writer) surroundings() error {
	if err := w.fill("index.html", strings.TrimSuffix(public, "/"), struct {
		pageData
		Issuer, Date string
	}{w.newPageData(w.language, w.department.Name), w.department.Name, w.now.UTC().Format(time.DateOnly)}); err != nil {
		return err
	}
	if err := w.verifier(); err != nil {
		return err
	}
	for from, to := range map[string]string{
		"readme.txt": "README.txt", "nginx.txt": "nginx.conf", "apache.txt": public + ".htaccess", "headers.txt": public + "_headers",
	} {
		text, err := template.ParseFS(files, path.Join("files", from))
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := text.Execute(&out, map[string]any{
			"Base": w.Links.Base(), "Host": hostOf(w.Links.Base()),
			"Issuer": oneLine(w.department.Name), "ID": w.department.ID, "DID": w.Links.DID(w.department.ID),
			"Date": w.now.UTC().Format(time.DateOnly), "Total": w.Total, "LeftOut": w.LeftOut,
		}); err != nil {
			return err
		}
		if err := w.folder.write(to, out.Bytes()); err != nil {
			return err
		}
	}
	return nil
}

// verifier writes the offline verifier page with the department's keys and status lists embedded.
func (w *writer) verifier() error {
	page, err := fs.ReadFile(w.Web, verifier)
	if err != nil {
		return nil //nolint:nilerr // the web application is not built: there is no such page
	}
	kept, err := json.Marshal(w.kept) // which leaves no "<" in it
	if err != nil {
		return err
	}
	block := `<script type="application/json" id="kept" data-date="` + w.now.UTC().Format(time.DateOnly) + `">` + string(kept) + "</script>\n<body>"
	return w.folder.write(public+verifier, bytes.Replace(page, []byte("<body>"), []byte(block), 1))
}

// hostOf returns the host of a URL without its port.
func hostOf(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Hostname()
}

// oneLine collapses whitespace, so that a name cannot break out of its line.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
