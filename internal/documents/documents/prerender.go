package documents

import (
	"context"
	"errors"
	"fmt"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
)

// Prerender prints the certificates of credentials before anybody asks for them. What is kept already is not printed again, so
// it may run any number of times. One credential that fails does not hold up the others; the errors come together at the end,
// and give the job up where trying again would only give the same refusals.
func (s *Service) Prerender(ctx context.Context, departmentID int64, ids []int64) error {
	issued, err := s.credentials.ReadIssued(ctx, departmentID, ids)
	if err != nil {
		return err
	}
	var failed failures
	for i, made := range s.printPDFs(ctx, issued, Certificate) {
		failed.add(issued[i], made.Err)
	}
	return failed.err()
}

// failures are those of a job of many credentials.
type failures struct {
	all       []error
	retryable bool
}

func (f *failures) add(c credentials.Credential, err error) {
	if err != nil && !errors.Is(err, ErrNoDesign) {
		f.all = append(f.all, fmt.Errorf("credential %d: %w", c.ID, err))
		f.retryable = f.retryable || !invalid(err)
	}
}

func (f *failures) err() error {
	err := errors.Join(f.all...)
	if err != nil && !f.retryable {
		return jobs.Cancel(err)
	}
	return err
}

// invalid tells whether what is printed is at fault, not what prints.
func invalid(err error) bool {
	var known *errs.Error
	return errors.As(err, &known) && known.Kind == errs.Invalid
}
