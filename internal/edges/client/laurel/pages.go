package laurel

import (
	"context"
	"iter"
)

// pages gives the items of one page after the other, as long as each tells the number of the next.
func pages[T any](ask func(page int64) ([]T, *int64, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for next := Ptr(int64(1)); next != nil; {
			items, following, err := ask(*next)
			if !each(items, err, yield) {
				return
			}
			next = following
		}
	}
}

// cursors does the same where each page tells what to ask for the next one with.
func cursors[T any](ask func(cursor string) ([]T, string, error)) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for cursor, first := "", true; first || cursor != ""; first = false {
			items, following, err := ask(cursor)
			if !each(items, err, yield) {
				return
			}
			cursor = following
		}
	}
}

// each hands on a page, or the error instead of it; it reports whether to go on.
func each[T any](items []T, err error, yield func(T, error) bool) bool {
	if err != nil {
		var none T
		yield(none, err)
		return false
	}
	for _, item := range items {
		if !yield(item, nil) {
			return false
		}
	}
	return true
}

// given is nil for a text that is empty.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// CredentialSearchV2All gives everything that CredentialSearchV2 finds, page after page, until the end or an error.
func (c *Client) CredentialSearchV2All(ctx context.Context, body CredentialSearchV2Body) iter.Seq2[FlatCredential, error] {
	return cursors(func(from string) ([]FlatCredential, string, error) {
		asked := CredentialSearchV2BodyPage{Size: Ptr(int64(50))}
		if body.Page != nil {
			asked = *body.Page
		}
		if asked.Cursor = given(from); from != "" {
			asked.From = nil
		}
		body.Page = &asked
		reply, err := c.CredentialSearchV2(ctx, body)
		if err != nil || reply.Meta.Cursor == nil {
			return reply.Credentials, "", err
		}
		return reply.Credentials, *reply.Meta.Cursor, nil
	})
}
