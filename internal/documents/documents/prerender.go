package documents

import (
	"context"
	"errors"
	"fmt"

	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/jobs"
)

// Prerender prints the certificates of credentials before the first request. Stored documents are skipped, so it may be repeated.
// A failing credential does not stop the others. It returns the joined errors, marked as final when a retry would only fail
// again.
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

// failures collects the errors of a job for many credentials.
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

// invalid reports whether the cause is the job itself and not the renderer.
func invalid(err error) bool {
	var known *errs.Error
	return errors.As(err, &known) && known.Kind == errs.Invalid
}
