package uploads

import (
	"context"
	"strings"

	"laurel/internal/accounts/access"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/fetch"
)

// Logos are the images of departments. API clients cannot upload, so they may pass the address of any image on the web.
type Logos struct {
	uploads *Service
	fetch   *fetch.Client
}

// NewLogos returns Logos that copies images with f.
func NewLogos(s *Service, f *fetch.Client) *Logos { return &Logos{s, f} }

// Check checks an image of the actor's department and returns the URL of its public copy. The image of another host is copied if an API
// key asks. It returns the errors of Use, and ErrForeign for an address without an image.
func (l *Logos) Check(ctx context.Context, by access.Actor, address string) (string, error) {
	image, err := l.uploads.Use(ctx, by, address)
	if by.APIKeyID != 0 && errs.KindOf(err) == errs.Invalid {
		image, err = l.copied(ctx, by, address)
	}
	return image.URL, err
}

func (l *Logos) copied(ctx context.Context, by access.Actor, address string) (Image, error) {
	found, err := l.fetch.Get(ctx, address, "image/png, image/jpeg, image/gif")
	kind, _, _ := strings.Cut(found.Type, ";")
	name, known := map[string]string{"image/png": "picture.png", "image/jpeg": "picture.jpg", "image/gif": "picture.gif"}[strings.TrimSpace(kind)]
	if err != nil || found.Status != 200 || !known {
		return Image{}, ErrForeign // the reason would tell outsiders about the network
	}
	return l.uploads.Add(ctx, by, name, found.Body)
}
