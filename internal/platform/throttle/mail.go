package throttle

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// The limits on requested emails: of one kind to one address, and in total for one department. Publication emails are not counted, as
// each is sent once.
var (
	mailPerAddress    = Rule{Name: "mail.address", Limit: 10, Window: time.Hour}
	mailPerDepartment = Rule{Name: "mail.department", Limit: 1000, Window: time.Hour}
)

// AllowMail counts a requested email of a kind to an address, on behalf of a department or of none (0). It returns ErrTooMany beyond
// the limit. Each kind has its own count, so that nobody can block emails of another kind to a mailbox.
func (l *Limiter) AllowMail(ctx context.Context, kind, to string, departmentID int64) error {
	if err := l.Allow(ctx, mailPerAddress, kind, strings.ToLower(strings.TrimSpace(to))); err != nil {
		return err
	}
	if departmentID == 0 {
		return nil
	}
	return l.Allow(ctx, mailPerDepartment, strconv.FormatInt(departmentID, 10))
}
