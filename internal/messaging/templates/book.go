package templates

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"laurel/internal/messaging/letters"
	"laurel/internal/messaging/templates/internal/db"
	"laurel/internal/platform/i18n"
	"laurel/internal/platform/pg"
)

// Letter is an email to be written. Params are the letters.Values that its kind has in every template.
type Letter struct {
	Kind         string
	To           string
	Language     string
	DepartmentID int64 // 0: about an account
	GroupID      int64 // 0: that of the credential
	CredentialID int64
	Params       map[string]string
	Blocks       []letters.Block // stand before the button of the installation's text
}

// Example is the kind of an email that shows what recipients get. It uses the templates for the delivery of credentials.
const Example = "example"

// typeKey returns the type whose templates an email uses.
func (l Letter) typeKey() string {
	if l.Kind == Example {
		return "delivery"
	}
	return l.Kind
}

// Book writes emails with the templates that were in use when it was opened.
type Book struct {
	s           *Service
	departments map[int64]db.DepartmentFactsRow
	templates   map[int64][]*entry // by department
	groups      map[int64]int64    // by credential
	credentials map[int64]db.CredentialFactsRow
	faults      map[int64]fault // by template
}

// entry is a template in use. It is read when it is needed first.
type entry struct {
	row      db.EmailTemplate
	chosenBy []int64
	read     *Template
	fault    error
}

type fault struct {
	row db.EmailTemplate
	why string
}

// Fault is a template that could not be used, and whom to tell.
type Fault struct {
	TemplateID   int64
	DepartmentID int64
	Version      int
	To           string
	Language     string
	Params       map[string]string
}

// OpenTx reads the templates that emails use. It takes one statement unless their department has templates.
func (s *Service) OpenTx(ctx context.Context, tx pgx.Tx, letters []Letter) (*Book, error) {
	b := &Book{
		s: s, departments: map[int64]db.DepartmentFactsRow{}, templates: map[int64][]*entry{}, groups: map[int64]int64{},
		credentials: map[int64]db.CredentialFactsRow{}, faults: map[int64]fault{},
	}
	ids := idsOf(letters, func(l Letter) int64 { return l.DepartmentID })
	if len(ids) == 0 {
		return b, nil
	}
	rows, err := s.q.DepartmentFacts(ctx, tx, ids)
	if err != nil {
		return nil, fmt.Errorf("read departments of emails: %w", err)
	}
	templated := false
	for _, row := range rows {
		b.departments[row.ID] = row
		templated = templated || row.Templated
	}
	if !templated {
		return b, nil
	}
	return b, b.read(ctx, tx, ids, letters)
}

func (b *Book) read(ctx context.Context, tx pgx.Tx, departments []int64, letters []Letter) error {
	credentials := idsOf(letters, func(l Letter) int64 { return l.CredentialID })
	if len(credentials) > 0 {
		rows, err := b.s.q.CredentialGroups(ctx, tx, db.CredentialGroupsParams{Departments: departments, Ids: credentials})
		if err != nil {
			return fmt.Errorf("read groups of emails: %w", err)
		}
		for _, row := range rows {
			b.groups[row.ID] = row.GroupID
		}
	}
	groups := idsOf(letters, b.groupOf)
	rows, err := b.s.q.TemplatesInUse(ctx, tx, db.TemplatesInUseParams{Departments: departments, Groups: groups})
	if err != nil {
		return fmt.Errorf("read email templates: %w", err)
	}
	detailed := false
	for _, row := range rows {
		b.templates[row.EmailTemplate.DepartmentID] = append(b.templates[row.EmailTemplate.DepartmentID], &entry{row: row.EmailTemplate, chosenBy: row.ChosenBy})
		detailed = detailed || showsDetails(row.EmailTemplate.Variants)
	}
	if !detailed || len(credentials) == 0 {
		return nil
	}
	facts, err := b.s.q.CredentialFacts(ctx, tx, db.CredentialFactsParams{Departments: departments, Ids: credentials})
	if err != nil {
		return fmt.Errorf("read credentials of emails: %w", err)
	}
	for _, row := range facts {
		b.credentials[row.ID] = row
	}
	return nil
}

// showsDetails reports whether variants use letters.Values that drafts don't carry.
func showsDetails(variants []byte) bool {
	text := string(variants)
	return slices.ContainsFunc(ofCredentials[2:], func(tag string) bool { return strings.Contains(text, tag) }) || strings.Contains(text, customPrefix) ||
		strings.Contains(text, `"which"`)
}

