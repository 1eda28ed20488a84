// Package deadline records in a context on whose behalf work is done. The clients of the database and of the file store choose their
// time limits by it.
package deadline

import "context"

// Use is on whose behalf work is done.
type Use int

// The uses.
const (
	Job     Use = iota // nobody waits
	Request            // a program, or a person who has started something
	Public             // a person who opens a page
)

type key struct{}

// For returns a context with a use.
func For(ctx context.Context, u Use) context.Context { return context.WithValue(ctx, key{}, u) }

// UseOf returns the use of a context, which is a job by default.
func UseOf(ctx context.Context) Use {
	u, _ := ctx.Value(key{}).(Use)
	return u
}
