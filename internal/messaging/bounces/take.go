package bounces

import (
	"bytes"
	"context"
)

// take takes a message in that arrived at an address. It returns ErrNotAReport for one that tells nothing about an email of ours: of a
// department's, or of anybody's (0).
func (s *Service) take(ctx context.Context, body []byte, to string, departmentID int64) error {
	found, err := Parse(bytes.NewReader(body), to)
	if err != nil {
		return err
	}
	ours := false
	for _, one := range found {
		one.DepartmentID = departmentID
		known, err := s.Outbox.Report(ctx, one)
		if err != nil {
			return err
		}
		ours = ours || known
	}
	if !ours {
		return ErrNotAReport
	}
	return nil
}
