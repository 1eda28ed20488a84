package wire

import (
	"strings"
	"time"

	"github.com/google/uuid"

	"laurel/internal/accounts/access"
	"laurel/internal/accounts/departments"
	"laurel/internal/issuing/credentials"
	"laurel/internal/platform/errs"
	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// PageIn selects a page of a list.
type PageIn struct {
	Page     httpx.PageSize `json:"page"`
	PageSize httpx.PageSize `json:"page_size"`
}

// Request converts the page to a request of a domain.
func (in PageIn) Request() page.Request {
	return page.Request{Number: int(in.Page), Size: int(in.PageSize)}
}

// Moment parses a time. "" means none.
func Moment(wrong *errs.Fields, field, text string) *time.Time {
	if text == "" {
		return nil
	}
	at, err := time.Parse(time.RFC3339, text)
	if err != nil {
		wrong.Add(field, "claim.not_a_time")
	}
	return &at
}

// ZeroUUID is the zero UUID, which means none.
var ZeroUUID = uuid.Nil

// IDIn contains the numeric ID of an object.
type IDIn struct {
	ID httpx.Int `json:"id" validate:"required"`
}

// OwnDepartment returns departments.ErrNotFound if a request names a department other than the caller's.
func OwnDepartment(by access.Actor, named httpx.Int) error {
	if err := by.Require(access.ViewDepartment); err != nil {
		return err
	}
	if named != 0 && int64(named) != by.DepartmentID {
		return departments.ErrNotFound
	}
	return nil
}

// RefIn refers to a credential by any of its IDs.
type RefIn struct {
	ID string `json:"id" validate:"max=255"`
}

// DownloadIn contains the token of a download link.
type DownloadIn struct {
	Token string `json:"token" validate:"required,max=1000"`
}

// Date parses an optional date and adds a number of days.
func Date(wrong *errs.Fields, field string, text httpx.Text, days int) *time.Time {
	if strings.TrimSpace(string(text)) == "" {
		return nil
	}
	day, err := credentials.ParseDate(string(text))
	if err != nil {
		wrong.Add(field, "invalid_date")
		return nil
	}
	day = day.AddDate(0, 0, days)
	return &day
}

// SendsEmail reports whether recipients are emailed, which is the default.
func SendsEmail(sendEmail *httpx.Bool) bool { return sendEmail == nil || bool(*sendEmail) }
