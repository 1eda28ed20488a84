package documents

import (
	"context"

	"laurel/internal/credentials"
	"laurel/internal/rendering"
)

// File names one of the files that a credential can be had as.
type File string

// The files. Certificates are PDFs, the badge is a PNG with its assertion inside.
const (
	Certificate      File = "certificate"
	CertificatePrint File = "certificate_print"
	Badge            File = "badge"
)

// Extension is how the file's name ends.
func (f File) Extension() string {
	if f == Badge {
		return ".png"
	}
	return ".pdf"
}

// FileInBackground makes a file for which nobody waits right now: whoever does goes first. It refuses with ErrNoDesign when the
// credential has no such document.
func (s *Service) FileInBackground(ctx context.Context, c credentials.Credential, f File) ([]byte, error) {
	version := c.Certificate
	if f == Badge {
		version = c.Badge
	}
	job, err := s.job(ctx, c, version)
	if err != nil {
		return nil, err
	}
	job.Background = true
	if f != Badge {
		job.Mode = rendering.PDF
		if f == CertificatePrint {
			job.Mode = rendering.Print
		}
		return s.printer.PDF(ctx, job)
	}
	picture, err := s.printer.Picture(ctx, job, badgeWidth, rendering.PNG)
	if err != nil {
		return nil, err
	}
	return s.badges.Bake(ctx, c, picture)
}
