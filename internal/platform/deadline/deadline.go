// Package deadline marks contexts with how long somebody may have to wait. The clients of the database and of the file store choose their
// limits by it.
package deadline

import "context"

// Use says on whose behalf something runs.
type Use int

// The uses.
const (
	Job     Use = iota // nobody waits
	Request            // a program, or a person who has started something
	Public             // a person who opens a page
)

type key struct{}

// For returns a context for a use.
func For(ctx context.Context, u Use) context.Context { return context.WithValue(ctx, key{}, u) }

// UseOf is the use of a context: a job, where nothing else was said.
func UseOf(ctx context.Context) Use {
	u, _ := ctx.Value(key{}).(Use)
	return u
}
