// Package documents renders credentials and designs: it assembles the data of a page and passes it to the renderer.
package documents

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"laurel/internal/accounts/access"
	"laurel/internal/design/attributes"
	"laurel/internal/design/designs"
	"laurel/internal/documents/documents/internal/db"
	"laurel/internal/documents/rendering"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/clock"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/links"
	"laurel/internal/platform/lru"
	"laurel/internal/platform/pg"
)

// Errors of this package.
var (
	ErrNoDesign = errs.New(errs.NotFound, "document.no_design")
	ErrNotFound = errs.New(errs.NotFound, "design.not_found")
)

// Widths lists the picture widths in px; a requested width is rounded up to one of them.
var Widths = []int{240, 360, 480, 720, 960, 1200, 1920}

// Designs reads design versions.
type Designs interface {
	VersionByUUID(ctx context.Context, d pg.DB, id uuid.UUID) (designs.Version, error)
}

// Attributes returns the custom attributes of a department: key to kind.
type Attributes interface {
	KindsTx(ctx context.Context, tx pgx.Tx, departmentID int64) (map[string]attributes.Kind, error)
}

// Files reads uploaded pictures.
type Files interface {
	// Open returns the bytes behind a public URL of this installation; ok is false for other URLs.
	Open(ctx context.Context, address string) (data []byte, ok bool, err error)
}

// Printer renders jobs, each at most once.
type Printer interface {
	PDF(ctx context.Context, job rendering.Job) ([]byte, error)
	PDFs(ctx context.Context, jobs []rendering.Job) []rendering.PDFResult
	Picture(ctx context.Context, job rendering.Job, width int, format rendering.Format) ([]byte, error)
}

// Credentials reads issued credentials.
type Credentials interface {
	ReadPublicAfter(ctx context.Context, ref, key string, before ...func(pg.DB) error) (credentials.Credential, error)
	ReadIssued(ctx context.Context, departmentID int64, ids []int64) ([]credentials.Credential, error)
}

// Badges returns the signed form of a credential and bakes it into badge pictures.
type Badges interface {
	Signed(ctx context.Context, c credentials.Credential) ([]byte, error)
	Bake(ctx context.Context, c credentials.Credential, picture []byte) ([]byte, error)
}

// Deps are the dependencies of a Service.
type Deps struct {
	Pool        *pgxpool.Pool
	Clock       clock.Clock
	Credentials Credentials
	Designs     Designs
	Attributes  Attributes
	Files       Files
	Fonts       Fonts
	Printer     Printer
	Badges      Badges
	Links       links.Links
}

// Service renders documents of credentials and designs.
type Service struct {
	pool              *pgxpool.Pool
	q                 *db.Queries
	clock             clock.Clock
	documentCache     *lru.Cache[Request, cachedResponse]
	rowVersionFlights singleflight[int64, string] // by credential
	pictureCache      *lru.Cache[string, cachedPicture]
	versionCache      *lru.Cache[versionKey, designs.Version]
	credentials       Credentials
	designs           Designs
	attributes        Attributes
	files             Files
	fonts             Fonts
	printer           Printer
	badges            Badges
	links             links.Links
}

// New returns a Service.
func New(d Deps) *Service {
	return &Service{
		pool: d.Pool, q: db.New(), clock: d.Clock, documentCache: lru.New[Request, cachedResponse](64 << 20), pictureCache: lru.New[string, cachedPicture](32 << 20),
		versionCache: lru.New[versionKey, designs.Version](8 << 20), credentials: d.Credentials, designs: d.Designs, attributes: d.Attributes,
		files: d.Files, fonts: d.Fonts, printer: d.Printer, badges: d.Badges, links: d.Links,
	}
}