func idsOf(letters []Letter, id func(Letter) int64) []int64 {
	found := map[int64]bool{}
	for _, l := range letters {
		if n := id(l); n != 0 {
			found[n] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (b *Book) groupOf(l Letter) int64 {
	if l.GroupID != 0 {
		return l.GroupID
	}
	return b.groups[l.CredentialID]
}

// Values returns what the tags of an email stand for.
func (b *Book) Values(l Letter) map[string]string {
	v := map[string]string{"recipient.email": l.To, "wallet.url": b.s.Links.Page("/wallet")}
	if d, known := b.departments[l.DepartmentID]; known {
		v["department.name"], v["department.url"], v["department.email"] = d.Name, d.Url, cmp.Or(d.ContactEmail, d.SupportEmail)
		v["department.logo"] = b.s.logo(d.Logo)
	}
	if c, known := b.credentials[l.CredentialID]; known {
		maps.Copy(v, b.s.credentialValues(c, l.Language))
	}
	for param, value := range l.Params {
		v[tagOf(l.Kind, param)] = value
	}
	return v
}

// credentialValues returns what tags show of a credential.
func (s *Service) credentialValues(c db.CredentialFactsRow, language string) map[string]string {
	key := ""
	if c.Private {
		key = c.PrivateKey
	}
	v := map[string]string{
		"recipient.name": c.RecipientName, "recipient.email": c.RecipientEmail, "recipient.id": c.RecipientID, "group.course_name": c.CourseName,
		"credential.url": s.Links.Credential(c.Uuid.String(), key), "credential.id": c.EncodedID, "credential.uuid": c.Uuid.String(),
		"credential.license_id": c.LicenseID, "credential.issued_on": i18n.Date(language, c.IssuedOn),
	}
	if c.ExpiredOn != nil {
		v["credential.expired_on"] = i18n.Date(language, *c.ExpiredOn)
	}
	if c.Grade != nil {
		v["credential.grade"] = strconv.FormatFloat(*c.Grade, 'f', -1, 64)
	}
	if c.HasBadge {
		v["credential.badge"] = s.Links.BadgePicture(c.Uuid.String(), key)
		v["credential.image"] = v["credential.badge"]
	}
	if c.HasCertificate {
		v["credential.certificate"] = s.Links.CertificatePicture(c.Uuid.String(), key)
		v["credential.image"] = v["credential.certificate"]
	}
	var custom map[string]any
	if json.Unmarshal(c.CustomAttributes, &custom) == nil {
		for name, value := range custom {
			if value != nil {
				v[customPrefix+name] = i18n.DateOf(language, fmt.Sprint(value))
			}
		}
	}
	return v
}

// logo returns the address of a logo that mail programs can show, or "".
func (s *Service) logo(address string) string {
	if address == "" || strings.HasSuffix(strings.ToLower(address), ".svg") {
		return ""
	}
	return s.Links.File(address)
}

// Write writes an email with the letters.Values of its tags: with the template of its group, of its department or of the installation, whichever comes
// first and works. stop is the link that stops such emails, or "".
func (b *Book) Write(l Letter, tags map[string]string, stop string) (letters.Rendered, error) {
	v := letters.Values(maps.Clone(tags))
	v[unsubscribe] = stop
	usualLetter := letters.Letter{Style: letters.DefaultStyle(), Language: spoken(b.s.Texts, l.Language), Values: v}
	if stop != "" {
		usualLetter.Stop = b.s.Texts.Text(usualLetter.Language, "mail.stop", nil)
	}
	for _, c := range b.candidates(l) {
		out, err := b.try(c, l, usualLetter)
		if err == nil {
			return out, nil
		}
		b.faults[c.row.ID] = fault{c.row, err.Error()}
	}
	usualLetter.Variant = usual(b.s.Texts, l.Kind, usualLetter.Language, slices.Collect(maps.Keys(l.Params)))
	usualLetter.Blocks = withBlocks(usualLetter.Blocks, l.Blocks)
	return usualLetter.Render()
}

// withBlocks returns the blocks of a text with more of them before its button.
func withBlocks(blocks, more []letters.Block) []letters.Block {
	at := slices.IndexFunc(blocks, func(b letters.Block) bool { return b.Type == letters.Button || b.Type == letters.Footer })
	if at < 0 {
		at = len(blocks)
	}
	return slices.Insert(blocks, at, more...)
}

// candidate is a template in one of its languages; "" is its main one.
type candidate struct {
	*entry

	language string
}

// candidates lists the templates for an email in the order of fallbacks: of its group in its language and in the template's, then the same of
// its department.
func (b *Book) candidates(l Letter) []candidate {
	var of [2][]candidate
	group := b.groupOf(l)
	for _, e := range b.templates[l.DepartmentID] {
		if e.row.Type != l.typeKey() {
			continue
		}
		both := []candidate{{e, l.Language}, {e, ""}}
		switch {
		case group != 0 && slices.Contains(e.chosenBy, group):
			of[0] = both
		case e.row.IsDefault:
			of[1] = both
		}
	}
	return slices.Concat(of[0], of[1])
}

var errNoVariant = fmt.Errorf("it has no variant in its main language")

// try writes an email with a template. Whatever goes wrong is an error, even a bug of ours: the email must go out.
func (b *Book) try(c candidate, l Letter, base letters.Letter) (out letters.Rendered, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it could not be drawn: %v", p)
		}
	}()
	t, err := c.template()
	if err != nil {
		return letters.Rendered{}, err
	}
	v, language, there := t.variant(cmp.Or(c.language, t.Language))
	if !there && c.language != "" {
		v, language, there = t.variant(t.Language)
	}
	if !there {
		return letters.Rendered{}, errNoVariant
	}
	kind, _ := typeOf(t.Type)
	for _, tag := range kind.Required {
		if base.Values[tag] == "" {
			return letters.Rendered{}, fmt.Errorf("[%s] has no value", tag)
		}
	}
	if language != base.Language && base.Stop != "" {
		base.Stop = b.s.Texts.Text(spoken(b.s.Texts, language), "mail.stop", nil)
	}
	base.Variant, base.Language, base.Style = v, language, t.Style
	if l.Kind == Example {
		base.Variant = b.s.asExample(base.Variant, base.Language)
	}
	if out, err = base.Render(); err != nil {
		return out, err
	}
	if len(out.HTML) > letters.ClipBytes {
		return out, letters.ErrClipped
	}
	out.FromName, out.ReplyTo = t.FromName, t.ReplyTo
	return out, nil
}

// asExample marks a variant as an example of what recipients get.
func (s *Service) asExample(v letters.Variant, language string) letters.Variant {
	language = spoken(s.Texts, language)
	v.Subject = s.Texts.Text(language, "mail.example.of", map[string]any{"subject": v.Subject})
	note := s.Texts.Text(language, "mail.example.note", map[string]any{"issuer": "[department.name]"})
	v.Blocks = append(slices.Clone(v.Blocks), letters.Block{ID: "example", Type: letters.Footer, Doc: letters.Paragraphs(note)})
	return v
}

func (e *entry) template() (*Template, error) {
	if e.read == nil && e.fault == nil {
		t, err := of(e.row)
		e.read, e.fault = &t, err
	}
	return e.read, e.fault
}

// variant returns the variant in a language, or in the language without its region.
func (t *Template) variant(language string) (letters.Variant, string, bool) {
	if v, there := t.Variants[language]; there {
		return v, language, true
	}
	base, _, _ := strings.Cut(language, "-")
	v, there := t.Variants[base]
	return v, base, there
}

// CloseTx records which templates could not be used, and returns those of which that was not known.
func (b *Book) CloseTx(ctx context.Context, tx pgx.Tx) ([]Fault, error) {
	var out []Fault
	for _, id := range slices.Sorted(maps.Keys(b.faults)) {
		f := b.faults[id]
		n, err := b.s.q.TemplateSetFault(ctx, tx, db.TemplateSetFaultParams{
			DepartmentID: f.row.DepartmentID, ID: id, Version: f.row.Version, Fault: f.why, Now: pg.OrNull(b.s.Clock.Now()),
		})
		if err != nil {
			return nil, fmt.Errorf("note that a template failed: %w", err)
		}
		d := b.departments[f.row.DepartmentID]
		if to := cmp.Or(d.SupportEmail, d.ContactEmail); n > 0 && to != "" {
			out = append(out, Fault{
				TemplateID: id, DepartmentID: d.ID, Version: int(f.row.Version), To: to, Language: d.Language,
				Params: map[string]string{
					"issuer": d.Name, "template": f.row.Name, "why": f.why, "link": b.s.Links.Page("/settings/email/templates/" + strconv.FormatInt(id, 10)),
				},
			})
		}
	}
	return out, nil
}
