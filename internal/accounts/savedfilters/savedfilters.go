// Package savedfilters keeps the filters that people name for themselves: the part of a list's address that narrows it. They are
// one person's in one department; one of them may be what the list begins with.
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

// The refusals of this package. Each code has a message in locales/en/errors.json.
var (
	ErrNotFound  = errs.New(errs.NotFound, "saved_filter.not_found")
	ErrNameTaken = errs.New(errs.Conflict, "saved_filter.name_taken")
	ErrTooMany   = errs.New(errs.Conflict, "saved_filter.too_many")
)

// Filter is one that somebody saved.
type Filter struct {
	ID        int64
	Name      string
	Query     string // as it stands in the address of the list: "state=draft&tag=law"
	Default   bool
	CreatedAt time.Time
	UpdatedAt time.Time
}

// Input changes what it gives.
type Input struct {
	Name    optional.Value[string]
	Query   optional.Value[string]
	Default optional.Value[bool]
}

// apply changes f, or names all wrong fields.
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
