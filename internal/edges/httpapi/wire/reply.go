// Package wire contains types of requests and responses that several handler packages share, and conversions between them and the
// domains.
package wire

import (
	"net/http"
	"time"

	"laurel/internal/platform/httpx"
	"laurel/internal/platform/page"
)

// Stamped formats a time, or returns nil.
func Stamped(t *time.Time) *string {
	if t == nil {
		return nil
	}
	text := Stamp(*t)
	return &text
}

// DoneReply is the response of endpoints that return no data.
type DoneReply struct {
	Success bool `json:"success"`
}

// Meta is the position of a page in a list.
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

// LinkReply is a response with a URL.
type LinkReply struct {
	Link string `json:"link"`
}

// FileTime is the time limit for rendering and sending one file of a ZIP before the connection is closed.
const FileTime = 2 * time.Minute

// List returns items, or an empty list, which JSON writes as [] and not as null.
func List[T any](items []T) []T {
	if items == nil {
		return []T{}
	}
	return items
}

// Done returns the response of an endpoint that returns no data.
func Done(err error) (DoneReply, error) { return DoneReply{Success: err == nil}, err }

// Stamp formats a time as clients expect it: UTC with milliseconds.
func Stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
