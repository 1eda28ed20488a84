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

// pageData is what every page needs.
type pageData struct {
	Title, Language, Direction string
	NoIndex                    bool
	Keys, Verifier             string
	Words                      func(key string, pairs ...string) string
}

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

// local makes an address of ours one within the site, so that a page also works where the site is tried out.
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

// page writes the page of a credential at the addresses by which it is known.
func (w *writer) page(c credentials.Credential, left missing, shown []evidenceItem) error {
	id, key := c.UUID.String(), c.Key()
	s := credentialData{
		pageData: w.newPageData(c.Group.Language, c.Name()+" – "+c.Recipient.Name), Credential: c, Date: w.now.UTC().Format(time.DateOnly),
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

// beside is the address of a file that lies beside the page of a credential.
func beside(id, key, file string) string {
	if key != "" {
		key = "?key=" + key
	}
	return "/" + id + "/" + file + key
}

// statusText says whether a credential held on the day of the copy, and why it did not.
func (w *writer) statusText(c credentials.Credential, s pageData, last string) (state, reason string) {
	switch c.State {
	case credentials.InProgress:
		return s.Words("public.proof.in_progress"), ""
	case credentials.Expired:
		return s.Words("public.proof.expired", "date", last), ""
	case credentials.Suspended:
		return s.Words("public.proof.suspended"), ""
	case credentials.Revoked:
		return s.Words("public.proof.revoked"), strings.TrimSpace(s.Words("revocation."+string(c.Revocation.Reason)) + ". " + c.Revocation.Note)
	default:
		return s.Words("public.proof.valid"), ""
	}
}

// sharedPicture stands where a picture is of more than one group.
const sharedPicture = 0

type groupData struct {
	pageData
	Group   groups.Public
	Picture string
}

// group writes what the credentials of a group have in common, once: its badge class, its page and the pictures of its designs.
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

// groupPicture writes the picture of a group as its page shows it, beside that page, and gives its address, or "".
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

// markWritten tells whether an address was written, and notes that it now is.
func (w *writer) markWritten(address string) bool {
	was := w.written[address]
	w.written[address] = true
	return was
}

// designPicture writes the picture of a design version, which verifiers show as that of the achievement. It shows the words of the group that
// issues the design; where several do, they have one address for it, and it shows its tags.
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

// fill writes a page to a folder of its own, where plain web servers find it without an ending.
func (w *writer) fill(name, folder string, data any) error {
	var out bytes.Buffer
	if err := pages.ExecuteTemplate(&out, name, data); err != nil {
		return err
	}
	return w.folder.write(folder+"/index.html", out.Bytes())
}
