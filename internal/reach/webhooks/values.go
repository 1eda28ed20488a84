package webhooks

import (
	"net/url"

	"laurel/internal/platform/optional"
)

func or[T any](v optional.Value[T], otherwise T) T {
	if v.Given {
		return v.Value
	}
	return otherwise
}

func some(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

func number(n *int32) *int {
	if n == nil {
		return nil
	}
	return new(int(*n))
}

// host returns the part of a URL that may be shown. Its path and query may contain a secret.
func host(address string) string {
	at, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return at.Host
}