// PDF returns a certificate of a credential: for reading, with the signed credential attached, or for a print shop. It returns
// ErrNoDesign when the credential has only a badge.
func (s *Service) PDF(ctx context.Context, c credentials.Credential, f File) ([]byte, error) {
	job, err := s.newAssembler().pdfJob(ctx, c, f)
	if err != nil {
		return nil, err
	}
	printed, err := s.printer.PDF(ctx, job)
	if err != nil {
		return nil, err
	}
	return s.attachCredential(ctx, c, f, printed)
}

// Picture renders the certificate or badge of a credential, at least width px wide, in the format of its kind.
func (s *Service) Picture(ctx context.Context, c credentials.Credential, kind designs.Kind, width int) ([]byte, error) {
	return s.PictureIn(ctx, c, kind, PictureOptions{Width: width})
}

// PictureIn is Picture with a choice of the format.
func (s *Service) PictureIn(ctx context.Context, c credentials.Credential, kind designs.Kind, o PictureOptions) ([]byte, error) {
	version := c.Certificate
	if kind == designs.Badge {
		version = c.Badge
	}
	job, err := s.newAssembler().job(ctx, c, version)
	if err != nil {
		return nil, err
	}
	if o.Format == "" {
		o.Format = formatOf(job.Design)
	}
	return s.printer.Picture(ctx, job, Width(o.Width), o.Format)
}

// formatOf returns the picture format of a design. A JPEG takes a fifth of the time and size of a PNG but has no transparency,
// which badges need.
func formatOf(design json.RawMessage) rendering.Format {
	var d struct {
		Kind designs.Kind `json:"kind"`
	}
	if json.Unmarshal(design, &d) == nil && d.Kind == designs.Badge {
		return rendering.PNG
	}
	return rendering.JPEG
}

// BakedBadge returns the badge picture of a credential as PNG or SVG, with the signed credential and the assertion baked in.
func (s *Service) BakedBadge(ctx context.Context, c credentials.Credential, format rendering.Format) ([]byte, error) {
	job, err := s.newAssembler().job(ctx, c, c.Badge)
	if err != nil {
		return nil, err
	}
	picture, err := s.printer.Picture(ctx, job, pictureWidth, format)
	if err != nil {
		return nil, err
	}
	return s.badges.Bake(ctx, c, picture)
}

// pictureWidth is the default picture width in px, and that of downloaded badges.
const pictureWidth = 960

// PictureOptions selects size and format of a picture.
type PictureOptions struct {
	Width  int              // in px, rounded up to one of Widths
	Format rendering.Format // "" means the format of the design's kind
}

// Width rounds a requested width up to one of Widths, which bounds the number of stored pictures.
func Width(wish int) int {
	if wish <= 0 {
		return pictureWidth
	}
	for _, w := range Widths {
		if w >= wish {
			return w
		}
	}
	return Widths[len(Widths)-1]
}

// Values returns the values of the design tags for a credential.
func (s *Service) Values(c credentials.Credential, kinds map[string]attributes.Kind) map[string]rendering.Value {
	text := func(v string) rendering.Value { return rendering.Value{Kind: "text", Value: v} }
	values := map[string]rendering.Value{
		"issuer.name":              text(c.Issuer.Name),
		"group.course_name":        text(c.Group.CourseName),
		"group.course_description": text(c.Description()),
		"credential.id":            text(c.EncodedID),
		"credential.license_id":    text(c.LicenseID),
		"credential.issued_on":     {Kind: "date", Value: c.IssuedOn.Format(time.DateOnly)},
		"credential.grade":         text(""),
		"credential.grade_band":    text(c.GradeBand()),
		"credential.url":           text(s.links.Credential(c.UUID.String(), c.Key())),
		"credential.uuid":          text(c.UUID.String()),
		"recipient.id":             text(c.RecipientID()),
		"recipient.name":           text(c.Recipient.Name),
		"recipient.email":          {Kind: "email", Value: c.Recipient.Email},
	}
	if c.OwnName != "" {
		values["group.course_name"] = text(c.OwnName)
	}
	if c.ExpiredOn != nil {
		values["credential.expired_on"] = rendering.Value{Kind: "date", Value: c.ExpiredOn.Format(time.DateOnly)}
	}
	if c.Grade != nil {
		values["credential.grade"] = rendering.Value{Kind: "percent", Value: strconv.FormatFloat(*c.Grade, 'f', -1, 64)}
	}
	if c.Issuer.Logo != "" {
		values["issuer.logo"] = rendering.Value{Kind: "image", Value: c.Issuer.Logo}
	}
	for key, value := range c.CustomAttributes {
		kind := kinds[key]
		if kind == "" {
			kind = attributes.Text // the attribute was deleted after the credential was issued
		}
		values["custom."+key] = rendering.Value{Kind: string(kind), Value: fmt.Sprint(value)}
	}
	return values
}

