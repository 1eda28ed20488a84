// Package collections manages named sets of a department's groups, such as a programme.
package collections

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"laurel/internal/platform/errs"
	"laurel/internal/platform/optional"
	"laurel/internal/platform/page"
)

const (
	longestName        = 255
	longestDescription = 5000
	mostGroups         = 1000 // of one collection
)

// ErrNotFound means that the department has no such collection.
var ErrNotFound = errs.New(errs.NotFound, "collection.not_found")

// Collection is a named set of groups.
type Collection struct {
	ID           uuid.UUID
	DepartmentID int64
	Name         string
	Description  string
	Public       bool
	Groups       []int64
	CreatedAt    time.Time
	UpdatedAt    time.Time
}

// Input is the fields of a collection. Fields that are not given stay unchanged.
type Input struct {
	Name        optional.Value[string]
	Description optional.Value[string]
	Public      optional.Value[bool]
	Groups      optional.Value[[]int64]
}

// Query filters a list of collections. Empty fields match all.
type Query struct {
	IDs     []uuid.UUID // nil matches all, empty none
	Without []uuid.UUID
	Name    string // a part of it
	Public  *bool
	Sort    string // name, groups_count or public; a leading minus turns it round
	Page    page.Request
}

// apply sets the given fields of c, or returns an error with all invalid fields.
func (in Input) apply(c *Collection) error {
	var wrong errs.Fields
	if in.Name.Given {
		c.Name = strings.TrimSpace(in.Name.Value)
	}
	if c.Name == "" {
		wrong.Add("name", "required")
	}
	if in.Description.Given {
		c.Description = strings.TrimSpace(in.Description.Value)
	}
	check(&wrong, "name", c.Name, longestName)
	check(&wrong, "description", c.Description, longestDescription)
	if in.Public.Given {
		c.Public = in.Public.Value
	}
	if in.Groups.Given {
		c.Groups = slices.Compact(slices.Sorted(slices.Values(in.Groups.Value)))
	}
	if len(c.Groups) > mostGroups {
		wrong.Add("groups", "too_many", "max", mostGroups)
	}
	return wrong.Err()
}

func check(wrong *errs.Fields, field, value string, longest int) {
	switch {
	case utf8.RuneCountInString(value) > longest:
		wrong.Add(field, "too_long", "max", longest)
	case strings.ContainsRune(value, 0) || !utf8.ValidString(value):
		wrong.Add(field, "invalid")
	}
}
