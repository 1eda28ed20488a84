package documents

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/google/uuid"

	"laurel/internal/credentials"
	"laurel/internal/errs"
	"laurel/internal/jobs"
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
	note := func(c credentials.Credential, err error) {
		if err != nil && !errors.Is(err, ErrNoDesign) {
			failures = append(failures, fmt.Errorf("credential %d: %w", c.ID, err))
			hopeless = hopeless && invalid(err)
		}
	}
	// Both at once: a document that hangs does not hold up the pictures of the others.
	var printing sync.WaitGroup
	var made []Made
	printing.Go(func() { made = s.Files(ctx, issued, Certificate) })
	for _, c := range issued {
		for _, version := range []uuid.UUID{c.Certificate, c.Badge} {
			_, err := s.pictureAhead(ctx, c, version)
			note(c, err)
		}
	}
	printing.Wait()
	for i, m := range made {
		note(issued[i], m.Err)
	}
	if len(failures) > 0 && hopeless {
		return jobs.Cancel(errors.Join(failures...))
	}
	return errors.Join(failures...)
}

// invalid tells whether what is printed is at fault, not what prints.
func invalid(err error) bool {
	var known *errs.Error
	return errors.As(err, &known) && known.Kind == errs.Invalid
}
