package exitkit

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"html/template"
	"io/fs"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/documents/documents"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/issuing/groups"
	"laurel/internal/platform/i18n"
)

//go:embed files
var files embed.FS

var pages = template.Must(template.ParseFS(files, "files/*.html"))

// pageData is the template data of every page.
type pageData struct {
	Title, Language, Direction string
	NoIndex                    bool
	Keys, Verifier             string
	Words                      func(key string, pairs ...string) string
}

// DateOf writes a date for people.
func (p pageData) DateOf(day string) string { return i18n.DateOf(p.Language, day) }

func (w *writer) newPageData(language, title string) pageData {
	language = w.Texts.Negotiate(language)
	out := pageData{
		Title: title, Language: language, Direction: "ltr", Keys: w.local(w.Links.Keys(w.department.ID)), Words: func(key string, pairs ...string) string {
			params := map[string]any{}
			for i := 0; i+1 < len(pairs); i += 2 {
				params[pairs[i]] = "\u2068" + pairs[i+1] + "\u2069" // a date keeps its order between Arabic words
			}
			return w.Texts.Text(language, key, params)
		},
	}
	if i18n.RightToLeft(language) {
		out.Direction = "rtl"
	}
	if _, err := fs.Stat(w.Web, verifier); err == nil {
		out.Verifier = "/" + verifier
	}
	return out
}

// local turns a URL of this installation into a path, so that pages also work on a test server.
func (w *writer) local(address string) string { return strings.TrimPrefix(address, w.Links.Base()) }

type credentialData struct {
	pageData
	credentials.Credential
	Date                               string // of the copy
	State, Reason                      string
	IssuedOn, ExpiredOn, Grade         string
	Picture, PDF, Badge, Signed, Token string
	Address                            string
	Drawing                            string
	Evidence                           []evidenceItem
}

// page writes the page of a credential to each of its paths.
func (w *writer) page(c credentials.Credential, left missing, shown []evidenceItem) error {
	id, key := c.UUID.String(), c.Key()
	s := credentialData{
		pageData: w.newPageData(c.RecipientLanguage(), c.Name()+" – "+c.Recipient.Name), Credential: c, Date: w.now.UTC().Format(time.DateOnly),
		IssuedOn: c.IssuedOn.Format(time.DateOnly), Signed: w.local(w.Links.SignedBadge(id, key)), Address: w.Links.Credential(id, ""),
	}
	s.NoIndex, w.language = c.Private, s.Language
	if c.ExpiredOn != nil {
		s.ExpiredOn = c.ExpiredOn.Format(time.DateOnly)
	}
	if c.Grade != nil {
		s.Grade = i18n.Percent(s.Language, *c.Grade)
	}
	s.State, s.Reason = w.statusText(c, s.pageData, s.ExpiredOn)
	if c.State == credentials.InProgress {
		s.Signed = ""
	}
	has := func(what string) bool { return !slices.Contains(left, what) }
	if c.Badge != uuid.Nil && has(badgeFile) {
		s.Badge = w.local(w.Links.BadgePicture(id, key))
		s.Picture = s.Badge
	}
	if c.Badge != uuid.Nil && has(drawingFile) {
		s.Drawing = beside(id, key, drawingFile)
	}
	s.Evidence = shown
	if c.Certificate != uuid.Nil && has(pictureFile) {
		s.Picture = w.local(w.Links.CertificatePicture(id, key))
	}
	if c.Certificate != uuid.Nil && has(certificateFile) {
		s.PDF = beside(id, key, certificateFile)
	}
	if s.Signed != "" && w.Badges.TokenAddress(c) != "" {
		s.Token = beside(id, key, tokenFile)
	}
	for _, name := range []string{id, c.EncodedID, "embed/" + id} {
		if err := w.fill("credential.html", rootOf(c)+name, s); err != nil {
			return err
		}
	}
	return nil
}

// beside returns the path of a file in the same folder as a credential's page.
func beside(id, key, file string) string {
	if key != "" {
		key = "?key=" + key
	}
	return "/" + id + "/" + file + key
}

