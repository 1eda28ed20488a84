// Package registries reads the lists of trusted issuers that the operator configured.
package registries

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"laurel/internal/platform/clock"
	"laurel/internal/platform/fetch"
	"laurel/internal/trust/verification/internal/document"
	"laurel/internal/trust/verification/internal/keys"
)

const (
	registryTTL         = time.Hour
	registryNegativeTTL = time.Minute
	maxRegistry         = 1 << 20 // bytes of a file
	registryAccept      = "application/json, text/plain"
)

// Registries are the trusted issuer lists configured by the operator.
type Registries struct {
	fetch   *fetch.Client
	clock   clock.Clock
	sources []string

	mu   sync.Mutex
	kept map[string]registry
}

// New returns the registries at the sources, which are paths of files or URLs.
func New(client *fetch.Client, c clock.Clock, sources []string) *Registries {
	return &Registries{fetch: client, clock: c, sources: sources, kept: map[string]registry{}}
}

// registry is a cached list.
type registry struct {
	issuers map[string]bool
	failed  bool
	until   time.Time
}

// Find returns the name of the list that contains an issuer, or "", and the names of lists that could not be read.
func (r *Registries) Find(ctx context.Context, issuer string) (name string, failed []string) {
	for _, source := range r.sources {
		list := r.read(ctx, source)
		if list.issuers[issuer] {
			return nameOf(source), nil
		}
		if list.failed {
			failed = append(failed, nameOf(source))
		}
	}
	return "", failed
}

// nameOf returns the public name of a list. It does not reveal the path of a local file.
func nameOf(source string) string {
	if host := keys.HostOf(source); host != "" {
		return host
	}
	return filepath.Base(source)
}

func (r *Registries) read(ctx context.Context, source string) registry {
	now := r.clock.Now()
	r.mu.Lock()
	list, ok := r.kept[source]
	r.mu.Unlock()
	if ok && now.Before(list.until) {
		return list
	}
	data, err := r.load(ctx, source)
	list = registry{issuers: issuersIn(data), until: now.Add(registryTTL)}
	if err != nil {
		list.failed, list.until = true, now.Add(registryNegativeTTL)
	}
	r.mu.Lock()
	r.kept[source] = list
	r.mu.Unlock()
	return list
}

func (r *Registries) load(ctx context.Context, source string) ([]byte, error) {
	if keys.HostOf(source) == "" {
		f, err := os.Open(source) //nolint:gosec // the operator names this file
		if err != nil {
			return nil, err
		}
		defer func() { _ = f.Close() }()
		return document.Limited(f, maxRegistry)
	}
	answer, err := r.fetch.Get(ctx, source, registryAccept)
	if err != nil {
		return nil, err
	}
	if answer.Status != 200 {
		return nil, fetch.ErrUnreachable
	}
	return answer.Body, nil
}

// issuersIn parses a list: one ID per line, or JSON with the IDs in an array "issuers" or as the member names of "registry".
func issuersIn(data []byte) map[string]bool {
	out := map[string]bool{}
	if o, err := document.Parse(bytes.TrimSpace(data)); err == nil {
		for _, id := range o.Texts("issuers") {
			out[id] = true
		}
		for id := range o.Child("registry") {
			out[id] = true
		}
		return out
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		if line := strings.TrimSpace(lines.Text()); line != "" && !strings.HasPrefix(line, "#") {
			out[line] = true
		}
	}
	return out
}
