// Package page defines the pagination of all lists.
package page

import "math"

// The default and the maximum page size.
const (
	DefaultSize = 50
	MaxSize     = 1000
	MaxOffset   = math.MaxInt32 // what an offset can be; a page past the end of a list is empty
)

// Request asks for one page. Zero values mean the first page with the default size.
type Request struct {
	Number int
	Size   int
}

// Clamp brings a request within the limits. Out-of-range numbers are corrected instead of rejected.
func (r Request) Clamp() Request {
	if r.Size <= 0 {
		r.Size = DefaultSize
	}
	r.Size = min(r.Size, MaxSize)
	r.Number = max(r.Number, 1)
	r.Number = min(r.Number, MaxOffset/r.Size)
	return r
}

// Limit is the number of rows to read.
func (r Request) Limit() int32 { return int32(r.Clamp().Size) } //nolint:gosec // clamped to 1000

// Offset is the number of rows to skip.
func (r Request) Offset() int32 {
	c := r.Clamp()
	return int32((c.Number - 1) * c.Size) //nolint:gosec // at most MaxOffset
}

// Page is one page of a list together with the total number of rows.
type Page[T any] struct {
	Items   []T
	Request Request
	Total   int64
}

// Of returns a page of items.
func Of[T any](r Request, items []T, total int64) Page[T] {
	return Page[T]{Items: items, Request: r.Clamp(), Total: total}
}

// Pages is the number of pages. An empty list has one.
func (p Page[T]) Pages() int {
	size := int64(p.Request.Clamp().Size)
	return int(max(1, (p.Total+size-1)/size))
}
