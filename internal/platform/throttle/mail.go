package throttle

import (
	"context"
	"strconv"
	"strings"
	"time"
)

// How many mails anybody can have sent by asking for them: of one kind to one address, and of one department. Publishing is not
// counted: what is published is mailed once.
var (
	mailPerAddress    = Rule{Name: "mail.address", Limit: 10, Window: time.Hour}
	mailPerDepartment = Rule{Name: "mail.department", Limit: 1000, Window: time.Hour}
)

// AllowMail counts a mail of a kind that somebody asks to have sent to an address, in the name of a department or of none (0). It
// refuses with ErrTooMany. Kinds are counted apart, so that nobody can keep a mailbox from getting a mail of another kind.
func (l *Limiter) AllowMail(ctx context.Context, kind, to string, departmentID int64) error {
	if err := l.Allow(ctx, mailPerAddress, kind, strings.ToLower(strings.TrimSpace(to))); err != nil {
		return err
	}
	if departmentID == 0 {
		return nil
	}
	return l.Allow(ctx, mailPerDepartment, strconv.FormatInt(departmentID, 10))
}
