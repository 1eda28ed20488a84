// Package wire holds what handlers of several packages share: types of requests and replies, and conversions between them and the domains.
package wire

import (
	"net/http"
	"time"

	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// Stamped is a moment, or null.
func Stamped(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := Stamp(*t)
	return &text
}

// DoneReply answers what has nothing to show.
type DoneReply struct {
	Success bool `json:"success"`
}

// Meta tells where a page of a list stands.
type Meta = httpx.Meta

// MetaOf returns the position of a page in its list.
func MetaOf[T any](p page.Page[T]) Meta { return httpx.MetaOf(p) }

// Language returns the language negotiated for a request.
func Language(r *http.Request) string { return httpx.Language(r.Context()) }

// OrEmpty returns m, or an empty map, which JSON writes as {} and not as null.
func OrEmpty(m map[string]any) map[string]any {
	if m == nil {
		return map[string]any{}
	}
	return m
}

// IDOrNull returns nil for 0.
func IDOrNull(id int64) *int64 {
	if id == 0 {
		return nil
	}
	return &id
}

// Some returns nil for an empty text.
func Some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// LinkReply answers with a link.
type LinkReply struct {
	Link string `json:"link"`
}

// FileTime is how long one file of a ZIP may take to be made and sent before the answer is cut.
const FileTime = 2 * time.Minute

// List returns items, or an empty list, which JSON writes as [] and not as null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Done answers a call that returns nothing but its success.
func Done(err error) (DoneReply, error) { return DoneReply{Success: err == nil}, err }

// Stamp writes an instant as clients know it: UTC with milliseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