// DesignPicture renders a design version with its tags in brackets or, as a sample, with made-up values. Knowing the version's ID
// authorises access.
func (s *Service) DesignPicture(ctx context.Context, version uuid.UUID, looks PictureOptions, sample bool) ([]byte, error) {
	var v designs.Version
	err := pg.SingleStatementSystem(pg.WithGenericPlan(ctx), s.pool, func(d pg.DB) (err error) {
		v, err = s.designs.VersionByUUID(ctx, d, version)
		return err
	})
	if err != nil {
		return nil, err
	}
	if sample {
		return s.paint(ctx, v.DepartmentID, v.Document, v.Language, sampleValues(v.Document, designs.SampleValues(v.Language)), looks)
	}
	return s.paint(ctx, v.DepartmentID, v.Document, v.Language, bracketed(v.Document), looks)
}

// TemplatePicture returns a sample picture of a template, or ErrNotFound. The gallery width is embedded in the program; Chrome
// renders other widths.
func (s *Service) TemplatePicture(ctx context.Context, slug string, width int) ([]byte, error) {
	t, err := designs.TemplateBySlug(slug)
	if err != nil {
		return nil, err
	}
	if t.Picture != nil && Width(width) == designs.TemplatePictureWidth {
		return t.Picture, nil
	}
	return s.paint(ctx, 0, t.Document, t.Language, sampleValues(t.Document, t.SampleValues()), PictureOptions{Width: width})
}

// Preview renders a design of the department with the given values as PNG. Keys are tags without brackets; tags without a value
// keep their brackets.
func (s *Service) Preview(ctx context.Context, by access.Actor, d designs.Design, given map[string]string, width int) ([]byte, error) {
	if err := by.Require(access.ViewDesigns); err != nil {
		return nil, err
	}
	return s.paint(ctx, by.DepartmentID, d.Document, d.Language, sampleValues(d.Document, given), PictureOptions{width, rendering.PNG})
}

// sampleValues returns the given values, and for all other tags of the document their names in brackets.
func sampleValues(document json.RawMessage, typed map[string]string) map[string]rendering.Value {
	values := bracketed(document)
	for tag, value := range typed {
		values[tag] = textValue(value)
	}
	return values
}

// textValue returns a value of the kind text.
func textValue(value string) rendering.Value {
	if _, err := time.Parse(time.DateOnly, value); err == nil {
		return rendering.Value{Kind: "date", Value: value}
	}
	return rendering.Value{Kind: "text", Value: value}
}

func (s *Service) paint(
	ctx context.Context, departmentID int64, document json.RawMessage, language string, values map[string]rendering.Value, looks PictureOptions,
) ([]byte, error) {
	images, err := s.newAssembler().images(ctx, document, values)
	if err != nil {
		return nil, err
	}
	families, err := s.fontsOf(ctx, departmentID, document)
	if err != nil {
		return nil, err
	}
	job := rendering.Job{
		Design: document, Lang: language, Title: "Design", Pages: []rendering.Page{{Values: values}}, Images: images, Fonts: families,
	}
	if looks.Format == "" {
		looks.Format = formatOf(document)
	}
	return s.printer.Picture(ctx, job, Width(looks.Width), looks.Format)
}