// statusText returns the text for the credential's state at the time of the export, and the reason if it was revoked.
func (w *writer) statusText(c credentials.Credential, s pageData, last string) (state, reason string) {
	switch c.State {
	case credentials.InProgress:
		return s.Words("public.proof.in_progress"), ""
	case credentials.Expired:
		return s.Words("public.proof.expired", "date", s.DateOf(last)), ""
	case credentials.Suspended:
		return s.Words("public.proof.suspended"), ""
	case credentials.Revoked:
		return s.Words("public.proof.revoked"), strings.TrimSpace(s.Words("revocation."+string(c.Revocation.Reason)) + ". " + c.Revocation.Note)
	default:
		return s.Words("public.proof.valid"), ""
	}
}

// sharedPicture is used in place of a group ID for a design picture that several groups share.
const sharedPicture = 0

type groupData struct {
	pageData
	Group   groups.Public
	Picture string
}

// group writes the files that a group's credentials share, once: the badge class, the group page and the pictures of its designs.
func (w *writer) group(ctx context.Context, id int64) error {
	if w.markWritten(w.Links.BadgeClass(id)) {
		return nil
	}
	g, err := w.Groups.ReadPublic(ctx, id)
	if err != nil {
		return err
	}
	s := groupData{pageData: w.newPageData(w.language, g.CourseName), Group: g}
	for _, version := range []*uuid.UUID{g.DesignVersion, g.BadgeVersion} {
		if version == nil {
			continue
		}
		if err := w.designPicture(ctx, *version, g); err != nil {
			return err
		}
	}
	w.groups[id] = g
	if s.Picture, err = w.groupPicture(ctx, g); err != nil {
		return err
	}
	if err := w.serve(ctx, w.Links.BadgeClass(id), public); err != nil {
		return err
	}
	return w.fill("group.html", public+pathOf(w.Links.GroupPage(id)), s)
}

// groupPicture writes the picture of a group next to the group page and returns its path, or "" if there is none.
func (w *writer) groupPicture(ctx context.Context, g groups.Public) (string, error) {
	if g.DesignVersion == nil {
		return "", nil
	}
	data, err := w.Documents.GroupPicture(ctx, g, *g.DesignVersion, documents.PictureOptions{Format: rendering.PNG})
	if err != nil {
		w.LeftOut++
		return "", ctx.Err()
	}
	address := w.Links.GroupPage(g.ID) + "/picture.png"
	return w.local(address), w.folder.write(public+pathOf(address), data)
}

// markWritten reports whether a URL was already written, and marks it as written.
func (w *writer) markWritten(address string) bool {
	was := w.written[address]
	w.written[address] = true
	return was
}

// designPicture writes the picture of a design version, which verifiers show for the achievement. The picture contains the texts of the
// group that uses the design. If several groups use it, they share one URL, and the picture shows the design's placeholders instead.
func (w *writer) designPicture(ctx context.Context, version uuid.UUID, g groups.Public) error {
	shows, written := w.pictured[version]
	if version == uuid.Nil || written && (shows == g.ID || shows == sharedPicture) {
		return nil
	}
	var data []byte
	var err error
	if written {
		w.pictured[version] = sharedPicture
		data, err = w.Documents.DesignPicture(ctx, version, documents.PictureOptions{Format: rendering.PNG}, false)
	} else {
		w.pictured[version] = g.ID
		data, err = w.Documents.GroupPicture(ctx, g, version, documents.PictureOptions{Format: rendering.PNG})
	}
	switch {
	case err == nil:
		return w.folder.write(public+pathOf(w.Links.DesignPicture(version.String())), data)
	case !errors.Is(err, documents.ErrNotFound):
		w.LeftOut++
	}
	return ctx.Err()
}

// fill writes a page as index.html in its own folder, so that plain web servers find it without a file extension.
func (w *writer) fill(name, folder string, data any) error {
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, name, data); err != nil {
		return err
	}
	return w.folder.write(folder+"/index.html", out.Bytes())
}
