// Package savedfilters stores named filters of lists. A filter is the query string of a list's URL. It belongs to one user in one
// department. One filter can be the default of the list.
package savedfilters

import (
	"net/url"
	"strings"
	"time"
	"unicode/utf8"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
)

const (
	most         = 100 // of one person in one department
	longestName  = 255
	longestQuery = 2000
)

// The errors of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound  = errs.New(errs.NotFound, "saved_filter.not_found")
	ErrNameTaken = errs.New(errs.Conflict, "saved_filter.name_taken")
	ErrTooMany   = errs.New(errs.Conflict, "saved_filter.too_many")
)

// Filter is a saved filter.
type Filter struct {
	ID        int64
	Name      string
	Query     string // as it stands in the address of the list: "state=draft&tag=law"
	Default   bool
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Input contains the fields to set. Others stay the same.
type Input struct {
	Name    optional.Value[string]
	Query   optional.Value[string]
	Default optional.Value[bool]
}

// apply sets the fields of f. It returns an error that lists all invalid fields.
func (in Input) apply(f *Filter) error {
	if in.Name.Given {
		f.Name = strings.TrimSpace(in.Name.Value)
	}
	if in.Query.Given {
		f.Query = strings.TrimPrefix(strings.TrimSpace(in.Query.Value), "?")
	}
	if in.Default.Given {
		f.Default = in.Default.Value
	}
	var wrong errs.Fields
	check(&wrong, "name", f.Name, longestName)
	check(&wrong, "query", f.Query, longestQuery)
	if _, err := url.ParseQuery(f.Query); err != nil {
		wrong.Add("query", "invalid")
	}
	return wrong.Err()
}

func check(wrong *errs.Fields, field, value string, longest int) {
	switch {
	case value == "":
		wrong.Add(field, "required")
	case utf8.RuneCountInString(value) > longest:
		wrong.Add(field, "too_long", "max", longest)
	case strings.ContainsRune(value, 0) || !utf8.ValidString(value):
		wrong.Add(field, "invalid")
	}
}
