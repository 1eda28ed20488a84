package collectionpdf

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	_ "image/gif" // formats of imported pictures
	"image/jpeg"
	_ "image/png" // likewise
	"time"

	"github.com/google/uuid"
	"golang.org/x/image/draw"
	_ "golang.org/x/image/webp" // likewise
	"golang.org/x/sync/errgroup"

	"laurel/internal/design/designs"
	"laurel/internal/documents/documents"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/recipients/collections"
)

// entry is what a file shows of a credential.
type entry struct {
	title, issuer, status, note, address string
	issued, expires                      *time.Time
	picture                              []byte // nil without one
}

// atOnce is how many pictures are painted at the same time.
const atOnce = 4

func (s *Service) entries(ctx context.Context, b booklet) ([]entry, error) {
	out := make([]entry, len(b.Items))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for i, item := range b.Items {
		group.Go(func() (err error) {
			if item.Imported != nil {
				out[i], err = s.imported(ctx, b, *item.Imported)
			} else {
				out[i], err = s.issued(ctx, b, item.Credential)
			}
			out[i].note = item.Note
			return err
		})
	}
	return out, group.Wait()
}

func (s *Service) issued(ctx context.Context, b booklet, c credentials.Credential) (entry, error) {
	e := entry{title: c.Name(), issuer: c.Issuer.Name, issued: &c.IssuedOn, expires: c.ExpiredOn}
	status := string(c.State)
	switch {
	case c.Test:
		status = "test"
	case c.State == credentials.Published:
		status = "valid"
	}
	e.status = s.Texts.Text(b.Language, "recipient.wallet.state."+status, nil)
	if b.own && c.Private {
		e.status += " · " + s.Texts.Text(b.Language, "wallet.private", nil)
	}
	e.address = s.Links.Credential(c.UUID.String(), c.Key())
	kind := designs.Certificate
	if c.Certificate == uuid.Nil {
		kind = designs.Badge
	}
	picture, err := s.Documents.Picture(ctx, c, kind, pictureWidth)
	if errors.Is(err, documents.ErrNoDesign) {
		return e, nil
	}
	e.picture = picture
	return e, err
}

func (s *Service) imported(ctx context.Context, b booklet, i collections.Import) (entry, error) {
	e := entry{title: i.Title, issuer: i.IssuerName, issued: i.IssuedAt, expires: i.ExpiresAt, address: b.address}
	if e.title == "" {
		e.title = s.Texts.Text(b.Language, "collections.imports.untitled", nil)
	}
	if e.address == "" {
		e.address = i.IssuerURL
	}
	e.status = s.Texts.Text(b.Language, "imported.status."+i.Status, nil)
	if i.NotTheirs {
		e.status += " · " + s.Texts.Text(b.Language, "collections.imports.notTheirs", nil)
	}
	if !i.HasPicture {
		return e, nil
	}
	data, _, err := s.Imports.CollectedPicture(ctx, b.OwnerID, i.ID)
	if errs.KindOf(err) == errs.NotFound {
		return e, nil // removed since
	}
	e.picture = smaller(data)
	return e, err
}

// pictureWidth is the width of pictures in px: 200 dpi in print.
const pictureWidth = 640

// smaller returns a picture that others made as a JPEG of the size that is printed, or nil if it cannot be read.
func smaller(data []byte) []byte {
	read, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil
	}
	width, height := read.Bounds().Dx(), read.Bounds().Dy()
	if longer := max(width, height); longer > pictureWidth {
		width, height = max(1, width*pictureWidth/longer), max(1, height*pictureWidth/longer)
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.CatmullRom.Scale(out, out.Bounds(), read, read.Bounds(), draw.Over, nil)
	var written bytes.Buffer
	if err := jpeg.Encode(&written, out, &jpeg.Options{Quality: 85}); err != nil {
		return nil
	}
	return written.Bytes()
}
