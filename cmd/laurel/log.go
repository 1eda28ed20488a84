package main

import (
	"context"
	"io"
	"log/slog"
	"strings"

	"laurel/internal/platform/config"
	"laurel/internal/platform/httpx"
)

func logger(c config.Log, out io.Writer) *slog.Logger {
	opts := &slog.HandlerOptions{Level: c.Level, ReplaceAttr: redact}
	if c.JSON {
		return slog.New(requestLog{slog.NewJSONHandler(out, opts)})
	}
	return slog.New(requestLog{slog.NewTextHandler(out, opts)})
}

// requestLog adds the request ID to every line that is logged for a request.
type requestLog struct{ slog.Handler }

// Handle logs a line.
func (h requestLog) Handle(ctx context.Context, r slog.Record) error {
	if id := httpx.RequestID(ctx); id != "" {
		r.AddAttrs(slog.String("request_id", id))
	}
	return h.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (h requestLog) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestLog{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h requestLog) WithGroup(name string) slog.Handler { return requestLog{h.Handler.WithGroup(name)} }

// redact removes secrets from the log.
func redact(_ []string, a slog.Attr) slog.Attr {
	switch strings.ToLower(a.Key) {
	case "authorization", "key", "private_key", "password", "token", "secret":
		a.Value = slog.StringValue("-")
	}
	return a
}
