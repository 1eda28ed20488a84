package documents

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"laurel/internal/credentials"
	"laurel/internal/errs"
	"laurel/internal/jobs"
	"laurel/internal/rendering"
)

// PrintAhead prints what recipients ask for first: the PDF and the pictures of certificate and badge. What is kept already is
// not printed again, so it may run any number of times. One credential that fails does not hold up the others; the errors
// come together at the end, and give the job up where trying again would only give the same refusals.
func (s *Service) PrintAhead(ctx context.Context, departmentID int64, ids []int64) error {
	issued, err := s.credentials.ReadIssued(ctx, departmentID, ids)
	if err != nil {
		return err
	}
	var failures []error
	hopeless := true
	for _, c := range issued {
		for _, err := range []error{s.certificateAhead(ctx, c), s.badgeAhead(ctx, c)} {
			if err != nil {
				failures = append(failures, fmt.Errorf("credential %d: %w", c.ID, err))
				hopeless = hopeless && invalid(err)
			}
		}
	}
	if len(failures) > 0 && hopeless {
		return jobs.Cancel(errors.Join(failures...))
	}
	return errors.Join(failures...)
}

func (s *Service) certificateAhead(ctx context.Context, c credentials.Credential) error {
	if c.Certificate == uuid.Nil {
		return nil
	}
	job, err := s.job(ctx, c, c.Certificate)
	if err != nil {
		return err
	}
	job.Background, job.Mode = true, rendering.PDF
	if _, err := s.printer.PDF(ctx, job); err != nil {
		return err
	}
	_, err = s.printer.Picture(ctx, job, pictureWidth, rendering.PNG)
	return err
}

func (s *Service) badgeAhead(ctx context.Context, c credentials.Credential) error {
	if c.Badge == uuid.Nil {
		return nil
	}
	job, err := s.job(ctx, c, c.Badge)
	if err != nil {
		return err
	}
	job.Background = true
	_, err = s.printer.Picture(ctx, job, badgeWidth, rendering.PNG)
	return err
}

// invalid tells whether what is printed is at fault, not what prints.
func invalid(err error) bool {
	var known *errs.Error
	return errors.As(err, &known) && known.Kind == errs.Invalid
}
